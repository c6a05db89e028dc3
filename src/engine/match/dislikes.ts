// What somebody says that they do not like is no wish for it: "I hate coffee, what about tea?", "je n'aime pas le café". But what is
// wrong with a thing is said of the thing that is looked for: "I hate that my laptop is slow", "I don't like headphones with cables".

/** A word of a text, by its place; `to` exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

export const NONE: readonly Span[] = []

export function holds(spans: readonly Span[], at: number): boolean {
  for (const { from, to } of spans) if (from <= at && at < to) return true
  return false
}

/**
 * The words that nobody wants who says the English verb from `start` to `end`; none where it tells no dislike, or where what is
 * disliked may be what the talk is about. Of several words the last one names the kind, which may well be wanted: who hates wired
 * headphones looks for others.
 */
export function dislikedAfter(text: string, start: number, end: number): readonly Span[] {
  const verb = VERB.exec(text.slice(Math.max(0, start - VERB_CHARS), end))
  if (verb === null) return NONE
  const { body, of } = verb.groups!
  if (of !== undefined && !PREPOSITION.test(text.slice(end, end + PREPOSITION_CHARS))) return NONE
  const things = thingsAfter(text, of === undefined ? end : end + PREPOSITION_CHARS)
  const chore = things[0]?.[0]
  if (chore === undefined || (isChore(text, chore) && (things[0]!.length > 1 || !CONTRASTS.test(text)))) return NONE
  return things
    .flatMap((thing) => (thing.length > 1 ? thing.slice(0, -1) : thing))
    .filter(({ from, to }) => body === undefined || !NAMED_AS_ABSENT.has(text.slice(from, to).toLowerCase()))
}

/** The same for a whole text in one of the languages below: the word after "ich hasse", "no me gusta el" and the like. */
export function dislikedIn(text: string, language: string): readonly Span[] {
  const pattern = ELSEWHERE.get(language)
  if (pattern === undefined) return NONE
  return Array.from(text.matchAll(pattern), (found) => {
    const to = found.index + found[0].length
    return { from: to - found[1]!.length, to }
  })
}

/** Things, each as its words: "wired headphones or cables" are two. None where more is said of them than their names. */
function thingsAfter(text: string, end: number): readonly (readonly Span[])[] {
  const things: Span[][] = [[]]
  let at = end
  for (let left = OBJECT_WORDS_MAX; ; left--) {
    WORD.lastIndex = at
    const found = WORD.exec(text)?.[1]
    if (found === undefined) break
    const word = found.toLowerCase()
    at = WORD.lastIndex
    const thing = things.at(-1)!
    if (left === 0 || OF_THE_TOPIC.has(word)) return []
    if (thing.length > 0 && (word === 'and' || word === 'or')) {
      if (BEGINS_CLAUSE.test(text.slice(at, at + CLAUSE_CHARS))) break
      things.push([])
    } else if (ENDS_OBJECT.has(word)) break
    else if (thing.length > 0 || !SKIPPED.has(word)) thing.push({ from: at - found.length, to: at })
  }
  return things.filter((thing) => thing.length > 0)
}

