// Makes a statement or invoice of all that was booked since the last one: of somebody, or of everybody, one after the other.
import { useState } from 'preact/hooks'
import { count } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { useOneByOne, type Account } from '../one-by-one.ts'
import { calledOf, PAPERS, useOwners, type Kind, type Owner } from '../papers.ts'
import { Select } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import { When } from '../parts/states.ts'
import type { Session } from '../session.ts'
import { AccountOf, WhileItGoes } from './account-of.ts'

interface NewPaperProps {
  readonly kind: Kind
  readonly session: Session
  readonly onClose: () => void
}

/** In the place of an id. */
const ALL = '*'

/** Also with somebody who was archived meanwhile. */
export function NewPaper({ kind, session: { api }, onClose }: NewPaperProps): Element {
  const { one, owner, owners, ownerField } = PAPERS[kind]
  const loaded = useOwners(api, kind)
  const [chosen, setChosen] = useState('')
  const [account, setAccount] = useState<Account<Owner>>()
  const all = loaded.value ?? []
  const id = chosen || (all.find(({ archivedAt }) => archivedAt === undefined) ?? all[0])?.id || ''
  const once = useOnceKey([id])
  // Without a key that knows it again: a second one of the same would have nothing on it, and is refused.
  const { progress, run } = useOneByOne(({ id }: Owner) => api.send('POST', kind, { [ownerField]: id }))
  const doing = useDoing(async () => {
    if (account) return onClose()
    if (id === '') throw new Error(`There is no ${owner.toLowerCase()} yet.`)
    if (id === ALL) return setAccount(await run(all))
    await api.send('POST', kind, { [ownerField]: id }, once)
    onClose()
  })
  const options = [...all.map((one) => [one.id, calledOf(one)] as const), [ALL, `All ${owners}`] as const]
  return html`<${FormDialog}
    title=${`New ${one.toLowerCase()}`}
    action=${account ? 'Done' : id === ALL ? `Make ${kind}` : `Make ${one.toLowerCase()}`}
    dismiss=${progress ? 'Stop' : account ? false : 'Cancel'}
    doing=${doing}
    onClose=${onClose}
  >
    ${
      account
        ? html`<${Made} account=${account} kind=${kind} />`
        : html`<${When} loaded=${loaded} lines=${1}>
            ${() =>
              html`<${Select}
                label=${owner}
                value=${id}
                options=${all.length > 1 ? options : options.slice(0, -1)}
                note="It holds all that was booked since the last one. They are also made by themselves when a month has ended."
                onChange=${setChosen}
              />`}
          <//>`
    }
    <${WhileItGoes} progress=${progress} />
  <//>`
}

/** With most of them nothing was booked since, which is no news of each. */
function Made({ account, kind }: { account: Account<Owner>; kind: Kind }): Element {
  const refused = account.refused.filter(({ code }) => code !== 'conflict')
  const idle = account.refused.length - refused.length
  return html`<${AccountOf} account=${{ ...account, refused }} kind=${kind} was="made" called=${calledOf} />
    ${idle > 0 && html`<p class="note">With ${count(idle)} nothing was booked since their last one.</p>`}`
}
