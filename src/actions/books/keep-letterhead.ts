// The operator's own letterhead: who statements and invoices are from, and when invoices are due. One setting of the installation.
import type { Caller } from '../../domain/api-key.ts'
import type { FieldChange } from '../../domain/change.ts'
import { createFaults } from '../../domain/faults.ts'
import { type Letterhead, LETTERHEAD_ID } from '../../domain/paper.ts'
import { cutText } from '../../domain/said-text.ts'
import type { SettingStore } from '../../store/contract.ts'
import { type AuthorDeps, authorOf } from '../author-of.ts'
import { demandScope } from '../authorise.ts'
import { createChangeSetting } from '../change-setting.ts'
import { checkBillingDetails, checkLines } from '../inventory/check-billing-details.ts'
import { type Change, mergeChange } from '../inventory/merge-change.ts'

export interface KeepLetterhead {
  /** Empty where none was set. @throws ServiceError scope_insufficient */
  read(caller: Caller): Promise<Letterhead>
  /**
   * Puts another one in its place, for papers that are made from now on.
   * @throws ServiceError scope_insufficient, validation_error
   */
  replace(caller: Caller, letterhead: Change<Letterhead>): Promise<Letterhead>
  /** For who makes papers. */
  current(): Promise<Letterhead>
}

const SETTING = 'letterhead'
/** The history of changes keeps no longer value than this. */
const TOLD_CHARS_MAX = 500

export function createKeepLetterhead(
  deps: AuthorDeps & { readonly settings: Pick<SettingStore, 'read' | 'swap'> },
): KeepLetterhead {
  const changeSetting = createChangeSetting(deps.settings)
  // Each paper is made from what the store holds: a month's are few, and a process that remembered it could miss a change.
  const current = async () => letterheadIn(await deps.settings.read(SETTING))
  return {
    current,
    async read(caller) {
      demandScope(caller, 'admin')
      return current()
    },
    async replace(caller, { dueDays, note, ...details }) {
      demandScope(caller, 'admin')
      const faults = createFaults()
      const change = { ...checkBillingDetails(details, faults), dueDays, note: checkLines(note, 'note', faults) }
      faults.demandNone()
      const next = mergeChange<Letterhead>({}, change)
      const by = authorOf(deps, caller)
      const kept = await changeSetting(SETTING, (text) => {
        const changes = changesBetween(letterheadIn(text), next)
        if (changes.length === 0) return undefined
        const told = { action: 'changed', kind: 'letterhead', entityId: LETTERHEAD_ID, owner: '' } as const
        return { value: JSON.stringify(next), told: { by, change: told, changes } }
      })
      return letterheadIn(kept)
    },
  }
}

function letterheadIn(text = '{}'): Letterhead {
  return JSON.parse(text)
}

function changesBetween(before: Letterhead, after: Letterhead): FieldChange[] {
  const told = (value: string | number | undefined) =>
    typeof value === 'string' ? cutText(value, TOLD_CHARS_MAX) : (value ?? null)
  return FIELDS.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    from: told(before[field]),
    to: told(after[field]),
  }))
}

const FIELDS = ['name', 'address', 'taxId', 'email', 'dueDays', 'note'] as const satisfies (keyof Letterhead)[]
