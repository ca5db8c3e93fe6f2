import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../test/app.ts'
import { holdTransaction, waitingForLocks } from '../../../test/lock-waits.ts'
import { callerOf } from '../../../test/register.ts'
import { importParts } from '../../job-kinds.ts'
import { sql, type Transaction } from '../../platform/db/index.ts'
import { findByIdentifiers, lockInstrument } from '../instruments/index.ts'
import type { ImportInput, ImportState } from './import-state.ts'
import type { Progressed } from './import-run.ts'
import { runImport } from './run-import.ts'
import { openTable } from './source/read-table.ts'

const app = await sharedTestApp()

test('an interrupted import continues after the last committed part, and imports each row once', async () => {
  const { id } = await app.workspace()
  const lines = Array.from({ length: 250 }, (_, at) => `K-${at},Gauge,S-${at % 240},12,2026-05-03`)
  const input: ImportInput = {
    kind: 'instruments',
    file: 'unused',
    fileName: null,
    preset: null,
    options: {},
    dryRun: false,
    siteIds: null,
  }
  const caller = { ...(await callerOf(app, id)), importId: id }
  let saved: ImportState | null = null
  /** Carries the import out until the process ends in the middle of a step. */
  const process = async (endsIn: number) => {
    let steps = 0
    const step = async (work: (tx: Transaction) => Promise<Progressed>) => {
      let state: ImportState | null = null
      await app.db.transaction(id, async (tx) => {
        ;({ state } = await work(tx))
        steps += 1
        if (steps === endsIn) throw new Error('the process ended')
      })
      saved = state
    }
    const table = await openTable(Buffer.from(['Tag,Name,Serial,Interval,Last cal', ...lines].join('\n')))
    return runImport({ parts: importParts(app.parts), caller, input, table, before: saved, step })
  }
  await assert.rejects(process(3), /the process ended/)
  assert.equal((saved as ImportState | null)?.done, 100)
  await assert.rejects(process(1), /the process ended/)
  const state = await process(Infinity)
  assert.deepEqual([state.done, state.counts.create, state.warnings.length], [250, 250, 10])
  const [entered] = await app.db.in(id).rows<{ entries: number; instruments: number }>(sql`
    select count(*)::integer as entries, count(distinct subject_id)::integer as instruments
    from ledger_entries where workspace_id = ${id} and kind = 'instrument.created'`)
  assert.deepEqual(entered, { entries: 250, instruments: 250 })
})

/** Imports lines, each step in a transaction of its own. */
async function importing(id: string, kind: ImportInput['kind'], lines: readonly string[]) {
  const options = { on_duplicate: 'update' as const }
  const input = { kind, file: 'unused', fileName: null, preset: null, options, dryRun: false, siteIds: null }
  const caller = { ...(await callerOf(app, id)), importId: id }
  const step = async (work: (tx: Transaction) => Promise<Progressed>) => {
    await app.db.transaction(id, work)
  }
  const table = await openTable(Buffer.from(lines.join('\n')))
  return runImport({ parts: importParts(app.parts), caller, input, table, before: null, step })
}

const HEAD = 'Tag,Name,Interval'

/** A workspace with an instrument that a transaction holds locked. */
async function withHeldInstrument() {
  const { id } = await app.workspace()
  await importing(id, 'instruments', [HEAD, 'W-1,Gauge,12'])
  const [row] = await findByIdentifiers(app.db.in(id), ['W-1'], [])
  const held = holdTransaction(app, id, (tx) => lockInstrument(tx, row!.instrumentId, null))
  await held.started
  return { id, held }
}

test('an import that waits for an instrument does not hold the head of the ledger, which its holder may wait for', async () => {
  const { id, held } = await withHeldInstrument()
  const imported = importing(id, 'instruments', [HEAD, 'W-2,New gauge,12', 'W-1,Renamed gauge,12'])
  await waitingForLocks(app, 1)
  const heads = await app.db
    .transaction(id, (tx) =>
      tx.rows(sql`select from ledger_heads where workspace_id = ${id} for no key update nowait`),
    )
    .finally(() => void held.release())
  assert.equal(heads.length, 1)
  const { counts } = await imported
  assert.deepEqual([counts.create, counts.update], [1, 1])
})

test('of two imports of one history at the same time, the later finds what the other has entered', async () => {
  const { id, held } = await withHeldInstrument()
  const lines = ['Tag,Cal date,Result,Vendor,Certificate', 'W-1,2026-05-03,pass,Lab,C-1']
  const both = [importing(id, 'calibrations', lines), importing(id, 'calibrations', lines)]
  await waitingForLocks(app, 2)
  await held.release()
  const counts = (await Promise.all(both)).map(
    (state) => `${state.counts.create} and ${state.counts.unchanged}`,
  )
  assert.deepEqual(new Set(counts), new Set(['1 and 0', '0 and 1']))
})
