// The feed of a campaign on the wire, and what became of fetching it.
import type { Static } from 'typebox'
import type { FeedView } from '../../actions/import/fetch-feeds.ts'
import type { Change } from '../../actions/inventory/merge-change.ts'
import { AD_LIMITS } from '../../domain/ad.ts'
import { FEED_DEFAULTS, FEED_HOURS_MAX, type Feed } from '../../domain/feed.ts'
import { IMPORT_FORMATS } from '../../domain/import-format.ts'
import { oneOf, optional } from './common.ts'
import { importResultSchema } from './import.ts'
import { timeSchema } from './resource.ts'
import { Type } from '../../doors/type.ts'

const url = Type.String({
  minLength: 1,
  maxLength: AD_LIMITS.urlChars,
  description: 'Of a file as an import takes it, packed with gzip or not; https, on a public host.',
})
const everyHours = Type.Integer({
  minimum: 1,
  maximum: FEED_HOURS_MAX,
  description: `How often it is fetched. Default ${FEED_DEFAULTS.everyHours}.`,
})
const format = oneOf(IMPORT_FORMATS, {
  description: 'Where it is not said: by the content type of the answer, else by how the path ends.',
})
const missing = oneOf(['keep', 'archive'], {
  description: 'What becomes of ads that the file does not name, as in an import. Default keep.',
})
const missingMax = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: `With archive: percent of the ads that may be missing. Default ${FEED_DEFAULTS.missingMax}.`,
})

const terms = {
  everyHours: optional(everyHours),
  format: optional(format),
  missing: optional(missing),
  missingMax: optional(missingMax),
}
const description = 'A file that the service fetches the ads from, at once and then regularly.'
/** Of a new campaign. */
export const newFeedSchema = Type.Object({ url, ...terms }, { description })
/** Fields that are not named stay. */
export const feedChangeSchema = Type.Object(
  { url: Type.Optional(url), ...terms },
  { description: `${description} null: none any more.` },
)

const fields = { url: Type.String(), everyHours, format: Type.Optional(format), missing, missingMax }
export const feedSchema = Type.Object(fields)

export const feedViewSchema = Type.Object({
  campaignId: Type.String(),
  ...fields,
  state: oneOf(['fetching', 'due', 'waiting'], {
    description: 'due: it is fetched within seconds, or once others are through.',
  }),
  nextAt: Type.String({ format: 'date-time', description: 'When it is fetched next, or soon after.' }),
  last: Type.Optional(
    Type.Object(
      {
        at: timeSchema,
        outcome: oneOf(['imported', 'failed']),
        message: Type.Optional(Type.String({ description: 'Why it failed.' })),
        result: Type.Optional(importResultSchema),
      },
      { description: 'What became of it last; of the lines that were rejected the first 20.' },
    ),
  ),
})

/** Null stays null: it takes the feed away, or gives a field its default. */
export function readFeedChange(
  feed: Static<typeof feedChangeSchema> | null | undefined,
): Change<Feed> | null | undefined {
  if (feed === null || feed === undefined) return feed
  // Named one by one: a field that we do not know must not get into the store.
  return {
    ...(feed.url !== undefined && { url: URL.parse(feed.url)?.href ?? feed.url }),
    ...(feed.everyHours !== undefined && { everyHours: feed.everyHours }),
    ...(feed.format !== undefined && { format: feed.format as Feed['format'] | null }),
    ...(feed.missing !== undefined && { missing: feed.missing as Feed['missing'] | null }),
    ...(feed.missingMax !== undefined && { missingMax: feed.missingMax }),
  } as Change<Feed>
}

export function feedOnWire({ campaignId, feed, standing, nextAtMs, last }: FeedView) {
  return {
    campaignId,
    ...feed,
    state: standing,
    nextAt: new Date(nextAtMs).toISOString(),
    ...(last && { last: lastOnWire(last) }),
  }
}

function lastOnWire({ atMs, ...last }: NonNullable<FeedView['last']>) {
  return { at: new Date(atMs).toISOString(), ...last }
}
