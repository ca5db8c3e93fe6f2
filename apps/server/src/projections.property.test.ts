import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty, FIXED_SEED } from '@plumbline/testing'
import { startTestApp } from '../test/app.ts'
import { openLivingWorkspace, type LivingWorkspace } from '../test/workspaces/living-workspace.ts'
import { actsOfEachKind, makeOneOfEach, randomAct, type Act } from '../test/workspaces/random-acts.ts'
import { openRichWorkspace } from '../test/workspaces/rich-workspace.ts'
import { verifyLedger } from './modules/ledger/index.ts'
import { projections } from './projections.ts'

const app = await startTestApp()

/** Long enough for records to be corrected, voided and moved about. */
const LENGTH = { minLength: 20, maxLength: 60, size: 'max' } as const
const RUNS = 12
/** Few enough for longer histories to need temporary tables. */
const HELD_MAX = 30

async function assertReplayed(w: LivingWorkspace): Promise<void> {
  const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections, heldMax: HELD_MAX }, w.lab.id)
  assert.deepEqual([fault, rowFaults], [null, []])
}

test('after any acts in a workspace, also concurrent ones, every table is at any moment what the ledger records', async () => {
  const look: fc.Arbitrary<Act> = fc.constant(assertReplayed)
  const act = fc.oneof({ weight: 30, arbitrary: randomAct(app) }, { weight: 1, arbitrary: look })
  const atOnce = fc.array(act, { minLength: 1, maxLength: 4 })
  await assertProperty(
    fc.asyncProperty(fc.array(atOnce, LENGTH), async (history) => {
      const w = await openLivingWorkspace(app)
      await makeOneOfEach(app, w)
      for (const acts of history) await Promise.all(acts.map((each) => each(w)))
      await assertReplayed(w)
    }),
    // A history of a server cannot be run again in the same way: a shorter one proves nothing more.
    { numRuns: RUNS, endOnFailure: true },
  )
})

/** So often is an act of a kind tried with other inputs and on other things, until it changes something. */
const TRIES = 60

test('an act of every kind changes something, so that none is always refused', async () => {
  const w = await openRichWorkspace(app)
  const refused: string[] = []
  for (const [name, acts] of actsOfEachKind(app)) {
    let isCarriedOut = false
    for (const act of fc.sample(acts, { numRuns: TRIES, seed: FIXED_SEED })) {
      isCarriedOut = (await act(w)) === true
      if (isCarriedOut) break
    }
    if (!isCarriedOut) refused.push(name)
  }
  assert.deepEqual(refused, [])
  await assertReplayed(w)
})
