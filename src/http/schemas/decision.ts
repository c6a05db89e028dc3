// What was decided and why, on the wire: in the answer of a request that asks for it, and read back later.
import { BID_MODELS } from '../../domain/campaign.ts'
import { NO_FILL_CODES, STAGES } from '../../domain/decision.ts'
import { oneOf } from './common.ts'
import { moneySchema } from './money.ts'
import { Type } from '../../doors/type.ts'

export const noFillSchema = Type.Object({
  reason: oneOf(Object.keys(NO_FILL_CODES)),
  code: Type.Integer(),
  detail: Type.Optional(Type.String()),
})

const text = (description?: string) => Type.Optional(Type.String(description ? { description } : {}))
const number = (description: string) => Type.Optional(Type.Number({ description }))

export const signalsSchema = Type.Object({
  language: Type.String({ description: 'BCP 47; und where it is not known.' }),
  commercialIntent: Type.Number({ minimum: 0, maximum: 1 }),
  sensitiveTopics: Type.Array(Type.Object({ category: Type.String(), score: Type.Number() })),
  terms: Type.Array(Type.Object({ term: Type.String(), weight: Type.Number() }), {
    description: 'The words that count; empty in past decisions, since no word of a conversation is kept.',
  }),
})

export const matchSchema = Type.Object(
  {
    score: Type.Number({ description: 'What the words below add up to, in nats.' }),
    similarity: number('How near the meaning is, -1 to 1; absent where too few words are known to tell.'),
    embedded: Type.Optional(Type.Literal(true, { description: 'An embedding model says so, not the shipped table.' })),
    coverage: number('Which part of what was asked for it names, 0 to 1.'),
    missing: number('The weight of the heaviest word that it lacks, in nats.'),
    talk: number('How much was said: 0 for a bare query, 1 for some sentences.'),
    tells: Type.Optional(
      Type.Boolean({
        description:
          'Whether it holds, or is needed for, a word that tells what is looked for; without, relevance is 0.',
      }),
    ),
    share: number('Which part of its relevance is left, where it is too cheap or in another place.'),
    terms: Type.Array(
      Type.Object({
        term: Type.String(),
        contribution: Type.Number(),
        otherName: Type.Optional(
          Type.Literal(true, { description: 'It does not hold the word; such a thing is called so, too.' }),
        ),
        needed: Type.Optional(
          Type.Literal(true, { description: 'It does not hold the word; people say it who need such a thing.' }),
        ),
      }),
    ),
  },
  {
    additionalProperties: true,
    description: 'What its relevance is made of, by the formula in docs/matching.md; not kept with past decisions.',
  },
)

export const pacingSchema = Type.Object(
  { share: Type.Number(), open: moneySchema, stop: text() },
  { description: "How its campaign's budget is paced by now." },
)

const candidate = Type.Object({
  adId: text('Absent where the ad serves no more.'),
  externalId: text(),
  campaignId: Type.String(),
  slot: Type.Integer({ description: 'From 0.' }),
  relevance: Type.Number({ minimum: 0, maximum: 1 }),
  score: Type.Number({ description: 'What it was ordered by; 0 where it was stopped before.' }),
  rate: Type.Number({ description: 'Billable actions expected of an impression.' }),
  evidence: number('Observed actions behind the rate.'),
  bid: Type.Object({ model: oneOf(BID_MODELS), amount: Type.String(), currency: Type.String() }),
  price: Type.Optional(moneySchema),
  priceSetBy: text('floor, or the id of the ad that would have had the place.'),
  chanceOfFirstPlace: number('Where rates were drawn.'),
  stoppedBy: text('Why it was not placed.'),
  missedRule: text('Of targeting: by which rule; not kept with past decisions.'),
  pacing: Type.Optional(pacingSchema),
  match: Type.Optional(matchSchema),
})

export const explanationSchema = Type.Object({
  signals: signalsSchema,
  stages: Type.Array(Type.Object({ stage: oneOf(STAGES), microseconds: Type.Integer() })),
  candidates: Type.Array(candidate),
})

export const pastDecisionSchema = Type.Object({
  requestId: Type.String(),
  publisherId: Type.String(),
  test: Type.Boolean(),
  decidedAt: Type.String({ format: 'date-time' }),
  slots: Type.Array(
    Type.Object({
      slotId: Type.String(),
      format: Type.String(),
      ads: Type.Array(
        Type.Object({
          adId: text('Absent where the ad serves no more.'),
          externalId: text(),
          campaignId: Type.String(),
          impressionId: Type.String(),
          price: moneySchema,
        }),
      ),
      noFill: Type.Optional(noFillSchema),
    }),
  ),
  explain: explanationSchema,
})
