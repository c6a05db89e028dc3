// The ninth schema step: what people said of ads, counted and listed, with all that was said before.

const LIST = `
  -- What the events of these kinds say, by whom it concerns; what was taken back is not here.
  CREATE TABLE feedback (
    event INTEGER PRIMARY KEY REFERENCES events (sequence),
    test INTEGER NOT NULL,
    reaction TEXT NOT NULL CHECK (reaction IN ('up', 'down', 'dismiss', 'report')),
    ad INTEGER NOT NULL, advertiser INTEGER NOT NULL, publisher INTEGER NOT NULL
  ) STRICT;
  INSERT INTO feedback
    SELECT v.sequence, i.test, CASE v.kind WHEN 'dismiss' THEN v.kind ELSE v.fact_key END,
      i.ad, coalesce(a.number, 0), i.publisher
    FROM events v JOIN impressions i ON i.number = v.impression
    LEFT JOIN entities c ON c.kind = 'campaign' AND c.number = i.campaign
    LEFT JOIN entities a ON a.kind = 'advertiser' AND a.id = c.advertiser_id
    LEFT JOIN reversals r ON r.event = v.sequence
    WHERE (v.kind = 'dismiss' OR (v.kind = 'feedback' AND v.fact_key IN ('up', 'down', 'report'))) AND r.number IS NULL
    ORDER BY v.sequence;
  CREATE INDEX feedback_by_reaction ON feedback (test, reaction, event);
  -- With what else a list is narrowed to, so that of others no row is looked up to be passed over.
  CREATE INDEX feedback_by_ad ON feedback (ad, test, reaction, event, advertiser, publisher);
  CREATE INDEX feedback_by_advertiser ON feedback (advertiser, test, reaction, event, publisher, ad);
  CREATE INDEX feedback_by_publisher ON feedback (publisher, test, reaction, event);`

// Where nothing else was counted of a slot on the day on which something was said there, it has no name in reports yet. It gets one now,
// as it would have then: given with what is counted next, it would leave what was said before under another key for good.
const SLOTS = `
  INSERT INTO rollup_slots (publisher, day, slot)
    SELECT n.publisher, n.day, n.slot FROM (
      SELECT i.publisher, v.received_ms / 86400000 AS day, i.slot,
        row_number() OVER (PARTITION BY i.publisher, v.received_ms / 86400000 ORDER BY min(v.sequence)) AS nth
      FROM feedback f JOIN events v ON v.sequence = f.event JOIN impressions i ON i.number = v.impression
      LEFT JOIN rollup_slots s ON s.publisher = i.publisher AND s.day = v.received_ms / 86400000 AND s.slot = i.slot
      WHERE s.slot IS NULL GROUP BY 1, 2, 3
    ) n
    WHERE n.nth + (SELECT count(*) FROM rollup_slots s WHERE s.publisher = n.publisher AND s.day = n.day) <= 1000;`

const SUMS = `
  ALTER TABLE rollup ADD COLUMN thumbs_up INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE rollup ADD COLUMN thumbs_down INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE rollup ADD COLUMN dismissed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE rollup ADD COLUMN reported INTEGER NOT NULL DEFAULT 0;
  -- Under the keys that their hours have by now; a slot that is not reported by name is counted with the others.
  INSERT INTO rollup
    SELECT i.test,
      CASE WHEN v.received_ms / 86400000 < h.since_day THEN v.received_ms / 86400000 * 24 ELSE v.received_ms / 3600000 END,
      i.publisher, i.campaign, i.ad,
      CASE WHEN s.slot IS NULL THEN '(other)' ELSE i.slot END,
      CASE WHEN i.country GLOB '[A-Z][A-Z]' THEN i.country ELSE '' END,
      i.format, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      sum(f.reaction = 'up'), sum(f.reaction = 'down'), sum(f.reaction = 'dismiss'), sum(f.reaction = 'report')
    FROM feedback f JOIN events v ON v.sequence = f.event JOIN impressions i ON i.number = v.impression
    CROSS JOIN rollup_hours h
    LEFT JOIN rollup_slots s ON s.publisher = i.publisher AND s.day = v.received_ms / 86400000 AND s.slot = i.slot
    WHERE true GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT DO UPDATE SET thumbs_up = excluded.thumbs_up, thumbs_down = excluded.thumbs_down,
      dismissed = excluded.dismissed, reported = excluded.reported;`

export const FEEDBACK = LIST + SLOTS + SUMS
