// Confirms the papers of a month, those that are chosen, one after the other, and says which were not confirmed and why.
import { useState } from 'preact/hooks'
import { withQuery, type Api } from '../api.ts'
import { isolated, monthOf, sum } from '../format.ts'
import { html, type Element } from '../html.ts'
import { readAll, useDoing, useLoad } from '../hooks.ts'
import { useOneByOne, type Account } from '../one-by-one.ts'
import { ownerOf, PAPERS, periodOf, useOwners, type Kind, type Paper } from '../papers.ts'
import { Checks, Select, type Option } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import { Empty, When } from '../parts/states.ts'
import { AccountOf, WhileItGoes } from './account-of.ts'

interface ConfirmPapersProps {
  readonly kind: Kind
  readonly api: Api
  readonly onClose: () => void
}

export function ConfirmPapers({ kind, api, onClose }: ConfirmPapersProps): Element {
  const owners = useOwners(api, kind)
  const names = new Map((owners.value ?? []).map(({ id, name }) => [id, name]))
  const loaded = useLoad((signal) => readAll<Paper>(api, withQuery(kind, { status: 'open' }), signal), [kind])
  const [month, setMonth] = useState<string>()
  /** Ids that were unticked. */
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const [account, setAccount] = useState<Account<Paper>>()
  const { progress, run } = useOneByOne((paper: Paper) =>
    api.send('PATCH', `${kind}/${encodeURIComponent(paper.id)}`, { status: 'confirmed' }),
  )
  const open = loaded.value ?? []
  const months = [...new Set(open.map(endedIn))].toSorted().toReversed()
  const shown = open.filter((paper) => endedIn(paper) === (month ?? months[0]))
  const chosen = shown.filter(({ id }) => !without.has(id))
  const called = (paper: Paper) => isolated(names.get(ownerOf(paper)) ?? ownerOf(paper))
  const doing = useDoing(async () => {
    if (account) return onClose()
    if (chosen.length === 0) throw new Error('Choose at least one.')
    setAccount(await run(chosen))
  })
  return html`<${FormDialog}
    title=${`Confirm ${kind}`}
    action=${account ? 'Done' : `Confirm ${chosen.length}`}
    dismiss=${progress ? 'Stop' : account ? false : 'Close'}
    doing=${doing}
    onClose=${onClose}
  >
    ${
      account
        ? html`<${AccountOf} account=${account} was="confirmed" kind=${kind} called=${called} />`
        : html`<${When} loaded=${loaded} lines=${4}>
            ${() =>
              open.length === 0
                ? html`<${Empty} title=${`No ${kind} are open`} />`
                : html`<${Select}
                      label="Whose time ended in (UTC)"
                      value=${month ?? months[0]}
                      options=${months.map((one): Option => [one, monthOf(one)])}
                      onChange=${setMonth}
                    />
                    <${Checks}
                      label=${PAPERS[kind].one}
                      arrows=${true}
                      chosen=${chosen.map(({ id }) => id)}
                      options=${shown.map((paper): Option => [paper.id, `${called(paper)} · ${periodOf(paper)} · ${sumText(paper)}`])}
                      onChange=${(ids: string[]) => setWithout(new Set([...without, ...shown.map(({ id }) => id)].filter((id) => !ids.includes(id))))}
                    />
                    <p class="note">
                      It says that both sides agree, and cannot be taken back. What nobody objects to is confirmed by
                      itself a week after its end.
                    </p>`}
          <//>`
    }
    <${WhileItGoes} progress=${progress} />
  <//>`
}

/** As `2026-11`; a month ends with its last moment, and not with the next one's first. */
function endedIn({ to }: Paper): string {
  return new Date(Date.parse(to) - 1).toISOString().slice(0, 7)
}

function sumText(paper: Paper): string {
  return 'due' in paper ? `${sum(paper.due)} due` : `closes at ${sum(paper.closing)}`
}
