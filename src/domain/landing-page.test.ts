import assert from 'node:assert/strict'
import { test } from 'node:test'
import { landingPageOf, plainerPagesOf } from './landing-page.ts'

const SHOP = 'https://shop.example/item?id=1&color=red'

test('what only tracks, or is only written otherwise, makes no other page', () => {
  for (const same of [
    'https://shop.example/item?color=red&id=1',
    'https://www.shop.example/%69tem/?id=1&color=red',
    'https://shop.example/item?id=1&color=%72ed#reviews',
    'https://shop.example/item?utm_source=chat&id=1&UTM_campaign=spring&color=red&gclid=abc&fbclid=1&msclkid=2',
    'https://shop.example/item?id=1&color=red&click={click_id}&from=x-{country}',
    'https://shop.example/item?id=1&id=1&color=red',
  ]) {
    assert.equal(landingPageOf(same), landingPageOf(SHOP), same)
  }
})

test('another product, path, route or host is another page', () => {
  for (const other of [
    'https://shop.example/item?id=2&color=red',
    'https://shop.example/items?id=1&color=red',
    'https://shop.example/item?id=1&color=red#/reviews',
    'https://fr.shop.example/item?id=1&color=red',
    'https://shop.example:8443/item?id=1&color=red',
    'https://shop.example/item?id=1%26color=red',
    'https://shop.example/%E0%A4%A?id=1&color=red',
  ]) {
    assert.notEqual(landingPageOf(other), landingPageOf(SHOP), other)
    assert.ok(!plainerPagesOf(other).includes(landingPageOf(SHOP)), other)
  }
})

test('a page with a parameter more may be the one without it', () => {
  assert.ok(plainerPagesOf(`${SHOP}&x=1`).includes(landingPageOf(SHOP)))
  assert.ok(plainerPagesOf('https://shop.example/?x=1&y=2').includes(landingPageOf('https://shop.example')))
  assert.deepEqual(plainerPagesOf('https://shop.example/item?utm_source=chat'), [])
  const many = `https://shop.example/?${Array.from({ length: 300 }, (_, i) => `p${i}=1`).join('&')}`
  assert.equal(plainerPagesOf(many).length, 21)
})
