import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translate } from './translate.ts'

const turns = (sql: string, into: string) => test(into, () => assert.equal(translate(sql), into))

turns('SELECT a FROM b WHERE c = ? AND d = ?', 'SELECT a FROM b WHERE c = $1 AND d = $2')
turns('SELECT a FROM b WHERE c = ?2 AND d = ?1', 'SELECT a FROM b WHERE c = $2 AND d = $1')
turns("SELECT '?' FROM b WHERE c = ?", "SELECT '?' FROM b WHERE c = $1")
// What texts cannot hold is taken out before.
turns(
  "json_extract(e.body, '$.content.title') AS title",
  String.raw`(regexp_replace(e.body, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1�', 'g')::json #>> '{content,title}') AS title`,
)
turns('min(a), min(b, max(c, ?))', 'min(a), least(b, greatest(c, $1))')
turns('coalesce(total(-e.amount), 0)', 'coalesce(coalesce(sum(-e.amount), 0), 0)')
turns('JOIN json_each(?) n ON n.value = a', 'JOIN json_array_elements_text($1::json) AS n(value) ON n.value = a')
turns('a IN (SELECT n.value FROM json_each(?) n)', 'a = ANY(ARRAY(SELECT json_array_elements_text($1::json)))')
turns(
  "WHERE +kind = 'ad' AND +p.kind = 'x' AND +ad = 1",
  "WHERE (kind || '') = 'ad' AND (p.kind || '') = 'x' AND +ad = 1",
)
turns('f CROSS JOIN events v ON v.a = f.b', 'f JOIN events v ON v.a = f.b')
turns("i.country GLOB '[A-Z][A-Z]'", "i.country ~ '^[A-Z][A-Z]$'")
turns('SELECT at_ms AS atMs -- of the service', 'SELECT at_ms AS "atMs" ')
