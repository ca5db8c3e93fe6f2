import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUBLIC_API_PREFIX, type ImportRequest, type ImportTarget } from '@plumbline/contract'
import { startTestApp, type TestWorkspace } from '../../../test/app.ts'
import { signInAs } from '../../../test/session.ts'
import { enter, entriesOf, read, wrongCounts } from '../../../test/register.ts'
import { importFile, uploadForImport } from '../../../test/spreadsheets/import-file.ts'
import { openTable } from './source/read-table.ts'

const app = await startTestApp({}, { worksOnJobs: true })

const HEAD = 'Tag,Name,Maker,Serial,Site,Location,Interval,Status,Last cal,Due date,Tolerance,Bin'

const REGISTER = [
  HEAD,
  'M-1,Caliper,Mitutoyo,0099,,,12,Active,2026-05-03,,±0.02 mm,7',
  'M-2,Block,N/A,n/a,,Shelf 1,0,Ref only,,,,',
  'M-3,Meter,Fluke,0099,,,1 year,In use,2026-05-03,2027-08-01,,',
  'M-4,Gauge,,-,,,12,Out for calibration,,,,',
  'M-5,Old gauge,,,,,,Scrapped,,,,',
  'M-6,Gauge,,,,,,Active,,,,',
  'M-7,Gauge,,,,,12,Active,03/04/2026,,,',
  'M-8,Gauge,,,North,,12,Active,,,,',
  'M-1,Twin,,,,,12,Active,,,,',
  ',Nameless,,,,,12,Active,,,,',
  'M-9,,Fluke,,,,12,Active,2026-05-03,2027-01-15,,',
].join('\r\n')

const upload = (workspace: TestWorkspace, text: string) =>
  uploadForImport(app, workspace.key, Buffer.from(text))

const run = async (workspace: TestWorkspace, text: string, request: Partial<ImportRequest> = {}) =>
  importFile(app, workspace.key, await upload(workspace, text), request)

const byTag = async ({ key }: TestWorkspace, tag: string) => {
  const { body } = await app.call('GET', `/instruments?asset_tag=${tag}&include=retired`, { key })
  return body.data.length === 0 ? undefined : read(app, key, body.data[0].id)
}

test('a dry run reports what the import then does, and importing again changes nothing', async () => {
  const workspace = await app.workspace()
  const key = await upload(workspace, REGISTER)
  const {
    id: _id,
    requested_at: _at,
    finished_at: _end,
    ...foreseen
  } = await importFile(app, workspace.key, key, {
    dry_run: true,
  })
  assert.deepEqual(
    [foreseen.state, foreseen.rows, foreseen.create, foreseen.failed],
    ['succeeded', 11, 6, 5],
    JSON.stringify(foreseen),
  )
  assert.equal(await byTag(workspace, 'M-1'), undefined)
  const done = await importFile(app, workspace.key, key)
  const { id, requested_at: _requested, finished_at: _finished, ...did } = done
  assert.deepEqual({ ...did, dry_run: true }, foreseen)
  assert.deepEqual(
    did.errors.map(({ row, column, code }) => [row, column, code]),
    [
      [7, 'Interval', 'import.interval_missing'],
      [8, 'Last cal', 'import.date_ambiguous'],
      [9, 'Site', 'import.site_unknown'],
      [10, 'Tag', 'import.row_repeats'],
      [11, 'Tag', 'import.tag_missing'],
    ],
  )
  assert.deepEqual(
    did.warnings.map(({ row, code }) => [row, code]),
    [
      [4, 'import.serial_of_row'],
      [4, 'import.due_later'],
      [12, 'import.name_made'],
      [12, 'import.due_earlier'],
    ],
  )
  const again = await importFile(app, workspace.key, key)
  assert.deepEqual([again.create, again.update, again.unchanged, again.failed], [0, 0, 6, 5])
  assert.deepEqual(await wrongCounts(app, workspace.id), [])
  const entries = await entriesOf(app, workspace.id, (await byTag(workspace, 'M-4'))!.id)
  assert.deepEqual(
    entries.map(({ kind, payload }) => [kind, payload.import_id]),
    [
      ['instrument.created', id],
      ['instrument.status_changed', id],
    ],
  )
})

