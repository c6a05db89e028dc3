// A served decision as the JSON of the HTTP API: put together from what was rendered when the ads entered the catalog.
import { asciiJson } from '../base/ascii-json.ts'
import { AD_LABELS, type AdLabel } from '../domain/ad-label.ts'
import { NO_FILL_CODES } from '../domain/decision.ts'
import { type LinkKind, linkUrl } from '../domain/link-token.ts'
import type { SlotFormat } from '../domain/publisher.ts'
import {
  disclosureJson,
  hasAds,
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
  const frames = new Map<AdLabel, Frame>()
  for (const label of Object.values(AD_LABELS)) frames.set(label, frameOf(baseUrl, label))
  return (served) => {
    const frame = frames.get(served.label)!
    let json = `{"requestId":"${served.requestId}"`
    if (served.test) json += ',"test":true'
    json += ',"slots":['
    for (let i = 0; i < served.slots.length; i++) {
      if (i > 0) json += ','
      json += slotJson(served.slots[i]!, frame)
    }
    json += served.warnings.length === 0 ? '],"warnings":[]' : `],"warnings":${asciiJson(served.warnings)}`
    if (served.metadata !== undefined) json += `,"metadata":${asciiJson(served.metadata)}`
    if (served.explain) json += `,"explain":${asciiJson(presentExplanation(served.explain, currency))}`
    return `${json}}`
  }
}

function slotJson(slot: ServedSlot, frame: Frame): string {
  const isFilled = hasAds(slot)
  const format = isFilled ? `"${slot.format}"` : asciiJson(slot.format)
  let json = `{"slotId":${asciiJson(slot.slotId)},"format":${format},"ads":[`
  if (isFilled) {
    for (let i = 0; i < slot.ads.length; i++) {
      if (i > 0) json += ','
      json += adJson(slot.ads[i]!, slot.format, frame)
    }
  }
  json += ']'
  if (slot.noFill) {
    const { reason, detail } = slot.noFill
    json += `,"noFill":{"reason":"${reason}","code":${NO_FILL_CODES[reason]}`
    json += detail === undefined ? '}' : `,"detail":${asciiJson(detail)}}`
  }
  return `${json}}`
}

/**
 * What stands between the parts of an ad, in order, and is the same for all with the same label. Each piece that a text is put together
 * from costs when it is added and again when the text is sent, so there are as few as can be.
 */
interface Frame {
  readonly clickUrl: string
  readonly cta: string
  readonly disclosure: string
  readonly why: string
  readonly impression: string
  readonly viewable: string
  readonly click: string
  readonly feedback: string
}

function frameOf(baseUrl: string, label: AdLabel): Frame {
  const url = (kind: LinkKind) => linkUrl(baseUrl, kind, '')
  const [disclosure, why] = disclosureJson({ byJson: SPLIT }, label, url('why')).slice(0, -'"}'.length).split(SPLIT)
  return {
    clickUrl: url('click'),
    cta: `,"ctaUrl":"${url('click')}`,
    disclosure: `,"disclosure":${disclosure}`,
    why: why!,
    impression: `"},"tracking":{"impressionUrl":"${url('impression')}`,
    viewable: `","viewableUrl":"${url('viewable')}`,
    click: `","clickUrl":"${url('click')}`,
    feedback: `","feedbackUrl":"${url('feedback')}`,
  }
}

/** Stands for what is different from ad to ad; no JSON holds it. */
const SPLIT = '\0'

const TYPES: Readonly<Record<SlotFormat, string>> = {
  action_card: '","type":"action_card","impressionId":"',
  suffix: '","type":"suffix","impressionId":"',
  entity_link: '","type":"entity_link","impressionId":"',
}

// Added with signs: what stands in a template may be no text yet, which is asked of each part each time.
function adJson(ad: ServedAd, format: SlotFormat, frame: Frame): string {
  const { rendered, token } = ad
  const { cta, disclosure, why, impression, viewable, click, feedback } = frame
  const body =
    format === 'action_card'
      ? '","content":{' + rendered.contentJson + cta + token + '"},"advertiser":'
      : '",' + otherBodyJson(ad, format, frame.clickUrl + token) + ',"advertiser":'
  let json = '{"id":"' + rendered.adId
  if (rendered.externalId !== undefined) json += '","externalId":' + asciiJson(rendered.externalId).slice(0, -1)
  json += TYPES[format] + ad.impressionId + body + rendered.advertiserJson + disclosure + rendered.byJson + why + token
  json += impression + token + viewable + token + click + token + feedback + token
  return json + '","expiresAt":"' + timeText(ad.expiresAtMs) + '"},"relevance":' + relevanceJson(ad.relevance) + '}'
}

let written = { second: -1, text: '' }

// Links of one second share all but the last digits of the time at which they expire.
function timeText(ms: number): string {
  const second = Math.floor(ms / 1_000)
  if (written.second !== second) written = { second, text: new Date(ms).toISOString().slice(0, -'000Z'.length) }
  const rest = ms - second * 1_000
  return `${written.text}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`
}

function otherBodyJson({ rendered, mentions }: ServedAd, format: 'suffix' | 'entity_link', click: string): string {
  if (format === 'suffix') {
    const { text, destinationDomain } = suffixOf(rendered)
    return `"content":${asciiJson({ text, url: click, destinationDomain })}`
  }
  const fragments = (mentions ?? []).map(({ text, start, end }) => ({ text, url: click, position: { start, end } }))
  return `"enhancedFragments":${asciiJson(fragments)}`
}
