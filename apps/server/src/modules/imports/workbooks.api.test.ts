import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportRequest } from '@plumbline/contract'
import { startTestApp, type TestWorkspace } from '../../../test/app.ts'
import { read } from '../../../test/register.ts'
import { importFile, uploadForImport } from '../../../test/spreadsheets/import-file.ts'
import { makeXlsx, makeZip, type TestCell } from '../../../test/spreadsheets/make-xlsx.ts'

const app = await startTestApp({}, { worksOnJobs: true })

const run = async (workspace: TestWorkspace, bytes: Buffer, request: Partial<ImportRequest> = {}) =>
  importFile(app, workspace.key, await uploadForImport(app, workspace.key, bytes), request)

const tagsIn = async ({ key }: TestWorkspace) => {
  const { body } = await app.call('GET', '/instruments', { key })
  return body.data.map((row: { asset_tag: string }) => row.asset_tag).toSorted()
}

const sheetOf = (tag: string): TestCell[][] => [
  ['Register 2026'],
  [],
  ['Tag', 'Name', 'Interval', 'Last cal'],
  [tag, 'Caliper', 12, { day: 46145 }],
  [],
]

test('the first sheet that names columns is read, and another one can be chosen', async () => {
  const workspace = await app.workspace()
  const bytes = makeXlsx({
    Cover: [['Our register'], ['Version 3']],
    Lab: sheetOf('L-1'),
    Shop: sheetOf('S-1'),
  })
  const first = await run(workspace, bytes)
  assert.deepEqual([first.sheet, first.sheets, first.create], ['Lab', ['Cover', 'Lab', 'Shop'], 1])
  const second = await run(workspace, bytes, { options: { sheet: 'Shop' } })
  assert.deepEqual([second.sheet, second.create, await tagsIn(workspace)], ['Shop', 1, ['L-1', 'S-1']])
  const cover = await run(workspace, bytes, { options: { sheet: 'Cover' } })
  assert.deepEqual([cover.error?.code, cover.rows], ['import.header_not_found', null])
  const unknown = await run(workspace, bytes, { options: { sheet: 'Pub' } })
  assert.deepEqual(unknown.error?.values, { sheets: 'Cover, Lab, Shop' })
  const asCsv = await run(workspace, Buffer.from('Tag,Name,Interval\nC-1,Caliper,12'))
  assert.deepEqual([asCsv.sheet, asCsv.sheets], [null, []])
})

test('errors of a sheet and formulas without a result are reported wherever they are', async () => {
  const workspace = await app.workspace()
  const cell = (at: string, value: string) => `<c r="${at}" t="str"><v>${value}</v></c>`
  const head = ['Tag', 'Name', 'Interval', 'Last cal', 'Due', 'Bin']
  const line = (row: number, cells: readonly string[]) => `<row r="${row}">${cells.join('')}</row>`
  const error = (at: string) => `<c r="${at}" t="e"><v>#REF!</v></c>`
  const rows = [
    line(
      1,
      head.map((name, at) => cell(`${'ABCDEF'[at]}1`, name)),
    ),
    line(2, [cell('A2', 'E-1'), cell('B2', 'Caliper'), cell('C2', '12'), error('E2'), error('F2')]),
    line(3, [cell('A3', 'E-2'), cell('B3', 'Caliper'), cell('C3', '12'), error('D3')]),
    line(4, [cell('A4', 'E-3'), cell('B4', 'Caliper'), cell('C4', '12'), '<c r="F4"><f>A4</f></c>']),
  ]
  const bytes = makeZip({
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  })
  const { create, errors, warnings } = await run(workspace, bytes)
  assert.equal(create, 1)
  assert.deepEqual(
    errors.map(({ row, column, value, code }) => [row, column, value, code]),
    [
      [3, 'Last cal', '#REF!', 'import.date_unreadable'],
      [4, 'Bin', '#FORMULA!', 'import.formula_without_value'],
    ],
  )
  assert.deepEqual(
    warnings.map(({ row, column, code }) => [row, column, code]),
    ['Due', 'Bin'].map((column) => [2, column, 'import.spreadsheet_error']),
  )
  const { body } = await app.call('GET', '/instruments?asset_tag=E-1', { key: workspace.key })
  assert.deepEqual((await read(app, workspace.key, body.data[0].id)).customFields, {})
})
