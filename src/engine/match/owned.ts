// What somebody says to own already is not what they look for where they wish for another thing in the same breath: "I have a
// tent, now I need a sleeping bag". It still narrows what goes with it, so it counts less and not nothing.
import type { Span } from './dislikes.ts'

/**
 * The words of what is owned, in English and, with a word for "already", in six other languages. None where nothing else is wished
 * for, where more is told of the thing ("I have a laptop that is slow"), or where another one of its kind is looked for. People and
 * animals are nobody's things: who it is for is part of the wish.
 */
export function ownedIn(text: string, language: string): readonly Span[] {
  const owns = OWNS.get(language)
  if (owns === undefined || text.length > STORY_CHARS) return NONE
  const spans: Span[] = []
  // Not by `matchAll`, which makes the expression anew each time.
  owns.thing.lastIndex = 0
  for (let left = THINGS_MAX; left > 0; left--) {
    const found = owns.thing.exec(text)
    if (found === null) break
    const { thing, already } = found.groups!
    const to = found.index + found[0].length
    const after = text.slice(to, to + BREATH_CHARS)
    // "A lamp for my desk, I already have bulbs": after a plain "I have" the wish follows.
    const others =
      already === undefined ? after : `${text.slice(Math.max(0, found.index - BREATH_CHARS), found.index)};${after}`
    if (TELLS_MORE.test(after) || !owns.wish.test(others) || SAME_KIND.test(others)) continue
    spans.push({ from: to - thing!.length, to })
  }
  return spans
}

/** The English word at `start` names a person or an animal of the household. */
export function isForWhom(text: string, start: number): boolean {
  PERSON_OR_PET.lastIndex = start
  return PERSON_OR_PET.test(text)
}

const NONE: readonly Span[] = []

/** A longer text tells a story, and would take long to read. */
const STORY_CHARS = 2_000
/** So many things of a text are looked at, and so much around each of them for a wish. */
const THINGS_MAX = 8
const BREATH_CHARS = 200

interface Owns {
  readonly thing: RegExp
  readonly wish: RegExp
}

const or = (words: string) => words.split(/\s+/).join('|')
const ENDS_NAME =
  or(`and but so now then for with in on from to at about already too last yesterday today since because that which who
  whose where when it is are was i we need want looking please what any`)
const FOR_WHOM =
  or(`dogs? cats? pupp(?:y|ies) kittens? pets? bab(?:y|ies) toddlers? child(?:ren)? kids? sons? daughters? teens?
  teenagers? boys? girls? wife husband boyfriend girlfriend partner mother father mom mum dad grandma grandpa parents friends?
  guests?`)
const NO_THINGS = or('questions? budget idea problem time')
const PERSON_OR_PET = new RegExp(String.raw`(?:${FOR_WHOM})(?![\p{L}’'-])`, 'iuy')
const WORD = String.raw`[\p{L}\p{N}][\p{L}\p{N}’'-]*`
const NAME = String.raw`(?!(?:${ENDS_NAME})(?![\p{L}’']))${WORD}`
const HAVE = 'have|own|got|bought|booked|ordered'

const ENGLISH: Owns = {
  thing: new RegExp(
    String.raw`(?<![\p{L}’'])(?:` +
      [
        String.raw`(?<already>already|just) (?:${HAVE}) (?:(?:an?|the) )?`,
        String.raw`(?:(?:i|we)(?: have|['’]?ve)? (?:${HAVE})|(?<=^|[.!?\n] ?)(?:got|bought|booked|ordered)) (?:an?|the) `,
      ].join('|') +
      String.raw`)(?<thing>(?!(?:${NAME} ){0,2}(?:${FOR_WHOM}|${NO_THINGS})(?![\p{L}’'-]))${NAME}(?: ${NAME}){0,3})`,
    'giu',
  ),
  wish: /(?<!\p{L})(?:need|want|wanna|looking|which|what|where|recommend|find|show|suggest|searching|(?:would|['’]d) like|(?:is|are) there|any|worth)(?!\p{L})/iu,
}

/** Of each language how it is said that somebody has a thing already, what may stand before its name, and words of wishing. */
const ELSEWHERE = {
  de: [
    '(?:hab|habe|haben) (?:schon|bereits)',
    'eine?n?|den|die|das|meine?n?',
    'brauch\\p{L}*|such\\p{L}*|m(?:ö|oe)chte\\p{L}*|fehlt|welche\\p{L}*|was',
  ],
  nl: ['heb(?:ben)? al', 'een|de|het|mijn', 'nodig|zoek\\p{L}*|wil|willen|welke?|wat'],
  fr: [
    '(?:ai|as|avons) d[ée]j[àa]',
    'une?|le|la|les|des|mon|ma|mes',
    'cherch\\p{L}*|besoin|faut|voudr\\p{L}*|veux|quel\\p{L}*',
  ],
  es: [
    'ya (?:tengo|tenemos|compré|compramos)',
    'una?|el|la|los|las|mi',
    'necesit\\p{L}*|busc\\p{L}*|quier\\p{L}*|falta|qué|cu[áa]l',
  ],
  pt: ['j[áa] (?:tenho|temos|comprei)', 'uma?|os?|as?|meu|minha', 'precis\\p{L}*|procur\\p{L}*|quer\\p{L}*|falta|qual'],
  it: [
    '(?:ho|abbiamo) gi[àa]',
    'una?|il|la|lo|i|gli|le|mio|mia',
    'cerc\\p{L}*|serv\\p{L}*|vorre\\p{L}*|vogli\\p{L}*|bisogno|quale',
  ],
} as const
const AND_BUT = 'und|aber|en|maar|et|mais|y|pero|e|mas|ma'
const OWNS: ReadonlyMap<string, Owns> = new Map([
  ['en', ENGLISH],
  ...Object.entries(ELSEWHERE).map(([language, [have, articles, wish]]): [string, Owns] => [
    language,
    {
      thing: new RegExp(
        String.raw`(?<!\p{L})(?<already>${have}) (?:(?:${articles}) )?(?<thing>${WORD}(?: ${WORD}){0,2}?)(?=\s*[,.;:!?\n]| (?:${AND_BUT}) )`,
        'giu',
      ),
      wish: new RegExp(String.raw`(?<!\p{L})(?:${wish})(?!\p{L})`, 'iu'),
    },
  ]),
])
/** "I have a tent that leaks", "I have a tent. It leaks". */
const TELLS_MORE =
  /^(?:\s+(?:already,? )?(?:that|which|who|whose|where)|[,.]?\s+(?:(?:and|but|so)\s+)?(?:it|they)|, (?:der|die|das|er|sie|es|dat))(?!\p{L})/iu
const SAME_KIND =
  /(?<!\p{L})(?:ones?|another|(?:any|some)thing (?:with|like|similar|less|more|\p{L}{3,}er)|replace\p{L}*|upgrade|sell|instead|repair\p{L}*|fix|andere?\p{L}?|neue\p{L}?|nieuwe?|autres?|nouve\p{L}+|(?:otr|nuev|outr|nov|altr|nuov)[oaie]s?)(?!\p{L})/iu
