import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openLanguageDetector } from './language.ts'

const MODELS = fileURLToPath(new URL('../../../models', import.meta.url))
const detectLanguage = openLanguageDetector(MODELS)

test('a question is heard in its language', () => {
  const texts: Readonly<Record<string, string>> = {
    en: 'Which running shoes are good for wide feet?',
    de: 'Welche Laufschuhe sind gut für breite Füße?',
    fr: 'Je cherche des chaussures de course pour l’hiver',
    es: '¿Cuáles son las mejores zapatillas para correr?',
    pt: 'Estou procurando um tênis para correr, você tem algum?',
    it: 'Vorrei comprare delle scarpe per correre, quali sono le migliori?',
    nl: 'Ik zoek goede hardloopschoenen voor de winter',
    sv: 'Vilka löparskor är bra för breda fötter?',
    da: 'Hvilke løbesko er gode til brede fødder?',
    no: 'Jeg leter etter joggesko til vinteren, hva slags bør jeg kjøpe?',
    fi: 'Mitkä juoksukengät sopivat leveille jaloille?',
    pl: 'Jakie buty do biegania są dobre na szerokie stopy?',
    cs: 'Které běžecké boty jsou dobré na široká chodidla?',
    hu: 'Melyik futócipő jó széles lábra?',
    ro: 'Ce pantofi de alergare sunt buni pentru picioare late?',
    tr: 'Geniş ayaklar için hangi koşu ayakkabısı iyidir?',
    id: 'Sepatu lari mana yang cocok untuk kaki lebar?',
    vi: 'Giày chạy bộ nào tốt cho bàn chân rộng?',
    ca: 'Quines sabatilles per córrer són bones per a peus amples?',
    ja: 'ランニングシューズを探しています',
    zh: '我想买一双跑鞋',
    ko: '러닝화를 추천해 주세요',
    ar: 'أبحث عن حذاء للجري',
    fa: 'کدام کفش دویدن برای پاهای پهن خوب است؟',
    ur: 'چوڑے پاؤں کے لیے کون سے جوتے اچھے ہیں؟',
    he: 'אני מחפש נעלי ריצה',
    hi: 'मुझे दौड़ने के जूते चाहिए',
    ru: 'Какие кроссовки лучше для бега?',
    uk: 'Які кросівки краще для бігу взимку?',
    bg: 'Кои маратонки са добри за широки стъпала?',
    el: 'Ψάχνω παπούτσια για τρέξιμο',
    th: 'อยากได้รองเท้าวิ่ง',
  }
  for (const [language, text] of Object.entries(texts)) assert.equal(detectLanguage(text), language, text)
})

test('two or three bare words are often enough, with accents or without', () => {
  const texts: Readonly<Record<string, readonly string[]>> = {
    de: ['Laufschuhe für Herren', 'wasserdichte Wanderschuhe', 'Autoversicherung', 'leises Notebook für Bahnfahrten'],
    fr: ['crème solaire', 'lunettes de soleil', 'montre connectée', 'tente pour deux personnes'],
    es: ['recomiéndame una crema solar', 'bicicleta de montaña', 'mejores auriculares inalambricos', 'seguro de coche'],
    pt: ['barraca para duas pessoas', 'melhores fones sem fio', 'preciso de uma cafeteira'],
    it: ['occhiali da sole', 'tenda per due persone', 'crema solare'],
    nl: ['koffiezetapparaat', 'beste draadloze koptelefoon', 'autoverzekering'],
  }
  for (const [language, some] of Object.entries(texts)) {
    for (const text of some) assert.equal(detectLanguage(text), language, text)
  }
})

test('what may be Spanish or Catalan is Spanish, unless it surely is not', () => {
  for (const [language, texts] of Object.entries({
    es: ['casa rural cerca del tren', 'casa rural para el finde', 'calcetines de lana', 'crema solar facial'],
    ca: [
      'casa rural a prop del tren',
      'vull una casa rural',
      'cafetera petita per a casa',
      'una taula rodona però ampla',
    ],
  })) {
    for (const text of texts) assert.equal(detectLanguage(text), language, text)
  }
})

test('names and brands of other languages make no English question foreign', () => {
  for (const text of [
    'le creuset pot',
    'de longhi dedica',
    'espresso machine',
    'piano lessons',
    'a la carte menu',
    'Die Hard 4k',
    'pasta machine',
    'El Camino roof rack',
    'total wine',
    'lenovo thinkpad x1',
    'cell phone xiaomi',
  ]) {
    assert.ok(['en', 'und'].includes(detectLanguage(text)), text)
  }
})

test('a brand name in Latin letters does not hide the script around it', () => {
  for (const [text, language] of [
    ['iPhone 15 の値段を教えて', 'ja'],
    ['кроссовки Nike Air Max', 'ru'],
    ['куплю iPhone 15 Pro Max 256GB', 'ru'],
    ['παπούτσια Nike Air Max', 'el'],
    ['أريد iPhone 15 Pro', 'ar'],
    ['What does спасибо mean in English?', 'en'],
  ] as const) {
    assert.equal(detectLanguage(text), language, text)
  }
})

test('Latin names before a question in another script say nothing of its language', () => {
  for (const [text, language] of [
    ['Microsoft Surface Laptop Studio 2 vs Apple MacBook Pro 14 M3 какой лучше купить студенту', 'ru'],
    ['Nike Air Zoom Pegasus 40 vs Adidas Ultraboost Light Running какие лучше взять для бега', 'ru'],
    ['https://www.example.com/products/laptops/item?id=1 какой ноутбук лучше купить для работы', 'ru'],
    ['Samsung Galaxy S24 Ultra, Google Pixel 8 Pro чи iPhone 15: що краще купити взимку?', 'uk'],
    ['Samsung Galaxy S24 Ultra vs Google Pixel 8 Pro کدام گوشی برای عکاسی بهتر است؟', 'fa'],
  ] as const) {
    assert.equal(detectLanguage(text), language, text)
  }
})

test('accents that are written apart are read as one with their letters', () => {
  for (const text of ['crème solaire bébé', 'Giày chạy bộ nào tốt cho bàn chân rộng?']) {
    assert.equal(detectLanguage(text.normalize('NFD')), detectLanguage(text), text)
  }
})

test('without letters the language stays undetermined', () => {
  for (const text of ['', '42 + 1', '🙂', '\u0000\ud800']) assert.equal(detectLanguage(text), 'und', text)
})

test('a word keeps its language beside others that fall on its place', () => {
  const first = detectLanguage('wasserdichte Wanderschuhe')
  for (let i = 0; i < 20_000; i++) detectLanguage(`word${i.toString(36)} autre${(i * 7).toString(36)}`)
  assert.equal(detectLanguage('wasserdichte Wanderschuhe'), first)
})

test('a model that is missing, cut short, or of another kind is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'))
  try {
    assert.throws(() => openLanguageDetector(folder), /ENOENT/)
    const whole = readFileSync(join(MODELS, 'languages.bin'))
    writeFileSync(join(folder, 'languages.bin'), whole.subarray(0, whole.length - 1))
    assert.throws(() => openLanguageDetector(folder), /damaged or cut short/)
    writeFileSync(join(folder, 'languages.bin'), readFileSync(join(MODELS, 'word-vectors.bin')))
    assert.throws(() => openLanguageDetector(folder), /holds word-vectors/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
