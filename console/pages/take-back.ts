// Taking events back that were found invalid later: whose and when is said, what that comes to is read, and only then it is done.
import { useState } from 'preact/hooks'
import { withQuery, type Api } from '../api.ts'
import { byName, count, isolated, sum } from '../format.ts'
import { html, type Element } from '../html.ts'
import { readAll, useDoing, useLoad } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { Input, Select, type Option } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import { When } from '../parts/states.ts'
import type { Money } from '../shapes.ts'

/** What is taken back, or would be. */
export interface TakenBack {
  readonly reversed: number
  readonly already: number
  /** There are others of the kind, for another call. */
  readonly more: boolean
  readonly refunded: Money
  readonly takenFromPublishers: Money
}

/** What would be, of what had arrived by then. */
interface AddedUp extends TakenBack {
  readonly to: string
}

const KINDS: readonly Option[] = [
  ['', 'All of them'],
  ['impression', 'Impressions'],
  ['click', 'Clicks'],
  ['conversion', 'Conversions'],
]
const NONE = { publisherId: '', campaignId: '', slot: '', country: '', type: '', from: '', to: '', reason: '' }

interface TakeBackProps {
  readonly api: Api
  readonly onDone: (taken: TakenBack) => void
  readonly onClose: () => void
}

export function TakeBack({ api, onDone, onClose }: TakeBackProps): Element {
  const [said, setSaid] = useState(NONE)
  /** Undefined while it is written whose events. */
  const [found, setFound] = useState<AddedUp>()
  const once = useOnceKey([...Object.values(said), found?.to])
  const owners = useLoad(async (signal) => {
    const all = (kind: string) =>
      readAll<{ id: string; name: string }>(api, withQuery(kind, { includeArchived: true }), signal)
    const [publishers, campaigns] = await Promise.all([all('publishers'), all('campaigns')])
    return { publisherId: byName(publishers), campaignId: byName(campaigns) }
  }, [])
  const doing = useDoing(async () => {
    const { publisherId, campaignId, slot, country, from } = said
    if (publisherId + campaignId + slot + country + from === '') throw new Error(ALL_OF_THEM)
    const reason = said.reason.trim()
    if (reason === '') throw new Error('Say why.')
    const filter = filterOf(said)
    if (found) {
      const body = { reason, filter: { ...filter, to: found.to } }
      return onDone(await api.send<TakenBack>('POST', 'reversals', body, once))
    }
    const sums = await api.send<AddedUp>('POST', 'reversals', { reason, filter, dryRun: true })
    if (sums.reversed === 0) throw new Error(NOTHING_FITS)
    setFound(sums)
  })
  const put = (name: keyof typeof NONE) => (text: string) => setSaid({ ...said, [name]: text })
  const of = (name: keyof typeof NONE) => ({
    value: said[name],
    wire: name === 'reason' ? name : `filter.${name}`,
    onInput: put(name),
  })
  const choice = (name: 'publisherId' | 'campaignId'): Option[] => [
    ['', 'Any'],
    ...(owners.value?.[name] ?? []).map((one) => [one.id, isolated(one.name)] as const),
  ]
  return html`<${FormDialog}
    title=${found ? 'Take these events back?' : 'Take events back'}
    action=${found ? `Take ${count(found.reversed)} back` : 'Add up'}
    danger=${found !== undefined}
    doing=${doing}
    onClose=${onClose}
  >
    ${
      found
        ? html`<p>${wordsOf(found)}</p>
            <p class="note">
              They count no more, in the books and in reports, and that cannot be undone; what is paid already becomes a
              debt of the publisher.${' '}
              <button type="button" class="link" onClick=${() => setFound(undefined)}>Change it</button>
            </p>`
        : html`<${When} loaded=${owners}>
            ${() =>
              html`<${Select}
                  label="Publisher"
                  value=${said.publisherId}
                  options=${choice('publisherId')}
                  onChange=${put('publisherId')}
                />
                <${Select}
                  label="Campaign"
                  value=${said.campaignId}
                  options=${choice('campaignId')}
                  onChange=${put('campaignId')}
                />
                <div class="columns">
                  <${Input} label="Slot" placeholder="Any" maxLength=${64} ...${of('slot')} />
                  <${Input} label="Country" placeholder="Any" maxLength=${2} ...${of('country')} />
                </div>
                <${Select} label="Events" value=${said.type} options=${KINDS} onChange=${put('type')} />
                <div class="columns">
                  <${Input} label="From (UTC)" type="datetime-local" step="any" ...${of('from')} />
                  <${Input} label="Before (UTC)" type="datetime-local" step="any" ...${of('to')} />
                </div>
                <${Input}
                  label="Why"
                  required=${true}
                  maxLength=${500}
                  placeholder="Clicks of a script"
                  ...${of('reason')}
                  note="Kept in the books."
                />`}
          <//>`
    }
  <//>`
}

const ALL_OF_THEM = 'Say whose events, or from when: not all that ever were.'
const NOTHING_FITS = 'Nothing fits: no event that counts is of these.'

function filterOf({ reason: _, type, from, to, country, ...named }: typeof NONE): object {
  const at = (local: string) => (local === '' ? undefined : new Date(`${local}Z`).toISOString())
  const all = { ...named, country: country.trim().toUpperCase(), from: at(from), to: at(to), types: type && [type] }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}

export function wordsOf({ reversed, more, refunded, takenFromPublishers }: TakenBack): string {
  const events = reversed === 1 ? '1 event' : `${count(reversed)} events`
  const sums = `${sum(refunded)} go back to advertisers, of which ${sum(takenFromPublishers)} come from publishers.`
  return `${events}: ${sums}${more ? ' There are more, which are taken back after these.' : ''}`
}
