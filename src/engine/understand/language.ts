// Guesses the language of a text from its script and its commonest words; good enough to pick targeting, in microseconds.
import { extractFeatures, wordHashesOf } from './text-features.ts'

/** BCP 47 primary subtags that `detectLanguage` may answer; `und` where it cannot tell. */
export type DetectedLanguage = Latin | 'ja' | 'zh' | 'ko' | 'ar' | 'he' | 'hi' | 'ru' | 'el' | 'th' | 'und'
type Latin = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl'

const LETTERS_READ_MAX = 400

/**
 * The script decides where it belongs to one language (of Cyrillic, Devanagari and Arabic the largest is named); a text in
 * Latin letters goes to the language whose function words it uses most, and to `und` where none or two lead.
 */
export function detectLanguage(text: string): DetectedLanguage {
  const script = scriptOf(text)
  return script === 'latin' ? latinLanguageOf(text) : script
}

function scriptOf(text: string): DetectedLanguage | 'latin' {
  let latin = 0
  let han = 0
  let kana = 0
  let hangul = 0
  let arabic = 0
  let hebrew = 0
  let devanagari = 0
  let cyrillic = 0
  let greek = 0
  let thai = 0
  const end = Math.min(text.length, LETTERS_READ_MAX)
  for (let i = 0; i < end; i++) {
    const c = text.charCodeAt(i)
    if (c < 0x370) {
      if ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a) latin++
      else if (c >= 0xc0 && c !== 0xd7 && c !== 0xf7) latin++
    } else if (c < 0x400) greek++
    else if (c < 0x530) cyrillic++
    else if (c >= 0x590 && c < 0x600) hebrew++
    else if (c >= 0x600 && c < 0x780) arabic++
    else if (c >= 0x900 && c < 0x980) devanagari++
    else if (c >= 0xe00 && c < 0xe80) thai++
    else if (c >= 0x3040 && c < 0x3100) kana++
    else if (c >= 0x3400 && c < 0xa000) han++
    else if (c >= 0xac00 && c < 0xd7b0) hangul++
  }
  // A sign of these scripts says as much as two or three Latin letters, and brand names stay Latin inside them.
  const east = (han + kana + hangul) * 2
  const most = Math.max(latin, east, arabic, hebrew, devanagari, cyrillic, greek, thai)
  if (most === 0) return 'und'
  // Japanese mixes kana into Han; Chinese never does.
  if (most === east) return hangul >= han + kana ? 'ko' : kana * 10 > han ? 'ja' : 'zh'
  if (most === latin) return 'latin'
  if (most === cyrillic) return 'ru'
  if (most === arabic) return 'ar'
  if (most === hebrew) return 'he'
  if (most === devanagari) return 'hi'
  return most === greek ? 'el' : 'th'
}

