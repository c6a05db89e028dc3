// How many people saw a campaign, and how often, on the wire.
import type { ReachOfDays } from '../../actions/reports/read-reach.ts'
import { TIMES_MAX } from '../../domain/reach.ts'
import { Type } from '../../doors/type.ts'
import { date } from './report.ts'
import { idSchema } from './resource.ts'

export const reachQuerySchema = Type.Object({
  campaignId: idSchema,
  from: date('UTC date, included; default: 30 days up to `to`.'),
  to: date('UTC date, included; default: today.'),
  test: Type.Optional(
    Type.Boolean({ default: false, description: 'What test keys were served, which is kept apart.' }),
  ),
})

const whole = (description: string) => Type.Integer({ description })

export const reachSchema = Type.Object({
  test: Type.Boolean({ description: 'True for what test keys were served, and where a clock runs fast.' }),
  campaignId: Type.String(),
  from: Type.String(),
  to: Type.String(),
  people: whole('Users that publishers named, each publisher’s apart.'),
  sessions: whole('Sessions in which no user was named.'),
  impressions: Type.Object({
    people: Type.Integer(),
    sessions: Type.Integer(),
    unknown: whole('Of whom nobody can tell, since neither was named or the person said no.'),
  }),
  perPerson: Type.Union([Type.Number(), Type.Null()], {
    description: 'Impressions for each of the people; null where there are none.',
  }),
  frequency: Type.Array(
    Type.Object({
      times: Type.Integer(),
      orMore: Type.Optional(Type.Boolean({ description: 'True of the last one.' })),
      people: whole('So many saw an ad of the campaign that often.'),
      sessions: Type.Integer(),
    }),
  ),
})

export function reachOnWire(campaignId: string, { from, to, people, sessions, unknownImpressions }: ReachOfDays) {
  return {
    campaignId,
    from,
    to,
    people: people.count,
    sessions: sessions.count,
    impressions: { people: people.impressions, sessions: sessions.impressions, unknown: unknownImpressions },
    perPerson: people.count === 0 ? null : Math.round((people.impressions / people.count) * 100) / 100,
    frequency: people.byTimes.map((count, i) => ({
      times: i + 1,
      ...(i + 1 === TIMES_MAX && { orMore: true }),
      people: count,
      sessions: sessions.byTimes[i]!,
    })),
  }
}
