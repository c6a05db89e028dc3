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
  en: `the a an and is are was were i you he she it we they my your to of in on for with that this what which how where when why
    who do does did can could would should need want have has not dont im any some there from at be or if but about me under best
    looking buy find help please good new yes no thanks hello near cheap`,
  de: `der die das den dem des ein eine einen einem einer und ist sind war ich du er sie es wir ihr mein meine dein nicht kein
    keine mit fur auf von zu zum zur im in an am bei nach wie was wer wo wann warum welche welcher welches kann konnen mochte suche
    brauche habe hat auch oder aber wenn mir mich gibt bitte guten gute guter danke hallo gunstige unter uber kaufen`,
  fr: `le la les un une des du de et est sont je tu il elle nous vous ils elles mon ma mes ton votre ne pas que qui quoi quel quelle
    quels ou comment pourquoi quand dans sur pour avec sans sous par au aux ce cette ces cherche voudrais veux besoin peux peut ai as
    avez suis merci bonjour meilleur meilleure acheter cest jai moi plus moins chez`,
  es: `el la los las un una unos unas y es son yo tu usted nosotros mi mis su sus no que quien como donde cuando cual cuales por para
    con sin en de del al este esta estos busco quiero necesito puedo puede tengo tiene hay mas menos gracias hola mejor mejores
    comprar me se lo le pero muy porque algun alguna barato`,
  pt: `o a os as um uma uns umas e sao eu voce ele ela nos meu minha seu sua nao que quem como onde quando qual quais por para com sem
    em de do da dos das no na nos nas ao este esta estou procuro quero preciso posso pode tenho tem ha mais menos obrigado obrigada ola
    melhor melhores comprar me se mas muito porque algum alguma barato`,
  it: `il lo la i gli le un uno una e sono io tu lui lei noi voi mio mia tuo non che chi come dove quando quale quali per con senza in
    di del della dei delle al alla nel nella sul questo questa cerco voglio vorrei bisogno posso puoi ho hai ha abbiamo piu meno grazie
    ciao migliore migliori comprare mi si ma molto perche qualche economico da`,
  nl: `de het een en is zijn was ik jij je hij zij wij we mijn jouw niet geen met voor op van te naar in aan bij hoe wat wie waar wanneer
    waarom welke kan kunnen wil zoek nodig heb heeft ook of maar als mij me er dit dat deze die om dan goede beste kopen dank hallo
    goedkope onder over graag alsjeblieft`,
}

const LATIN: readonly Latin[] = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']
const LANGUAGES_OF_WORD = languagesOfWord()

/** For each function word, bit n says that it belongs to language n. */
function languagesOfWord(): Map<number, number> {
  const table = new Map<number, number>()
  for (const [n, language] of LATIN.entries()) {
    for (const word of FUNCTION_WORDS[language].split(/\s+/)) {
      const [hash] = wordHashesOf(word)
      if (hash !== undefined) table.set(hash, (table.get(hash) ?? 0) | (1 << n))
    }
  }
  return table
}

const WORDS_READ_MAX = 80
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
  let best = 0
  for (let n = 1; n < LATIN.length; n++) if ((counts[n] as number) > (counts[best] as number)) best = n
  let second = 0
  for (let n = 0; n < LATIN.length; n++) if (n !== best) second = Math.max(second, counts[n] as number)
  return (counts[best] as number) > second ? (LATIN[best] as Latin) : 'und'
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}
