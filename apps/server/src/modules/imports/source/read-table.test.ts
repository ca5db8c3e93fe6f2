import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeXlsx, makeZip } from '../../../../test/spreadsheets/make-xlsx.ts'
import { FileRefused } from './file-refused.ts'
import { openTable } from './read-table.ts'

const rowsOf = async (bytes: Buffer, sheet?: string) => Array.fromAsync((await openTable(bytes)).rows(sheet))

const refused = (key: string) => (error: unknown) => error instanceof FileRefused && error.reason.key === key

describe('CSV', () => {
  const table = [
    ['Tag', 'Größe'],
    ['A-1', '1,5; "x"\ny'],
  ]
  const lines = (separator: string) => `Tag${separator}Größe\r\nA-1${separator}"1,5; ""x""\ny"\r\n`
  const utf16 = Buffer.from(`\uFEFF${lines('\t')}`, 'utf16le')
  const files: [name: string, bytes: Buffer][] = [
    ['UTF-8 with commas', Buffer.from(lines(','))],
    ['UTF-8 with a mark and semicolons', Buffer.from(`\uFEFF${lines(';')}`)],
    ['UTF-16 with tabs', utf16],
    ['UTF-16, the other way round', Buffer.from(utf16).swap16()],
    ['UTF-16 without a mark', utf16.subarray(2)],
    ['UTF-16 without a mark, the other way round', Buffer.from(utf16).swap16().subarray(2)],
    ['Windows-1252 with semicolons', Buffer.from(lines(';'), 'latin1')],
  ]
  for (const [name, bytes] of files) {
    test(`of ${name} is read`, async () => assert.deepEqual(await rowsOf(bytes), table))
  }

  test('keeps NUL characters, which are reported with their rows', async () => {
    const text = `Tag,Name\nA-1,Gau\0ge\n${'A-2,Caliper\n'.repeat(3)}`
    assert.deepEqual((await rowsOf(Buffer.from(text)))[1], ['A-1', 'Gau\0ge'])
    await assert.rejects(rowsOf(Buffer.from(`${text}\x02`)), refused('import.file_not_table'))
  })

  test('with a quotation mark that is not closed, or a row that is too long, is refused with the row', async () => {
    const rows = 'A-1,Gauge\n'.repeat(3)
    const refusedAt = (key: string) => (error: unknown) =>
      refused(key)(error) && (error as FileRefused).reason.values?.['row'] === 4
    const open = Buffer.from(`${rows}A-4,"Gauge\n${rows}`)
    await assert.rejects(rowsOf(open), refusedAt('import.quote_not_closed'))
    const long = Buffer.from(`${rows}A-4,${'x'.repeat(1_000_001)}\n${rows}`)
    await assert.rejects(rowsOf(long), refusedAt('import.row_too_long'))
  })

  test('of many rows does not block other work of the process', async () => {
    let turns = 0
    let isRead = false
    const takeTurn = () => {
      turns += 1
      if (!isRead) setImmediate(takeTurn)
    }
    takeTurn()
    const rows = await rowsOf(Buffer.from('A-1,Gauge,Cabinet\n'.repeat(50_000)))
    isRead = true
    assert.equal(rows.length, 50_000)
    assert.ok(turns >= 10, `${turns} turns`)
  })
})

describe('XLSX', () => {
  test('is read as the sheet shows it, line by line, and no formula is run', async () => {
    const bytes = makeXlsx({
      Cover: [['Our register']],
      Items: [
        ['Tag', 'Size', 'Last', 'Note'],
        [],
        ['0099', 0.1, { day: 46145 }, { formula: 'WEBSERVICE("http://x")', shows: 'as shown' }],
        ['A&B <1>', '', 12],
      ],
    })
    assert.deepEqual(await rowsOf(bytes, 'Items'), [
      ['Tag', 'Size', 'Last', 'Note'],
      [],
      ['0099', '0.1', '2026-05-03', 'as shown'],
      ['A&B <1>', '', '12'],
    ])
    assert.deepEqual(await rowsOf(bytes), [['Our register']])
    await assert.rejects(rowsOf(bytes, 'Other'), refused('import.sheet_unknown'))
  })

  test('is read if its texts are in the cells, without shared strings and formats', async () => {
    const cell = '<c r="A1" t="inlineStr"><is><t xml:space="preserve">0099 </t></is></c>'
    const bytes = makeZip({
      'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${cell}</row></sheetData></worksheet>`,
    })
    assert.deepEqual(await rowsOf(bytes), [['0099 ']])
  })

  test('that unpacks to more than the limit is refused, whatever it declares', async () => {
    const size = 70_001
    const declaring = (declared: number) => {
      const [bytes, mark] = [makeZip({ 'xl/workbook.xml': ' '.repeat(size) }), Buffer.alloc(4)]
      mark.writeUInt32LE(size)
      for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at))
        bytes.writeUInt32LE(declared, at)
      return bytes
    }
    await assert.rejects(rowsOf(declaring(201 * 1024 * 1024)), refused('import.file_too_large'))
    await assert.rejects(rowsOf(declaring(1000)), refused('import.file_encrypted'))
  })

  test('with a document type declaration, without a workbook, or truncated, is refused', async () => {
    const workbook = '<!DOCTYPE x [<!ENTITY a "b">]><workbook><sheets/></workbook>'
    await assert.rejects(rowsOf(makeZip({ 'xl/workbook.xml': workbook })), FileRefused)
    await assert.rejects(rowsOf(makeZip({ 'word/document.xml': '<a/>' })), refused('import.file_not_table'))
    const whole = makeXlsx({ Items: [['Tag', 'Name']] })
    await assert.rejects(rowsOf(whole.subarray(0, whole.length - 30)), refused('import.file_encrypted'))
  })
})

test('a file that is neither CSV nor XLSX is refused with its type', async () => {
  await assert.rejects(rowsOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0])), refused('import.file_encrypted'))
  await assert.rejects(rowsOf(Buffer.from('%PDF-1.7\n\0\0')), refused('import.file_not_table'))
})
