// Correcting a balance: a credit, or something put right, is typed, read once more, and only then posted, since it stays in the books.
import { useState } from 'preact/hooks'
import { withQuery, type Api } from '../api.ts'
import { AMOUNT, byName, CURRENCY, isolated, money } from '../format.ts'
import { html, type Element } from '../html.ts'
import { readAll, useDoing, useLoad } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { Input, Select, type Option } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import { issuesOf } from '../parts/faults.ts'
import { When } from '../parts/states.ts'
import type { Money } from '../shapes.ts'

interface CorrectProps {
  readonly api: Api
  /** @param words what was done */
  readonly onDone: (words: string) => void
  readonly onClose: () => void
}

export function Correct({ api, onDone, onClose }: CorrectProps): Element {
  const [owner, setOwner] = useState('')
  const [amount, setAmount] = useState('')
  const [reference, setReference] = useState('')
  const [confirming, setConfirming] = useState(false)
  const once = useOnceKey([owner, amount, reference])
  const loaded = useLoad(async (signal) => {
    const all = async (kind: 'advertisers' | 'publishers'): Promise<Option[]> => {
      const list = await readAll<{ id: string; name: string }>(api, withQuery(kind, { includeArchived: true }), signal)
      const called = kind === 'advertisers' ? 'Advertiser' : 'Publisher'
      return byName(list).map(({ id, name }) => [id, `${called} ${isolated(name)}`] as const)
    }
    return (await Promise.all([all('advertisers'), all('publishers')])).flat()
  }, [])
  const owners = loaded.value ?? []
  // Nobody's to begin with: money is not moved for whoever happens to stand first.
  const chosen = owners.find(([id]) => id === owner)
  const doing = useDoing(async () => {
    if (chosen === undefined) throw new Error('Choose whose balance it is.')
    if (Number(amount) === 0) throw new Error('Write an amount above or below zero.')
    if (reference.trim() === '') throw new Error('Write a reference.')
    if (!confirming) return setConfirming(true)
    const [id, name] = chosen
    const body = { [id.startsWith('pub_') ? 'publisherId' : 'advertiserId']: id, amount, reference: reference.trim() }
    const sent = api.send<{ balance: Money; repeated: boolean }>('POST', 'adjustments', body, once)
    const { balance, repeated } = await sent.catch((error: unknown) => {
      // What is wrong with a field is told beside it.
      if (issuesOf(error).length > 0) setConfirming(false)
      throw error
    })
    const done = repeated ? 'This correction was in the books already' : `${adding} were posted`
    onDone(`${done}: ${name} has ${money(balance)} now.`)
  })
  const adding = money({ amount, currency: CURRENCY })
  return html`<${FormDialog}
    title=${confirming ? 'Post this correction?' : 'Correct a balance'}
    action=${confirming ? `Post ${adding}` : 'Go on'}
    doing=${doing}
    onClose=${onClose}
  >
    ${
      confirming
        ? html`<p>
              <b>${adding}</b>${` for ${chosen?.[1]}, with the reference `}<b><bdi>${reference}</bdi></b
              >.
            </p>
            <p class="note">
              It stays in the books; a wrong one is put right by another.${' '}
              <button type="button" class="link" onClick=${() => setConfirming(false)}>Change it</button>
            </p>`
        : html`<${When} loaded=${loaded}>
            ${() =>
              html`<${Select}
                  label="Whose"
                  value=${owner}
                  options=${[['', 'Choose'], ...owners]}
                  onChange=${setOwner}
                />
                <${Input}
                  label="Amount"
                  wire="amount"
                  required=${true}
                  placeholder="60.00"
                  pattern=${`-?${AMOUNT.pattern}`}
                  title=${AMOUNT.title}
                  value=${amount}
                  onInput=${setAmount}
                  note=${`In ${CURRENCY}, in favour of whose balance it is; with a minus against it.`}
                />
                <${Input}
                  label="Reference"
                  wire="reference"
                  required=${true}
                  maxLength=${200}
                  placeholder="outage of 3 November"
                  value=${reference}
                  onInput=${setReference}
                  note="Why; what the books show for it. The same reference posts once for each of them."
                />`}
          <//>`
    }
  <//>`
}
