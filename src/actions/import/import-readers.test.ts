// The readers of import files, on files cut into pieces as a network cuts them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ImportLine } from './import-line.ts'
import type { ImportFormat } from '../../domain/import-format.ts'
import { loadImportReader } from './load-import-reader.ts'

const files: Record<ImportFormat, string> = {
  ndjson: '\ufeff{"id":"ä-1","title":"Süß 😀"}\r\n\r\n{"id":"2"}\nnonsense\n{"id":"3"}',
  csv: 'id,title,keywords\r\n1,"Zwei\r\nZeilen, ""ja""",a|b\r\n2,"offen\r\n3,gut,\r\n4,"x"y,\r\n5,Süß 😀,',
  'merchant-tsv':
    'id\ttitle\tlink\tproduct type\n1\t"24"" screen"\thttps://a.example\tA > B\n2\tß\thttps://b.example\t\tzu\tviel\n3',
  'merchant-xml':
    '<?xml version="1.0"?><rss xmlns:g="x"><channel><item><g:id>1</g:id><title>Süß &amp; 😀</title></item>\n<item><g:id>2</g:id></item></channel></rss>',
}

const NOW_MS = Date.parse('2026-03-01T12:00:00Z')
const open = {
  ndjson: await loadImportReader('ndjson'),
  csv: await loadImportReader('csv'),
  'merchant-tsv': await loadImportReader('merchant-tsv'),
  'merchant-xml': await loadImportReader('merchant-xml'),
}

for (const [format, file] of Object.entries(files) as [ImportFormat, string][]) {
  test(`a file of ${format} reads the same however it is cut`, () => {
    const bytes = Buffer.from(file)
    const whole = readInPieces(format, bytes, [])
    assert.ok(whole.length >= 2)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 12 }), (cuts) => {
        assert.deepEqual(readInPieces(format, bytes, cuts), whole)
      }),
      { numRuns: 200 },
    )
  })

  test(`no bytes at all make the reader of ${format} fail, but with a fault that says so`, () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        for (const line of readInPieces(format, Buffer.from(bytes), [])) {
          if ('fault' in line) assert.notEqual(line.fault.message, '')
        }
      }),
      { numRuns: 300 },
    )
  })
}

test('a quote that is never closed costs its own line and no other, even where the next is never closed too', () => {
  const lines = readInPieces('csv', Buffer.from('id,title,url\n1,"open\n2,fine\n3,"open too\n4,fine\n'), [])
  assert.deepEqual(
    lines.map((line) => ('fault' in line ? `${line.line} is bad` : `${line.line} has ${String(line.fields.id)}`)),
    ['2 is bad', '3 has 2', '4 is bad', '5 has 4'],
  )
})

test('a record of several lines with a column too many costs itself alone, and says why', () => {
  const lines = readInPieces('csv', Buffer.from('id,title,url\n1,"two\nlines",a,b\n2,fine,c\n'), [])
  assert.deepEqual(outcomesOf(lines), ['line 2: the line has 4 columns where the header has 3', '2'])
})

test('a CR within a line of CSV is text, also beside a quote, and no rows end at it unmentioned', () => {
  const lines = readInPieces('csv', Buffer.from('id,title,price,url\n1,"A, B",€5,soft\rwool\n2,"d"\r3,"e"\r4,f\n'), [])
  assert.deepEqual(lines[0], { line: 2, fields: { id: '1', title: 'A, B', price: '€5', landingUrl: 'soft\rwool' } })
  assert.match(outcomesOf(lines.slice(1)).join(), /^line 3: a quote stands where CSV allows none/)
})

test('a line of 64 KiB is read and one of a byte more is not', () => {
  const lineOf = (bytes: number) => `{"id":"${'x'.repeat(bytes - 9)}"}`
  const fits = readInPieces('ndjson', Buffer.from(`${lineOf(65_536)}\n`), [10_000, 60_000])
  assert.ok('fields' in fits[0]!)
  const over = readInPieces('ndjson', Buffer.from(`${lineOf(65_537)}\n{}\n`), [10_000, 60_000])
  assert.deepEqual(
    over.map((line) => 'fault' in line),
    [true, false],
  )
})

const itemOf = (id: string, inside = '') =>
  `<item><g:id>${id}</g:id><title>T ${id}</title>${inside}<description><![CDATA[<b>D</b> & </item>]]></description></item>\n`