// Words of more than one of these languages count for each of them; accents are folded before the look-up.
const FUNCTION_WORDS: Readonly<Record<Latin, string>> = {
  en: `the an and am making going as by out is are was were i you he she it we they my your to of in on for with that this what which how where when why
    who do does did can could would should need want have has not dont im any some there from at be or if but about me under best
    looking buy find help please good new yes no thanks hello near cheap`,
  de: `der die das den dem des ein eine einen einem einer und ist sind war ich du er sie es wir ihr mein meine dein nicht kein
    keine mit fur auf von zu zum zur im in an am bei nach wie was wer wo wann warum welche welcher welches kann konnen mochte suche
    brauche habe hat auch oder aber wenn mir mich gibt bitte guten gute guter danke hallo gunstige unter uber kaufen
    gunstig billig billige angebot damen herren reise flug schuhe kleid geschenk versicherung wohnung kaffee fahrrad`,
  fr: `le la les un une des du de et est sont je tu il elle nous vous ils elles mon ma mes ton votre ne pas que qui quoi quel quelle
    quels ou comment pourquoi quand dans sur pour avec sans sous par au aux ce cette ces cherche voudrais veux besoin peux peut as
    avez suis merci bonjour meilleur meilleure acheter cest jai moi moins chez
    chere femme homme chaussures velo voiture vols cadeau randonnee ordinateur`,
  es: `el la los las un una unos unas y es son yo tu usted nosotros mi mis su sus no que quien como donde cuando cual cuales por para
    con sin en de del al este esta estos busco quiero necesito puedo puede tengo tiene hay mas menos gracias hola mejor mejores
    comprar me se lo le pero muy porque algun alguna barato
    zapatillas zapatos coche vuelo vuelos barata baratos regalo seguro piso auriculares colchon cafetera ordenador movil correr`,
  pt: `o a os as um uma uns umas e sao eu voce ele ela nos meu minha seu sua nao que quem como onde quando qual quais por para com sem
    em de do da dos das no na nos nas ao este esta estou procuro quero preciso posso pode tenho tem ha mais menos obrigado obrigada ola
    melhor melhores comprar me se mas muito porque algum alguma barato
    tenis sapatos carro voo voos baratas baratos presente seguro fones viagens viagem celular colchao corrida fogao`,
  it: `il lo la i gli le un uno una e sono io tu lui lei noi voi mio mia tuo non che chi come dove quando quale quali per con senza in
    di del della dei delle al alla nel nella sul questo questa cerco voglio vorrei bisogno posso puoi ho hai ha abbiamo piu meno grazie
    ciao migliore migliori comprare mi si ma molto perche qualche economico da
    scarpe corsa auto volo voli economici regalo assicurazione appartamento cuffie viaggio viaggi telefono materasso caffe vicino`,
  nl: `de het een en is zijn was ik jij je hij zij wij we mijn jouw niet geen met voor op van te naar in aan bij hoe wat wie waar wanneer
    waarom welke kan kunnen wil zoek nodig heb heeft ook of maar als mij me er dit dat deze die om dan goede beste kopen dank hallo
    goedkope onder over graag alsjeblieft
    schoenen hardloopschoenen fiets auto vlucht cadeau verzekering appartement koffie reis goedkoop`,
}

const LATIN: readonly Latin[] = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']
const LANGUAGES_OF_WORD = languagesOfWord()

/** For each function word, bit n says that it belongs to language n. */
function languagesOfWord(): Map<number, number> {
  const table = new Map<number, number>()
  for (const [n, language] of LATIN.entries()) {
    for (const word of FUNCTION_WORDS[language].split(/\s+/)) {
      // One letter is a model or a size as often as a word.
      if (word.length < 2) continue
      const [hash] = wordHashesOf(word)
      if (hash !== undefined) table.set(hash, (table.get(hash) ?? 0) | (1 << n))
    }
  }
  return table
}

const WORDS_READ_MAX = 80
const ENGLISH = LATIN.indexOf('en')
/** A place name ("Los Angeles") is no sentence of its language. */
const EVIDENCE_MIN = 0.6
const counts = new Float64Array(LATIN.length)

function latinLanguageOf(text: string): Latin | 'und' {
  const features = extractFeatures(text)
  counts.fill(0)
  const end = Math.min(features.wordCount, WORDS_READ_MAX)
  for (let i = 0; i < end; i++) {
    const bits = LANGUAGES_OF_WORD.get(features.words[i] as number)
    if (bits === undefined) continue
    // A word that many languages share says little about each.
    const shared = bitCount(bits)
    for (let n = 0; n < LATIN.length; n++) if ((bits & (1 << n)) !== 0) counts[n] = (counts[n] as number) + 1 / shared
  }
  if (leadOf(ENGLISH) < PLAIN_HINTS_MAX) addLetters(text)
  let best = 0
  for (let n = 1; n < LATIN.length; n++) if (counts[n]! > counts[best]!) best = n
  return leadOf(best) > 0 && (best === ENGLISH || counts[best]! >= EVIDENCE_MIN) ? LATIN[best]! : 'und'
}

/** How far a language is ahead of all others; at most 0 where it is not. */
function leadOf(language: number): number {
  let second = 0
  for (let n = 0; n < LATIN.length; n++) if (n !== language) second = Math.max(second, counts[n]!)
  return counts[language]! - second
}

// Letters and endings that one or two of the languages have to themselves; they decide where function words are missing.
type Hint = readonly [signs: string, languages: readonly Latin[], weight: number]

