// The shape of the database, as numbered steps that only go forward; each runs whole or not at all.
import type { DatabaseSync } from 'node:sqlite'
import { appendOnly } from './append-only.ts'
import { createChain } from '../sql/chain.ts'
import { FEEDBACK } from './schema-feedback.ts'
import { addChecksums, IGNORED_CHECKSUMS } from './schema-ignored.ts'
import { SETTLEMENT } from './schema-settlement.ts'

export interface Migration {
  readonly name: string
  readonly sql: string
  /** What SQL alone cannot do, in the same transaction. */
  readonly then?: (db: DatabaseSync) => void
}

/** Brings the database to the newest version. @throws Error where a newer release has written it */
export function migrate(db: DatabaseSync, migrations: readonly Migration[] = MIGRATIONS): void {
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version > migrations.length) {
    throw new Error(
      `The data folder was written by a newer release (schema ${version}; this one knows ${migrations.length}). ` +
        'Start the newer release, or restore a backup from before the upgrade.',
    )
  }
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue
    // A table that is made anew must not take along what points to it; what points where is checked before the commit.
    db.exec('PRAGMA foreign_keys = OFF')
    db.exec('BEGIN IMMEDIATE')
    try {
      db.exec(migration.sql)
      migration.then?.(db)
      const lost = db.prepare('PRAGMA foreign_key_check').get() as { table: string } | undefined
      if (lost) throw new Error(`A row of ${lost.table} points to one that is not there.`)
      db.exec(`PRAGMA user_version = ${index + 1}`)
      db.exec('COMMIT')
    } catch (cause) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw new Error(`Schema step ${index + 1} (${migration.name}) failed; nothing of it was kept.`, { cause })
    } finally {
      db.exec('PRAGMA foreign_keys = ON')
    }
  }
}

const DIMENSIONS = `
  test INTEGER NOT NULL, hour INTEGER NOT NULL, publisher INTEGER NOT NULL, campaign INTEGER NOT NULL,
  ad INTEGER NOT NULL, slot TEXT NOT NULL, country TEXT NOT NULL, format TEXT NOT NULL`

const INVENTORY = `
  -- The revision is the row's own key, so a change moves its row to the end and "what changed since" is one range.
  CREATE TABLE entities (
    revision INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('publisher', 'advertiser', 'campaign', 'ad', 'key')),
    number INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    -- An entity also carries its own id in the column of its kind, so that each filter of a list is one comparison.
    publisher_id TEXT, advertiser_id TEXT, campaign_id TEXT,
    external_id TEXT,
    archived INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (kind, number)
  ) STRICT;
  CREATE INDEX entities_by_publisher ON entities (kind, publisher_id, number) WHERE publisher_id IS NOT NULL;
  CREATE INDEX entities_by_advertiser ON entities (kind, advertiser_id, number) WHERE advertiser_id IS NOT NULL;
  CREATE INDEX entities_by_campaign ON entities (kind, campaign_id, number) WHERE campaign_id IS NOT NULL;
  -- Few among very many ads; who starts reads them first.
  CREATE INDEX others_by_revision ON entities (revision) WHERE kind <> 'ad';
  CREATE UNIQUE INDEX ads_by_external_id ON entities (campaign_id, external_id) WHERE external_id IS NOT NULL;

  -- A link names the version it was made for, and leads to that version's page for ever.
  CREATE TABLE ad_versions (
    ad INTEGER NOT NULL, version INTEGER NOT NULL, landing_url TEXT NOT NULL,
    PRIMARY KEY (ad, version)
  ) STRICT, WITHOUT ROWID;
  ${appendOnly('ad_versions')}

  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`

const EVENTS = `
  -- Served ads that anything was heard of, with what their link promised.
  CREATE TABLE impressions (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    decision BLOB NOT NULL, ordinal INTEGER NOT NULL,
    ad INTEGER NOT NULL, ad_version INTEGER NOT NULL, campaign INTEGER NOT NULL, publisher INTEGER NOT NULL,
    model TEXT NOT NULL, price_micros INTEGER NOT NULL,
    format TEXT NOT NULL, slot TEXT NOT NULL, country TEXT NOT NULL, user BLOB NOT NULL, test INTEGER NOT NULL
  ) STRICT;
  -- The user's hash may be wiped; the rest stays.
  ${appendOnly('impressions', 'number, id, decision, ordinal, ad, ad_version, campaign, publisher, model, price_micros, format, slot, country, test')}

  -- Facts that were judged for good, each at most once: valid ones (reason null, or 'test' where a live one would have
  -- been billed) and those that no longer fitted a budget.
  CREATE TABLE events (
    sequence INTEGER PRIMARY KEY,
    impression INTEGER NOT NULL REFERENCES impressions (number),
    kind TEXT NOT NULL, fact_key TEXT NOT NULL,
    reason TEXT CHECK (reason IN ('test', 'over_budget')),
    implied INTEGER NOT NULL,
    charged_micros INTEGER NOT NULL CHECK (charged_micros >= 0),
    revenue_micros INTEGER NOT NULL CHECK (revenue_micros BETWEEN 0 AND charged_micros),
    revenue_share REAL NOT NULL,
    budget_day INTEGER,
    occurred_ms INTEGER NOT NULL, received_ms INTEGER NOT NULL,
    conversion_type TEXT, value_micros INTEGER, detail TEXT,
    UNIQUE (impression, kind, fact_key)
  ) STRICT;
  ${appendOnly('events')}

  -- What was kept without being counted: one row for each reason, however often it comes.
  CREATE TABLE ignored_events (
    impression INTEGER NOT NULL REFERENCES impressions (number),
    kind TEXT NOT NULL, fact_key TEXT NOT NULL, reason TEXT NOT NULL,
    count INTEGER NOT NULL, first_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL,
    PRIMARY KEY (impression, kind, fact_key, reason)
  ) STRICT, WITHOUT ROWID;`