const feedOf = (items: string) =>
  Buffer.from(`<?xml version="1.0"?><rss xmlns:g="x" version="2.0"><channel><title>H&M</title>${items}</channel></rss>`)
const outcomesOf = (lines: readonly ImportLine[]) =>
  lines.map((line) => ('fault' in line ? `line ${line.line}: ${line.fault.message}` : String(line.fields.id)))

const DAMAGED: [what: string, item: string][] = [
  ['a reference to nothing', itemOf('x', '<brand>&nosuch;</brand>')],
  ['a CDATA section that is never closed', '<item><g:id>x</g:id><title><![CDATA[ abc </title></item>\n'],
  ['a comment that is never closed', '<item><g:id>x</g:id><!-- abc </item>\n'],
  ['an attribute that is never closed', '<item><g:id>x</g:id><y z="abc>q</y></item>\n'],
  ['an instruction that is never closed', '<item><g:id>x</g:id><?x y></item>\n'],
  ['a tag that is never closed', '<item><g:id>x</g:id><title>T</item>\n'],
  ['no end', '<item><g:id>x</g:id>\n'],
  ['a title without end', `<item><title>${'x'.repeat(300_000)}</title></item>\n`],
  ['a hundred levels', `<item><g:id>x</g:id>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</item>\n`],
]
for (const [what, item] of DAMAGED) {
  for (const place of ['first', 'in the middle', 'last']) {
    test(`an item of a feed with ${what} costs no other item where it stands ${place}`, () => {
      const good = (from: number) => Array.from({ length: 3 }, (_, i) => itemOf(`good-${from + i}`)).join('')
      const before = place === 'first' ? '' : good(0)
      const after = place === 'last' ? '' : good(3)
      const file = feedOf(before + item + after)
      const outcomes = outcomesOf(readInPieces('merchant-xml', file, [20, 200, 201, 65_000, 70_000]))
      const damaged = outcomes.filter((outcome) => outcome.startsWith('line '))
      assert.equal(damaged.length, 1, damaged.join('; '))
      assert.match(damaged[0]!, new RegExp(`^line ${place === 'first' ? 1 : 4}: `))
      const wanted = [...(before ? [0, 1, 2] : []), ...(after ? [3, 4, 5] : [])].map((i) => `good-${i}`)
      assert.deepEqual(
        outcomes.filter((outcome) => !outcome.startsWith('line ')),
        wanted,
      )
    })
  }
}

test('an item may speak of items in a CDATA section or a comment, however the file is cut', () => {
  const inside =
    '<summary><![CDATA[</item> ends one, <item> starts one, <item>both</item>]]></summary><!-- </item><item> -->'
  const file = feedOf(itemOf('a', inside) + itemOf('b'))
  for (let cut = 0; cut <= file.length; cut++) {
    assert.deepEqual(outcomesOf(readInPieces('merchant-xml', file, [cut])), ['a', 'b'])
  }
})

test('an endless item ends where the next one starts', () => {
  const file = feedOf(`${itemOf('a')}<item><title>${'x'.repeat(300_000)}\n${itemOf('b')}`)
  assert.deepEqual(outcomesOf(readInPieces('merchant-xml', file, [100_000])), [
    'a',
    'line 2: the item is longer than 256 KiB',
    'b',
  ])
})

const AROUND: [what: string, text: string, outcomes: (string | RegExp)[]][] = [
  ['600 KiB without a tag', 'x'.repeat(600_000), [/^line 1: more than 256 KiB without a tag/, 'after']],
  ['a tag of 600 KiB', `<x ${'y'.repeat(600_000)}>`, [/^line 2: more than 256 KiB without a tag/, 'after']],
  ['a hundred levels', '<a>'.repeat(100), [/^line 1: the XML nests deeper than 64 levels/, 'after']],
  ['a closed comment of 600 KiB', `<!--${itemOf('old').repeat(6_000)}-->`, ['after']],
  [
    'a closed CDATA section of 600 KiB',
    `<x><![CDATA[<item><id>old</id></item>${'y'.repeat(600_000)}]]></x>`,
    ['after'],
  ],
  ['a comment that is never closed', '<!-- oops', [/^line 2: a comment is never closed/, 'after']],
  [
    'a comment of 600 KiB that is never closed',
    `<!--${itemOf('old').repeat(6_000)}`,
    [/^line 2: a comment opens here and is never closed; nothing after it was read/],
  ],
]
for (const [what, text, wanted] of AROUND) {
  test(`${what} around items costs none of those before, and where it ends none after`, () => {
    const file = feedOf(`${itemOf('before')}${text}${itemOf('after')}`)
    const cuts = Array.from({ length: Math.floor(file.length / 16_384) }, (_, i) => (i + 1) * 16_384)
    const outcomes = outcomesOf(readInPieces('merchant-xml', file, cuts))
    assert.equal(outcomes.length, wanted.length + 1, outcomes.join('; '))
    for (const [i, one] of ['before', ...wanted].entries()) {
      if (typeof one === 'string') assert.equal(outcomes[i], one)
      else assert.match(outcomes[i]!, one)
    }
  })
}

