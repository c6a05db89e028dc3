// A served answer as the JSON text of the tool's output: every word of ours is constant, everything of an advertiser's stays in its quoted field.
import type { AdLabel } from '../domain/ad-label.ts'
import { type Mention, NO_FILL_CODES } from '../domain/decision.ts'
import { linkUrl } from '../domain/link-token.ts'
import type { SlotFormat } from '../domain/publisher.ts'
import {
  type RenderedAd,
  disclosureJson,
  hasAds,
  relevanceJson,
  type ServedAd,
  type ServedDecision,
  suffixOf,
} from '../domain/served.ts'

/**
 * Writes `{"data":{"requestId","ads","noFill"?,"test"?,"warnings"?}}` for an answer with one slot. The same text goes out
 * as the tool's text block and, spliced in or parsed, as its structured content, so the two can never disagree.
 * @param base the public base of links, without a slash at its end, escaped for use inside a JSON string
 */
export function presentAds(served: ServedDecision, base: string): string {
  const slot = served.slots[0]
  if (!slot) throw new Error('an answer to the tool has exactly one slot')
  const ads = hasAds(slot) ? slot.ads.map((ad) => adJson(ad, slot.format, served.label, base)).join(',') : ''
  let json = `{"data":{"requestId":"${served.requestId}","ads":[${ads}]`
  if (slot.noFill) {
    json += `,"noFill":${JSON.stringify({ ...slot.noFill, code: NO_FILL_CODES[slot.noFill.reason] })}`
  }
  if (served.test) json += ',"test":true'
  if (served.warnings.length > 0) json += `,"warnings":${JSON.stringify(served.warnings)}`
  return readable(`${json}}}`)
}

// Models read this text, so letters stand in it as people write them; the catalog keeps the wider ones escaped.
function readable(json: string): string {
  return json.includes('\\u') ? JSON.stringify(JSON.parse(json)) : json
}

function adJson(ad: ServedAd, format: SlotFormat, label: AdLabel, base: string): string {
  const { rendered, token } = ad
  const clickUrl = `"${linkUrl(base, 'click', token)}"`
  const externalId = rendered.externalId === undefined ? '' : `,"externalId":${JSON.stringify(rendered.externalId)}`
  return (
    `{"id":"${rendered.adId}"${externalId},"type":"${format}",${rendered.contentJson}${otherNames(rendered)}` +
    `,"clickUrl":${clickUrl},"url":${clickUrl},"advertiser":${rendered.advertiserJson}` +
    `,"disclosure":${disclosureJson(rendered, label, linkUrl(base, 'why', token))}` +
    `,"impressionId":"${ad.impressionId}","impressionUrl":"${linkUrl(base, 'impression', token)}","relevance":${relevanceJson(ad.relevance)}` +
    `,${formatJson(ad, format, clickUrl)}}`
  )
}

/** `copy` and `image` say the description and the image's address once more, under the names that agents also look for. */
function otherNames(rendered: RenderedAd): string {
  const { description, imageUrl } = JSON.parse(`{${rendered.contentJson}}`) as {
    description: string
    imageUrl?: string
  }
  const copy = `,"copy":${JSON.stringify(description)}`
  return imageUrl === undefined ? copy : `${copy},"image":${JSON.stringify(imageUrl)}`
}

/** What belongs to the slot's format alone, as over HTTP. */
function formatJson({ rendered, mentions }: ServedAd, format: SlotFormat, clickUrl: string): string {
  switch (format) {
    case 'action_card':
      return `"content":{${rendered.contentJson},"ctaUrl":${clickUrl}}`
    case 'suffix': {
      const { text, destinationDomain } = suffixOf(rendered)
      return `"content":{"text":${JSON.stringify(text)},"url":${clickUrl},"destinationDomain":${JSON.stringify(destinationDomain)}}`
    }
    case 'entity_link': {
      const fragments = (mentions ?? []).map((mention) => fragmentJson(mention, clickUrl))
      return `"enhancedFragments":[${fragments.join(',')}]`
    }
  }
}

function fragmentJson({ start, end, text }: Mention, clickUrl: string): string {
  return `{"text":${JSON.stringify(text)},"url":${clickUrl},"position":{"start":${start},"end":${end}}}`
}
