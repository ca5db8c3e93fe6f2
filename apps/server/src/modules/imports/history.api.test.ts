import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportRequest } from '@plumbline/contract'
import { startTestApp } from '../../../test/app.ts'
import { openLaboratory, type Laboratory } from '../../../test/calibrating.ts'
import { callerOf, entriesOf } from '../../../test/register.ts'
import { importFile, uploadForImport } from '../../../test/spreadsheets/import-file.ts'
import { importParts } from '../../job-kinds.ts'
import { projections } from '../../projections.ts'
import { sql, type Transaction } from '../../platform/db/index.ts'
import { verifyLedger } from '../ledger/index.ts'
import type { Progressed } from './import-run.ts'
import type { ImportInput, ImportState } from './import-state.ts'
import { runImport } from './run-import.ts'
import { openTable } from './source/read-table.ts'

const app = await startTestApp({}, { worksOnJobs: true })

const HEAD =
  'Asset;Date performed;Result;Provider;Performed by;Certificate no.;Next due;Standard;Point;Nominal;Tolerance;As found;As left;Uncertainty;k;Colour'

const run = async (lab: Laboratory, lines: readonly string[], request: Partial<ImportRequest> = {}) => {
  const key = await uploadForImport(app, lab.key, Buffer.from([HEAD, ...lines].join('\r\n')))
  return importFile(app, lab.key, key, { kind: 'calibrations', ...request })
}
const recordsOf = async (lab: Laboratory, id: string) => {
  const { body } = await app.call('GET', `/instruments/${id}/calibrations?sort=updated_at`, { key: lab.key })
  return body.data as Record<string, any>[]
}

const HISTORY = [
  'H-1;2026-03-02;Pass;Aldergate;;C-2;2026-09-01;;;;;;;;;red',
  'H-1;03.03.2025;bestanden;Aldergate;;C-1;;;;;;;;;;',
  'H-2;2025-06-02;adjusted;;Olga Oldhand;P-1;;H-9;10 V;10.000 V;±0.005 V;10.006;10.001;0.8 mV;2;',
  'H-2;2025-06-02;adjusted;;Olga Oldhand;P-1;;H-9;1 V;1,000 V;±0.05 %;1,0001;;;;',
  'H-2;2024-06-03;fail;;;;;;;;;;;;;',
  'H-9;2025-01-07;pass;NMI;;N-1;;;;;;;;;;',
  'H-404;2025-01-07;pass;NMI;;N-2;;;;;;;;;;',
  'H-1;03/04/2024;pass;Aldergate;;C-0;;;;;;;;;;',
  'H-1;2024-01-02;wonderful;Aldergate;;C-00;;;;;;;;;;',
  'H-2;2023-06-02;pass;;Olga;P-0;;;10 V;10 V;;about 10;;;;',
  'H-2;2023-06-02;pass;;Olga;P-0;;;1 V;1 V;;1;;;;',
  'H-9;2024-01-08;pass;NMI;;N-0;;;1 V;1 V;;1;;;;',
  'H-9;2024-01-08;blue;NMI;;N-0;;;2 V;2 V;;2;;;;',
]

async function history(): Promise<{ lab: Laboratory; ids: Record<string, string> }> {
  const lab = await openLaboratory(app)
  const ids: Record<string, string> = {}
  for (const asset_tag of ['H-1', 'H-2', 'H-9']) ids[asset_tag] = (await lab.instrument({ asset_tag })).id
  return { lab, ids }
}

