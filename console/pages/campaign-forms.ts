// Forms that make a campaign, or change one.
import { useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { byName } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { Select } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import type { Session } from '../session.ts'
import type { Advertiser, Campaign } from '../shapes.ts'
import { changeOnWire, NEW_TERMS, TermsFields, termsOf, type Terms } from './campaign-terms.ts'

interface FormProps<T> {
  readonly api: Api
  /** @param one as it was made or changed */
  readonly onDone: (one: T) => void
  readonly onClose: () => void
}

interface CampaignFormProps extends Omit<FormProps<Campaign>, 'api'> {
  readonly session: Session
}

export function NewCampaign({
  session,
  advertisers,
  onDone,
  onClose,
}: CampaignFormProps & { advertisers: readonly Advertiser[] }): Element {
  const [advertiserId, setAdvertiserId] = useState(advertisers[0]?.id ?? '')
  const [terms, setTerms] = useState<Terms>(NEW_TERMS)
  const once = useOnceKey([advertiserId, terms])
  const doing = useDoing(async () => {
    const fields = { advertiserId, ...changeOnWire(NEW_TERMS, terms) }
    onDone(await session.api.send<Campaign>('POST', 'campaigns', fields, once))
  })
  return html`<${FormDialog} title="New campaign" action="Make campaign" doing=${doing} onClose=${onClose}>
    <${Select}
      label="Advertiser"
      value=${advertiserId}
      options=${byName(advertisers).map(({ id, name }) => [id, name] as const)}
      onChange=${setAdvertiserId}
    />
    <${TermsFields} terms=${terms} isOperator=${session.who.may.admin} onChange=${setTerms} />
  <//>`
}

export function EditCampaign({
  session,
  campaign,
  onDone,
  onClose,
}: CampaignFormProps & { campaign: Campaign }): Element {
  const [before] = useState(() => termsOf(campaign))
  const [terms, setTerms] = useState(before)
  const doing = useDoing(async () => {
    const path = `campaigns/${encodeURIComponent(campaign.id)}`
    onDone(await session.api.send<Campaign>('PATCH', path, changeOnWire(before, terms)))
  })
  return html`<${FormDialog} title="Change campaign" action="Save" doing=${doing} onClose=${onClose}>
    <${TermsFields} terms=${terms} campaign=${campaign} isOperator=${session.who.may.admin} onChange=${setTerms} />
  <//>`
}