test('a loose ampersand in a feed is read as itself, and a proper reference as what it stands for', () => {
  const inside = '<g:brand x="a & b">H&M</g:brand><link>https://a.example/?a=1&b=2&amp;c=&#51;</link>'
  const [line, ...others] = readInPieces('merchant-xml', feedOf(itemOf('1', inside)), [])
  assert.ok('fields' in line!)
  const { brand, landingUrl, description } = line.fields
  assert.deepEqual([brand, landingUrl, description], ['H&M', 'https://a.example/?a=1&b=2&c=3', 'D & </item>'])
  assert.deepEqual(others, [])
})

test('a reference of HTML that XML does not know is named, with what to write', () => {
  const feed =
    '<rss><channel><item><id>1</id><title><![CDATA[a&nbsp;b]]> &amp; a&eacute;&nbsp;c</title></item></channel></rss>'
  const [line] = readInPieces('merchant-xml', Buffer.from(feed), [])
  assert.match(
    'fault' in line! ? line.fault.message : '',
    /: XML knows no &eacute;, and entities that a DOCTYPE declares are not read; write the character itself, or/,
  )
})

test('items within a comment of a feed are no items', () => {
  const file = feedOf(`<!-- ${itemOf('old')} -->${itemOf('new')}<!-- <item> -->`)
  assert.deepEqual(outcomesOf(readInPieces('merchant-xml', file, [])), ['new'])
})

test('a feed without items is empty, and one that breaks off or is something else says so', () => {
  const faultsIn = (bytes: Buffer) => outcomesOf(readInPieces('merchant-xml', bytes, [])).length
  assert.equal(faultsIn(feedOf('')), 0)
  for (const bytes of [
    feedOf('').subarray(0, -4),
    feedOf(itemOf('1')).subarray(0, -60),
    Buffer.from('{"id":"a"}'),
    Buffer.from('<rss><channel></channel></rss>', 'utf16le'),
    Buffer.alloc(0),
  ]) {
    assert.equal(faultsIn(bytes), 1, bytes.toString())
  }
})

test('items under a prefix or in capitals make no empty feed, but one that says how items are called', () => {
  const outcomeOf = (root: string, item: string) =>
    outcomesOf(readInPieces('merchant-xml', Buffer.from(`<${root}><${item}><id>1</id></${item}></${root}>`), [])).join()
  assert.match(
    outcomeOf('atom:feed', 'atom:entry'),
    /^line 1: <atom:entry> is not read as an item; it has to be called/,
  )
  assert.match(outcomeOf('rss', 'ITEM'), /^line 1: <ITEM> is not read as an item/)
  assert.equal(outcomeOf('rss', 'items'), '')
})

test('what no item is made of is read past in little memory', () => {
  const reader = open['merchant-xml']({ nowMs: NOW_MS })
  const chunk = Buffer.from(`<item><title>${'x'.repeat(1_000_000)}`)
  const lines: ImportLine[] = []
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 100; i++) lines.push(...reader.push(chunk))
  lines.push(...reader.push(Buffer.from('</title></item>')), ...reader.push(Buffer.from(itemOf('good'))))
  assert.ok(process.memoryUsage().heapUsed - before < 50e6)
  assert.equal(lines.filter((line) => 'fields' in line).length, 1)
})