test('a dry run of a history reports what the import then does, and importing again changes nothing', async () => {
  const { lab } = await history()
  const foreseen = await run(lab, HISTORY, { dry_run: true })
  const done = await run(lab, HISTORY)
  const { id: _id, requested_at: _at, finished_at: _end, ...did } = done
  const { id: _other, requested_at: _asked, finished_at: _ended, ...saw } = foreseen
  assert.deepEqual({ ...did, dry_run: true }, saw)
  assert.deepEqual(
    [did.state, did.rows, did.create, did.unchanged, did.failed],
    ['succeeded', 13, 6, 0, 7],
    JSON.stringify(did),
  )
  assert.deepEqual(
    did.errors.map(({ row, column, code }) => [row, column, code]),
    [
      [9, 'Date performed', 'import.date_ambiguous'],
      [10, 'Result', 'import.result_unknown'],
      [13, null, 'import.row_of_record'],
      [14, 'Result', 'import.result_unknown'],
      [11, 'As found', 'import.point_not_read'],
      [12, null, 'import.row_of_record'],
      [8, 'Asset', 'import.instrument_unknown'],
    ],
  )
  assert.deepEqual(
    did.warnings.map(({ row, code }) => [row, code]),
    [[6, 'import.performer_missing']],
  )
  assert.equal(did.mapping.find(({ column }) => column === 'Colour')?.target, 'ignore')
  const again = await run(lab, HISTORY)
  assert.deepEqual([again.create, again.unchanged, again.failed], [0, 6, 7])
})

test('records of a history are entered oldest first, with points, performers and standards as of then', async () => {
  const { lab, ids } = await history()
  const { id: importId } = await run(lab, HISTORY)
  const first = await recordsOf(lab, ids['H-1']!)
  assert.deepEqual(
    first.map((each) => [
      each['performed_at'].slice(0, 10),
      each['calibration_type'],
      each['service_provider'],
    ]),
    [
      ['2025-03-03', 'external_certificate', 'Aldergate'],
      ['2026-03-02', 'external_certificate', 'Aldergate'],
    ],
  )
  assert.equal((await lab.read(ids['H-1']!)).next_due_at.slice(0, 10), '2026-09-01')
  const [old, adjusted] = await recordsOf(lab, ids['H-2']!)
  assert.deepEqual([old!['result'], old!['performed_by']], ['FAIL', 'not stated'])
  assert.deepEqual(
    [
      adjusted!['performed_by'],
      adjusted!['reference_standard_asset_id'],
      adjusted!['reference_standard_condition'],
    ],
    ['Olga Oldhand', ids['H-9'], 'valid'],
  )
  const { measurements } = await lab.record(adjusted!['id'])
  assert.deepEqual(
    measurements.map((point: any) => [
      point.function,
      point.nominal,
      point.as_found.verdict,
      point.as_left?.verdict ?? null,
      point.uncertainty?.unit ?? null,
    ]),
    [
      ['10 V', { value: '10.000', unit: 'V' }, 'out', 'in', 'mV'],
      ['1 V', { value: '1.000', unit: 'V' }, 'in', null, null],
    ],
  )
  const entries = await entriesOf(app, lab.id, adjusted!['id'])
  assert.deepEqual(
    entries.map(({ payload }) => payload.import_id),
    [importId, importId],
  )
  assert.equal((await lab.read(ids['H-2']!)).is_quarantined, false)
  const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections }, lab.id)
  assert.deepEqual([fault, rowFaults], [null, []])
})

test('a voided record can be imported again, and one with another result is left unchanged', async () => {
  const { lab, ids } = await history()
  const line = 'H-1;2026-03-02;Pass;Aldergate;;C-2;;;;;;;;;;'
  await run(lab, [line])
  const other = await run(lab, [line.replace('Pass', 'Fail')])
  assert.deepEqual([other.unchanged, other.warnings[0]?.code], [1, 'import.record_differs'])
  const [record] = await recordsOf(lab, ids['H-1']!)
  await lab.void(await lab.caller(), record!['id'])
  assert.equal((await run(lab, [line])).create, 1)
  const later = await run(lab, [
    'H-1;2026-04-02;Pass;Aldergate;;C-3;2030-01-01;;;;;;;;;',
    'H-1;2099-04-02;Pass;Aldergate;;C-4;;;;;;;;;;',
    'H-1;2026-05-02;Pass;Aldergate;;;;;;;;;;;;',
    'H-1;9999-12-31;Pass;Aldergate;;C-5;;;;;;;;;;',
  ])
  assert.deepEqual(
    [...later.warnings, ...later.errors].map(({ row, column, code }) => [row, column, code]),
    [
      [2, 'Next due', 'import.due_not_of_record'],
      [4, 'Certificate no.', 'import.fields_missing'],
      [3, 'Date performed', 'field.in_future'],
      [5, 'Date performed', 'field.in_future'],
    ],
  )
})

