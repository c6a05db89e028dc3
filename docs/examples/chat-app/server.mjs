// A chat app in miniature: streams an answer, then sends the ads that fit it.
// ASIDE_KEY=ak_live_… node server.mjs, with ASIDE_URL and PORT where they are not the usual ones.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { askForAds } from './ask-for-ads.mjs'

const aside = { url: process.env.ASIDE_URL ?? 'http://127.0.0.1:8080', key: process.env.ASIDE_KEY }
// The page has its library from Aside, so it must know where that is.
const page = readFileSync(new URL('page.html', import.meta.url), 'utf8').replaceAll('{{aside}}', aside.url)

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(`http://chat${request.url}`)
  if (pathname === '/turn') return await answerTurn(request, response, searchParams)
  if (pathname !== '/') return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(page)
})
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`Chat on http://127.0.0.1:${server.address().port}`)
})

/** What was said so far, by session. A real chat has it in its store. */
const talks = new Map()
const TALKS_MAX = 1_000
const MESSAGES_MAX = 20

function remember(session, messages) {
  talks.delete(session)
  talks.set(session, messages.slice(-MESSAGES_MAX))
  if (talks.size > TALKS_MAX) talks.delete(talks.keys().next().value)
}

/** Server-sent events: `text` for each piece of the answer, `ads` once, `end`. */
async function answerTurn(request, response, searchParams) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const send = (event, data) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const [query, session, visitor] = ['query', 'session', 'visitor'].map((name) => searchParams.get(name) ?? undefined)
  const messages = talks.get(session) ?? []
  let text = ''
  for await (const piece of modelAnswers()) {
    text += piece
    send('text', piece)
  }
  // Once the answer stands: links need its words, and ads that nobody gets to see should not count for frequency caps.
  const turn = {
    query,
    messages,
    response: text,
    sessionId: session,
    userId: visitor,
    // Of the person, not of this server: by them machines are told from people.
    device: { userAgent: request.headers['user-agent'] },
  }
  const slots = [
    { slotId: 'in-answer', format: 'entity_link', count: 2 },
    { slotId: 'below-answer', format: 'action_card', count: 2 },
  ]
  send('ads', await askForAds(aside, turn, slots))
  remember(session, [...messages, { role: 'user', content: query }, { role: 'assistant', content: text }])
  send('end', {})
  response.end()
}

/** In the place of a language model. */
async function* modelAnswers() {
  const answer =
    'Look for a light laptop without a fan, and for the way there good trail running shoes and a warm down jacket.'
  for (const piece of answer.split(/(?<= )/)) {
    await wait(20)
    yield piece
  }
}
