import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { IMPORT_COLUMNS_MAX } from '@plumbline/contract'
import { makeZip } from '../../../../test/spreadsheets/make-xlsx.ts'
import { readFormat, shownNumber } from './number-format.ts'
import { openTable } from './read-table.ts'

/** Returns a workbook with the XML of its rows, of what follows them, and of its list of sheets. */
function workbook(rows: string, rest = '', sheets = '<sheet name="S" r:id="r1"/>'): Buffer {
  return makeZip({
    'xl/workbook.xml': `<workbook><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData>${rest}</worksheet>`,
    'xl/worksheets/sheet2.xml':
      '<worksheet><sheetData><row><c t="str"><v>second</v></c></row></sheetData></worksheet>',
  })
}

const rowsOf = async (bytes: Buffer, sheet?: string) => Array.fromAsync((await openTable(bytes)).rows(sheet))

const text = (place: string, value: string) => `<c r="${place}" t="str"><v>${value}</v></c>`

test('errors of a sheet are read as it shows them, and a formula without a result says so', async () => {
  const cells = [
    '<c r="A1" t="e"><f>B9</f><v>#REF!</v></c>',
    '<c r="B1"><f>C1+365</f></c>',
    '<c r="C1"><f>C1</f><v/></c>',
    '<c r="D1" t="str"><f>""</f><v></v></c>',
    '<c r="E1"><f>1+1</f><v>2</v></c>',
    '<c r="F1" s="3"/>',
    '<c r="G1" t="b"><v>1</v></c>',
  ]
  assert.deepEqual(await rowsOf(workbook(`<row r="1">${cells.join('')}</row>`)), [
    ['#REF!', '#FORMULA!', '#FORMULA!', '', '2', '', 'true'],
  ])
})

test('a cell merged over several lines has its value in each, and one merged over columns has it once', async () => {
  const rows = [
    `<row r="1">${text('A1', 'Tag')}${text('B1', 'Site')}${text('C1', 'Calibration')}</row>`,
    `<row r="2">${text('C2', 'Last')}${text('D2', 'Due')}</row>`,
    `<row r="3">${text('A3', 'T-1')}${text('B3', 'North')}</row>`,
    `<row r="4">${text('A4', 'T-2')}</row>`,
    '<row r="5"><c r="A5" s="1"/></row>',
    `<row r="6">${text('A6', 'T-3')}</row>`,
    `<row r="7">${text('A7', 'T-4')}</row>`,
  ]
  const merged = ['A1:A2', 'B1:B2', 'C1:D1', 'B3:B6'].map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  assert.deepEqual(await rowsOf(workbook(rows.join(''), `<mergeCells>${merged}</mergeCells>`)), [
    ['Tag', 'Site', 'Calibration'],
    ['Tag', 'Site', 'Last', 'Due'],
    ['T-1', 'North'],
    ['T-2', 'North'],
    [''],
    ['T-3', 'North'],
    ['T-4'],
  ])
})

test('a cell merged beyond the columns that are read widens no line', async () => {
  const at = (column: number) => String.fromCharCode(64 + Math.floor(column / 26), 65 + (column % 26))
  const [last, beyond] = [at(IMPORT_COLUMNS_MAX - 1), at(IMPORT_COLUMNS_MAX)]
  const rows = [
    `<row r="1">${text('A1', 'T-1')}${text(`${last}1`, 'x')}${text(`${beyond}1`, 'y')}${text('ZZZ1', 'z')}</row>`,
    `<row r="2">${text('A2', 'T-2')}</row>`,
  ]
  const merged = (...columns: string[]) =>
    `<mergeCells>${columns.map((one) => `<mergeCell ref="${one}1:${one}9"/>`).join('')}</mergeCells>`
  const widths = async (...columns: string[]) =>
    (await rowsOf(workbook(rows.join(''), merged(...columns)))).map(({ length }) => length)
  assert.deepEqual(await widths(beyond, 'ZZZ'), [IMPORT_COLUMNS_MAX + 1, 1])
  assert.deepEqual(await widths(last), [IMPORT_COLUMNS_MAX + 1, IMPORT_COLUMNS_MAX])
})

test('the rows of a workbook that was opened once can be read again, also while they are being read', async () => {
  const rows = [
    `<row r="1">${text('A1', 'Site')}${text('B1', 'Tag')}</row>`,
    `<row r="2">${text('A2', 'North')}${text('B2', 'T-1')}</row>`,
    `<row r="3">${text('B3', 'T-2')}</row>`,
  ]
  const table = await openTable(workbook(rows.join(''), '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>'))
  const expected = [
    ['Site', 'Tag'],
    ['North', 'T-1'],
    ['North', 'T-2'],
  ]
  for await (const first of table.rows()) {
    assert.deepEqual(first, expected[0])
    assert.deepEqual(await Array.fromAsync(table.rows()), expected)
    break
  }
  assert.deepEqual(await Array.fromAsync(table.rows()), expected)
})

test('an apostrophe before a formula is a guard of a CSV file, except in a cell with the format of texts', async () => {
  const cells = ['0', '1', '2'].map(
    (style, at) => `<c r="${'ABC'[at]}1" s="${style}" t="str"><v>'-5 to 5</v></c>`,
  )
  const bytes = makeZip({
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="49"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${cells.join('')}</row></sheetData></worksheet>`,
  })
  assert.deepEqual(await rowsOf(bytes), [['-5 to 5', "'-5 to 5", "'-5 to 5"]])
})

test('a hidden sheet is read only if it is named', async () => {
  const sheets =
    '<sheet name="Old" state="veryHidden" r:id="r1"/><sheet name="Lists" state="hidden" r:id="r1"/><sheet name="New" r:id="r2"/>'
  const bytes = workbook(`<row r="1">${text('A1', 'first')}</row>`, '', sheets)
  assert.deepEqual((await openTable(bytes)).sheets, ['New'])
  assert.deepEqual(await rowsOf(bytes), [['second']])
  assert.deepEqual(await rowsOf(bytes, 'Lists'), [['first']])
  assert.deepEqual((await openTable(Buffer.from('Tag,Name'))).sheets, [])
})

describe('a number is read as its format shows it, with all of its digits', () => {
  const cases: [code: string, number: string, shown: string][] = [
    ['General', '0.1', '0.1'],
    ['0000', '99', '0099'],
    ['00000', '123456', '123456'],
    ['0.00', '0.12345', '0.12345'],
    ['#,##0', '12345', '12345'],
    ['0.0%', '0.005', '0.5%'],
    ['0.00" mm"', '0.02', '0.02 mm'],
    ['"±"0.00\\ "mm"', '0.02', '±0.02 mm'],
    ['General" months"', '12', '12 months'],
    ['0.00;[Red]-0.00', '-0.5', '-0.5'],
    ['yyyy\\-mm\\-dd', '46145', '2026-05-03'],
    ['[$-407]d. mmmm yyyy', '46145.5', '2026-05-03'],
    ['"only text"', '5', '5'],
    ['# ?/?', '0.5', '0.5'],
  ]
  for (const [code, number, shown] of cases)
    test(`${number} as ${code}`, () => assert.equal(shownNumber(number, readFormat(170, code), false), shown))
  test('as built-in percent and date', () => {
    assert.equal(shownNumber('0.005', readFormat(10, undefined), false), '0.5%')
    assert.equal(shownNumber('46145', readFormat(14, undefined), false), '2026-05-03')
    assert.equal(shownNumber('44683', readFormat(14, undefined), true), '2026-05-03')
  })
})