test('what a register states about the day of a certificate remains when its history is imported', async () => {
  const lab = await openLaboratory(app)
  const register = [
    'Asset,Name,Serial,Interval,Last calibration,Next due',
    'R-1,Gauge,SN-R1,12 months,2026-03-02,2026-09-01',
    'R-2,Gauge,SN-R2,12 months,2026-03-02,2027-09-01',
    'R-3,Gauge,SN-R3,12 months,2026-03-02,2026-09-01',
  ]
  const file = await uploadForImport(app, lab.key, Buffer.from(register.join('\n')))
  assert.equal((await importFile(app, lab.key, file, { kind: 'instruments' })).create, 3)
  const lines = [
    'Asset;Serial;Date performed;Result;Provider;Certificate no.',
    'R-1;;2026-03-02;Pass;Aldergate;C-1',
    ';SN-R1;2026-03-02;Fail;Aldergate;C-1',
    'R-2;;2026-03-02;Pass;Aldergate;C-2',
    'R-3;;2026-03-03;Pass;Aldergate;C-3',
  ]
  const key = await uploadForImport(app, lab.key, Buffer.from(lines.join('\n')))
  const request = { kind: 'calibrations' } as const
  const foreseen = await importFile(app, lab.key, key, { ...request, dry_run: true })
  const done = await importFile(app, lab.key, key, request)
  for (const { create, unchanged, warnings } of [foreseen, done]) {
    assert.deepEqual(
      [create, unchanged, warnings.map(({ row, code }) => [row, code])],
      [
        3,
        1,
        [
          [2, 'import.due_of_register'],
          [3, 'import.record_repeats'],
          [3, 'import.rows_disagree'],
          [4, 'import.extension_kept'],
        ],
      ],
    )
  }
  const { body } = await app.call('GET', '/instruments', { key: lab.key })
  assert.deepEqual(body.data.map((each: any) => [each.asset_tag, each.next_due_at.slice(0, 10)]).toSorted(), [
    ['R-1', '2026-09-01'],
    ['R-2', '2027-09-01'],
    ['R-3', '2027-03-03'],
  ])
})

test('an extension of the due date that a register states continues with the certificate of that day', async () => {
  const lab = await openLaboratory(app)
  const register = [
    'Asset,Name,Interval,Last calibration,Next due',
    ...['E-1', 'E-2', 'E-3', 'E-4', 'E-5'].map((tag) => `${tag},Gauge,12 months,2026-03-02,2027-09-01`),
  ]
  const file = await uploadForImport(app, lab.key, Buffer.from(register.join('\n')))
  await importFile(app, lab.key, file, { kind: 'instruments', options: { reason: 'Moved in' } })
  const lines = [
    'Asset;Date performed;Result;Provider;Certificate no.;Next due',
    'E-1;2026-03-02;Pass;Aldergate;C-1;2027-09-01',
    'E-2;2026-03-02;Fail;Aldergate;C-2;',
    'E-3;2026-03-02;Pass;Aldergate;C-3;2027-12-01',
    'E-4;2026-03-02;Pass;Aldergate;C-4;',
    'E-4;2026-05-02;Pass;Aldergate;C-5;',
  ]
  const key = await uploadForImport(app, lab.key, Buffer.from(lines.join('\n')))
  const done = await importFile(app, lab.key, key, { kind: 'calibrations' })
  const later = ['Asset;Date performed;Result;Provider;Certificate no.', 'E-5;2026-03-02;Pass;Aldergate;C-6']
  const computing = await importFile(
    app,
    lab.key,
    await uploadForImport(app, lab.key, Buffer.from(later.join('\n'))),
    { kind: 'calibrations', options: { due: 'computed' } },
  )
  assert.deepEqual(
    [...done.warnings, ...computing.warnings].map(({ row, code }) => [row, code]),
    [
      [2, 'import.extension_kept'],
      [3, 'import.extension_ends'],
      [4, 'import.extension_kept'],
      [4, 'import.due_not_of_record'],
      [5, 'import.extension_kept'],
      [2, 'import.extension_ends'],
    ],
  )
  const { body } = await app.call('GET', '/instruments', { key: lab.key })
  const dues = body.data.map(({ asset_tag: tag, next_due_at: at, due_extension: extension }: any) => [
    tag,
    at?.slice(0, 10),
    extension?.reason,
  ])
  assert.deepEqual(dues.toSorted(), [
    ['E-1', '2027-09-01', 'Moved in'],
    ['E-2', '2026-03-02', undefined],
    ['E-3', '2027-09-01', 'Moved in'],
    ['E-4', '2027-05-02', undefined],
    ['E-5', '2027-03-02', undefined],
  ])
  const { id } = body.data.find(({ asset_tag: tag }: any) => tag === 'E-1')
  const last = (await entriesOf(app, lab.id, id)).at(-1)!
  assert.deepEqual(
    [last.kind, last.payload.reason, last.payload.import_id, Object.keys(last.payload.changes)],
    ['instrument.due_extended', 'Moved in', done.id, ['extension_basis_id']],
  )
  const again = await importFile(app, lab.key, file, { kind: 'instruments' })
  assert.deepEqual([again.update, again.unchanged], [0, 5])
  const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections }, lab.id)
  assert.deepEqual([fault, rowFaults], [null, []])
})

