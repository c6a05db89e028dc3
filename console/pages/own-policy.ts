// What a publisher allows, for itself to read: why its slots stay empty is often told by it. An operator changes it.
import { html, type Element } from '../html.ts'
import { count, isolated, languageName, money, words } from '../format.ts'
import { useLoad } from '../hooks.ts'
import { FactList } from '../parts/facts.ts'
import { When } from '../parts/states.ts'
import { publisherTermsOf } from '../publisher-terms.ts'
import type { Session } from '../session.ts'
import { SLOT_FORMATS, type Publisher } from '../shapes.ts'
import { CONDITION_OPTIONS, HOUSE_ADS, RANKINGS } from './publisher-form.ts'

export function OwnPolicy({ session: { api, who } }: { session: Session }): Element {
  const loaded = useLoad(
    (signal) => api.get<Publisher>(`publishers/${encodeURIComponent(who.ownId ?? '')}`, signal),
    [who.ownId],
  )
  return html`<section class="card facts-row stack" aria-label="Policy">
    <h2>What you allow</h2>
    <p class="note">The operator changes it. Where nothing is said, the service does as usual.</p>
    <${When} loaded=${loaded} lines=${2}>
      ${(publisher: Publisher) => html`<${FactList} facts=${factsOf(publisher)} />`}
    <//>
  </section>`
}

function factsOf(publisher: Publisher): [name: string, value: string][] {
  const { policy, status } = publisher
  const terms = publisherTermsOf(publisher)
  const named = (options: readonly (readonly [string, string, string?])[], key: string) =>
    options.find(([one]) => one === key)?.[1] ?? key
  const list = (texts: readonly string[]) => texts.map(isolated).join(', ')
  const often = (value: number, text: string) => (value > 0 ? text : '')
  const { firstAdTurn, minTurnGap, adsPerSession } = policy
  const facts: [name: string, value: string][] = [
    ['Status', status === 'paused' ? 'Paused: no ads are shown' : ''],
    ['Formats', terms.formats.length === SLOT_FORMATS.length ? 'All' : list(terms.formats.map(words))],
    ['Conditions', list(terms.conditions.map((one) => named(CONDITION_OPTIONS, one)))],
    ['Order', named(RANKINGS, policy.ranking)],
    ['Least relevance', terms.minRelevance],
    ['Floor', money(policy.floor)],
    ['Language of the label', policy.labelLanguage === 'reader' ? "The reader's" : languageName(policy.labelLanguage)],
    ['House ads', named(HOUSE_ADS, policy.houseAds)],
    ['Tiers of users without ads', list(policy.adFreeTiers)],
    ['Blocked categories', list(policy.blockedCategories)],
    ['Blocked domains', list(policy.blockedDomains)],
    ['Blocked advertisers', list(policy.blockedAdvertisers)],
    ['Allowed advertisers, and no others', list(policy.allowedAdvertisers)],
    ['Sensitive topics beside which ads may stand', list(terms.allowedTopics.map((topic) => words(topic)))],
    ['First ad', often(firstAdTurn, `At message ${count(firstAdTurn)} of the person`)],
    ['Least gap', often(minTurnGap, `${count(minTurnGap)} messages of the person`)],
    ['Ads a session', often(adsPerSession, count(adsPerSession))],
    ['Your share', `${policy.revenueShare}%`],
  ]
  return facts.filter(([, value]) => value !== '')
}
