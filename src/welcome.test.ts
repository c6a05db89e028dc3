import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { welcome } from './welcome.ts'

const config = readConfig({ ASIDE_BASE_URL: 'https://ads.example/here' })
const said = (demoKey?: string) =>
  welcome({ config, fresh: {} as never, demoKey: async () => demoKey, adsServed: () => 7 })

test('the first words say where people and programs go', async () => {
  const words = await said('ak_live_1')
  for (const path of ['console', 'docs', 'mcp']) assert.match(words, new RegExp(` https://ads.example/here/${path}\n`))
  assert.match(
    words,
    /^curl -s https:\/\/ads\.example\/here\/api\/v1\/ads\/request -H 'Authorization: Bearer ak_live_1'/m,
  )
})

test('the first words say that it is a demo, where it is one', async () => {
  assert.match(await said('ak_live_1'), /^A demo: .*machines are billed like people\..* ASIDE_ADMIN_KEY set\.$/m)
  assert.doesNotMatch(await said(), /demo/)
})

test('where there are no sample ads, the first words say how to get a key', async () => {
  assert.match(
    await said(),
    /in the console, or with: npx aside --url https:\/\/ads\.example\/here keys create --new-publisher "Chat App"\n$/,
  )
})
