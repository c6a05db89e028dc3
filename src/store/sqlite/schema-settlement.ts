// The second schema step: reversals, statements, payouts, transactions that count once for ever, and the chain over it all.
import { appendOnly, notAppendOnly } from './append-only.ts'

const EVENTS = `
  ${notAppendOnly('events')}
  -- The budgets that held when an event was charged; null: none. By them an auditor sees that no charge passed them.
  ALTER TABLE events ADD COLUMN budget_micros INTEGER;
  ALTER TABLE events ADD COLUMN day_budget_micros INTEGER;
  -- Conversions: the advertiser's number (below zero for tests), under which a transaction counts once.
  ALTER TABLE events ADD COLUMN transaction_of INTEGER;
  -- Conversions: whether a click or a view led to it.
  ALTER TABLE events ADD COLUMN attribution TEXT CHECK (attribution IN ('click', 'view'));

  -- Of limits only the last of each campaign and day were kept so far; they move to the charge that they were kept for.
  UPDATE events SET budget_micros = (
    SELECT s.limit_micros FROM campaign_spend s JOIN impressions i ON i.campaign = s.campaign WHERE i.number = events.impression)
  WHERE sequence IN (
    SELECT max(v.sequence) FROM events v JOIN impressions i ON i.number = v.impression
    WHERE v.charged_micros > 0 GROUP BY i.campaign);
  UPDATE events SET day_budget_micros = (
    SELECT d.limit_micros FROM campaign_days d JOIN impressions i ON i.campaign = d.campaign
    WHERE i.number = events.impression AND d.day = events.budget_day)
  WHERE sequence IN (
    SELECT max(v.sequence) FROM events v JOIN impressions i ON i.number = v.impression
    WHERE v.charged_micros > 0 GROUP BY i.campaign, v.budget_day);
  ALTER TABLE campaign_spend DROP COLUMN limit_micros;
  ALTER TABLE campaign_days DROP COLUMN limit_micros;

  UPDATE events SET transaction_of = (
    SELECT a.number * (1 - 2 * i.test) FROM impressions i
    JOIN entities c ON c.kind = 'campaign' AND c.number = i.campaign
    JOIN entities a ON a.kind = 'advertiser' AND a.id = c.advertiser_id
    WHERE i.number = events.impression)
  WHERE kind = 'conversion';
  -- Older releases remembered a transaction for a day; where it counted twice the first one keeps it.
  UPDATE events SET transaction_of = NULL WHERE kind = 'conversion' AND sequence NOT IN (
    SELECT min(sequence) FROM events WHERE kind = 'conversion' GROUP BY transaction_of, fact_key);
  CREATE UNIQUE INDEX events_by_transaction ON events (transaction_of, fact_key) WHERE transaction_of IS NOT NULL;
  ${appendOnly('events')}`

const POSTINGS = `
  CREATE TABLE postings_2 (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN
      ('top_up', 'charge', 'reversal', 'adjustment', 'release', 'withdrawal', 'withdrawal_canceled', 'payout')),
    id TEXT NOT NULL,
    event INTEGER UNIQUE REFERENCES events (sequence),
    -- The charge that a reversal takes back, whole and once.
    reverses INTEGER UNIQUE REFERENCES postings (number),
    -- Set where the advertiser's account had to stay at or above zero.
    prepaid INTEGER NOT NULL,
    reference TEXT NOT NULL, at_ms INTEGER NOT NULL,
    CHECK ((kind = 'charge') = (event IS NOT NULL)),
    CHECK ((kind = 'reversal') = (reverses IS NOT NULL)),
    UNIQUE (kind, id)
  ) STRICT;
  INSERT INTO postings_2 (number, kind, id, event, prepaid, reference, at_ms)
    SELECT number, kind, id, event, prepaid, reference, at_ms FROM postings;
  DROP TABLE postings;
  ALTER TABLE postings_2 RENAME TO postings;
  ${appendOnly('postings')}

  -- A payment's own name counts once for each account it goes to.
  CREATE TABLE payment_references (
    owner TEXT NOT NULL, reference TEXT NOT NULL, posting INTEGER NOT NULL REFERENCES postings (number),
    PRIMARY KEY (owner, reference)
  ) STRICT, WITHOUT ROWID;
  INSERT OR IGNORE INTO payment_references (owner, reference, posting)
    SELECT substr(a.name, 12, length(a.name) - 17), p.reference, p.number FROM postings p
    JOIN entries e ON e.posting = p.number JOIN accounts a ON a.number = e.account
    WHERE p.kind = 'top_up' AND p.reference <> '' AND a.name LIKE 'advertiser:%:funds' ORDER BY p.number;
  ${appendOnly('payment_references')}`

const DOCUMENTS = `
  -- Statements, invoices, withdrawals and reversals: what was said when they were made never changes …
  CREATE TABLE documents (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('statement', 'invoice', 'withdrawal', 'reversal')),
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    body TEXT NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX documents_by_owner ON documents (kind, owner, number);
  ${appendOnly('documents')}
  -- … and what becomes of them is added step by step, each at most once.
  CREATE TABLE document_steps (
    number INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents (number),
    status TEXT NOT NULL,
    posting INTEGER UNIQUE REFERENCES postings (number),
    note TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    UNIQUE (document, status)
  ) STRICT;
  ${appendOnly('document_steps')}

  -- Events found invalid later; the posting is null where nothing had been charged.
  CREATE TABLE reversals (
    number INTEGER PRIMARY KEY,
    event INTEGER NOT NULL UNIQUE REFERENCES events (sequence),
    document INTEGER NOT NULL REFERENCES documents (number),
    posting INTEGER UNIQUE REFERENCES postings (number),
    at_ms INTEGER NOT NULL
  ) STRICT;
  ${appendOnly('reversals')}`

const CHAIN = `
  -- One link for each transaction that wrote to the books: how far it reaches, and the hash over all up to there.
  CREATE TABLE chain (
    number INTEGER PRIMARY KEY,
    impressions INTEGER NOT NULL, events INTEGER NOT NULL, postings INTEGER NOT NULL,
    documents INTEGER NOT NULL, steps INTEGER NOT NULL, reversals INTEGER NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  ${appendOnly('chain')}`

const WEBHOOKS = `
  CREATE TABLE webhooks (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- An advertiser's or publisher's id, or empty for the operator.
    owner TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE webhook_outbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook INTEGER NOT NULL REFERENCES webhooks (number) ON DELETE CASCADE,
    id TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX webhook_outbox_by_time ON webhook_outbox (due_ms);
  CREATE INDEX webhook_outbox_by_webhook ON webhook_outbox (webhook, number);`

export const SETTLEMENT = EVENTS + POSTINGS + DOCUMENTS + CHAIN + WEBHOOKS