test('a file whose lines end in CR alone is read line by line, however it is cut', () => {
  const files: [ImportFormat, string][] = [
    ['csv', 'id,title,url\r1,a\r2,b\r\r3,"c'],
    ['csv', 'id,title,url\r1,a\n2,b\r\n\r\n3,"c'],
    ['merchant-tsv', 'id\ttitle\tlink\r1\ta\r2\tb\r\r3\ta\tc\td\r'],
    ['ndjson', '\r{"id":"1"}\r{"id":"2"}\r\rnonsense'],
  ]
  for (const [format, file] of files) {
    for (let cut = 0; cut <= file.length; cut++) {
      const lines = readInPieces(format, Buffer.from(file), [cut, cut])
      assert.deepEqual(
        lines.map((line) => ('fault' in line ? `${line.line} is bad` : `${line.line} has ${String(line.fields.id)}`)),
        ['2 has 1', '3 has 2', '5 is bad'],
        JSON.stringify([file, cut]),
      )
    }
  }
})

test('semicolons separate the columns where the header says so', () => {
  const [line] = readInPieces('csv', Buffer.from('id;title;url\n1;"a;b"\n'), [])
  assert.deepEqual(line, { line: 2, fields: { id: '1', title: 'a;b' } })
})

test('a line that tells a spreadsheet the delimiter is no header', () => {
  for (const hint of ['sep=;', 'SEP=;', '"sep=;"', '\ufeffsep=;']) {
    const [line, ...others] = readInPieces('csv', Buffer.from(`${hint}\r\nid;title;url\r\n1;Tent, red\r\n`), [])
    assert.deepEqual([line, others], [{ line: 3, fields: { id: '1', title: 'Tent, red' } }, []])
  }
})

test('a row of delimiters alone is an empty line, also where quotes stand between them', () => {
  for (const row of [',,', ' , ,', ',,,', '"","",', '"\n",,']) {
    const lines = readInPieces('csv', Buffer.from(`id,title,url\n${row}\n1,a,-\n`), [])
    assert.deepEqual(outcomesOf(lines), ['1'], row)
  }
})

test('an inch mark in a CSV field says how it is written, and is read where it is written so', () => {
  for (const title of ['24" screen', '24"" screen', '"24" screen"']) {
    const [line] = readInPieces('csv', Buffer.from(`id,title,url\n1,${title},-\n`), [])
    assert.match(
      'fault' in line! ? line.fault.message : '',
      /put the field in quotes and double those in it: "24"" screen"$/,
    )
  }
  const [line] = readInPieces('csv', Buffer.from('id,title,url\n1,"24"" screen",-\n'), [])
  assert.ok('fields' in line!)
  assert.equal(line.fields.title, '24" screen')
})

test('a delimiter within quotes separates no columns', () => {
  const [line] = readInPieces('csv', Buffer.from('"title";id;url;"notes, by hand"\nA, B;1;-;x\n'), [])
  assert.deepEqual(line, { line: 2, fields: { id: '1', title: 'A, B', landingUrl: '-', 'notes, by hand': 'x' } })
})

test('a title of a Merchant feed that begins and ends with words in quotes keeps them', () => {
  const [line] = readInPieces(
    'merchant-tsv',
    Buffer.from('id\ttitle\tlink\n1\t"Calm" or "Wild"\thttps://a.example\n'),
    [],
  )
  assert.ok('fields' in line!)
  assert.equal(line.fields.title, '"Calm" or "Wild"')
})

test('a JSON list in place of lines is told what a line holds', () => {
  const lines = readInPieces('ndjson', Buffer.from('[\n{"id":"1"},\n[]\n'), [])
  const messages = lines.map((line) => ('fault' in line ? line.fault.message : ''))
  assert.match(messages[1]!, /each line holds one whole object$/)
  assert.match(messages[2]!, /must be one JSON object$/)
})

test('tabs separate the columns of a CSV file where the header has nothing else', () => {
  const [line] = readInPieces('csv', Buffer.from('id\ttitle\tprice\turl\n1\t"a\tb"\t8,90;-\n'), [])
  assert.deepEqual(line, { line: 2, fields: { id: '1', title: 'a\tb', price: '8,90;-' } })
})

test('a column of Merchant feeds that CSV does not read keeps the name that the file gives it', () => {
  const [line] = readInPieces('csv', Buffer.from('id,title,image_link,sale_price,Product Type,url\n1,a,b,c,d\n'), [])
  const fields = { id: '1', title: 'a', imageUrl: 'b', sale_price: 'c', 'Product Type': 'd' }
  assert.deepEqual(line, { line: 2, fields })
})

