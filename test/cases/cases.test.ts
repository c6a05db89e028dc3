// Decision cases: each file is one, its name is the sentence, its content the world, the request and the expected answer.
//
// A case holds `advertisers` (with campaigns and ads, each with whatever differs from the defaults of test/support/world.ts),
// optionally `policy`, `facts` (spend, shown), `invalidTraffic` and `nowMs`, one `request`, and `expect`: per slot the titles in order, prices, and
// the reason where ads are missing. `exemplary/` is what the service is for; `supplemental/` is odd input.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createSeededRandom } from '../../src/base/random.ts'
import type { Ad, AdContent } from '../../src/domain/ad.ts'
import type { Advertiser } from '../../src/domain/advertiser.ts'
import type { Campaign } from '../../src/domain/campaign.ts'
import { dayOf } from '../../src/domain/time-zone.ts'
import type { Policy } from '../../src/domain/publisher.ts'
import { decide } from '../../src/engine/decide.ts'
import { createTestWorld, NOON_MS, requestFor } from '../support/world.ts'

interface Case {
  readonly why?: string
  readonly policy?: Partial<Policy>
  readonly nowMs?: number
  readonly invalidTraffic?: boolean
  readonly advertisers: readonly (Partial<Advertiser> & {
    readonly campaigns: readonly (Partial<Campaign> & {
      readonly spent?: { totalMicros: number; dayMicros: number }
      readonly funds?: number
      /** How often the request's user, session and conversation were shown this campaign's first ad, minutes ago. */
      readonly shownMinutesAgo?: readonly number[]
      readonly ads: readonly (Partial<AdContent> & { title: string; review?: Ad['review'] })[]
    })[]
  })[]
  readonly request: { readonly query: string } & Parameters<typeof requestFor>[1]
  readonly expect: readonly {
    readonly titles: readonly string[]
    readonly pricesMicros?: readonly number[]
    readonly reason?: string
    readonly links?: readonly string[]
  }[]
}

for (const folder of ['exemplary', 'supplemental']) {
  const here = new URL(`./${folder}/`, import.meta.url)
  for (const file of readdirSync(here)) {
    test(`${file.replace('.json', '').replaceAll('-', ' ')}`, () =>
      check(JSON.parse(readFileSync(new URL(file, here), 'utf8'))))
  }
}

function check(given: Case): void {
  const nowMs = given.nowMs ?? NOON_MS
  const maker = createTestWorld()
  const { world } = maker
  const titles = new Map<number, string>()
  const publisher = maker.publisher(given.policy)
  const subjects = { user: 'u', session: 's', conversation: 'c' }
  for (const { campaigns, ...advertiserGiven } of given.advertisers) {
    const advertiser = maker.advertiser(advertiserGiven)
    for (const { ads, spent, funds, shownMinutesAgo, ...campaignGiven } of campaigns) {
      const campaign = maker.campaign(advertiser, campaignGiven)
      if (spent)
        world.facts.setSpend({ campaignNumber: campaign.number, day: dayOf(nowMs, campaign.timeZone), ...spent })
      if (funds !== undefined) world.facts.setFunds({ advertiserNumber: advertiser.number, balanceMicros: funds })
      const made = ads.map(({ review, ...content }) => maker.ad(campaign, content, review && { review }))
      made.forEach((ad) => titles.set(ad.number, ad.content.title))
      for (const minutes of shownMinutesAgo ?? []) {
        world.facts.exposures.noteShown(subjects, {
          impressionId: `imp_${minutes}`,
          adNumber: made[0]!.number,
          campaignNumber: campaign.number,
          advertiserNumber: advertiser.number,
          publisherNumber: publisher.number,
          servedAtMs: nowMs - minutes * 60_000,
          turn: 1,
          seen: true,
        })
      }
    }
  }
  const request = requestFor(given.request.query, given.request)
  const decision = decide(request, world, {
    publisher,
    shown: world.facts.exposures.shownTo(subjects, nowMs),
    nowMs,
    random: createSeededRandom(1),
    invalidTraffic: given.invalidTraffic ?? false,
    monotonicMs: () => 0,
    deadlineMs: 1_000,
  })
  const answer = decision.slots.map(({ placements, noFill }, i) => ({
    titles: placements.map(({ doc }) => titles.get(world.catalog.adNumberOf(doc))),
    ...(given.expect[i]?.pricesMicros && { pricesMicros: placements.map(({ priceMicros }) => priceMicros) }),
    ...(given.expect[i]?.links && { links: placements.flatMap(({ mentions }) => mentions?.map(({ text }) => text)) }),
    ...(noFill && { reason: noFill.reason }),
  }))
  assert.deepEqual(answer, given.expect)
}
