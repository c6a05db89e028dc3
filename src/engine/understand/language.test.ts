import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectLanguage } from './language.ts'

test('the languages that we sell in are told apart by their commonest words', () => {
  const texts: Readonly<Record<string, string>> = {
    en: 'Which running shoes are good for wide feet?',
    de: 'Welche Laufschuhe sind gut für breite Füße?',
    fr: 'Je cherche des chaussures de course pour l’hiver',
    es: '¿Cuáles son las mejores zapatillas para correr?',
    pt: 'Estou procurando um tênis para correr, você tem algum?',
    it: 'Vorrei comprare delle scarpe per correre, quali sono le migliori?',
    nl: 'Ik zoek goede hardloopschoenen voor de winter',
    ja: 'ランニングシューズを探しています',
    zh: '我想买一双跑鞋',
    ko: '러닝화를 추천해 주세요',
    ar: 'أبحث عن حذاء للجري',
    he: 'אני מחפש נעלי ריצה',
    hi: 'मुझे दौड़ने के जूते चाहिए',
    ru: 'Какие кроссовки лучше для бега?',
    el: 'Ψάχνω παπούτσια για τρέξιμο',
    th: 'อยากได้รองเท้าวิ่ง',
  }
  for (const [language, text] of Object.entries(texts)) assert.equal(detectLanguage(text), language, text)
})

test('a brand name in Latin letters does not hide the script around it', () => {
  assert.equal(detectLanguage('iPhone 15 の値段を教えて'), 'ja')
})

test('without letters or function words the language stays undetermined', () => {
  for (const text of ['', '42 + 1', '🙂', 'lenovo thinkpad x1']) assert.equal(detectLanguage(text), 'und', text)
})
