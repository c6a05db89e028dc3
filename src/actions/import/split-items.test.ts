import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createItemSplitter } from './split-items.ts'

const LONG = 'x'.repeat(150)

/** Items, and lines of what is broken, of a text that comes in these pieces. */
function readOf(...parts: readonly string[]): (string | number)[] {
  const splitter = createItemSplitter({ charsMax: 100 })
  const pieces = [...parts.flatMap((part) => splitter.push(part)), ...splitter.end()]
  return pieces.flatMap((piece) =>
    piece.kind === 'item' ? piece.text : piece.kind === 'broken' ? `${piece.line}: ${piece.message}` : [],
  )
}

const TOO_LONG = 'the item is longer than 0.09765625 KiB'

test('what is too long or never closed costs itself alone, wherever the text is cut', () => {
  for (const [text, ...read] of [
    ['<item>1</item>\n<entry>2</entry>', '<item>1</item>', '<entry>2</entry>'],
    [`<!--${LONG}--><item>1</item>`, '<item>1</item>'],
    [`<![CDATA[${LONG}<item>]]><item>1</item>`, '<item>1</item>'],
    [`<item>${LONG}</item>\n<item>2</item>`, `1: ${TOO_LONG}`, '<item>2</item>'],
    [`<item>\n${LONG}\n<item>3</item>`, `1: ${TOO_LONG}`, '<item>3</item>'],
    [`<item><![CDATA[${LONG}]]></item><item>2</item>`, `1: ${TOO_LONG}`, '<item>2</item>'],
    ['<item>1\n<item>2</item>', '1: the item is never closed', '<item>2</item>'],
    ['<item><![CDATA[1</item><item>2</item>', '<item><![CDATA[1</item>', '<item>2</item>'],
    [
      `<item><![CDATA[1</item><item>2</item><item>${LONG}]]></item>`,
      ...['<item><![CDATA[1</item>', '<item>2</item>', `1: ${TOO_LONG}`],
    ],
    ['<item>1</item><item><!-- 2</item>', '<item>1</item>', '<item><!-- 2</item>'],
    ['<item>1</item><item>2', '<item>1</item>', '1: the file ends inside this item'],
  ] as const) {
    for (let cut = 0; cut < text.length; cut++) {
      assert.deepEqual(readOf(text.slice(0, cut), text.slice(cut)), read, `${text} cut at ${cut}`)
    }
    assert.deepEqual(readOf(...text), read, `${text} letter by letter`)
  }
})
