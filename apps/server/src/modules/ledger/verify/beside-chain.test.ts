import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { chainApartOf } from '../../../../test/ledger/chain-apart.ts'
import { disarm, tamper } from '../../../../test/ledger/tampering.ts'
import { systemActor } from '../../../platform/actor.ts'
import { APPLICATION_ROLE, readSnapshot } from '../../../platform/db/index.ts'
import {
  appendEntries,
  chainInThread,
  latestCheckpoint,
  ledgerKeyProjection,
  verifyLedger,
  type Projection,
} from '../index.ts'

const app = await startTestApp()
await disarm(app)

const parts = { ...app.parts, projections: [ledgerKeyProjection] }
const chainApart = chainApartOf(app)

const append = (id: string, name: string) =>
  app.db.transaction(id, (tx) =>
    appendEntries(tx, app.clock, systemActor(id), [
      {
        kind: 'workspace.updated',
        subject: { type: 'workspace', id },
        payload: { changes: { name: { before: null, after: name } } },
      },
    ]),
  )

/** A ledger with a checkpoint that was kept of it. */
async function grownLedger(): Promise<{ id: string; notes: string[] }> {
  const { id } = await app.workspace()
  for (let entry = 0; entry < 11; entry += 1) await append(id, `name ${entry}`)
  return { id, notes: [(await latestCheckpoint(app.parts, id)).checkpoint] }
}

describe('a chain that is verified beside the replay', () => {
  const impossible: Projection = {
    tables: [],
    begin: () => ({
      take: ({ index }) => {
        if (index === 3) throw new Error('no such thing')
      },
      compare: () => Promise.resolve(),
    }),
  }
  const strict = { ...parts, projections: [impossible] }

  test('is verified and replayed once where the ledger is intact', async () => {
    const { id, notes } = await grownLedger()
    let attempts = 0
    const counted: Projection = {
      tables: [],
      begin: () => {
        attempts += 1
        return { take: () => {}, compare: () => Promise.resolve() }
      },
    }
    const both = { ...parts, projections: [...parts.projections, counted], chainApart }
    assert.equal((await verifyLedger(both, id, notes)).fault, null)
    assert.equal(attempts, 1)
  })

  test('leads to the same verdict on an entry that no writer can have written', async () => {
    const { id } = await grownLedger()
    const report = await verifyLedger(strict, id)
    assert.deepEqual([report.fault?.index, report.fault?.found], [3, 'entries'])
    assert.deepEqual(await verifyLedger({ ...strict, chainApart }, id), report)
  })

  test('leads to the same verdict where both find a fault', async () => {
    const { id } = await grownLedger()
    await tamper(app, ({ run }) =>
      run('delete from ledger_nodes where workspace_id = $1 and level = 3', [id]),
    )
    const report = await verifyLedger(strict, id)
    assert.equal(report.fault?.found, 'nodes')
    assert.deepEqual(await verifyLedger({ ...strict, chainApart }, id), report)
  })

  test('is computed by a thread of its own as it is here', async () => {
    const { id, notes } = await grownLedger()
    const { connection, secretKeys } = app.parts
    const inThread = chainInThread({ connection, role: APPLICATION_ROLE, secretKeys })
    await readSnapshot(app.db, id, async (snapshot) => {
      const order = { workspaceId: id, snapshotId: await snapshot.share(), keptCheckpoints: notes }
      const { size } = await verifyLedger(parts, id)
      await append(id, 'later than the snapshot')
      const report = await inThread(order)
      assert.equal(report.computed.edge.size, size)
      assert.equal(report.fault, null)
      assert.deepEqual(report, await chainApart(order))
    })
  })

  test('leads to the same verdict where the other thread cannot do it', async () => {
    const { id } = await grownLedger()
    const report = await verifyLedger(parts, id)
    const failing = () => Promise.reject(new Error('no connection is left'))
    assert.deepEqual(await verifyLedger({ ...parts, chainApart: failing }, id), report)
  })
})
