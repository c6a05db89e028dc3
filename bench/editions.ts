// What it costs to hand the inventory in memory to another thread: publishing, the message, and taking it in.
//   node bench/editions.ts [--sizes 36361,100000,1000000]
import { parseArgs } from 'node:util'
import { createSeededRandom } from '../src/base/random.ts'
import { SLOT_FORMATS } from '../src/domain/publisher.ts'
import { createCatalog } from '../src/engine/catalog.ts'
import { createCatalogEditions, createEditionReader, type Edition } from '../src/engine/catalog-editions.ts'
import { createDirectory } from '../src/engine/directory.ts'
import { createMatchIndex } from '../src/engine/match/match-index.ts'
import { loadNeeds } from '../src/engine/match/needs.ts'
import { loadWordVectors } from '../src/engine/match/word-vectors.ts'
import { createTermReader } from '../src/engine/text/terms.ts'
import { loadWordFrequencies } from '../src/engine/text/word-frequency.ts'
import { advertiserDraft, campaignDraft } from '../test/store/entities.ts'
import { generateAds, type MadeAd } from './generate-inventory.ts'
import { median } from './statistics.ts'
import { machineOf } from './stock.ts'

const { values: options } = parseArgs({ options: { sizes: { type: 'string', default: '36361,100000,1000000' } } })
const SEED = 20_261_121
const CAMPAIGNS = 2_000
const ROUNDS = 15
const CHANGES = [1, 100, 1_000, 5_000]

const terms = createTermReader(loadWordFrequencies())
const words = loadWordVectors()

console.log(machineOf())
for (const size of options.sizes.split(',').map(Number)) measure(size)

function measure(size: number): void {
  const { catalog, directory } = emptyCatalog()
  const thread = createEditionReader({ catalog: emptyCatalog().catalog })
  const editions = createCatalogEditions({ catalog })
  const put = (ad: MadeAd, number: number, version: number) =>
    catalog.put(
      {
        id: `ad_${number}`,
        number,
        revision: number,
        createdAtMs: 0,
        updatedAtMs: 0,
        campaignId: 'cmp_1',
        externalId: ad.id,
        status: 'active',
        version,
        review: 'approved',
        content: { ...ad, formats: SLOT_FORMATS },
      },
      directory.campaigns.byNumber(1 + (number % CAMPAIGNS))!,
    )
  let number = 0
  for (const ad of generateAds(size, SEED)) put(ad, ++number, 1)
  catalog.compact()

  const [first, firstMs] = timed(() => editions.publish()!)
  const [copy, firstMessageMs] = timed(() => structuredClone(first))
  const [, firstTakeMs] = timed(() => thread.take(copy))
  // Told at the end: whoever reads it would take a core just then.
  const told = [
    `${size} ads: first edition ${ms(firstMs)}, ${first.pieces.length} pieces, message ${ms(firstMessageMs)}, ` +
      `taken in ${ms(firstTakeMs)}; copies ${mib(editions.bytes())}, creatives and index ${mib(catalog.bytes().creatives + catalog.bytes().index)}`,
  ]

  // Changed are ads anywhere, as in life; each is an ad that goes and one that comes.
  const random = createSeededRandom(SEED)
  const others = [...generateAds(5_000, SEED + 1)]
  for (const changes of CHANGES) {
    const published: number[] = []
    const messages: number[] = []
    const taken: number[] = []
    let edition: Edition | undefined
    for (let round = 0; round < ROUNDS; round++) {
      for (let i = 0; i < changes; i++) put(others[i]!, 1 + Math.floor(random() * size), round + 2)
      const [newest, publishMs] = timed(() => editions.publish()!)
      const [received, messageMs] = timed(() => structuredClone(newest))
      const [, takeMs] = timed(() => thread.take(received))
      editions.release(newest.number - 1)
      published.push(publishMs)
      messages.push(messageMs)
      taken.push(takeMs)
      edition = newest
    }
    told.push(
      `  ${changes} changes: published in ${ms(median(published))} (most ${ms(Math.max(...published))}), ` +
        `message ${ms(median(messages))}, taken in ${ms(median(taken))} (most ${ms(Math.max(...taken))}), ` +
        `${edition!.pieces.length} pieces, ${edition!.texts.length} texts`,
    )
  }
  console.log(told.join('\n'))
}

function emptyCatalog() {
  const directory = createDirectory()
  directory.advertisers.put({ ...advertiserDraft(), number: 1, revision: 1 })
  for (let number = 1; number <= CAMPAIGNS; number++) {
    directory.campaigns.put({ ...campaignDraft({ id: `cmp_${number}` }), number, revision: 1 })
  }
  const index = createMatchIndex({ terms, words, needs: loadNeeds() })
  return { directory, catalog: createCatalog({ directory, index }) }
}

function timed<T>(work: () => T): readonly [T, number] {
  const from = performance.now()
  const result = work()
  return [result, performance.now() - from]
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`
}

function mib(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`
}
