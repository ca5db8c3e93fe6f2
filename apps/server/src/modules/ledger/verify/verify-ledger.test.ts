import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { disarm, tamper } from '../../../../test/ledger/tampering.ts'
import { systemActor } from '../../../platform/actor.ts'
import { ledgerKeyProjection } from './key-projection.ts'
import { appendEntries, latestCheckpoint, verifyLedger, type EntryDraft } from '../index.ts'

const app = await startTestApp()
await disarm(app)

const parts = { ...app.parts, projections: [ledgerKeyProjection] }
const draft = (name: string): EntryDraft => ({
  kind: 'workspace.updated',
  subject: { type: 'workspace', id: name },
  payload: { changes: { name: { before: null, after: name } } },
})
const append = (workspaceId: string, ...names: string[]) =>
  app.db.transaction(workspaceId, (tx) =>
    appendEntries(tx, app.clock, systemActor(workspaceId), names.map(draft)),
  )

/** Length of a ledger, and sizes at which it was signed. */
const SIZE = 15
const SIGNED = [6, 11, 15]

/** A ledger that grew over some minutes, and the checkpoints that were kept of it. */
async function grownLedger(): Promise<{ id: string; notes: string[] }> {
  const { id } = await app.workspace()
  const notes: string[] = []
  for (let size = 4; size < SIZE; size += 1) {
    app.clock.advance(60_000)
    await append(id, `entry ${size}`)
    if (SIGNED.includes(size + 1)) notes.push((await latestCheckpoint(app.parts, id)).checkpoint)
  }
  return { id, notes }
}

describe('an unaltered ledger', () => {
  test('is verified against all of its stored checkpoints', async () => {
    const { id, notes } = await grownLedger()
    const report = await verifyLedger(parts, id, notes)
    assert.deepEqual([report.fault, report.rowFaults, report.size], [null, [], SIZE])
  })

  test('is verified while it grows', async () => {
    const { id } = await app.workspace()
    const growing = (async () => {
      for (let round = 0; round < 40; round += 1) await append(id, 'a', 'b', 'c')
    })()
    const sizes: number[] = []
    for (let look = 0; look < 8; look += 1) {
      const report = await verifyLedger(parts, id)
      assert.equal(report.fault, null)
      sizes.push(report.size)
    }
    await growing
    assert.deepEqual(
      sizes,
      sizes.toSorted((one, other) => one - other),
    )
  })

  test('is verified with only its first entries', async () => {
    const { id } = await app.workspace()
    const report = await verifyLedger(parts, id)
    assert.deepEqual([report.fault, report.rowFaults], [null, []])
  })
})

describe('the row of a ledger is recorded in its first entry', () => {
  for (const [column, change] of [
    ['origin', "origin = 'elsewhere/ledger/1'"],
    ['created_at', "created_at = created_at + interval '1 ms'"],
  ] as const) {
    test(`another ${column} is found without a stored checkpoint`, async () => {
      const { id } = await app.workspace()
      await append(id, 'a')
      await tamper(app, ({ run }) => run(`update ledger_keys set ${change} where workspace_id = $1`, [id]))
      const { fault, rowFaults } = await verifyLedger(parts, id)
      assert.equal(fault, null)
      assert.deepEqual(
        rowFaults.map((row) => [row.table, row.column, row.index]),
        [['ledger_keys', column, 0]],
      )
    })
  }
})