test('a performer whose name disguises another one, and a text that cannot be stored, are errors of their rows', async () => {
  const { lab } = await history()
  const lines = [
    HEAD,
    `H-1;2026-03-02;Pass;;Olga \u202EdnahdlO;;;;;;;;;;;`,
    `H-1;2026-03-03;Pass;;${'O'.repeat(256)};;;;;;;;;;;`,
    `H\x001;2026-03-04;Pass;;Olga;;;;;;;;;;;`,
    `H-1;2026-03-05;Pass;;Olga;;;;;;;;;;;re\x00d`,
  ]
  const key = await uploadForImport(app, lab.key, Buffer.from(`\uFEFF${lines.join('\n')}`, 'utf16le'))
  const done = await importFile(app, lab.key, key, { kind: 'calibrations' })
  assert.deepEqual(
    done.errors.map(({ row, column, code }) => [row, column, code]),
    [
      [4, 'Asset', 'field.invalid_text'],
      [2, 'Performed by', 'field.hidden_characters'],
      [3, 'Performed by', 'field.too_long'],
    ],
    JSON.stringify(done),
  )
  assert.equal(done.create, 1)
})

test('an interrupted import of a history continues, and creates and counts each record once', async () => {
  const lab = await openLaboratory(app)
  const { id: instrumentId } = await lab.instrument({ asset_tag: 'K-1' })
  const lines = Array.from({ length: 110 }, (_, at) => {
    const day = new Date(Date.UTC(2026, 4, 1) - at * 86_400_000).toISOString().slice(0, 10)
    return `K-1,${day},pass,Lab,L-${at}`
  })
  const input: ImportInput = {
    kind: 'calibrations',
    file: 'unused',
    fileName: null,
    preset: null,
    options: {},
    dryRun: false,
    siteIds: null,
  }
  const caller = { ...(await callerOf(app, lab.id)), importId: lab.id }
  let saved: ImportState | null = null
  const process = async (endsIn: number) => {
    let steps = 0
    const step = async (work: (tx: Transaction) => Promise<Progressed>) => {
      let state: ImportState | null = null
      const rolledBack = new Error('rolled back, to be done again')
      if (saved?.done === 100) {
        const attempt = app.db.transaction(lab.id, async (tx) => {
          await work(tx)
          throw rolledBack
        })
        await assert.rejects(attempt, rolledBack)
      }
      await app.db.transaction(lab.id, async (tx) => {
        ;({ state } = await work(tx))
        steps += 1
        if (steps === endsIn) throw new Error('the process ended')
      })
      saved = state
    }
    const table = await openTable(
      Buffer.from(['Tag,Cal date,Result,Vendor,Certificate', ...lines].join('\n')),
    )
    return runImport({ parts: importParts(app.parts), caller, input, table, before: saved, step })
  }
  await assert.rejects(process(3), /the process ended/)
  const state = await process(Infinity)
  assert.deepEqual([state.done, state.counts.create], [110, 110])
  const [entered] = await app.db.in(lab.id).rows<{ count: number; falls: number }>(sql`
    select count(*)::integer as count,
      count(*) filter (where performed_at < before)::integer as falls
    from (
      select performed_at, lag(performed_at) over (order by ledger_index) as before
      from calibrations where workspace_id = ${lab.id} and instrument_id = ${instrumentId}) as c`)
  assert.deepEqual(entered, { count: 110, falls: 0 })
})