test('rows without an interval are reported, or the column that is missing', async () => {
  const workspace = await app.workspace()
  const dryRun = async (file: string) => (await run(workspace, file, { dry_run: true })).errors
  const [without] = await dryRun('Tag;Name;Recall\nN-1;Caliper;12')
  assert.deepEqual([without?.column, without?.code], [null, 'import.interval_column_missing'])
  const [blank] = await dryRun('Tag;Name;Recall interval\nN-1;Caliper;')
  assert.deepEqual([blank?.column, blank?.code], ['Recall interval', 'import.interval_missing'])
})

test('instruments are created as their rows state them', async () => {
  const workspace = await app.workspace()
  await run(workspace, REGISTER, {
    options: { create_places: true, date_order: 'dmy', without_interval: 'reference_only' },
  })
  const state = async (tag: string) => {
    const {
      status,
      serial_number,
      calibration_interval_value,
      last_calibration_at,
      next_due_at,
      customFields,
    } = (await byTag(workspace, tag))!
    return [
      status,
      serial_number,
      calibration_interval_value,
      last_calibration_at,
      next_due_at?.slice(0, 10),
      customFields,
    ]
  }
  const noon = '2026-05-03T12:00:00.000Z'
  assert.deepEqual(await state('M-1'), ['active', '0099', 12, noon, '2027-05-03', { Bin: '7' }])
  assert.deepEqual(await state('M-2'), ['REFERENCE_ONLY', null, null, null, undefined, {}])
  assert.deepEqual(await state('M-3'), ['in_service', null, 1, noon, '2027-08-01', { Serial: '0099' }])
  assert.deepEqual(await state('M-4'), ['OUT_FOR_CALIBRATION', null, 12, null, undefined, {}])
  assert.deepEqual(await state('M-5'), ['retired', null, null, null, undefined, {}])
  assert.deepEqual(await state('M-6'), ['REFERENCE_ONLY', null, null, null, undefined, {}])
  assert.equal((await byTag(workspace, 'M-7'))!.last_calibration_at, '2026-04-03T12:00:00.000Z')
  const { body: sites } = await app.call('GET', '/sites', { key: workspace.key })
  const north = sites.data.find(({ name }: { name: string }) => name === 'North')
  assert.equal((await byTag(workspace, 'M-8'))!.site_id, north.id)
  assert.ok((await byTag(workspace, 'M-2'))!.location_id)
  const chosen = await run(workspace, 'Asset,Name,Next due,Type\nM-1,Gauge,,a\nM-10,Gauge,,a', {
    options: { default_interval: { value: 2, unit: 'years' } },
  })
  assert.deepEqual(
    chosen.warnings.map(({ row, code, values }) => [row, code, values]),
    [[3, 'import.interval_chosen', { interval: '2 years' }]],
  )
  const { calibration_interval_value, calibration_interval_unit } = (await byTag(workspace, 'M-10'))!
  assert.deepEqual([calibration_interval_value, calibration_interval_unit], [2, 'years'])
  assert.equal((await byTag(workspace, 'M-1'))!.calibration_interval_unit, 'months')
  const own = (await byTag(workspace, 'M-9'))!
  assert.deepEqual(
    [own.name, own.next_due_at?.slice(0, 10), own.due_extension],
    ['Fluke', '2027-01-15', null],
  )
})

