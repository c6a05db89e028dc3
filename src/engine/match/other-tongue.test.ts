import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ad, setUp } from '../../../test/support/small-index.ts'

const owner = { campaign: 0, formats: 1 }

test('few words of another language find the ads written in it, whatever language they were taken for', () => {
  const { index, ask } = setUp()
  const add = (title: string, language?: string) => index.add({ ...ad(title), ...(language && { language }) }, owner)
  const inn = add('Pousada à beira-mar em Paraty', 'pt')
  const hotel = add('Hoteles en Barcelona con piscina', 'es')
  const pram = add('Leichter Kinderwagen', 'de')
  const cruise = add('Mediterranean cruise from Barcelona')
  const trip = add('Trip to Los Angeles')
  for (const language of ['und', 'en']) {
    assert.deepEqual(ask('pousada paraty', {}, language), [inn])
    assert.deepEqual(ask('kinderwagens', {}, language), [pram])
    assert.equal(ask('barcelona hotel con piscina', {}, language)[0], hotel)
    assert.ok(!ask('la piscina', {}, language).includes(trip), '"la" is no city there')
  }
  assert.deepEqual(ask('cruise barcelona'), [cruise], 'what English ads have is English')
  assert.deepEqual(ask('I have heard that they built a piscina'), [], 'nor does one word make a sentence Spanish')
  assert.deepEqual(ask('la trip', {}, 'und'), [trip])
  add('Places de concert', 'fr')
  const chest = add('Oak chest')
  assert.deepEqual(ask('zorblo places'), [], 'what English knows makes no text French')
  assert.deepEqual(ask('piscina chiste'), [hotel], 'nor are slips of English sought in it')
  assert.deepEqual(ask('oak chiste'), [chest])

  const copy = setUp()
  const { changing, fixed, state } = index.save()
  copy.index.restore(new Map([...changing, ...fixed].map(({ name, bytes }) => [name, bytes.slice()])), state)
  assert.deepEqual(copy.ask('pousada paraty'), [inn])
})

test('a measure is read in no other language, and no word twice', () => {
  const { index, matcher } = setUp()
  index.add({ ...ad('Lidschatten'), language: 'de' }, owner)
  index.add(ad('Rice, 25 kg'), owner)
  const { lo } = matcher.buildQuery({ query: 'lidschattens 25 kg', messages: [] })
  assert.deepEqual([lo.length, new Set(lo).size], [4, 4])
})

test('where all ads are English no word is read in another language', () => {
  const { index, ask } = setUp()
  index.add(ad('Piscin the fish'), owner)
  assert.deepEqual(ask('piscina'), [])
})
