import assert from 'node:assert/strict'
import { test } from 'node:test'
import { landingPageHtml } from './landing-page.ts'

const laptop = {
  id: 'qm-air13',
  title: 'Air 13, the fanless travel laptop',
  description: 'A 13-inch laptop without a fan.',
  brand: 'Quillmark',
  category: 'laptops',
  imageAlt: 'Thin grey laptop',
  price: '$999',
  domain: 'quillmark.example',
}

test('the page shows picture, title, price, description and brand, and says that the product is fictional', () => {
  const html = landingPageHtml(laptop)
  for (const shown of [laptop.title, laptop.description, laptop.brand, laptop.price, laptop.domain, '<svg ']) {
    assert.ok(html.includes(shown), shown)
  }
  assert.match(html, /This is a fictional product from Aside's sample inventory/)
})

test('the page needs nothing but itself: no script, link, form or outside address', () => {
  const html = landingPageHtml(laptop)
  assert.doesNotMatch(html, /<script|<link|<a |<form|<img|<iframe|url\((?!#)|@import/i)
  assert.deepEqual(html.match(/https?:\/\/[^"\s]+/g), ['http://www.w3.org/2000/svg'])
})

test('a page without price or domain leaves their places out', () => {
  const html = landingPageHtml({ ...laptop, price: undefined, domain: undefined })
  assert.doesNotMatch(html, /class="price"|class="domain"|undefined/)
})

test('the language of the text is declared, and the notice stays English', () => {
  const html = landingPageHtml({ ...laptop, language: 'de' })
  assert.match(html, /<html lang="de">/)
  assert.match(html, /<footer lang="en">/)
})

test('an advertiser cannot put markup on the page', () => {
  const hostile = `"><img src=x onerror=alert(1)><script>alert('x')</script>`
  const html = landingPageHtml({
    id: hostile,
    title: hostile,
    description: hostile,
    brand: hostile,
    price: hostile,
    domain: hostile,
    language: hostile,
    category: hostile,
    imageAlt: hostile,
  })
  assert.doesNotMatch(html, /<img|<script/)
  assert.equal(html.match(/<html lang="[^"]*">/g)?.length, 1)
})