/** "I hate ironing, what helps?" is of ironing. */
function isChore(text: string, { from, to }: Span): boolean {
  return to - from > 5 && text.slice(to - 3, to).toLowerCase() === 'ing'
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

/** So much before the end of a verb is looked at. */
const VERB_CHARS = 40
/** Words of an object; a longer one is a story. */
const OBJECT_WORDS_MAX = 8
const CLAUSE_CHARS = 12
const PREPOSITION = /^ (?:to|of)$/i
const PREPOSITION_CHARS = 3
const WORD = / ([\p{L}’'-]+)/uy
/** With what the body does not bear, or who eats what, as a group. "If I don't like it" and "who hates coffee" are no dislikes of the speaker's. */
const VERB = new RegExp(
  String.raw`(?<![\p{L}’'])(?<!(?:if|who|whether|in case|used to|never|not|n['’]?t)(?: \p{L}+)? )(?:` +
    [
      ...['hates?', 'dislikes?', 'detests?', 'loathes?', 'despises?', String.raw`ca(?:nnot|n not|n['’]?t) stand`],
      String.raw`(?:do|does|did)(?:n['’]?t| not)(?: (?:really|particularly|even|actually|at all))?(?: feel)? like`,
      'not (?:really )?(?:a|much of a|a big|a huge) (?<of>fan)',
      String.raw`(?<body>(?<of>allergic)|(?:(?:ca|do|does)n['’]?t|cannot|(?:do|does|can) not) (?:eat|drink))`,
    ].join('|') +
    ')$',
  'iu',
)
const SKIPPED = words('any the a an all most anything every eating drinking having wearing using of')
/** After these it is told what is wrong with something, which may be wanted in another way; or nothing is told that has a name. */
const OF_THE_TOPIC = words(
  `how that when what whatever where why if this it these those them him me you us he she they we i my your our his her their its
  to being people up out with without which who whose than from on in at for like as made after before during while until enough
  much often well not there here anymore one ones`,
)
const ENDS_OBJECT = words(
  `but so because since although though what how can could would should do does is are was were please either instead nor yet
  and or then also too very really give show find suggest recommend get i'm i’m i'd i’d`,
)
const BEGINS_CLAUSE =
  /^ (?:i|i['’]\p{L}+|we|he|she|they|you|want|need|love|like|prefer|would|looking|am|is|it|what|which|how|my|do|can|would|rather|so|then)(?!\p{L})/iu
const CONTRASTS = /(?<!\p{L})(?:(?:what|how) about|instead|rather|prefer)(?!\p{L})/iu
/** An ad names these to say that a thing is free of them, which is just what is looked for. */
const NAMED_AS_ABSENT = words(
  `gluten wheat nuts nut peanuts peanut milk dairy lactose eggs egg soy sugar caffeine alcohol meat latex nickel fragrance fragrances
  perfume pollen dust mites mold mould`,
)

/** Nothing more is said of the thing than its name. */
const THING = String.raw`(\p{L}{3,})(?=\s*(?:[,.;:!?\n]|$))`
const CONTRASTS_ELSEWHERE = `lieber|stattdessen|liever|plutôt|plutot|mejor|prefiero|melhor|prefiro|meglio|preferisco`
/**
 * How a language says that somebody dislikes, and the chores that many a wish begins with: "odio planchar, ¿quién lo hace?" What has an
 * article is a thing, though it may end like a verb: "el collar".
 */
const dislikes = (verb: string, chore: string) =>
  new RegExp(
    String.raw`(?<!\p{L})(?:${verb})(?:\s|(?<=['’]))(?!(?:${chore})(?!\p{L})(?![^.!?\n]*(?<!\p{L})(?:${CONTRASTS_ELSEWHERE})(?!\p{L})))${THING}`,
    'giu',
  )
const ELSEWHERE: ReadonlyMap<string, RegExp> = new Map([
  [
    'de',
    dislikes(
      String.raw`(?:(?:ich|er|sie) )?(?:hasse|hasst|verabscheue)(?: (?:den|die|das))?|mag keine?n?`,
      'kochen|putzen|b(?:ü|ue)geln|(?:staub)?saugen|aufr(?:ä|ae)umen|(?:ab|fenster)?(?:waschen|putzen)|(?:ab)?sp(?:ü|ue)len|wischen|rasenm(?:ä|ae)hen|packen|umziehen|n(?:ä|ae)hen',
    ),
  ],
  [
    'nl',
    dislikes(
      String.raw`(?:haat|lust geen|hou niet van)(?: (?:de|het))?`,
      'koken|strijken|schoonmaken|stofzuigen|poetsen|(?:af|ramen)?wassen|lappen|dweilen|opruimen|inpakken|verhuizen|grasmaaien',
    ),
  ],
  [
    'fr',
    dislikes(
      String.raw`(?:déteste|deteste|[nj]['’]aime pas) (?:les?|la|l['’])`,
      'm[ée]nage|repassage|nettoyage|rangement|vaisselle|cuisine|lessive|bricolage|jardinage',
    ),
  ],
  [
    'es',
    dislikes(
      String.raw`(?:odio|detesto|odia|no (?:me|le) gustan?)(?: (?:el|la|los|las))?`,
      String.raw`(?<!(?<!\p{L})(?:el|la|los|las) )(?!az[úu]car)\p{L}{2,}[aei]r`,
    ),
  ],
  [
    'pt',
    dislikes(
      String.raw`(?:odeio|detesto|odeia|n[ãa]o gost[oa] d[eoa]s?)(?: (?:o|a|os|as))?`,
      String.raw`(?<!(?<!\p{L})d?[oa]s? )(?!a[çc][úu]car)\p{L}{2,}[aei]r`,
    ),
  ],
  [
    'it',
    dislikes(
      String.raw`(?:odio|detesto|odia|non (?:mi|gli|le) (?:piace|piacciono))(?: (?:il|la|lo|i|gli|le|l['’]))?`,
      String.raw`(?<!(?<!\p{L})(?:il|la|lo|i|gli|le) )\p{L}{2,}[aei]re`,
    ),
  ],
])
