import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { callerOf } from '../../../test/register.ts'
import { importParts } from '../../job-kinds.ts'
import { keepPlans, sql, type Transaction } from '../../platform/db/index.ts'
import { findRecords, findSameRecords } from '../calibrations/index.ts'
import type { Progressed } from './import-run.ts'
import type { ImportInput } from './import-state.ts'
import { runImport } from './run-import.ts'
import { openTable } from './source/read-table.ts'

/** Five parts of an import. */
const ROWS = 500

/**
 * Rows of instruments and calibrations that statements of a part may read: a few for each of its own. Where a statement passes
 * over the index of its key, it reads all rows of the workspace for each, 50,000 in a part of this register.
 */
const READ_MAX = 5000

const app = await startTestApp()

/** Rows that the statements of a transaction have read so far, with those of earlier ones whose count is not reported yet. */
async function readRows(tx: Transaction): Promise<number> {
  const [read] = await tx.rows<{ count: number }>(sql`
    select sum(seq_tup_read + idx_tup_fetch)::integer as count
    from pg_stat_xact_user_tables where relname in ('instruments', 'calibrations')`)
  return read!.count
}

/** Imports lines, and returns how many rows were read for each part. */
async function importing(id: string, kind: ImportInput['kind'], lines: readonly string[]): Promise<number[]> {
  const input = {
    kind,
    file: 'unused',
    fileName: null,
    preset: null,
    options: {},
    dryRun: false,
    siteIds: null,
  }
  const caller = { ...(await callerOf(app, id)), importId: id }
  const read: number[] = []
  const step = (work: (tx: Transaction) => Promise<Progressed>) =>
    app.db.transaction(id, async (tx) => {
      const before = await readRows(tx)
      await work(tx)
      read.push((await readRows(tx)) - before)
    })
  const table = await openTable(Buffer.from(lines.join('\n')))
  const { counts } = await runImport({
    parts: importParts(app.parts),
    caller,
    input,
    table,
    before: null,
    step,
  })
  assert.equal(counts.create, ROWS)
  return read
}

const rowsOf = (line: (at: number) => string) => Array.from({ length: ROWS }, (_, at) => line(at))

const register = [
  'Tag,Name,Serial,Interval,Last cal',
  ...rowsOf((at) => `N-${at},Gauge,S-${at},12,2025-05-03`),
]
const history = [
  'Tag,Cal date,Result,Vendor,Certificate',
  ...rowsOf((at) => `N-${at},2026-05-03,pass,Lab,C-${at}`),
]

test('records of a history are looked up by their instruments, even if all were performed on one day', async () => {
  const { id } = await app.workspace()
  await importing(id, 'instruments', register)
  await importing(id, 'calibrations', history)
  const sought = await app.db.in(id).rows<{ instrumentId: string }>(sql`
    select instrument_id as "instrumentId" from instruments where workspace_id = ${id} and asset_tag like 'N-_'`)
  const day = { from: '2026-05-03T00:00:00Z', until: '2026-05-04T00:00:00Z' }
  const read = await app.db.transaction(id, async (tx) => {
    keepPlans(tx)
    const before = await readRows(tx)
    const found = await findSameRecords(
      tx,
      sought.map(({ instrumentId }) => ({ instrumentId, ...day, certificateNumber: 'C-7' })),
    )
    assert.equal(found.filter((record) => record !== undefined).length, 1)
    return (await readRows(tx)) - before
  })
  assert.ok(read < ROWS, `read ${read}`)
})

test('statements of an import find their rows by key, also in a workspace that is newer than the statistics', async () => {
  const { id: known } = await app.workspace()
  await importing(known, 'instruments', register)
  await app.asOwner((owner) => owner.query('analyze'))
  const { id } = await app.workspace()
  const read = [
    ...(await importing(id, 'instruments', register)),
    ...(await importing(id, 'calibrations', history)),
  ]
  assert.ok(Math.max(...read) < READ_MAX, `read for each part: ${read.join(', ')}`)
  const ids = await app.db
    .in(id)
    .rows<{ id: string }>(
      sql`select calibration_id as id from calibrations where workspace_id = ${id} limit 100`,
    )
  const readForRecords = await app.db.transaction(id, async (tx) => {
    const before = await readRows(tx)
    const records = await findRecords(
      tx,
      ids.map((record) => record.id),
    )
    assert.equal(records.length, 100)
    return (await readRows(tx)) - before
  })
  assert.ok(readForRecords < READ_MAX, `read ${readForRecords}`)
})
