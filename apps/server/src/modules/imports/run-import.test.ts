import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { callerOf } from '../../../test/register.ts'
import { importParts } from '../../job-kinds.ts'
import { sql, type Transaction } from '../../platform/db/index.ts'
import type { ImportInput, ImportState } from './import-state.ts'
import type { Progressed } from './import-run.ts'
import { runImport } from './run-import.ts'

const app = await startTestApp()

test('an import that was cut off goes on behind the last part that committed, and enters each row once', async () => {
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
  let kept: ImportState | null = null
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
      kept = state
    }
    const bytes = Buffer.from(['Tag,Name,Serial,Interval,Last cal', ...lines].join('\n'))
    return runImport({ parts: importParts(app.parts), caller, input, bytes, before: kept, step })
  }
  await assert.rejects(process(3), /the process ended/)
  assert.equal((kept as ImportState | null)?.done, 100)
  await assert.rejects(process(1), /the process ended/)
  const state = await process(Infinity)
  assert.deepEqual([state.done, state.counts.create, state.warnings.length], [250, 250, 10])
  const [entered] = await app.db.in(id).rows<{ entries: number; instruments: number }>(sql`
    select count(*)::integer as entries, count(distinct subject_id)::integer as instruments
    from ledger_entries where workspace_id = ${id} and kind = 'instrument.created'`)
  assert.deepEqual(entered, { entries: 250, instruments: 250 })
})
