// The operator's own rules of whom not to count. All of them lie in one setting, which is never half written.
import type { Caller } from '../../domain/api-key.ts'
import type { ChangeAction } from '../../domain/change.ts'
import { invalid, ServiceError } from '../../domain/errors.ts'
import { createFaults } from '../../domain/faults.ts'
import { faultOfShownText, plainText } from '../../domain/shown-text.ts'
import { toldOfRule, type TrafficRule, TRAFFIC_RULES_MAX } from '../../domain/traffic-rule.ts'
import { networkIn } from '../../engine/traffic/network.ts'
import type { TrafficRules } from '../../engine/traffic/traffic-rules.ts'
import type { SettingStore } from '../../store/contract.ts'
import { type AuthorDeps, authorOf } from '../author-of.ts'
import { demandScope, notFound } from '../authorise.ts'
import { createChangeSetting } from '../change-setting.ts'

export interface ManageTrafficRules {
  /** Newest first. @throws ServiceError scope_insufficient */
  list(caller: Caller): Promise<TrafficRule[]>
  /**
   * It holds here at once, and in other processes within two seconds.
   * @param names gives the id of a write that is sent again as it was
   * @throws ServiceError scope_insufficient, validation_error, conflict (there already, or too many)
   */
  add(caller: Caller, draft: TrafficRuleDraft, names?: AuthorDeps['ids']): Promise<TrafficRule>
  /** @throws ServiceError scope_insufficient, not_found */
  remove(caller: Caller, id: string): Promise<void>
  /** Takes in what other processes wrote. */
  refresh(): Promise<void>
}

export interface TrafficRuleDraft {
  readonly network?: string | undefined
  readonly userAgent?: string | undefined
  readonly note?: string | undefined
}

const SETTING = 'traffic_rules'

export function createManageTrafficRules(
  deps: AuthorDeps & {
    readonly settings: Pick<SettingStore, 'read' | 'swap'>
    /** What they are asked by. */
    readonly rules: TrafficRules
  },
): ManageTrafficRules {
  const { settings, rules, clock, ids } = deps
  const changeSetting = createChangeSetting(settings)
  let taken: string | undefined

  const take = (text: string | undefined): void => {
    // Each second, and hardly ever is there anything new.
    if (text === taken) return
    taken = text
    rules.take(rulesIn(text))
  }
  /** @param next the rules to be and which of them is told of; undefined: they are to stay */
  const change = async (
    caller: Caller,
    action: ChangeAction,
    next: (all: readonly TrafficRule[]) => { all: readonly TrafficRule[]; rule: TrafficRule } | undefined,
  ): Promise<void> => {
    const by = authorOf({ clock, ids }, caller)
    const text = await changeSetting(SETTING, (kept) => {
      const after = next(rulesIn(kept))
      if (after === undefined) return undefined
      const { all, rule } = after
      const told = {
        by,
        change: { action, kind: 'traffic_rule', entityId: rule.id, owner: '' },
        changes: toldOfRule(rule, action === 'removed' ? 'gone' : 'new'),
      } as const
      return { value: JSON.stringify(all), told }
    })
    take(text)
  }

  return {
    async list(caller) {
      demandScope(caller, 'admin')
      const text = await settings.read(SETTING)
      take(text)
      return rulesIn(text).toReversed()
    },
    async add(caller, draft, names = ids) {
      demandScope(caller, 'admin')
      const checked = checkDraft(draft)
      const fresh: TrafficRule = { id: names.next('tr'), ...checked, createdAtMs: clock.nowMs() }
      let rule = fresh
      await change(caller, 'created', (all) => {
        const made = all.find(({ id }) => id === fresh.id)
        if (made !== undefined) {
          rule = made
          return undefined
        }
        const same = all.find((one) => isSame(one, fresh))
        if (same !== undefined) throw new ServiceError('conflict', `There is such a rule already: ${same.id}`)
        if (all.length >= TRAFFIC_RULES_MAX) {
          throw new ServiceError(
            'conflict',
            `There are ${TRAFFIC_RULES_MAX} traffic rules; remove one before you add another`,
          )
        }
        return { all: [...all, fresh], rule: fresh }
      })
      return rule
    },
    async remove(caller, id) {
      demandScope(caller, 'admin')
      await change(caller, 'removed', (all) => {
        const rule = all.find((one) => one.id === id)
        if (rule === undefined) throw notFound('traffic rule', id)
        return { all: all.filter((one) => one !== rule), rule }
      })
    },
    async refresh() {
      take(await settings.read(SETTING))
    },
  }
}

