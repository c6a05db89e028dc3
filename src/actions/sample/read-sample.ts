// Reads the sample inventory: fictional brands to try the service with.
import { readFile } from 'node:fs/promises'
import type { BidModel, Priority } from '../../domain/campaign.ts'
import type { SlotFormat } from '../../domain/publisher.ts'

export interface Sample {
  readonly advertisers: readonly SampleAdvertiser[]
}

export interface SampleAdvertiser {
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly campaigns: readonly SampleCampaign[]
}

export interface SampleCampaign {
  readonly id: string
  readonly name: string
  readonly bid: { readonly model: BidModel; readonly amount: string }
  readonly budget: { readonly total?: string; readonly daily?: string }
  readonly pacing: 'even' | 'asap'
  readonly priority: Priority
  readonly targeting?: Readonly<Record<string, unknown>>
  readonly frequencyCaps?: readonly {
    readonly max: number
    readonly windowSeconds: number
    readonly per?: 'user' | 'session' | 'conversation'
    readonly scope?: 'ad' | 'campaign' | 'advertiser'
  }[]
  readonly ads: readonly SampleAd[]
}

export interface SampleAd {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly price?: string
  readonly brand: string
  readonly ctaText: string
  readonly keywords: readonly string[]
  readonly categories: readonly string[]
  readonly formats: readonly SlotFormat[]
  readonly imageAlt: string
  readonly language?: string
}

const FILE = new URL('../../../sample/inventory.json', import.meta.url)

/** The file is our own and its tests check it, so it is believed. @throws where there is none */
export async function readSample(): Promise<Sample> {
  return JSON.parse(await readFile(FILE, 'utf8')) as Sample
}
