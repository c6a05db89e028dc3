import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyRing } from '../base/signature.ts'
import { AD_LIMITS } from './ad.ts'
import { createImageLinks, IMAGE_TOKEN_CHARS_MAX } from './image-link.ts'
import { createLinkSigner } from './link-token.ts'

const OLD = { id: 1, secret: new Uint8Array(32).fill(1) }
const NEW = { id: 2, secret: new Uint8Array(32).fill(2) }
const baseUrl = 'https://ads.example/aside'
const linksOf = (...keys: (typeof OLD)[]) => createImageLinks({ ring: createKeyRing(keys), baseUrl })
const tokenOf = (link: string) => link.slice(`${baseUrl}/img/`.length)

test('a link gives back the URL it was made of, up to the longest', () => {
  const links = linksOf(NEW)
  const longest = `https://cdn.example/${'a'.repeat(AD_LIMITS.urlChars - 'https://cdn.example/'.length)}`
  for (const url of ['https://cdn.example/1.png', 'https://xn--bcher-kva.example/a?b=%20&c#d', longest]) {
    const link = links.linkTo(url)
    assert.ok(link.startsWith(`${baseUrl}/img/`))
    assert.ok(tokenOf(link).length <= IMAGE_TOKEN_CHARS_MAX)
    assert.equal(links.read(tokenOf(link)), url)
    assert.equal(links.linkTo(url), link, 'the same picture has the same link, so that browsers keep it')
  }
})

test('what the service serves itself keeps its address', () => {
  assert.equal(linksOf(NEW).linkTo(`${baseUrl}/demo/i/1.svg`), `${baseUrl}/demo/i/1.svg`)
  assert.notEqual(linksOf(NEW).linkTo('https://ads.example/asides.png'), 'https://ads.example/asides.png')
})

test('links of an older key are read, those of a key that left are not', () => {
  const token = tokenOf(linksOf(OLD).linkTo('https://cdn.example/1.png'))
  assert.equal(linksOf(NEW, OLD).read(token), 'https://cdn.example/1.png')
  assert.equal(linksOf(NEW).read(token), undefined)
})

test('a token that was changed anywhere, or is of another kind, is none', () => {
  const links = linksOf(NEW)
  const token = tokenOf(links.linkTo('https://cdn.example/1.png'))
  const bytes = Buffer.from(token, 'base64url')
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes)
    changed[i]! ^= 1
    assert.equal(links.read(changed.toString('base64url')), undefined, `byte ${i}`)
  }
  for (const odd of ['', 'A', `${token}A`, `${token}=`, token.slice(1), 'A'.repeat(IMAGE_TOKEN_CHARS_MAX + 1)]) {
    assert.equal(links.read(odd), undefined, odd)
  }
  assert.equal(createLinkSigner({ ring: createKeyRing([NEW]) }).verify(token), undefined)
})
