import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dislikedIn } from './dislikes.ts'

const disliked = (language: string, text: string): string[] =>
  dislikedIn(text, language).map(({ from, to }) => text.slice(from, to))

test('a chore that somebody hates is what help is looked for with, in other languages than English, too', () => {
  for (const [language, text] of [
    ['de', 'ich hasse staubsaugen, welcher saugroboter taugt was'],
    ['de', 'Ich hasse Bügeln, wer macht das?'],
    ['nl', 'ik haat strijken, strijkservice gezocht'],
    ['fr', "j'aime pas le ménage, un robot aspirateur"],
    ['es', 'odio planchar, ¿quién lo hace a domicilio?'],
    ['pt', 'odeio cozinhar, marmita congelada'],
    ['it', 'odio stirare, cerco una stireria'],
  ] as const)
    assert.deepEqual(disliked(language, text), [], text)
})

test('a chore that somebody hates is no wish where another thing is liked better, and a thing never is', () => {
  for (const [language, text, unwanted] of [
    ['de', 'ich hasse kochen, lieber lieferdienst', 'kochen'],
    ['de', 'ich hasse tomaten, pizza ohne', 'tomaten'],
    ['nl', 'ik haat koken, liever bezorgen', 'koken'],
    ['fr', "j'aime pas le fromage, une pizza", 'fromage'],
    ['es', 'odio correr, mejor natación', 'correr'],
    ['es', 'no me gusta el azúcar, qué galletas hay', 'azúcar'],
    ['es', 'no me gusta el collar, una pulsera', 'collar'],
    ['pt', 'não gosto do colar, uma pulseira', 'colar'],
    ['it', 'non mi piace il bicchiere, una tazza', 'bicchiere'],
    ['pt', 'odeio calor, ar condicionado', 'calor'],
    ['it', 'odio il mare, montagna', 'mare'],
  ] as const)
    assert.deepEqual(disliked(language, text), [unwanted], text)
})