function rulesIn(text = '[]'): readonly TrafficRule[] {
  return JSON.parse(text)
}

/** Whether both are meant for the same clients: capitals make no difference in a User-Agent. */
function isSame(one: TrafficRule, other: TrafficRule): boolean {
  return one.network === other.network && one.userAgent?.toLowerCase() === other.userAgent?.toLowerCase()
}

/** @throws ServiceError validation_error */
function checkDraft(draft: TrafficRuleDraft): Pick<TrafficRule, 'network' | 'userAgent' | 'note'> {
  const faults = createFaults()
  const network = draft.network === undefined ? undefined : faults.attempt(() => checkNetwork(draft.network!))
  const userAgent = draft.userAgent === undefined ? undefined : plainText(draft.userAgent)
  if (draft.network === undefined && draft.userAgent === undefined)
    faults.note('network', 'or userAgent must say for whom the rule is', 'required')
  if (userAgent !== undefined) {
    const hidden = faultOfShownText(userAgent)
    if (hidden !== undefined) faults.note('userAgent', hidden, 'characters')
    else if (userAgent.length < USER_AGENT_CHARS_MIN)
      faults.note('userAgent', `must have at least ${USER_AGENT_CHARS_MIN} characters`, 'minLength')
    else if (draft.network === undefined && isEveryday(userAgent)) faults.note('userAgent', EVERYDAY, 'everyday')
  }
  const note = plainText(draft.note ?? '')
  const hidden = faultOfShownText(note)
  if (hidden !== undefined) faults.note('note', hidden, 'characters')
  faults.demandNone()
  return { ...(network !== undefined && { network }), ...(userAgent !== undefined && { userAgent }), note }
}

function checkNetwork(text: string): string {
  try {
    return networkIn(text)
  } catch (error) {
    throw invalid('network', (error as Error).message, 'network')
  }
}

const USER_AGENT_CHARS_MIN = 4
const EVERYDAY =
  'stands in the User-Agent of everyday browsers, whose people would no longer be counted; name more of it, or a network beside it'

function isEveryday(userAgent: string): boolean {
  // "Chrome/1" would hold for all versions from 100 to 199.
  const text = userAgent.toLowerCase().replace(/(?<=\/|rv:)\d$/, '')
  return EVERYDAY_AGENTS.some((agent) => agent.includes(text))
}

/** What most people's browsers say of themselves, version numbers aside. */
const EVERYDAY_AGENTS = [
  'mozilla/5.0 (windows nt 10.0; win64; x64) applewebkit/537.36 (khtml, like gecko) chrome/ safari/537.36 edg/',
  'mozilla/5.0 (macintosh; intel mac os x 10_15_7) applewebkit/605.1.15 (khtml, like gecko) version/ safari/605.1.15',
  'mozilla/5.0 (iphone; cpu iphone os 18_5 like mac os x) applewebkit/605.1.15 (khtml, like gecko) version/ mobile/15e148 safari/604.1',
  'mozilla/5.0 (ipad; cpu os 18_5 like mac os x) applewebkit/605.1.15 (khtml, like gecko) crios/ mobile/15e148 safari/604.1',
  'mozilla/5.0 (linux; android 10; k) applewebkit/537.36 (khtml, like gecko) chrome/ mobile safari/537.36',
  'mozilla/5.0 (linux; android 10; k) applewebkit/537.36 (khtml, like gecko) samsungbrowser/ chrome/ mobile safari/537.36',
  'mozilla/5.0 (windows nt 10.0; win64; x64; rv:) gecko/20100101 firefox/',
]
