import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LANDING_PARAMETERS_CHARS, parseLandingParameters, withLandingParameters } from './landing-parameters.ts'
import { checkLandingUrl } from './landing-url.ts'

const parse = (text: string) => parseLandingParameters(text, 'landingParameters')

test('parameters are kept as a browser would send them, without a mark in front', () => {
  assert.equal(parse('utm_source=aside&click={click_id}'), 'utm_source=aside&click={click_id}')
  assert.equal(parse(' ?utm_campaign=Frühling'), 'utm_campaign=Fr%C3%BChling')
  assert.equal(parse('&a=1&flag'), 'a=1&flag')
  assert.equal(parse('a=1&?'), 'a=1&?', 'a question mark behind the front is a name')
  assert.equal(parse('q={keyword}'), 'q={keyword}', 'braces that are no macro of ours belong to the shop')
})

test('what would not be parameters is refused, and told how to mend', () => {
  for (const [text, mend] of [
    ['utm_campaign=spring sale', /write a space as %20/],
    ['a=1#top', /write it as %23/],
    ['', /names with values/],
    ['?', /names with values/],
    ['a=1&&b=2', /names with values/],
    ['=aside', /names with values/],
    ['{click_id}=1', /macros in values only/],
    ['%7Bclick_id%7D=1', /macros in values only/],
    ['a=\u202e', /invisible/],
    [`a=${'ü'.repeat(LANDING_PARAMETERS_CHARS / 5)}`, /once it is encoded/],
  ] as const) {
    assert.throws(() => parse(text), mend, text)
  }
})

test('they are added behind the query of a page and before its fragment', () => {
  const added = (page: string) => withLandingParameters(page, 'utm_source=aside&click={click_id}')
  assert.equal(added('https://shop.example/p'), 'https://shop.example/p?utm_source=aside&click={click_id}')
  assert.equal(
    added('https://shop.example/p?id=7#top'),
    'https://shop.example/p?id=7&utm_source=aside&click={click_id}#top',
  )
  assert.equal(added('https://shop.example/p?'), 'https://shop.example/p?utm_source=aside&click={click_id}')
  assert.equal(withLandingParameters('https://shop.example/p', undefined), 'https://shop.example/p')
})

test('what a page says itself stays', () => {
  const added = (page: string) => withLandingParameters(page, 'id=9&utm_source=aside')
  assert.equal(added('https://shop.example/?id=7'), 'https://shop.example/?id=7&utm_source=aside')
  assert.equal(added('https://shop.example/?%69d=7'), 'https://shop.example/?%69d=7&utm_source=aside')
  assert.equal(added('https://shop.example/?id&utm_source'), 'https://shop.example/?id&utm_source')
  assert.equal(
    added('https://shop.example/?a&?id=7'),
    'https://shop.example/?a&?id=7&id=9&utm_source=aside',
    'a name with a question mark is another one',
  )
})

test('whatever is added, the page stays the same page, and can be read as before', () => {
  const own = { ownOrigins: [] }
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.webQueryParameters(),
      (url, query) => {
        const page = checkLandingUrl(url.replace(/^http:/, 'https:'), own)
        const pairs = query.replace(/^[?&]/, '').split('&')
        fc.pre(typeof page === 'string' && !pairs.some((pair) => pair.startsWith('=') || pair === ''))
        const [before, after] = [new URL(page), new URL(withLandingParameters(page, parse(query)))]
        assert.deepEqual([after.origin, after.pathname, after.hash], [before.origin, before.pathname, before.hash])
        assert.ok(after.search.startsWith(before.search))
      },
    ),
    { examples: [['https://a.aa', 'a&?']] },
  )
})
