// What people call the language of a code.
const names = new Intl.DisplayNames('en', { type: 'language' })

/** @param code primary subtag; `und` where nothing told it, as in a few words that several languages have */
export function languageName(code: string): string {
  if (code === 'und' || code === '') return 'unknown, too few words tell it'
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
