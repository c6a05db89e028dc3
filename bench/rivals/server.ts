// A rival behind the service's own route, on node:http: the same bodies come in, as many ads go out. It does less than the
// service: no keys, no budgets, no auction, no signed links, no record of what was shown.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isStopWord } from '../../src/engine/text/stop-words.ts'
import { generateAds, type MadeAd, type MadeConversation } from '../generate-inventory.ts'
import { openMiniSearch } from './mini-search.ts'
import { openOrama } from './orama.ts'
import { openPostgres } from './postgres.ts'
import { spentBy } from './processes.ts'
import { MissingRival, type OpenRival, type Rival } from './rival.ts'
import { openSqliteFts5 } from './sqlite-fts5.ts'

export type RivalName = keyof typeof RIVALS

const RIVALS = {
  postgres: openPostgres,
  fts5: openSqliteFts5,
  minisearch: openMiniSearch,
  orama: openOrama,
} satisfies Record<string, OpenRival>

const CHUNK_ADS = 1_000

const { RIVAL, MODULES = '', FOLDER = '', ADS = '0', SEED = '0' } = process.env
let rival: Rival | undefined
try {
  rival = await RIVALS[RIVAL as RivalName]({ modules: MODULES, folder: FOLDER })
} catch (error) {
  if (!(error instanceof MissingRival)) throw error
  process.send!({ missing: error.message })
}
if (rival !== undefined) serve(rival, await load(rival))

/** Fills the rival and says how many seconds that took. */
async function load(engine: Rival): Promise<number> {
  let spentMs = 0
  let chunk: MadeAd[] = []
  const give = async () => {
    const startedMs = performance.now()
    await engine.add(chunk)
    spentMs += performance.now() - startedMs
    chunk = []
  }
  for (const ad of generateAds(Number(ADS), Number(SEED))) if (chunk.push(ad) === CHUNK_ADS) await give()
  await give()
  const startedMs = performance.now()
  await engine.finish()
  return (spentMs + performance.now() - startedMs) / 1_000
}

function serve(engine: Rival, loadSeconds: number): void {
  const server = createServer({ noDelay: true, keepAliveTimeout: 65_000 }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Body
      const { count } = body.slots[0]!
      const words = wordsOf(body.conversationContext)
      const found = words.length === 0 ? [] : await engine.search(words, count)
      const answer = Buffer.from(JSON.stringify({ slots: [{ slotId: body.slots[0]!.slotId, ads: found }] }))
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
      response.end(answer)
    })
  })
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.send!({ baseUrl: `http://127.0.0.1:${port}`, name: engine.name, loadSeconds })
  })
  process.on('message', async () => process.send!(spentBy([process.pid, ...(await engine.processes())])))
  process.on('disconnect', async () => {
    await engine.close()
    process.exit(0)
  })
}

interface Body {
  readonly conversationContext: MadeConversation
  readonly slots: readonly { readonly slotId: string; readonly count: number }[]
}

/** The different words that a user said, without those that say nothing: what anybody would search with. */
function wordsOf({ query, messages }: MadeConversation): string[] {
  const texts = [query, ...messages.filter(({ role }) => role === 'user').map(({ content }) => content)]
  const words =
    texts
      .join(' ')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return [...new Set(words)].filter((word) => word.length > 1 && !isStopWord(word, 'en'))
}