const BOOKS = `
  CREATE TABLE accounts (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, balance_micros INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE postings (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('top_up', 'charge')),
    id TEXT NOT NULL,
    event INTEGER UNIQUE REFERENCES events (sequence),
    -- Set where the advertiser's account had to stay at or above zero.
    prepaid INTEGER NOT NULL,
    reference TEXT NOT NULL, at_ms INTEGER NOT NULL,
    CHECK ((kind = 'charge') = (event IS NOT NULL)),
    UNIQUE (kind, id)
  ) STRICT;
  ${appendOnly('postings')}

  CREATE TABLE entries (
    sequence INTEGER PRIMARY KEY,
    posting INTEGER NOT NULL REFERENCES postings (number),
    account INTEGER NOT NULL REFERENCES accounts (number),
    amount_micros INTEGER NOT NULL CHECK (amount_micros <> 0),
    UNIQUE (posting, account)
  ) STRICT;
  CREATE INDEX entries_by_account ON entries (account, sequence);
  ${appendOnly('entries')}

  -- The limit is the budget that held when the last charge was let through; null: none.
  CREATE TABLE campaign_spend (
    campaign INTEGER PRIMARY KEY, spent_micros INTEGER NOT NULL, limit_micros INTEGER
  ) STRICT;
  CREATE TABLE campaign_days (
    campaign INTEGER NOT NULL, day INTEGER NOT NULL, spent_micros INTEGER NOT NULL, limit_micros INTEGER,
    PRIMARY KEY (campaign, day)
  ) STRICT, WITHOUT ROWID;`

const REPORTS = `
  CREATE TABLE rollup (${DIMENSIONS},
    requests INTEGER NOT NULL, eligible INTEGER NOT NULL, filled INTEGER NOT NULL,
    impressions INTEGER NOT NULL, viewable INTEGER NOT NULL, clicks INTEGER NOT NULL, conversions INTEGER NOT NULL,
    value_micros INTEGER NOT NULL, spend_micros INTEGER NOT NULL, revenue_micros INTEGER NOT NULL,
    PRIMARY KEY (test, hour, publisher, campaign, ad, slot, country, format)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE rollup_ignored (${DIMENSIONS}, reason TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (test, hour, publisher, campaign, ad, slot, country, format, reason)
  ) STRICT, WITHOUT ROWID;
  -- The slot ids that are reported by name, a bounded number for each publisher and day.
  CREATE TABLE rollup_slots (
    publisher INTEGER NOT NULL, day INTEGER NOT NULL, slot TEXT NOT NULL,
    PRIMARY KEY (publisher, day, slot)
  ) STRICT, WITHOUT ROWID;`

const HINTS = `
  CREATE TABLE exposures (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    impression_id TEXT NOT NULL,
    ad INTEGER NOT NULL, campaign INTEGER NOT NULL, advertiser INTEGER NOT NULL,
    publisher INTEGER NOT NULL, turn INTEGER NOT NULL,
    user TEXT NOT NULL, session TEXT NOT NULL, conversation TEXT NOT NULL, served_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX exposures_by_time ON exposures (served_ms);

  CREATE TABLE idempotency (
    key TEXT PRIMARY KEY, request_hash TEXT NOT NULL, at_ms INTEGER NOT NULL, status INTEGER, body TEXT
  ) STRICT;
  CREATE INDEX idempotency_by_time ON idempotency (at_ms);`

const REVIEW = `
  -- Null where an ad is approved, as nearly all are, so that those that a person looks for are found without reading the others.
  ALTER TABLE entities ADD COLUMN review TEXT;
  UPDATE entities SET review = json_extract(body, '$.review')
  WHERE kind = 'ad' AND json_extract(body, '$.review') <> 'approved';
  CREATE INDEX ads_by_review ON entities (review, number) WHERE review IS NOT NULL;
  CREATE INDEX ads_by_advertiser_review ON entities (review, advertiser_id, number) WHERE review IS NOT NULL;
  CREATE INDEX ads_by_campaign_review ON entities (review, campaign_id, number) WHERE review IS NOT NULL;`

const DOCUMENT_LISTS = `
  -- A page of all papers of a kind, newest first, is read without sorting all of them.
  CREATE INDEX documents_by_kind ON documents (kind, number);`

