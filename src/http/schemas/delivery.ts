// What keeps a campaign from serving, on the wire: each code with the sentence that says how to mend it.
import type { Delivery, Hindrance, HindranceCode } from '../../actions/decisions/read-delivery.ts'
import { formatMicros } from '../../domain/money.ts'
import { presentPacing } from '../present-explanation.ts'
import { oneOf } from './common.ts'
import { pacingSchema } from './decision.ts'
import { isoTime, timeSchema } from './resource.ts'
import { Type } from '../../doors/type.ts'

/** What each says to whoever asks with the scope `admin`, and to the others too, but for what they cannot do. */
export const SENTENCES: Readonly<Record<HindranceCode, string>> = {
  archived: 'The campaign is archived for good; make a new one.',
  paused: 'The campaign is paused; resume it.',
  scheduled: 'The campaign has not begun; wait, or let it start earlier.',
  ended: 'The campaign has ended; set a later end.',
  advertiser_archived: 'Its advertiser is archived for good; make the campaign under another one.',
  closed_hours: 'Its days and hours leave out this one; wait, or choose more of them.',
  total_budget_spent: 'Its budget in all is spent, or links that are out may take the rest; raise it.',
  daily_budget_spent: 'Its budget of the day is spent, or links that are out may take the rest; wait, or raise it.',
  no_funds: 'Its advertiser pays in advance, and nothing is left or links that are out may take the rest; add funds.',
  credit_limit:
    'Its advertiser owes as much as it may, or links that are out may take the rest; book what it has paid, or raise its creditLimit.',
  pacing: 'It is ahead of its plan, or links that are out may take what is left; it goes on by itself.',
  no_ads: 'It has no ads; make one, or import a file.',
  ads_paused: 'None of its ads serves, and some are paused; resume them.',
  ads_out_of_stock: 'None of its ads serves, and some are out of stock; say so once they are there again.',
  ads_pending: 'None of its ads serves, and some wait for review; an operator approves them.',
  ads_rejected: 'None of its ads serves, and some were rejected; change them as the reason beside them says.',
  no_publisher: 'No publisher takes it; raise the bid, name other publishers, or offer ads in more formats.',
}

/** What it says to the others instead. */
const FOR_OPERATORS_TO_MEND: Readonly<Partial<Record<HindranceCode, string>>> = {
  no_funds:
    'Its advertiser pays in advance, and nothing is left or links that are out may take the rest; send the operator a payment, who adds it to the funds.',
  credit_limit:
    'Its advertiser owes as much as it may, or links that are out may take the rest; pay what is owed, which the operator books.',
}

const counts = (description: string) => Type.Record(Type.String(), Type.Integer(), { description })

const canServeSchema = Type.Boolean({ description: 'Whether there are requests now that it could be shown for.' })

const reasonSchema = Type.Object({
  code: oneOf(Object.keys(SENTENCES)),
  message: Type.String({ description: 'What to do about it.' }),
  until: Type.Optional(Type.Unsafe<string>({ ...timeSchema, description: 'When it ends by itself.' })),
})

/** What a list of campaigns tells of each, where it is asked for. */
export const standingSchema = Type.Object(
  {
    canServe: canServeSchema,
    reason: Type.Optional(Type.Unsafe<object>({ ...reasonSchema, description: 'The first that keeps it.' })),
  },
  { description: 'Only with `delivery` or `canServe` in the query.' },
)

export const deliverySchema = Type.Object({
  campaignId: Type.String(),
  canServe: canServeSchema,
  reasons: Type.Array(reasonSchema, {
    description: 'All that keep it from serving anybody; empty where it can serve.',
  }),
  pacing: pacingSchema,
  spend: Type.Object(
    {
      total: Type.String({ description: 'In all, however long ago.' }),
      today: Type.String({ description: "On this day of the campaign's time zone." }),
      currency: Type.String(),
    },
    { description: 'What was charged, less what was reversed: what its budgets are held against.' },
  ),
  publishers: Type.Object({
    open: Type.Integer({ description: 'So many may show its ads.' }),
    stoppedBy: counts(
      'The others by the first reason: targeting, policy_blocked, below_floor, unsupported_format, or budget_exhausted where what is left is below their floor.',
    ),
  }),
  recent: Type.Object(
    {
      decisions: Type.Integer({ description: 'So many were looked at.' }),
      since: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'Of the oldest one.' }),
      served: Type.Integer({ description: 'An ad of it was in the answer.' }),
      stoppedBy: counts('Its ads were weighed and none was in the answer: why not, of the one that fitted best.'),
      missedRules: counts(
        'Its targeting keeps it away: by the first such rule of publishers, countries, regions, languages, days and hours.',
      ),
    },
    {
      description:
        'Of the last 10,000 decisions, the live ones since the campaign was made. Each counts once; those that are counted nowhere were about something else, were closed to ads, had many others that fitted better, or were filled by others while the campaign was held back.',
    },
  ),
})

/**
 * @param currency of the installation
 * @param isAdmin whether whoever asks may do all that mends it
 */
export function deliveryOnWire(
  campaignId: string,
  { hindrances, pacing, spend, publishers, recent: { sinceMs, ...recent } }: Delivery,
  { currency, isAdmin }: { currency: string; isAdmin: boolean },
) {
  return {
    campaignId,
    canServe: hindrances.length === 0,
    reasons: hindrances.map((hindrance) => reasonOnWire(hindrance, isAdmin)),
    pacing: presentPacing(pacing, currency),
    spend: { total: formatMicros(spend.totalMicros), today: formatMicros(spend.dayMicros), currency },
    publishers,
    recent: { ...recent, since: isoTime(sinceMs) ?? null },
  }
}

export function standingOnWire(first: Hindrance | undefined, isAdmin: boolean) {
  return { canServe: first === undefined, ...(first && { reason: reasonOnWire(first, isAdmin) }) }
}

function reasonOnWire({ code, untilMs }: Hindrance, isAdmin: boolean) {
  const message = (isAdmin ? undefined : FOR_OPERATORS_TO_MEND[code]) ?? SENTENCES[code]
  return { code, message, until: isoTime(untilMs) }
}
