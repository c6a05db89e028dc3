/** The verdict on a key, judged when it is first asked for. */
export function remembered<K>(known: Map<K, boolean>, key: K, judge: (key: K) => boolean): boolean {
  let verdict = known.get(key)
  if (verdict === undefined) known.set(key, (verdict = judge(key)))
  return verdict
}
