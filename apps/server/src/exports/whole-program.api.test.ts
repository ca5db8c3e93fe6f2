import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLines, PUBLIC_API_PREFIX, type Import, type ImportRequest } from '@plumbline/contract'
import { startTestApp } from '../../test/app.ts'
import { openLaboratory } from '../../test/calibrating.ts'
import { callerOf } from '../../test/register.ts'
import { importFile, uploadForImport } from '../../test/spreadsheets/import-file.ts'
import { fillDemo } from '../demo/fill-workspace.ts'
import { DEMO_TIME_ZONE, wholeProgram } from '../demo/program.ts'
import { openTable } from '../modules/imports/index.ts'
import { extendDueDate } from '../modules/instruments/index.ts'
import { readConfig } from '../platform/config.ts'
import { createSecrets } from '../platform/secrets.ts'

const app = await startTestApp({}, { worksOnJobs: true })

type Row = Readonly<Record<string, unknown>>

const REGISTER = 'instruments?include=retired'
const RECORDS = 'calibrations?include=voided'
const POINTS = 'calibrations?include=voided&points=true'

async function exported(key: string, query: string): Promise<string> {
  const response = await fetch(`${app.origin}${PUBLIC_API_PREFIX}/exports/${query}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  assert.equal(response.status, 200)
  return response.text()
}

async function rowsOf(key: string, query: string): Promise<Row[]> {
  const text = (await exported(key, `${query}&format=jsonl`)).trim()
  return text.split('\n').map((line) => JSON.parse(line) as Row)
}

/** Returns a CSV file with those rows alone whose asset tag is one of the tags. */
async function rowsOfTags(file: string, tags: ReadonlySet<unknown>): Promise<string> {
  const table = await openTable(Buffer.from(file))
  const [head, ...rows] = (await Array.fromAsync(table.rows())) as [string[], ...string[][]]
  const at = head.indexOf('asset_tag')
  return csvLines([head, ...rows.filter((row) => tags.has(row[at]))])
}

/**
 * Moves a program by its exports: the register without the statuses, the history of the standards, all of the history,
 * and the register with the statuses.
 */
async function moveProgram(from: string, to: string): Promise<Import[]> {
  const done: Import[] = []
  const enter = async (file: string, request: Partial<ImportRequest>) => {
    const key = await uploadForImport(app, to, Buffer.from(file))
    done.push(await importFile(app, to, key, request))
  }
  const register = await exported(from, REGISTER)
  const standards = new Set(
    (await rowsOf(from, REGISTER)).flatMap((row) =>
      row['is_reference_standard'] === true ? [row['asset_tag']] : [],
    ),
  )
  await enter(register, { options: { create_places: true, mapping: { status: 'ignore' } } })
  const history = [await exported(from, RECORDS), await exported(from, POINTS)]
  for (const file of history) await enter(await rowsOfTags(file, standards), { kind: 'calibrations' })
  for (const file of history) await enter(file, { kind: 'calibrations' })
  await enter(register, {})
  return done
}

/** Columns of the register that say when and under which ID this server made a row. */
const OF_THIS_SERVER = ['id', 'created_at', 'updated_at', 'retired_at', 'sent_out_on']

/** Columns of records and points that refer to objects and people of the other workspace, or say what was done in it. */
const OF_THE_OTHER = [
  'calibration_id',
  'instrument_id',
  'reference_standard_asset_id',
  'point_id',
  'standard_asset_id',
  'procedure_id',
  'procedure_code',
  'procedure_revision',
  'provider_id',
  'supersedes_id',
  'correction_reason',
  'entered_by',
  'created_at',
  'approved_at',
  'approved_by',
]

/** Such columns of external records: who entered the certificate, and what is known of the provider. */
const OF_EXTERNAL = [
  'performed_by',
  'provider_accreditation_body',
  'provider_accreditation_number',
  'provider_accreditation_valid_until',
  'provider_accreditation_expired',
]

/** Returns an uncertainty without the budget from which its values were computed. */
function withoutBudget(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('budget_id' in value)) return value
  const { budget_id: _budget, ...values } = value
  return values
}

function compared(row: Row, omitted: readonly string[]): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !omitted.includes(name))
      .map(([name, value]) => [name, withoutBudget(value)]),
  )
}

const registerOf = async (key: string) =>
  new Map(
    (await rowsOf(key, REGISTER)).map((row) => [String(row['asset_tag']), compared(row, OF_THIS_SERVER)]),
  )

/** The records in effect, or their points, by what identifies them. */
async function historyOf(key: string, query: string): Promise<Map<string, Row>> {
  const inEffect = (await rowsOf(key, query)).filter(
    (row) =>
      row['record_status'] === 'current' &&
      row['approval_status'] === 'approved' &&
      row['is_starting_record'] === false,
  )
  return new Map(
    inEffect.map((row) => {
      const { asset_tag: tag, performed_at: at, certificate_number: number, position } = row
      const omitted =
        row['calibration_type'] === 'in_house' ? OF_THE_OTHER : [...OF_THE_OTHER, ...OF_EXTERNAL]
      return [[tag, at, number, position].join(' '), compared(row, omitted)]
    }),
  )
}

const recordsOf = (key: string) => historyOf(key, RECORDS)
const pointsOf = (key: string) => historyOf(key, POINTS)

/** Returns the time of each instrument's first calibration other than its starting record, by asset tag. */
async function firstCalibrations(key: string): Promise<ReadonlyMap<unknown, string>> {
  const rows = [...(await recordsOf(key)).values()]
  const times = rows.map(({ asset_tag: tag, performed_at: at }) => [tag, String(at)] as const)
  return new Map(times.toSorted(([, a], [, b]) => (a < b ? 1 : -1)))
}

/** Starting records do not move: a standard that had no other record at the time counts as never calibrated. */
function asMoved(row: Row, first: ReadonlyMap<unknown, string>): Row {
  const { reference_standard: standard, reference_standard_condition: condition, performed_at: at } = row
  if (condition !== 'valid' || String(at) >= (first.get(standard) ?? '')) return row
  return {
    ...row,
    reference_standard_condition: 'never_calibrated',
    reference_standard_overdue: true,
  }
}

/** Extends the due date of the first instrument that is compliant by a record of the ledger; returns its asset tag. */
async function extendOne({ key, workspaceId }: { key: string; workspaceId: string }): Promise<unknown> {
  const [recorded, rows] = [await firstCalibrations(key), await rowsOf(key, REGISTER)]
  const one = rows.find(
    ({ asset_tag: tag, compliance_status: token }) => token === 'COMPLIANT' && recorded.has(tag),
  )
  const input = { until: '2032-02-03', reason: 'Low use.' }
  await extendDueDate(app.parts, await callerOf(app, workspaceId), String(one?.['id']), input)
  return one?.['asset_tag']
}

test('a whole program moves with its history, also that of instruments that are retired or reference-only', async () => {
  const secrets = createSecrets({ present: 'a secret of the tests that nothing else uses' })
  const runtime = { ...app.parts, config: readConfig({}), clock: app.clock, secrets }
  const demo = await fillDemo(runtime, { ...wholeProgram, share: 1 / 10 })
  const { key: from } = demo
  const extended = await extendOne(demo)
  const { key: to } = await openLaboratory(app, { timeZone: DEMO_TIME_ZONE })
  const done = await moveProgram(from, to)
  assert.equal(done.length, 6)
  for (const { failed, errors } of done) assert.deepEqual([failed, errors], [0, []])
  const kept = done.flatMap(({ warnings }) => warnings).filter(({ code }) => code === 'import.extension_kept')
  assert.ok(kept.some(({ values }) => values['until'] === '2032-02-03'))
  assert.equal((await registerOf(to)).get(String(extended))?.['due_date'], '2032-02-03')
  const first = await firstCalibrations(from)
  for (const read of [registerOf, recordsOf, pointsOf]) {
    const [before, after] = [await read(from), await read(to)]
    assert.deepEqual([...after.keys()].toSorted(), [...before.keys()].toSorted())
    for (const [name, row] of before) assert.deepEqual(after.get(name), asMoved(row, first), name)
  }
  const statuses = new Map([...(await registerOf(to))].map(([tag, { status }]) => [tag, status]))
  const recorded = [...(await recordsOf(to)).values()].map(({ asset_tag: tag }) => statuses.get(String(tag)))
  for (const status of ['retired', 'REFERENCE_ONLY', 'active']) assert.ok(recorded.includes(status), status)
  assert.ok(recorded.length > 200)
})
