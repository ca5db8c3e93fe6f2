import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { calibrationResults } from '@plumbline/contract'
import { assertProperty } from '@plumbline/testing'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Laboratory } from '../../../../test/calibrating.ts'
import { sql } from '../../../platform/db/index.ts'
import type { Caller } from '../../access/index.ts'
import { chooseBasis, type BasisCandidate } from '../../compliance/index.ts'
import { findCounting } from '../read-store.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app, { timeZone: 'America/New_York' })
const manager = await lab.caller()

const RUNS = { numRuns: 12 }
const FIRST_DAY_MS = Date.parse('2026-01-01T03:00:00Z')
const DAY_MS = 86_400_000
const performedAt = (day: number) => new Date(FIRST_DAY_MS + day * DAY_MS).toISOString()

const result = fc.constantFrom(...calibrationResults)
const day = fc.integer({ min: 0, max: 30 })

/** What follows for the instrument from its records. */
async function outcome(instrumentId: string) {
  const { last_calibration_at, next_due_at, compliance_status } = await lab.read(instrumentId)
  return { last_calibration_at, next_due_at, compliance_status }
}

/** All calibrations of an instrument as the rule of the basis looks at them, read without our queries. */
function candidates(instrumentId: string): Promise<BasisCandidate[]> {
  return app.db.in(lab.id).rows<BasisCandidate>(sql`
    select c.calibration_id as id, c.result, c.performed_at as "performedAt", c.ledger_index as "ledgerIndex",
      c.chain_first_ledger_index as "chainFirstLedgerIndex", coalesce(d.decision = 'approved', false) as approved,
      (select x.calibration_id
       from calibrations x join calibration_decisions y using (workspace_id, calibration_id)
       where x.corrects_id = c.calibration_id and y.decision = 'approved') as "supersededById",
      exists (select from calibrations v where v.voids_id = c.calibration_id) as voided
    from calibrations c
    left join calibration_decisions d using (workspace_id, calibration_id)
    where c.workspace_id = ${lab.id} and c.instrument_id = ${instrumentId} and c.record_type = 'calibration'`)
}

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('append' as const), day, result, pending: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('correct' as const), day, result, pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('void' as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('approve' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reject' as const), pick: fc.nat() }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Takes one step; one that the state refuses changes nothing. */
async function take(deps: { lab: Laboratory; by: Caller; instrumentId: string; ids: string[] }, taken: Step) {
  const { by, instrumentId, ids } = deps
  if (taken.act === 'append') {
    await deps.lab.settings({ approvalPolicy: taken.pending ? 'review' : 'automatic' })
    const body = { performed_at: performedAt(taken.day), result: taken.result }
    ids.push((await deps.lab.calibrate(instrumentId, body)).id)
    return
  }
  const id = ids.length > 0 ? ids[taken.pick % ids.length] : undefined
  if (id === undefined) return
  try {
    if (taken.act === 'correct') {
      const body = { performed_at: performedAt(taken.day), result: taken.result }
      ids.push((await deps.lab.correct(by, id, body)).id)
    }
    if (taken.act === 'void') await deps.lab.void(by, id)
    if (taken.act === 'approve') await deps.lab.approve(by, id)
    if (taken.act === 'reject') await deps.lab.reject(by, id)
  } catch (error: any) {
    assert.equal(error.code, 'CONFLICT')
  }
}

test('after any acts on records, the instrument has the basis that the rule chooses', async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (steps) => {
      const { id: instrumentId } = await lab.instrument()
      const ids: string[] = []
      for (const each of steps) {
        await take({ lab, by: await lab.caller(), instrumentId, ids }, each)
        const chosen = chooseBasis(await candidates(instrumentId))
        const queries = app.db.in(lab.id)
        assert.equal((await findCounting(queries, instrumentId, null))?.id ?? null, chosen?.id ?? null)
        assert.equal((await lab.read(instrumentId)).last_calibration_at, chosen?.performedAt ?? null)
      }
    }),
    RUNS,
  )
})

test('voiding the last record restores basis, due date and token as they were before it', async () => {
  await lab.settings({ approvalPolicy: 'automatic' })
  const records = fc.array(fc.record({ day, result }), { maxLength: 4 })
  await assertProperty(
    fc.asyncProperty(records, day, result, async (earlier, lastDay, lastResult) => {
      const { id } = await lab.instrument()
      for (const each of earlier) {
        await lab.calibrate(id, { performed_at: performedAt(each.day), result: each.result })
      }
      const before = await outcome(id)
      const last = await lab.calibrate(id, { performed_at: performedAt(lastDay), result: lastResult })
      await lab.void(manager, last.id)
      assert.deepEqual(await outcome(id), before)
    }),
    RUNS,
  )
})

test('the order in which back-dated records are appended never changes the outcome', async () => {
  await lab.settings({ approvalPolicy: 'automatic' })
  const records = fc.uniqueArray(fc.record({ day, result }), {
    minLength: 2,
    maxLength: 4,
    selector: (each) => each.day,
  })
  const orders = records.chain((each) =>
    fc.tuple(fc.constant(each), fc.shuffledSubarray(each, { minLength: each.length })),
  )
  await assertProperty(
    fc.asyncProperty(orders, async (both) => {
      const outcomes = await Promise.all(
        both.map(async (order) => {
          const { id } = await lab.instrument()
          for (const each of order) {
            await lab.calibrate(id, { performed_at: performedAt(each.day), result: each.result })
          }
          return outcome(id)
        }),
      )
      assert.deepEqual(outcomes[0], outcomes[1])
    }),
    RUNS,
  )
})

test('a later pass never makes the due date earlier', async () => {
  await lab.settings({ approvalPolicy: 'automatic' })
  const passing = fc.constantFrom('PASS', 'PASS_WITH_ADJUSTMENT', 'LIMITED_CALIBRATION')
  await assertProperty(
    fc.asyncProperty(
      fc.array(fc.record({ day, result: passing }), { minLength: 2, maxLength: 5 }),
      async (records) => {
        const { id } = await lab.instrument()
        let due = ''
        for (const each of records) {
          await lab.calibrate(id, { performed_at: performedAt(each.day), result: each.result })
          const { next_due_at } = await lab.read(id)
          assert.ok(next_due_at >= due)
          due = next_due_at
        }
      },
    ),
    RUNS,
  )
})
