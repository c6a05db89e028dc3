import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SaxesParser } from 'saxes'
import { pictogramFor } from './pictograms.ts'
import { productImageSvg } from './product-image.ts'

const boot = {
  id: 'cw-boot',
  title: 'Ridge boots',
  brand: 'Cairnway',
  category: 'outdoor',
  imageAlt: 'Leather hiking boot',
}

test('the same ad always has the same picture, and another id another one', () => {
  assert.equal(productImageSvg(boot), productImageSvg({ ...boot }))
  assert.notEqual(productImageSvg(boot), productImageSvg({ ...boot, id: 'cw-wide' }))
})

test('the picture shows what its description names, and else what its category stands for', () => {
  assert.equal(pictogramFor(boot).name, 'boot')
  assert.equal(pictogramFor({ category: 'outdoor' }).name, 'mountain')
  assert.equal(pictogramFor({ category: 'outdoor' }).hue, pictogramFor(boot).hue)
  assert.equal(pictogramFor({ category: 'music', imageAlt: 'Saxophone with notes' }).name, 'guitar')
  assert.equal(pictogramFor({ category: 'never heard of' }).name, 'tag')
  assert.equal(pictogramFor({ category: 'constructor' }).name, 'tag')
})

test('each ad of the sample has a well-formed picture of at most 4 KiB, without references or scripts', () => {
  let pictures = 0
  const drawings = new Set<string>()
  for (const ad of sampleAds()) {
    const svg = productImageSvg(ad)
    drawings.add(pictogramFor(ad).name)
    pictures++
    assert.ok(Buffer.byteLength(svg) <= 4096, `${ad.id}: ${Buffer.byteLength(svg)} bytes`)
    assert.doesNotMatch(svg, /\$[dts]|NaN|undefined|<script|href|<style| on[a-z]+=/)
    const { tags, text } = parse(svg)
    assert.equal(tags[0], 'svg')
    assert.ok(text.includes(ad.brand), ad.id)
  }
  assert.ok(pictures >= 300)
  assert.ok(drawings.size >= 60, `${drawings.size} drawings`)
  assert.ok(!drawings.has('tag'), 'some category has no drawing of its own')
})

test('no text, however hostile, gets out of its place', () => {
  const hostile = '</text><script>alert(1)</script>&"\'<!-- ]]>\u0000\u001b\ud800\uffff'
  const { tags, text } = parse(productImageSvg({ id: hostile, title: hostile, brand: hostile, category: hostile }))
  assert.ok(!tags.includes('script'))
  assert.ok(text.includes('</text><script>'))
})

test('long names are cut at whole characters', () => {
  const svg = productImageSvg({ id: 'long', title: '🙂'.repeat(5000), brand: '🙂'.repeat(5000) })
  assert.ok(Buffer.byteLength(svg) <= 4096)
  assert.ok(parse(svg).text.endsWith(`${'🙂'.repeat(31)}…`))
})

interface SampleAd {
  readonly id: string
  readonly title: string
  readonly brand: string
  readonly imageAlt: string
  readonly categories: readonly string[]
}

function sampleAds(): (SampleAd & { category?: string })[] {
  const file = readFileSync(new URL('../../../sample/inventory.json', import.meta.url), 'utf8')
  const { advertisers } = JSON.parse(file) as { advertisers: { campaigns: { ads: SampleAd[] }[] }[] }
  const ads = advertisers.flatMap(({ campaigns }) => campaigns.flatMap((campaign) => campaign.ads))
  return ads.map((ad) => ({ ...ad, category: ad.categories[0] }))
}

/** Throws where the document is not well formed. */
function parse(svg: string): { tags: string[]; text: string } {
  const tags: string[] = []
  let text = ''
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => tags.push(name))
  parser.on('text', (part) => {
    text += part
  })
  parser.write(svg).close()
  return { tags, text }
}
