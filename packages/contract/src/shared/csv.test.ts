import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { csvHead, csvLines, withoutGuards } from './csv.ts'
import { readCsv } from './read-csv.ts'

test('commas, semicolons, tabs, quotes and line ends stay within their cell', () => {
  assert.equal(
    csvLines([['a,b', 'say "x"', 'two\nlines', 'a;b', 'a\tb']]),
    '"a,b","say ""x""","two\nlines","a;b","a\tb"\r\n',
  )
})

test('what a spreadsheet would run as a formula becomes text', () => {
  assert.equal(
    csvLines([['=1+1', '@x', '-x', ' =1', '＝1', '"=1', '-1+1', '-A1', '+1(2)']]),
    "'=1+1,'@x,'-x,' =1,'＝1,\"'\"\"=1\",'-1+1,'-A1,'+1(2)\r\n",
  )
})

test('a formula behind a semicolon, a tab or a line end becomes text too', () => {
  assert.equal(
    csvLines([['a', 'b;=1+1', 'c\t@x', 'd\n-x', 'e\r\n + 1', 'f;"=1', '\t=1']]),
    'a,"b;\'=1+1","c\t\'@x","d\n\'-x","e\r\n\' + 1","f;\'""=1","\'\t\'=1"\r\n',
  )
})

test('readings with a sign stay numbers, with their unit', () => {
  const readings = ['-0.02', '+4.5', '-.5', '-1e-7', -7, -1e-7, '-0.02 mm', '-20 °C', '+3 N·m', '-2%']
  assert.equal(csvLines([['a', ...readings]]), `a,${readings.join(',')}\r\n`)
  assert.equal(csvLines([['a', '-0,02']]), 'a,"-0,02"\r\n')
  assert.equal(csvLines([[-7]]), '-7\r\n')
})

test('no number begins a line, since the rest of the line would go on with its formula', () => {
  assert.equal(csvLines([['-1', "1+cmd|'/C calc'!A0"]]), "'-1,1+cmd|'/C calc'!A0\r\n")
})

test('nothing is an empty cell, and no rows are no lines', () => {
  assert.equal(csvLines([[null, undefined, 0, false]]), ',,0,false\r\n')
  assert.equal(csvLines([]), '')
})

test('a file begins with the mark of UTF-8 and the names of its columns', () => {
  assert.equal(csvHead(['asset_tag', 'name']), '\uFEFFasset_tag,name\r\n')
})

/** How spreadsheets read: a quote matters at the beginning of a cell alone, and what follows its end is kept. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at < text.length) {
    let value = ''
    if (text[at] === '"') {
      const end = /^"((?:[^"]|"")*)("|$)/.exec(text.slice(at))!
      value = end[1]!.replaceAll('""', '"')
      at += end[0].length
    }
    while (at < text.length && text[at] !== separator && !'\r\n'.includes(text[at]!)) value += text[at++]
    cells.push(value)
    at++
  }
  return cells
}

const RUNS = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/
const HARMLESS = /^\s*[+-](\d+([.,]\d+)?|[.,]\d+)(e[+-]?\d+)?(\s?[\p{L}°%/·²³]+)?\s*("|$)/iu
const piece = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '"',
  ';',
  ',',
  '\t',
  '\r',
  '\n',
  ' ',
  '1',
  '.',
  'a',
  '!',
  '(',
)
const anyCell = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.integer(),
)

test('whatever the cells hold and whichever separator a spreadsheet takes, it finds no formula', () => {
  const rows = fc.array(fc.array(anyCell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 3 })
  assertProperty(
    fc.property(rows, fc.constantFrom(',', ';', '\t'), (table, separator) => {
      const found = cellsOf(csvLines(table), separator).filter(
        (text) => RUNS.test(text) && !HARMLESS.test(text),
      )
      assert.deepEqual(found, [])
    }),
    { numRuns: 2000 },
  )
})

test('a spreadsheet whose separator is the comma reads every cell as it was written, but for the apostrophes', () => {
  const rows = fc.array(fc.array(anyCell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
  assertProperty(
    fc.property(rows, (table) => {
      const read = cellsOf(csvLines(table).replaceAll('\r\n', '\n'), ',').map((text) =>
        text.replaceAll("'", ''),
      )
      const written = table.flat().map((value) => String(value).replaceAll('\r\n', '\n'))
      assert.deepEqual(read, written)
    }),
  )
})

test('every text is read back as it was, whatever apostrophes were put into it', () => {
  const texts = fc.string({ unit: fc.constantFrom('=', '-', "'", '"', ';', '\t', '\n', ' ', 'a', '1', '＝') })
  assertProperty(
    fc.property(texts, (text) => {
      const [row] = readCsv(csvLines([['x', text, 'y']]), ',')
      assert.equal(withoutGuards(row![1]!), text)
    }),
  )
})
