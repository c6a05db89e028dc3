// Knows greetings, thanks, "go on" and the like. So few words give a trained gate too little to go by, and they want nothing by themselves.
import { wordHashesOf, type Words } from './text-features.ts'

const WORDS_MAX = 8

/** True where a text of up to eight words holds nothing but pleasantries: "hi there, how are you", "ok thanks", "no, the other one", "こんにちは". */
export function isPleasantry({ words, wordCount }: Words): boolean {
  if (wordCount === 0 || wordCount > WORDS_MAX) return false
  for (let i = 0; i < wordCount; i++) if (!WORDS.has(words[i] as number)) return isWholePhrase(words, wordCount)
  return true
}

/** No noun stands here that could be for sale. */
const WORDS = new Set(
  wordHashesOf(`hi hello hey heya hiya howdy yo sup greetings there good morning afternoon evening night day goodnight bye goodbye cya
    see you u later soon again thanks thank thankyou thx ty cheers so very much lot lots a for your help that this it
    ok okay k kk yes yeah yep yup no nope nah sure alright fine cool nice great awesome perfect amazing wow lol haha hahaha hehe
    hmm hm oh ah well right correct exactly please welcome sorry never mind nevermind how are is going doing do i am im me too
    and the really what s up who got understood agreed not maybe feel today helped helpful useful was were have had all me
    answer explain explained repeat say once more mean can could would done works worked
    go going on keep continue tell then next happens happened helps sounds interesting funny
    hallo guten morgen tag abend danke vielen dank schon tschuss ja nein gut wie geht es dir ihnen bitte
    bonjour bonsoir salut merci beaucoup oui non daccord au revoir comment ca va vous allez
    hola buenos buenas dias tardes noches gracias muchas si vale adios como estas esta
    ola oi bom boa dia tarde noite obrigado obrigada sim nao tchau tudo bem
    ciao buongiorno buonasera grazie mille prego arrivederci come stai va bene
    hoi dag bedankt dank je wel nee doei
    привет здравствуйте спасибо да нет пока
    مرحبا شكرا نعم لا السلام عليكم أهلا
    नमस्ते धन्यवाद हाँ नहीं`),
)

// Told by the whole text: in other sentences their words ask for something ("how much is the other one"), and in scripts without spaces a sign is a word.
const PHRASES = new Set(
  [
    'try again',
    'the other one',
    'no the other one',
    'こんにちは',
    'こんばんは',
    'おはよう',
    'おはようございます',
    'ありがとう',
    'ありがとうございます',
    'はい',
    'いいえ',
    'どうも',
    '你好',
    '您好',
    '早上好',
    '晚上好',
    '谢谢',
    '謝謝',
    '谢谢你',
    '再见',
    '是的',
    '好的',
    '不是',
    '안녕',
    '안녕하세요',
    '감사합니다',
    '고마워',
    '네',
    '아니요',
    'สวัสดี',
    'ขอบคุณ',
  ].map((phrase) => keyOf(wordHashesOf(phrase))),
)

function isWholePhrase(words: Int32Array, count: number): boolean {
  return (words[0] as number) !== 0 && PHRASES.has(keyOf(words.subarray(0, count)))
}

function keyOf(words: Iterable<number>): number {
  let key = 0
  for (const word of words) key = (Math.imul(key, 0x01000193) ^ word) >>> 0
  return key
}
