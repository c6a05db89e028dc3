// A served decision as the JSON of the HTTP API: put together from what was rendered when the ads entered the catalog.
import { asciiJson } from '../base/ascii-json.ts'
import { NO_FILL_CODES } from '../domain/decision.ts'
import { linkUrl } from '../domain/link-token.ts'
import type { SlotFormat } from '../domain/publisher.ts'
import {
  disclosureJson,
  relevanceJson,
  type ServedAd,
  type ServedDecision,
  type ServedSlot,
  suffixOf,
} from '../domain/served.ts'
import { presentExplanation } from './present-explanation.ts'

/**
 * The answer's JSON, in ASCII alone.
 * @param baseUrl the public base of links, without a slash at its end
 */
export function createPresentAds({
  baseUrl,
  currency,
}: {
  baseUrl: string
  currency: string
}): (served: ServedDecision) => string {
  return (served) => {
    let json = `{"requestId":"${served.requestId}"`
    if (served.test) json += ',"test":true'
    json += ',"slots":['
    for (let i = 0; i < served.slots.length; i++) {
      if (i > 0) json += ','
      json += slotJson(served.slots[i]!, baseUrl)
    }
    json += served.warnings.length === 0 ? '],"warnings":[]' : `],"warnings":${asciiJson(served.warnings)}`
    if (served.metadata !== undefined) json += `,"metadata":${asciiJson(served.metadata)}`
    if (served.explain) json += `,"explain":${asciiJson(presentExplanation(served.explain, currency))}`
    return `${json}}`
  }
}

// A slot of a format that we do not know holds no ads.
function slotJson(slot: ServedSlot, baseUrl: string): string {
  let json = `{"slotId":${asciiJson(slot.slotId)},"format":${asciiJson(slot.format)},"ads":[`
  for (let i = 0; i < slot.ads.length; i++) {
    if (i > 0) json += ','
    json += adJson(slot.ads[i]!, slot.format as SlotFormat, baseUrl)
  }
  json += ']'
  if (slot.noFill) {
    const { reason, detail } = slot.noFill
    json += `,"noFill":{"reason":"${reason}","code":${NO_FILL_CODES[reason]}`
    json += detail === undefined ? '}' : `,"detail":${asciiJson(detail)}}`
  }
  return `${json}}`
}

function adJson(ad: ServedAd, format: SlotFormat, baseUrl: string): string {
  const { creative, token } = ad
  const click = linkUrl(baseUrl, 'click', token)
  let json = `{"id":"${creative.adId}"`
  if (creative.externalId !== undefined) json += `,"externalId":${asciiJson(creative.externalId)}`
  json += `,"type":"${format}","impressionId":"${ad.impressionId}"`
  json += bodyJson(ad, format, click)
  json += `,"advertiser":${creative.advertiserJson}`
  json += `,"disclosure":${disclosureJson(creative, linkUrl(baseUrl, 'why', token))}`
  json += `,"tracking":{"impressionUrl":"${linkUrl(baseUrl, 'impression', token)}","viewableUrl":"${linkUrl(baseUrl, 'viewable', token)}"`
  json += `,"clickUrl":"${click}","feedbackUrl":"${linkUrl(baseUrl, 'feedback', token)}","expiresAt":"${timeText(ad.expiresAtMs)}"}`
  return `${json},"relevance":${relevanceJson(ad.relevance)}}`
}

let written = { second: -1, text: '' }

// Links of one second share all but the last digits of the time at which they expire.
function timeText(ms: number): string {
  const second = Math.floor(ms / 1_000)
  if (written.second !== second) written = { second, text: new Date(ms).toISOString().slice(0, -'000Z'.length) }
  const rest = ms - second * 1_000
  return `${written.text}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`
}

function bodyJson({ creative, mentions }: ServedAd, format: SlotFormat, click: string): string {
  switch (format) {
    case 'action_card':
      return `,"content":{${creative.contentJson},"ctaUrl":"${click}"}`
    case 'suffix': {
      const { text, destinationDomain } = suffixOf(creative)
      return `,"content":${asciiJson({ text, url: click, destinationDomain })}`
    }
    case 'entity_link': {
      const fragments = (mentions ?? []).map(({ text, start, end }) => ({ text, url: click, position: { start, end } }))
      return `,"enhancedFragments":${asciiJson(fragments)}`
    }
  }
}
