import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { zipEntries } from '../../../test/spreadsheets/zip-entries.ts'
import { asWorkbook } from './as-workbook.ts'
import type { Cell } from './table.ts'

const AT = new Date('2026-11-21T12:00:00Z')

const workbook = async (rows: readonly (readonly Cell[])[], rowsMax?: number) => {
  const open = async () => ({
    columns: ['tag', 'n'],
    rows: (async function* parts() {
      for (const row of rows) yield [row]
    })(),
  })
  return zipEntries(await buffer(asWorkbook(AT, [{ name: 'Rows', open }], { ...(rowsMax && { rowsMax }) })))
}

test('a sheet that is longer than spreadsheets support continues in another one, with its header', async () => {
  const parts = await workbook([['a'], ['b'], ['c']], 3)
  assert.match(parts['xl/workbook.xml']!, /name="Rows" .*name="Rows 2" /)
  const tags = (sheet: string) => [...sheet.matchAll(/<t [^>]*>([^<]*)<\/t>/g)].map(([, text]) => text)
  assert.deepEqual(tags(parts['xl/worksheets/sheet1.xml']!), ['tag', 'n', 'a', 'b'])
  assert.deepEqual(tags(parts['xl/worksheets/sheet2.xml']!), ['tag', 'n', 'c'])
})

test('texts stay texts, and characters that XML does not allow do not corrupt the file', async () => {
  const parts = await workbook([
    ['=1+1', 7],
    ['a<b>&\u0001\uD800_x000A_\r', { b: 1 }],
    ['x'.repeat(40_000), true],
  ])
  const sheet = parts['xl/worksheets/sheet1.xml']!
  assert.match(
    sheet,
    /<c r="A2" s="1" t="inlineStr"><is><t xml:space="preserve">=1\+1<\/t><\/is><\/c><c r="B2"><v>7<\/v><\/c>/,
  )
  assert.match(sheet, />a&lt;b&gt;&amp;\uFFFD\uFFFD_x005F_x000A__x000D_<\/t>/)
  assert.match(sheet, />\{"b":1\}<\/t>/)
  assert.match(sheet, />x{32766}…<\/t>/)
  assert.match(sheet, /<c r="B4" t="b"><v>1<\/v><\/c>/)
})

test('an error while writing fails the file', async () => {
  const open = async () => ({
    columns: ['tag'],
    rows: (async function* parts() {
      yield [['a']]
      throw new Error('the database is gone')
    })(),
  })
  await assert.rejects(buffer(asWorkbook(AT, [{ name: 'Rows', open }])), /the database is gone/)
})