test('rows change what differs, and serial numbers of retired instruments are reported', async () => {
  const workspace = await app.workspace()
  const present = await enter(app, workspace.key, { asset_tag: 'U-1', serial_number: 'S-1', notes: 'kept' })
  const retired = await enter(app, workspace.key, { asset_tag: 'U-2', name: 'Old', serial_number: 'S-2' })
  await app.call('POST', `/instruments/${retired.id}/retire`, { key: workspace.key })
  const text = `${HEAD}\nU-1,Caliper,Aldergate,S-1,,,6,Active,2026-05-03,,,\nU-2,X,,,,,12,,,,,\nU-3,X,,S-2,,,12,,,,,\n`
  const done = await run(workspace, text, { options: { reason: 'Moved in' } })
  assert.deepEqual([done.create, done.update, done.failed], [1, 1, 1])
  const issues = [...done.errors, ...done.warnings].map(({ row, code, values }) => [
    row,
    code,
    values['instrument_id'],
  ])
  assert.deepEqual(issues, [
    [3, 'import.tag_of_retired', retired.id],
    [2, 'import.last_calibration_kept', undefined],
    [4, 'import.serial_of_retired', retired.id],
  ])
  const after = await read(app, workspace.key, present.id)
  assert.deepEqual(
    [after.manufacturer, after.calibration_interval_value, after.notes, after.last_calibration_at],
    ['Aldergate', 6, 'kept', null],
  )
  const [, changed] = await entriesOf(app, workspace.id, present.id)
  assert.equal(changed?.payload.reason, 'Moved in')
  const skipped = await run(workspace, `${HEAD}\nU-1,Y,,,,,12,,,,,\n`, { options: { on_duplicate: 'skip' } })
  assert.equal(skipped.skip, 1)
  const refused = await run(workspace, `${HEAD}\nU-1,Y,,,,,12,,,,,\n`, { options: { on_duplicate: 'fail' } })
  assert.equal(refused.errors[0]?.code, 'import.tag_held')
})

test('a due date stated for an instrument in the register is not taken over in silence', async () => {
  const workspace = await app.workspace()
  await run(workspace, `${HEAD}\nK-1,Caliper,,,,,12,Active,2026-05-03,,,\nK-2,Gauge,,,,,12,Active,,,,\n`)
  const stated = async (interval: string, due: string, options = {}) => {
    const row = `K-1,Caliper,,,,,${interval},Active,2026-05-03,${due},,\nK-2,Gauge,,,,,12,Active,,2026-12-01,,\n`
    const { warnings } = await run(workspace, `${HEAD}\n${row}`, { options, dry_run: true })
    return warnings.map(({ row: at, code, values }) => [at, code, values['due']])
  }
  const neverCalibrated = [3, 'import.due_kept', '–']
  assert.deepEqual(await stated('12', '2027-05-04'), [neverCalibrated], 'a rounded date is the same')
  assert.deepEqual(await stated('12', '2027-08-03'), [[2, 'import.due_kept', '2027-05-03'], neverCalibrated])
  assert.deepEqual(await stated('6', '2027-05-03'), [neverCalibrated], 'the date of the former interval')
  assert.deepEqual(await stated('6', '2027-08-03'), [[2, 'import.due_kept', '2026-11-03'], neverCalibrated])
  assert.deepEqual(await stated('12', '2027-08-03', { due: 'computed' }), [])
})

test('the failed rows are available as a file that can be corrected and imported', async () => {
  const workspace = await app.workspace()
  const { id } = await run(workspace, REGISTER)
  const { body } = await app.call('GET', `/imports/${id}/failed-rows.csv`, { key: workspace.key })
  const lines = String(body).trim().split('\r\n')
  assert.equal(lines.length, 6)
  assert.match(lines[0]!, /Bin,Reason$/)
  assert.match(lines[1]!, /^M-6,.*Interval: There is no calibration interval/)
  const corrected = await run(workspace, lines.slice(0, 2).join('\r\n').replace(',,Active', ',24,Active'))
  assert.deepEqual([corrected.create, corrected.failed, corrected.warnings], [1, 0, []])
  const { body: rows } = await app.call('GET', `/imports/${id}/rows`, { key: workspace.key })
  assert.equal(rows.data.length, 11)
  assert.deepEqual(rows.next_part, null)
})

