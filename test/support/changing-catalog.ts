// A catalog whose ads come, change and go by the thousand, the same for the same seed, and all that can be asked of it as one value.
import { createHash } from 'node:crypto'
import { createSeededRandom } from '../../src/base/random.ts'
import type { Ad } from '../../src/domain/ad.ts'
import { SLOT_FORMATS } from '../../src/domain/publisher.ts'
import { type Catalog, createCatalog } from '../../src/engine/catalog.ts'
import { createDirectory } from '../../src/engine/directory.ts'
import { createMatchIndex } from '../../src/engine/match/match-index.ts'
import { createMatcher } from '../../src/engine/match/matcher.ts'
import { loadNeeds } from '../../src/engine/match/needs.ts'
import type { WordVectors } from '../../src/engine/match/word-vectors.ts'
import { createTermReader } from '../../src/engine/text/terms.ts'
import { loadWordFrequencies } from '../../src/engine/text/word-frequency.ts'
import { advertiserDraft, campaignDraft } from '../store/entities.ts'

const terms = createTermReader(loadWordFrequencies())
const needs = loadNeeds()
const CAMPAIGNS = 4
const WORDS =
  'tent stove lamp boots trail light warm cheap mug kettle chair sofa desk garden größe 帐篷 bicycle rope'.split(' ')
const QUESTIONS = [
  'a cheap warm tent',
  'trail boots',
  'light lamp größe',
  '帐篷',
  'stove',
  'a desk and a chair',
  'garden sofa',
  'we sit on the floor, guests come on Sunday, and the old cushions sag',
  'it gets dark so early, I read in bed and my eyes hurt',
]
/** Answers that are asked for whole. */
const LIMIT = 40
const ADS_LOOKED_AT = 60

export interface ChangingCatalog {
  readonly catalog: Catalog
  /** So many ads are added, changed, paused, taken up again and archived, as chance has it, some of them by their hundreds. */
  change(times: number): void
  /** All ads but a tenth are archived. */
  shrink(): void
  /** Everything that a decision could ask, in short. */
  answers(): string
  /** How alike ads are to a question, for those that are served. */
  likeness(): number[]
}

/** Empty at first. @param words what words mean; left out where nobody asks for likeness */
export function createChangingCatalog(seed: number, words?: WordVectors): ChangingCatalog {
  const random = createSeededRandom(seed)
  const directory = createDirectory()
  directory.advertisers.put({ ...advertiserDraft({ name: 'Größe ✓' }), number: 1, revision: 1 })
  for (let number = 1; number <= CAMPAIGNS; number++) {
    directory.campaigns.put({ ...campaignDraft({ id: `cmp_${number}` }), number, revision: 1 })
  }
  const index = createMatchIndex({ terms, needs, ...(words && { words }) })
  const catalog = createCatalog({ directory, index })
  const matcher = createMatcher({ terms, index })
  const versions: number[] = [0]
  const below = (count: number) => Math.floor(random() * count)

  const put = (number: number, archived: boolean): void => {
    const version = (versions[number] ?? 0) + 1
    versions[number] = version
    const said = Array.from({ length: 2 + below(5) }, () => WORDS[below(WORDS.length)]!)
    const ad: Ad = {
      id: `ad_${number}`,
      number,
      revision: version,
      createdAtMs: 0,
      updatedAtMs: 0,
      campaignId: 'cmp_1',
      ...(number % 3 === 0 && { externalId: `sku-${number}` }),
      status: random() < 0.1 ? 'paused' : 'active',
      version,
      review: random() < 0.05 ? 'pending' : 'approved',
      content: {
        title: `${said.join(' ')} n${number}x v${version}y`,
        description: said.toReversed().join(' and '),
        landingUrl: `https://shop-${number % 5}.example/${number}/${version}`,
        ...(random() < 0.5 && { brand: `Brand ${Math.floor(versions.length / 500)}-${below(3)}` }),
        keywords: said.slice(0, 2),
        categories: [`Kind ${Math.floor(versions.length / 300)} > ${said[0]}`],
        formats: SLOT_FORMATS.filter(() => random() < 0.8),
      },
      ...(archived && { archivedAtMs: 1 }),
    }
    catalog.put(ad, directory.campaigns.byNumber(1 + (number % CAMPAIGNS))!)
  }

  return {
    catalog,

    change(times) {
      for (let left = times; left > 0;) {
        const known = versions.length - 1
        const what = random()
        if (known === 0 || what < 0.5) put(versions.length, false)
        else if (what < 0.995) put(1 + below(known), what > 0.88)
        else {
          // A shop that leaves, or changes all that it has.
          const from = 1 + below(known)
          const to = Math.min(known, from + Math.min(left, 200))
          for (let number = from; number <= to; number++) put(number, what > 0.9995)
          left -= to - from
        }
        left--
        if (random() < 0.02) catalog.tidy()
      }
    },

    shrink() {
      const known = versions.length - 1
      for (let number = Math.ceil(known / 10); number <= known; number++) put(number, true)
    },

    answers() {
      const hash = createHash('sha256')
      const add = (value: unknown) => void hash.update(JSON.stringify(value))
      const admitted = new Uint8Array(1 + CAMPAIGNS).fill(1)
      const impacts = new Int16Array(64)
      for (const [i, query] of QUESTIONS.entries()) {
        const built = matcher.buildQuery({ query, messages: [] })
        const found = index.search(built, { limit: LIMIT, admitted, formats: 1 << (i % 3) })
        for (let at = 0; at < found.count; at++) {
          const doc = found.docs[at]!
          index.readImpacts(built, doc, impacts)
          add([doc, found.scores[at], [...impacts.subarray(0, built.count)], shownOf(catalog, doc)])
        }
      }
      const { ads, unapproved } = catalog.stats()
      add([ads, unapproved])
      // Numbers beyond what there is are asked for as well.
      for (let i = 0; i < ADS_LOOKED_AT; i++) {
        const number = 1 + (((i * 7_919) % (1.1 * ads + 10)) | 0)
        add([catalog.renderedOfAd(number) ?? null, catalog.landingUrlOf(number, 1) ?? null])
      }
      return hash.digest('hex')
    },

    likeness() {
      const query = matcher.buildQuery({ query: QUESTIONS[0]!, messages: [] })
      const found = index.search(query, {
        limit: LIMIT,
        admitted: new Uint8Array(1 + CAMPAIGNS).fill(1),
        formats: 0xff,
      })
      index.vectors!.aim(query)
      return Array.from(found.docs.subarray(0, found.count), (doc) => index.vectors!.similarityOf(doc))
    },
  }
}

function shownOf(catalog: Catalog, doc: number) {
  return [
    catalog.adNumberOf(doc),
    catalog.adVersionOf(doc),
    catalog.campaignNumberOf(doc),
    catalog.renderedOf(doc),
    catalog.phrasesOf(doc),
    catalog.categoriesOf(doc),
    catalog.destinationDomainOf(doc),
    catalog.landingUrlOf(catalog.adNumberOf(doc), catalog.adVersionOf(doc)),
  ]
}