test('a header in which needed columns go by other names says so once, before the lines that lack them', () => {
  const messageOf = (format: ImportFormat, header: string) => {
    const [first] = readInPieces(format, Buffer.from(header), [])
    return first && 'fault' in first ? `${first.line}: ${first.fault.message}` : ''
  }
  assert.match(messageOf('csv', 'Handle,Title,Body (HTML),Variant Price\n'), /^1: .*; id and landingUrl are not there$/)
  assert.match(messageOf('csv', 'id;title;product_url\n'), /; landingUrl is not there$/)
  assert.match(messageOf('merchant-tsv', 'id\tname\tlink\n'), /; title is not there$/)
  assert.match(messageOf('csv', 'a,b\n'), /; it names no column of an ad$/)
  assert.equal(messageOf('csv', 'id,title,url\n'), '')
})

test('a column that stands twice is told, and of columns that mean the same the first that holds something is read', () => {
  for (const [format, bar] of [
    ['csv', ','],
    ['merchant-tsv', '\t'],
  ] as const) {
    const fieldsOf = (...rows: string[]) =>
      readInPieces(format, Buffer.from(rows.join('\n').replaceAll(',', bar)), []).map((line) =>
        'fault' in line ? `${line.line}: ${line.fault.message}` : [line.fields.id, line.fields.landingUrl],
      )
    const [fault, line] = fieldsOf('ID,title,link, id ', '1,A,b,9')
    assert.match(String(fault), /^1: the header names the column id twice/)
    assert.deepEqual(line, ['1', 'b'])
    assert.deepEqual(fieldsOf('id,title,link,url', '1,A,b,c', '2,A,,c'), [
      ['1', 'b'],
      ['2', 'c'],
    ])
  }
})

test('a CSV file that calls the landing page link is a product feed', () => {
  const header =
    'id,title,description,link,image_link,price,sale_price,product_type,google_product_category,availability'
  const row =
    '1,Boot,"<p>Dry <b>feet</b></p>",https://a.example/1,https://a.example/1.jpg,90.00 USD,72.00 USD,Shoes > Boots,187,in stock'
  const [line] = readInPieces('csv', Buffer.from(`${header},gtin\n${row},0123\n`), [])
  assert.deepEqual(line, {
    line: 2,
    fields: {
      id: '1',
      title: 'Boot',
      description: 'Dry feet',
      landingUrl: 'https://a.example/1',
      imageUrl: 'https://a.example/1.jpg',
      price: '$72.00',
      categories: ['Shoes > Boots'],
      availability: 'in stock',
      gtin: '0123',
    },
  })
  const [listed] = readInPieces('csv', Buffer.from('id,title,link,categories,keywords\n1,a,b,Home|Garden,x|y\n'), [])
  assert.ok('fields' in listed!)
  assert.deepEqual([listed.fields.categories, listed.fields.keywords], [['Home', 'Garden'], 'x|y'])
})

test('a description of a Merchant feed loses its formatting, and nothing that only looks like it', () => {
  const descriptionOf = (text: string) => {
    const [line] = readInPieces('merchant-tsv', Buffer.from(`id\ttitle\tdescription\tlink\n1\tx\t${text}\n`), [])
    assert.ok('fields' in line!)
    return line.fields.description
  }
  const formatted =
    '<p class="x">Dry feet.</p><UL><li>Gore &amp; felt</li> <li><b>2</b> &lt; 3&nbsp;kg</li></UL>See<br/>inside'
  assert.equal(descriptionOf(formatted), 'Dry feet. Gore & felt 2 < 3 kg See inside')
  assert.equal(
    descriptionOf('<p>Kids&#8217; &#x1F97E; &#39;A&#x27;&#10;o&#8203;&zwnj;&#xd800;&#9999999;k &unheard; &copy 1</p>'),
    "Kids’ 🥾 'A' ok &unheard; &copy 1",
  )
  assert.equal(descriptionOf('<p>Caf&eacute;&rsquo;s &ndash; 5&ensp;&euro;</p>'), 'Café’s – 5 €')
  for (const plain of ['4 < 5 and 6 > 5', 'type <name> here', 'AT&amp;T', '<paper>']) {
    assert.equal(descriptionOf(plain), plain)
  }
})