test('an export of records is imported again without entering any of them twice', async () => {
  const { lab } = await history()
  const { id } = await lab.instrument({ asset_tag: 'H-3', last_calibration_date: '2025-02-03T10:00:00Z' })
  await run(lab, [
    'H-3;2025-06-02;Pass;Aldergate;;C-1;;;;;;;;;;',
    'H-3;2025-09-02;Pass;Aldergate;;C-2;;;;;;;;;;',
    'H-3;2025-12-02;Pass;Aldergate;;C-3;;;;;;;;;;',
  ])
  const records = await recordsOf(lab, id)
  const [voided, corrected] = ['C-1', 'C-2'].map((number) =>
    records.find(({ certificate_number: stated }) => stated === number),
  )
  await lab.void(await lab.caller(), voided!['id'])
  const { calibration_type, service_provider, certificate_number } = corrected!
  const body = { calibration_type, service_provider, certificate_number, result: 'PASS' }
  await lab.correct(await lab.caller(), corrected!['id'], body)
  const response = await fetch(`${app.origin}/api/public/v1/exports/calibrations?format=csv`, {
    headers: { 'X-API-Key': lab.key },
  })
  const file = Buffer.from(await response.arrayBuffer())
  const again = await importFile(app, lab.key, await uploadForImport(app, lab.key, file), {
    kind: 'calibrations',
  })
  assert.deepEqual([again.create, again.failed, again.unchanged, again.skip], [0, 0, 2, 3])
  assert.deepEqual(
    again.warnings.map(({ code }) => code),
    Array.from({ length: 3 }, () => 'import.record_not_in_effect'),
  )
  const target = (name: string) => again.mapping.find(({ column }) => column === name)?.target
  assert.deepEqual(['performed_at', 'performed_date'].map(target), ['performed_at', 'ignore'])
})

test('lines of a history that describe no calibration are left out with a warning', async () => {
  const { lab } = await history()
  const done = await run(lab, [
    ';(dd/mm/yyyy);;;;;;;;;;;;;;',
    'H-1;2026-03-02;Pass;Aldergate;;C-2;;;;;;;;;;',
    HEAD,
    ';;;;;;;;;;;;;;;printed today',
    ';;Pass;Aldergate;;C-3;;;;;;;;;;',
    ';;;;;;;;;10 V;;10.001;;;;',
    'Total: 1;;;;;;;;;;;;;;;',
    'Calipers;;;;;;;;;;;;;;;',
  ])
  assert.deepEqual(
    done.warnings.map(({ row, code }) => [row, code]),
    [2, 4, 5, 8, 9].map((row) => [row, 'import.row_not_calibration']),
  )
  assert.deepEqual([...new Set(done.errors.map(({ row }) => row))], [6, 7])
  assert.equal(done.create, 1)
})

test('the asset tag of a standard that is not in the register is an error of the row that names it', async () => {
  const { lab, ids } = await history()
  const head =
    'asset_tag,performed_at,result,certificate_number,service_provider,reference_standard_asset_tag'
  const lines = [
    'H-1,2025-03-03,PASS,C-1,Aldergate,H-9',
    'H-1,2025-03-04,PASS,C-2,Aldergate,H-404',
    'H-1,2025-03-05,PASS,C-3,Aldergate,',
  ]
  const key = await uploadForImport(app, lab.key, Buffer.from([head, ...lines].join('\n')))
  const { create, errors } = await importFile(app, lab.key, key, { kind: 'calibrations' })
  assert.equal(create, 2)
  assert.deepEqual(
    errors.map(({ row, column, value, code }) => [row, column, value, code]),
    [[3, 'reference_standard_asset_tag', 'H-404', 'import.instrument_unknown']],
  )
  const records = await recordsOf(lab, ids['H-1']!)
  assert.deepEqual(
    records.map(({ reference_standard_asset_id: id }) => id),
    [ids['H-9'], null],
  )
})