const HOURS = `
  -- Of days before this one (counted since 1970, in UTC) reports keep sums of the day, under its first hour.
  CREATE TABLE rollup_hours (since_day INTEGER NOT NULL) STRICT;
  INSERT INTO rollup_hours VALUES (0);`

const CLOCK_SPEED = `
  -- A store keeps the speed of its clock; an older release kept when a fast one began, under a name that ends in its speed.
  INSERT INTO settings
  SELECT 'clock_speed', coalesce(
    (SELECT substr(name, length('clock_epoch_x') + 1) FROM settings WHERE name GLOB 'clock_epoch_x*' ORDER BY value DESC LIMIT 1), '1')
  FROM settings WHERE name = 'started_at';`

const OUTBOX_BY_WEBHOOK = `
  -- What is due of some webhooks is found without passing over what waits for all others.
  DROP INDEX webhook_outbox_by_time;
  DROP INDEX webhook_outbox_by_webhook;
  CREATE INDEX webhook_outbox_by_webhook ON webhook_outbox (webhook, due_ms);`

const CHANGES = `
  -- Who changed what: an entry of each act, and what became otherwise as JSON.
  CREATE TABLE changes (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    at_ms INTEGER NOT NULL,
    key_id TEXT NOT NULL,
    action TEXT NOT NULL, kind TEXT NOT NULL, entity TEXT NOT NULL,
    -- An advertiser's or publisher's id, or empty for the operator.
    owner TEXT NOT NULL,
    -- Counts what there ever was of this owner: of ads, or of everything else.
    nth INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX changes_by_entity ON changes (entity, number);
  CREATE INDEX changes_by_key ON changes (key_id, number);
  CREATE INDEX changes_by_owner ON changes (owner, number);
  CREATE INDEX changes_by_time ON changes (at_ms);
  CREATE INDEX changes_of_ads ON changes (owner, number, nth) WHERE kind = 'ad';
  CREATE INDEX changes_of_others ON changes (owner, number, nth) WHERE kind <> 'ad';`

const MEDIA = `
  -- What buyers order by a protocol of theirs: buys, whose packages are campaigns, and libraries of creatives, which become ads.
  CREATE TABLE media_buys (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- An advertiser's id.
    owner TEXT NOT NULL,
    revision INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX media_buys_by_owner ON media_buys (owner, number);
  CREATE TABLE creatives (
    number INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (owner, id)
  ) STRICT;
  CREATE INDEX creatives_by_owner ON creatives (owner, number);`

const EMPTY_SLOTS = `
  -- How often no ad at all was shown, by the number of the reason; by day from the start, so that no hours are to be folded.
  CREATE TABLE rollup_empty (
    test INTEGER NOT NULL, day INTEGER NOT NULL, publisher INTEGER NOT NULL, slot TEXT NOT NULL,
    reason INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (test, day, publisher, slot, reason)
  ) STRICT, WITHOUT ROWID;`

const REVERSALS_BY_DOCUMENT = `
  -- What a reversal came to is added up without looking through all others.
  CREATE INDEX reversals_by_document ON reversals (document);`

const KEY_USES = `
  -- When each key was last used, in whole hours; by its number.
  CREATE TABLE key_uses (key INTEGER PRIMARY KEY, used_ms INTEGER NOT NULL) STRICT;`

const IMPRESSIONS_BY_CAMPAIGN = `
  -- Whom a campaign reached is counted without looking through what others showed, or it itself long before.
  CREATE INDEX impressions_by_campaign ON impressions (campaign, decision);`

const CREDITS = `
  -- What was paid since an invoice is found without reading what was charged since.
  CREATE INDEX entries_added ON entries (account, sequence) WHERE amount_micros > 0;`

export const MIGRATIONS: readonly Migration[] = [
  { name: 'inventory, events, books, reports', sql: INVENTORY + EVENTS + BOOKS + REPORTS + HINTS },
  { name: 'settlement and chain', sql: SETTLEMENT, then: (db) => createChain(db).seal() },
  { name: 'checksums of what was ignored', sql: IGNORED_CHECKSUMS, then: addChecksums },
  { name: 'ads by their review', sql: REVIEW },
  { name: 'papers by their kind', sql: DOCUMENT_LISTS },
  { name: 'since when reports keep hours', sql: HOURS },
  { name: 'how fast the clock runs', sql: CLOCK_SPEED },
  { name: 'what waits by its webhook', sql: OUTBOX_BY_WEBHOOK },
  { name: 'what people said of ads', sql: FEEDBACK },
  { name: 'who changed what', sql: CHANGES },
  { name: 'media buys and creatives', sql: MEDIA },
  { name: 'why slots stayed empty', sql: EMPTY_SLOTS },
  { name: 'reversals by their document', sql: REVERSALS_BY_DOCUMENT },
  { name: 'when keys were last used', sql: KEY_USES },
  { name: 'impressions by their campaign', sql: IMPRESSIONS_BY_CAMPAIGN },
  { name: 'what accounts were credited', sql: CREDITS },
]