test('a price of a Merchant feed is written as people read it, and left as it came where that is in doubt', () => {
  const priceOf = (price: string) => {
    const [line] = readInPieces('merchant-tsv', Buffer.from(`id\ttitle\tprice\tlink\n1\tx\t${price}\t-\n`), [])
    assert.ok('fields' in line!)
    return line.fields.price
  }
  assert.deepEqual(['15.00 USD', '1299 EUR', 'EUR 12.5', '1500.00 JPY'].map(priceOf), [
    '$15.00',
    '€1,299.00',
    '€12.50',
    '¥1,500',
  ])
  for (const doubtful of ['1.299 EUR', '1,299.00 USD', '15,00 EUR', '0.005 USD', '1.250 KWD']) {
    assert.equal(priceOf(doubtful), doubtful)
  }
})

test('a price of a Merchant feed that no number can hold is left as it came, to be refused as too long', () => {
  const price = `${'9'.repeat(400)} USD`
  const [line] = readInPieces('merchant-tsv', Buffer.from(`id\ttitle\tprice\tlink\n1\tx\t${price}\n`), [])
  assert.ok('fields' in line!)
  assert.equal(line.fields.price, price)
})

test('an item may hold the character that stands for what cannot be read, and not what cannot be read', () => {
  const brandOf = (brand: Buffer) => {
    const [before, after] = `\ufeff${feedOf(itemOf('1', '<brand>|</brand>')).toString()}`.split('|')
    const [line, ...others] = readInPieces(
      'merchant-xml',
      Buffer.concat([Buffer.from(before!), brand, Buffer.from(after!)]),
      [],
    )
    assert.deepEqual(others, [])
    return 'fault' in line! ? line.fault : line!.fields.brand
  }
  assert.equal(brandOf(Buffer.from('Süß \ufffd')), 'Süß \ufffd')
  const message = 'is not valid UTF-8, or not in the charset that the file says it is in'
  assert.deepEqual(brandOf(Buffer.from('Caf\u00e9', 'latin1')), { field: 'brand', message })
})

test('an item keeps each of its categories', () => {
  const inside = '<category>Lamps</category><category>Home</category><g:product_type>Light</g:product_type>'
  const [line] = readInPieces('merchant-xml', feedOf(itemOf('1', inside)), [])
  assert.ok('fields' in line!)
  assert.deepEqual(line.fields.categories, ['Light', 'Lamps', 'Home'])
})

test('the price of a sale is shown while the sale is on, and no price of nothing', () => {
  const priceOf = (salePrice: string, range: string, price = '9 USD') => {
    const tsv = `id\ttitle\tlink\tprice\tsale_price\tsale_price_effective_date\n1\tx\ty\t${price}\t${salePrice}\t${range}\n`
    const [line] = readInPieces('merchant-tsv', Buffer.from(tsv), [])
    assert.ok('fields' in line!)
    return line.fields.price
  }
  const on = [
    '',
    '2026-02-01T00:00Z/2026-04-01T00:00Z',
    '2026-03-01T13:30+0200 / 2026-03-01T13:00:00+01:00',
    '2026-03-01/2026-03-01',
  ]
  const over = [
    '2026-01-01T00:00Z/2026-02-01T00:00Z',
    '2026-03-01T13:30+0100/2026-04-01T00:00+0100',
    '2026-03-01',
    'soon',
  ]
  for (const range of on) assert.equal(priceOf('7 USD', range), '$7.00', range)
  for (const range of over) assert.equal(priceOf('7 USD', range), '$9.00', range)
  assert.equal(priceOf('0.00 USD', ''), '$9.00')
  assert.equal(priceOf('7 USD', over[0]!, ''), undefined)
})

test('a category path that is too long keeps its end', () => {
  const path = `${'Very long name > '.repeat(10)}Lamps`
  const tsv = `id\ttitle\tproduct_type\tlink\n1\tx\t${path}\n`
  const [line] = readInPieces('merchant-tsv', Buffer.from(tsv), [])
  assert.ok('fields' in line!)
  const [category] = line.fields.categories as string[]
  assert.ok(category!.length <= 120 && category!.endsWith('> Lamps'))
})

function readInPieces(format: ImportFormat, bytes: Buffer, cuts: readonly number[]): ImportLine[] {
  const reader = open[format]({ nowMs: NOW_MS })
  const at = [0, ...cuts, bytes.length].sort((a, b) => a - b)
  const lines = at.slice(1).flatMap((to, i) => [...reader.push(bytes.subarray(at[i], to))])
  return [...lines, ...reader.end()].map(({ columns: _, ...line }) => line as ImportLine)
}