const LETTERS: readonly Hint[] = [
  ['ßäöü', ['de'], 0.6],
  ['ñ¿¡', ['es'], 0.9],
  ['ãõ', ['pt'], 0.9],
  ['œëûîù', ['fr'], 0.6],
  ['ê', ['fr', 'pt'], 0.4],
  ['èà', ['fr', 'it'], 0.4],
  ['ìò', ['it'], 0.6],
  ['ç', ['fr', 'pt'], 0.3],
  ['íó', ['es', 'pt'], 0.3],
]
/** What stands before an apostrophe. */
const ELISIONS: readonly Hint[] = [
  ['d l qu n j c', ['fr', 'it'], 0.4],
  ['dell nell all sull', ['it'], 0.9],
]
/** A dot stands for any letter. */
const ENDINGS: readonly Hint[] = [
  ['.ción .ciones', ['es'], 0.9],
  ['....os ....as', ['es', 'pt'], 0.1],
  ['schuh schuhe maschine .....ung ....keit stiefel jacke tasche geschenk geschenke gerät zimmer reisen', ['de'], 0.5],
]
const HINTS = [...LETTERS, ...ELISIONS, ...ENDINGS]
const HINT_COLUMNS = HINTS.map(([, languages]) => languages.map((language) => LATIN.indexOf(language)))
/** No text of plain letters can hint at a language by more than this. */
const PLAIN_HINTS_MAX = 1.5

const LETTER_CODES = 0x180
/** One more than the hint that a letter gives, lower or upper case. */
const HINT_OF_LETTER = hintOfLetter()
/** The endings by their last letter, each with its number among the hints. */
const ENDINGS_BY_LAST = endingsByLast()

function hintOfLetter(): Uint8Array {
  const table = new Uint8Array(LETTER_CODES)
  for (const [hint, [letters]] of LETTERS.entries()) {
    for (const letter of letters + letters.toUpperCase()) {
      if (letter > 'z') table[letter.charCodeAt(0)] = hint + 1
    }
  }
  return table
}

function endingsByLast(): readonly (readonly { ending: string; hint: number }[] | undefined)[] {
  const table: { ending: string; hint: number }[][] = []
  for (const [i, [endings]] of ENDINGS.entries()) {
    for (const ending of endings.split(' ')) {
      const last = ending.charCodeAt(ending.length - 1)
      table[last] = [...(table[last] ?? []), { ending, hint: LETTERS.length + ELISIONS.length + i }]
    }
  }
  return table
}

// One pass over the letters; each hint counts once.
function addLetters(text: string): void {
  const end = Math.min(text.length, LETTERS_READ_MAX)
  let found = 0
  let start = 0
  for (let i = 0; i <= end; i++) {
    const c = i < end ? text.charCodeAt(i) : 0x20
    if ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a) continue
    if (c >= 0xa1 && c < LETTER_CODES) {
      const hint = HINT_OF_LETTER[c]!
      if (hint > 0) found |= 1 << (hint - 1)
      if (c >= 0xc0) continue
    } else if (c === 0x27 || c === 0x2019) {
      found |= hintOfElision(text, start, i)
    }
    if (i - start > 4) found |= hintOfEnding(text, start, i)
    start = i + 1
  }
  for (let hint = 0; found !== 0; hint++, found >>>= 1) {
    if ((found & 1) === 0) continue
    const columns = HINT_COLUMNS[hint]!
    for (let k = 0; k < columns.length; k++) counts[columns[k]!]! += HINTS[hint]![2]
  }
}

function hintOfElision(text: string, start: number, end: number): number {
  if (end === start || end - start > 4) return 0
  const word = text.slice(start, end).toLowerCase()
  const i = ELISIONS.findIndex(([words]) => words.split(' ').includes(word))
  return i < 0 ? 0 : 1 << (LETTERS.length + i)
}

function hintOfEnding(text: string, start: number, end: number): number {
  const endings = ENDINGS_BY_LAST[text.charCodeAt(end - 1) | 0x20]
  if (endings === undefined) return 0
  for (let k = 0; k < endings.length; k++) {
    const { ending, hint } = endings[k]!
    if (end - start >= ending.length && endsWith(text, end, ending)) return 1 << hint
  }
  return 0
}

function endsWith(text: string, end: number, ending: string): boolean {
  for (let back = 1; back <= ending.length; back++) {
    const wanted = ending.charCodeAt(ending.length - back)
    if (wanted !== 0x2e && (text.charCodeAt(end - back) | 0x20) !== wanted) return false
  }
  return true
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}
