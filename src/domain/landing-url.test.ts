import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkLandingUrl, destinationDomainOf, fillMacros } from './landing-url.ts'

const check = (text: string, ownOrigins: readonly string[] = []) => checkLandingUrl(text, { ownOrigins })
const values = {
  click_id: 'imp_1',
  impression_id: 'imp_1',
  campaign_id: 'cmp_1',
  ad_id: 'ad_1',
  publisher_id: 'pub_1',
  country: 'DE',
}

test('a plain https page is taken as it is', () => {
  for (const url of [
    'https://feather.example/13',
    'https://feather.example/a%20b?x=1&y=%C3%A9#part',
    'https://shop.example:8443/p?id=7',
    'https://xn--mnchen-3ya.example/',
    'https://feather.example/?q={click_id}&p={keyword}',
  ]) {
    assert.equal(check(url), url)
  }
})

test('what is stored is the serialised form', () => {
  assert.equal(check('HTTPS://Feather.Example'), 'https://feather.example/')
  assert.equal(check('https://feather.example:443/a'), 'https://feather.example/a')
  assert.equal(check('https://münchen.example/straße'), 'https://xn--mnchen-3ya.example/stra%C3%9Fe')
})

test('http is taken for the own origin, and for loopback hosts where that is one', () => {
  const own = ['http://127.0.0.1:8080']
  assert.equal(check('http://localhost:9090/shop', own), 'http://localhost:9090/shop')
  assert.equal(check('http://127.0.0.1:9/x', own), 'http://127.0.0.1:9/x')
  assert.equal(check('http://[::1]:9/x', own), 'http://[::1]:9/x')
  assert.equal(check('http://ads.lan:8080/shop/1', ['http://ads.lan:8080']), 'http://ads.lan:8080/shop/1')
  assert.equal(typeof check('http://ads.lan:8081/shop/1', ['http://ads.lan:8080']), 'object')
  assert.equal(typeof check('http://feather.example/', own), 'object')
})

test('on an installation for others no ad leads to the machine of whoever looks at it', () => {
  for (const host of ['localhost', 'localhost.', 'router.localhost', '127.0.0.1', '127.1.2.3', '[::1]']) {
    for (const scheme of ['http', 'https']) {
      assert.equal(typeof check(`${scheme}://${host}:8443/x`, ['https://ads.example']), 'object', `${scheme} ${host}`)
    }
  }
})

test('the own origin may be an IP address, as where the service listens on that of its network', () => {
  const own = ['http://10.0.0.5:8080', 'https://[2001:db8::5]']
  assert.equal(check('http://10.0.0.5:8080/shop/1', own), 'http://10.0.0.5:8080/shop/1')
  assert.equal(check('https://[2001:db8::5]/shop/1', own), 'https://[2001:db8::5]/shop/1')
  assert.equal(typeof check('http://10.0.0.5:8081/shop/1', own), 'object')
  assert.equal(typeof check('https://10.0.0.5/shop/1', own), 'object')
})

test('a URL that two readers could read in two ways is refused', () => {
  for (const url of [
    '',
    'feather.example',
    '//feather.example/',
    'https:feather.example',
    'https:/feather.example/',
    'https:///feather.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://feather.example/',
    'https://good.example:443\\@evil.example/',
    'https://good.example@evil.example/',
    'https://user:pass@feather.example/',
    'https://@feather.example/',
    'https://feather.example\\evil',
    'https://feather.example/\r\nSet-Cookie: a=b',
    'https://feather\u200b.example/',
    'https://feather.example/\u202egpj.exe',
    'https://feather.example/\u{e0041}',
    'https://feather.example/a b',
    ' https://feather.example/',
    'https://feather.example/\t',
    'https://10.0.0.1/',
    'https://8.8.8.8/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://[2001:db8::1]/',
    'https://ｅｖｉｌ.example/',
    'https://evil。example/',
    'https://ev%69l.example/',
    'https://feather.example:99999/',
    `https://feather.example/${'a'.repeat(2_048)}`,
    `https://feather.example/${'é'.repeat(500)}`,
  ]) {
    assert.equal(typeof check(url), 'object', url)
  }
})

test('a macro outside the values of the query is refused when the ad is written', () => {
  for (const url of [
    'https://{country}.example/',
    'https://feather.example/{click_id}',
    'https://feather.example/%7Bclick_id%7D',
    'https://feather.example/?{click_id}',
    'https://feather.example/?{click_id}=1',
    'https://feather.example/?a=1#{click_id}',
  ]) {
    assert.equal(typeof check(url), 'object', url)
  }
})

test('a click goes to the approved text, with the macros filled in and nothing else touched', () => {
  const url = 'https://feather.example/p?c={click_id}&k={keyword}&x={country}{ad_id}&%7Bad_id%7D=1#f'
  assert.equal(fillMacros(url, values), 'https://feather.example/p?c=imp_1&k={keyword}&x=DEad_1&%7Bad_id%7D=1#f')
  assert.equal(fillMacros('https://feather.example/p?a=b', values), 'https://feather.example/p?a=b')
})

test('no value of a macro can leave its place in the query', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const filled = fillMacros('https://feather.example/p?c={click_id}&z=1#f', { ...values, click_id: value })
      assert.match(filled, /^https:\/\/feather\.example\/p\?c=[A-Za-z0-9._~%-]*&z=1#f$/)
    }),
  )
  assert.match(
    fillMacros('https://f.example/?c={ad_id}', { ...values, ad_id: "a&b=c#d/'\r\n$&\ud800" }),
    /^https:\/\/f\.example\/\?c=[\w%$.-]+$/,
  )
})

test('the domain shown is the host without www', () => {
  assert.equal(destinationDomainOf('https://www.feather.example:8443/13?x=https://other.example'), 'feather.example')
  assert.equal(destinationDomainOf('https://www.example/'), 'www.example')
  assert.equal(destinationDomainOf('https://xn--mnchen-3ya.example/'), 'xn--mnchen-3ya.example')
  assert.equal(destinationDomainOf('https://www.feather.example./'), 'feather.example')
})
