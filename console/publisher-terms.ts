// What an operator agrees on with a publisher, as it is typed, and what of it goes over the wire: only what was changed.
import { billingOnWire, type BillingTexts, billingTexts } from './billing.ts'
import { SLOT_FORMATS, TOPICS, type Policy, type Publisher } from './shapes.ts'

/** Of texts, empty: what the service does by itself. */
export interface PublisherTerms {
  readonly name: string
  readonly minRelevance: string
  readonly floor: string
  /** Percent. */
  readonly revenueShare: string
  readonly ranking: string
  readonly formats: readonly string[]
  /** Conditions that hold; names of the policy's fields. */
  readonly conditions: readonly string[]
  /** One a line. */
  readonly adFreeTiers: string
  readonly labelLanguage: string
  readonly houseAds: string
  readonly firstAdTurn: string
  readonly minTurnGap: string
  readonly adsPerSession: string
  /** One a line. */
  readonly blockedCategories: string
  readonly blockedDomains: string
  readonly blockedAdvertisers: readonly string[]
  /** Empty: all. */
  readonly allowedAdvertisers: readonly string[]
  readonly allowedTopics: readonly string[]
  /** All three empty: nowhere yet. */
  readonly payoutType: string
  readonly payoutAccount: string
  readonly payoutName: string
  /** What its statements say of it. */
  readonly billed: BillingTexts
}

const CONDITIONS = ['intentGate', 'requireConsent', 'requireImpression'] as const

export const NEW_PUBLISHER: PublisherTerms = {
  name: '',
  minRelevance: '',
  floor: '',
  revenueShare: '',
  ranking: 'value',
  formats: SLOT_FORMATS,
  conditions: ['intentGate'],
  adFreeTiers: '',
  labelLanguage: 'en',
  houseAds: 'fitting',
  firstAdTurn: '',
  minTurnGap: '',
  adsPerSession: '',
  blockedCategories: '',
  blockedDomains: '',
  blockedAdvertisers: [],
  allowedAdvertisers: [],
  allowedTopics: [],
  payoutType: '',
  payoutAccount: '',
  payoutName: '',
  billed: billingTexts(),
}

export function publisherTermsOf({ name, policy, payoutMethod, billingDetails }: Publisher): PublisherTerms {
  const { minRelevance, ranking, formats } = policy
  return {
    name,
    minRelevance: minRelevance === undefined ? '' : String(minRelevance),
    floor: policy.floor.amount,
    revenueShare: String(policy.revenueShare),
    ranking,
    formats: formats.length === 0 ? SLOT_FORMATS : formats,
    conditions: CONDITIONS.filter((one) => policy[one]),
    adFreeTiers: policy.adFreeTiers.join('\n'),
    labelLanguage: policy.labelLanguage,
    houseAds: policy.houseAds,
    firstAdTurn: String(policy.firstAdTurn),
    minTurnGap: String(policy.minTurnGap),
    adsPerSession: String(policy.adsPerSession),
    blockedCategories: policy.blockedCategories.join('\n'),
    blockedDomains: policy.blockedDomains.join('\n'),
    blockedAdvertisers: policy.blockedAdvertisers,
    allowedAdvertisers: policy.allowedAdvertisers,
    allowedTopics: TOPICS.filter((topic) => isAllowed(policy, topic)),
    payoutType: payoutMethod?.type ?? '',
    payoutAccount: payoutMethod?.account ?? '',
    payoutName: payoutMethod?.name ?? '',
    billed: billingTexts(billingDetails),
  }
}

/**
 * What changed between two states of the form.
 * @param policy as it is now; absent: of a new publisher
 * @throws Error with what to mend
 */
export function publisherOnWire(before: PublisherTerms, after: PublisherTerms, policy?: Policy): object {
  const changed = (...keys: readonly (keyof PublisherTerms)[]) =>
    keys.some((key) => String(before[key]) !== String(after[key]))
  if (after.formats.length === 0) throw new Error('Choose at least one format.')
  const number = (key: (typeof NUMBERS)[number]) =>
    changed(key) && { [key]: after[key] === '' ? null : Number(after[key]) }
  const flipped = (one: string) => before.conditions.includes(one) !== after.conditions.includes(one)
  const billingDetails = billingOnWire(before.billed, after.billed)
  const change = {
    ...Object.assign({}, ...NUMBERS.map(number)),
    ...(changed('floor') && { floor: after.floor === '' ? null : { amount: after.floor } }),
    ...(changed('ranking') && { ranking: after.ranking }),
    ...(changed('formats') && { formats: after.formats.length === SLOT_FORMATS.length ? [] : after.formats }),
    ...Object.fromEntries(CONDITIONS.filter(flipped).map((one) => [one, after.conditions.includes(one)] as const)),
    ...(changed('adFreeTiers') && { adFreeTiers: linesOf(after.adFreeTiers) }),
    ...(changed('labelLanguage') && { labelLanguage: after.labelLanguage }),
    ...(changed('houseAds') && { houseAds: after.houseAds }),
    ...(changed('blockedCategories') && { blockedCategories: linesOf(after.blockedCategories) }),
    ...(changed('blockedDomains') && { blockedDomains: linesOf(after.blockedDomains) }),
    ...(changed('blockedAdvertisers') && { blockedAdvertisers: after.blockedAdvertisers }),
    ...(changed('allowedAdvertisers') && { allowedAdvertisers: after.allowedAdvertisers }),
    ...(changed('allowedTopics') && { sensitiveTopics: topicsOf(before, after, policy) }),
  }
  return {
    ...(changed('name') && { name: after.name }),
    ...(Object.keys(change).length > 0 && { policy: change }),
    ...(changed('payoutType', 'payoutAccount', 'payoutName') && { payoutMethod: payoutOf(after) }),
    ...(billingDetails && { billingDetails }),
  }
}

const NUMBERS = ['minRelevance', 'revenueShare', 'firstAdTurn', 'minTurnGap', 'adsPerSession'] as const

/** A topic's own word counts before that of "all". */
function isAllowed({ sensitiveTopics }: Policy, topic: string): boolean {
  return (sensitiveTopics[topic] ?? sensitiveTopics['all']) === 'allow'
}

/** What was said of topics before, with the word on those that were ticked or unticked. */
function topicsOf(before: PublisherTerms, after: PublisherTerms, policy: Policy | undefined): object {
  const flipped = TOPICS.filter((topic) => before.allowedTopics.includes(topic) !== after.allowedTopics.includes(topic))
  const words = flipped.map((topic) => [topic, after.allowedTopics.includes(topic) ? 'allow' : 'block'])
  return { ...policy?.sensitiveTopics, ...Object.fromEntries(words) }
}

function payoutOf({ payoutType, payoutAccount, payoutName }: PublisherTerms): object | null {
  if (payoutType === '' && payoutAccount === '' && payoutName === '') return null
  return { type: payoutType, account: payoutAccount, name: payoutName || null }
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}
