// How true the predicted click rates are, and what another way of choosing would bring: GET /api/v1/calibration, /policy-evaluation.
import type { FastifyInstance } from 'fastify'
import {
  type EvaluateLoggedPolicy,
  type JudgedPolicy,
  JUDGED_POLICIES,
} from '../../actions/decisions/evaluate-policy.ts'
import type { ReadCalibration } from '../../actions/decisions/read-calibration.ts'
import { type Auth, callerOf } from '../auth.ts'
import { Type } from '../../doors/type.ts'

export interface LearningDeps {
  readonly auth: Pick<Auth, 'requires'>
  readonly readCalibration: ReadCalibration
  readonly evaluateLoggedPolicy: EvaluateLoggedPolicy
}

export function registerLearning(
  app: FastifyInstance,
  { auth, readCalibration, evaluateLoggedPolicy }: LearningDeps,
): void {
  app.get('/api/v1/calibration', { onRequest: auth.requires('admin'), schema: CALIBRATION_SCHEMA }, () =>
    readCalibration(),
  )
  app.get('/api/v1/policy-evaluation', { onRequest: auth.requires('admin'), schema: POLICY_SCHEMA }, (request) => {
    const { policy } = request.query as { policy?: JudgedPolicy }
    return evaluateLoggedPolicy(callerOf(request), policy ?? 'greedy')
  })
}

const CALIBRATION_SCHEMA = {
  summary: 'Predicted and observed click rates',
  description:
    'Impressions in up to ten groups of about equal size by the click rate that was predicted when the ad was served. `error` is the ' +
    'mean distance of predicted and observed, weighed by impressions.',
  tags: ['Reports'],
  access: 'admin' as const,
  response: {
    200: Type.Object({
      error: Type.Number(),
      meanRate: Type.Number({ description: 'Observed clicks of an impression.' }),
      buckets: Type.Array(
        Type.Object({
          predicted: Type.Number(),
          observed: Type.Number(),
          impressions: Type.Integer(),
          clicks: Type.Integer(),
        }),
      ),
    }),
  },
}

const estimate = Type.Object({ value: Type.Number(), low: Type.Number(), high: Type.Number() })

const POLICY_SCHEMA = {
  summary: 'What another policy would have brought',
  description:
    'Clicks for each first place, estimated from the last 10,000 decisions by inverse propensity (ips), its normalised form (snips) and ' +
    'doubly robust (dr), with 95 % intervals. `warnings` says where too few clicks fell to tell anything.',
  tags: ['Reports'],
  access: 'admin' as const,
  querystring: Type.Object({
    policy: Type.Optional(Type.Union(JUDGED_POLICIES.map((policy) => Type.Literal(policy)))),
  }),
  response: {
    200: Type.Object({
      choices: Type.Integer(),
      rewards: Type.Number(),
      logged: estimate,
      ips: estimate,
      snips: estimate,
      dr: estimate,
      effectiveSampleSize: Type.Number(),
      warnings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
    }),
  },
}