test('failed rows have the separator of their file, or are a workbook, in which every value is a text', async () => {
  const workspace = await app.workspace()
  const { key } = workspace
  const text = "Tag;Name;Size;Interval\nX-1;'-5 to 5;0099;\nX-2;=1+1;'=2;12\n"
  const { id, create, failed } = await run(workspace, text)
  assert.deepEqual([create, failed], [1, 1])
  assert.equal((await byTag(workspace, 'X-2'))?.customFields['Size'], '=2')
  const { body } = await app.call('GET', `/imports/${id}/failed-rows.csv`, { key })
  const [head, line] = String(body).split('\r\n')
  assert.equal(head, 'Tag;Name;Size;Interval;Reason')
  assert.match(line!, /^X-1;'-5 to 5;0099;;"Interval: There is no/)
  const path = `${app.origin}${PUBLIC_API_PREFIX}/imports/${id}/failed-rows.csv?format=xlsx`
  const response = await fetch(path, { headers: { authorization: `Bearer ${key}` } })
  assert.match(response.headers.get('content-disposition')!, /failed-rows\.xlsx/)
  const workbook = Buffer.from(await response.arrayBuffer())
  const [names, row] = await Array.fromAsync((await openTable(workbook)).rows())
  assert.deepEqual(names, ['Tag', 'Name', 'Size', 'Interval', 'Reason'])
  assert.deepEqual(row!.slice(0, 3), ['X-1', '-5 to 5', '0099'])
  const again = await importFile(app, key, await uploadForImport(app, key, workbook), {
    options: { default_interval: { value: 12, unit: 'months' } },
  })
  assert.deepEqual([again.create, again.failed], [1, 0])
  assert.deepEqual((await byTag(workspace, 'X-1'))?.customFields, { Size: '0099' })
})

test('a mapping of a column that the file does not have, or to a field that it cannot have, is refused', async () => {
  const workspace = await app.workspace()
  const mapped = (mapping: Record<string, ImportTarget>) => run(workspace, REGISTER, { options: { mapping } })
  const misspelled = await mapped({ Binn: 'place' })
  assert.deepEqual(
    [misspelled.state, misspelled.error?.code, misspelled.error?.values['column'], misspelled.rows],
    ['failed', 'import.column_unknown', 'Binn', null],
  )
  const document_key = await upload(workspace, REGISTER)
  const options = { mapping: { Bin: 'result' } }
  const { status, body } = await app.call('POST', '/imports', {
    key: workspace.key,
    body: { kind: 'instruments', document_key, options },
  })
  assert.deepEqual([status, body.details.field], [422, 'options.mapping'])
  assert.match(body.message, /Bin is mapped to result, which files of this kind do not have/)
  const history = 'Tag,Cal date,Result,Bin\nM-1,2026-05-03,Pass,7\n'
  const ofPoint = await run(workspace, history, {
    kind: 'calibrations',
    options: { mapping: { Bin: 'measurement' } },
  })
  assert.deepEqual([ofPoint.state, ofPoint.error?.code], ['failed', 'import.column_no_point'])
})

test('a file that is not a register, or not an upload of this workspace, is refused', async () => {
  const workspace = await app.workspace()
  const other = await app.workspace()
  const key = await upload(other, REGISTER)
  const start = (document_key: string, more: object = {}) =>
    app.call('POST', '/imports', { key: workspace.key, body: { kind: 'instruments', document_key, ...more } })
  for (const one of [key, 'uploads/x']) {
    const { status, body } = await start(one)
    assert.deepEqual([status, body.code, body.details.field], [422, 'INVALID_REQUEST', 'document_key'])
  }
  const { body: ticket } = await app.call('POST', '/imports/upload-url', {
    key: workspace.key,
    body: { file_name: 'x' },
  })
  assert.equal((await start(ticket.key)).body.code, 'OBJECT_NOT_UPLOADED')
  const own = await upload(workspace, 'a,b\n1,2\n')
  const { body: unreachable } = await start(own, { options: { site_id: other.workspace.defaultSiteId } })
  assert.deepEqual([unreachable.code, unreachable.details.field], ['INVALID_REQUEST', 'options.site_id'])
  const failed = await importFile(app, workspace.key, own)
  assert.deepEqual([failed.state, failed.error?.code], ['failed', 'import.header_not_found'])
  const heads = { '\n ,\n': 'import.file_empty', [`${HEAD}\n,,\n`]: 'import.file_without_rows' }
  for (const [text, code] of Object.entries(heads)) {
    const { state, error } = await run(workspace, text)
    assert.deepEqual([state, error?.code], ['failed', code])
  }
  const { key: technician } = await workspace.person({ role: 'technician' })
  const request = { key: technician, body: { kind: 'instruments', document_key: own } }
  assert.equal((await app.call('POST', '/imports', request)).body.code, 'FORBIDDEN')
  const { key: reader } = await workspace.person({ role: 'admin', scope: 'read' })
  assert.equal(
    (await app.call('POST', '/imports', { ...request, key: reader })).body.code,
    'INSUFFICIENT_SCOPE',
  )
  assert.equal((await app.call('GET', `/imports/${failed.id}`, { key: other.key })).status, 404)
})

test('the responsible person is found by name or email address, and a dry run refuses the same people as the import', async () => {
  const workspace = await app.workspace()
  const far = await workspace.site('Far')
  const tess = await signInAs(app, workspace, 'technician', { name: 'Tess Technician' })
  await signInAs(app, workspace, 'technician', { name: 'Fay Far', siteIds: [far] })
  await signInAs(app, workspace, 'auditor', { name: 'Al Auditor' })
  const file = [
    'Tag,Name,Interval,Site,Responsible person',
    `R-1,Caliper,12,,${tess.email.toUpperCase()}`,
    'R-2,Caliper,12,,tess technician',
    'R-3,Caliper,12,,Nobody Known',
    'R-4,Caliper,12,,Al Auditor',
    'R-5,Caliper,12,Far,Fay Far',
    'R-6,Caliper,12,,',
  ].join('\r\n')
  for (const dry_run of [true, false]) {
    const { create, failed, errors } = await run(workspace, file, { dry_run })
    assert.deepEqual([create, failed], [4, 2])
    assert.deepEqual(
      errors.map(({ row, column, value, code }) => [row, column, value, code]),
      [
        [4, 'Responsible person', 'Nobody Known', 'import.responsible_unknown'],
        [5, 'Responsible person', 'Al Auditor', 'field.not_assignable'],
      ],
    )
  }
  const manager = await signInAs(app, workspace, 'manager')
  const { body } = await manager.call('GET', `/instruments?responsible_id=${tess.personId}&sort=asset_tag`)
  assert.deepEqual(
    body.data.map((row: { asset_tag: string }) => row.asset_tag),
    ['R-1', 'R-2'],
  )
  const moved = file.replace('Fay Far', 'Tess Technician').replace(/^R-[34].*\r\n/gm, '')
  const { update, unchanged, failed } = await run(workspace, moved)
  assert.deepEqual([update, unchanged, failed], [1, 3, 0])
})

test('headings and lines of totals are left out, which the report says, and enters neither an instrument nor a site', async () => {
  const workspace = await app.workspace()
  const lines = [
    HEAD,
    'M-1,Caliper,,,,,12,Active,,,,',
    ',,,,,,(months),,dd/mm/yyyy,,,',
    'Total,1,,,Sum,,,,,,,',
    'Section A – Micrometers,,,,,,,,,,,',
  ]
  const options = { create_places: true, without_interval: 'reference_only' } as const
  const report = await run(workspace, lines.join('\n'), { options })
  assert.deepEqual([report.create, report.skip, report.failed, report.places], [1, 3, 0, []])
  assert.deepEqual(
    report.warnings.map(({ row, code }) => `${row} ${code}`),
    ['3', '4', '5'].map((row) => `${row} import.row_not_instrument`),
  )
  assert.equal(await byTag(workspace, 'Total'), undefined)
})
