import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { sharedTestApp } from '../../../test/app.ts'
import { callerOf, enter, entriesOf } from '../../../test/register.ts'
import { sql } from '../../platform/db/index.ts'
import type { ApiError } from '../../platform/errors.ts'
import type { Caller } from '../access/index.ts'
import {
  changeStatus,
  extendDueDate,
  removeDueExtension,
  retireInstrument,
  setQuarantine,
  updateInstrument,
} from './index.ts'
import { instrumentPayload } from './ledger-payload.ts'
import { findInstrument } from './store.ts'

const app = await sharedTestApp()
const deps = { ...app, changeReasonRulesEnforced: false }

type Act = (caller: Caller, id: string) => Promise<unknown>

const update: fc.Arbitrary<Act> = fc
  .record(
    {
      name: fc.constantFrom('A', 'B', null),
      notes: fc.constantFrom('x', '', null),
      serial_number: fc.constantFrom('S', '', null),
      calibration_interval_value: fc.constantFrom(1, 12, null),
      calibration_interval_unit: fc.constantFrom('months' as const, 'years' as const),
      customFields: fc.dictionary(fc.constantFrom('a', '__proto__'), fc.constantFrom('', '1', '2')),
      grace_days: fc.constantFrom(0, 5, null),
      is_quarantined: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((body) => (caller, id) => updateInstrument(deps, caller, id, { body }))

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: update },
  fc.constantFrom('active' as const, 'OUT_FOR_CALIBRATION' as const, 'REFERENCE_ONLY' as const).map(
    (status): Act =>
      (caller, id) =>
        changeStatus(app, caller, id, { status, reason: 'x' }),
  ),
  fc.constantFrom('2027-12-24', '2027-12-25').map(
    (until): Act =>
      (caller, id) =>
        extendDueDate(app, caller, id, { until, reason: until }),
  ),
  fc.constant<Act>((caller, id) => removeDueExtension(app, caller, id)),
  fc.boolean().map(
    (isQuarantined): Act =>
      (caller, id) =>
        setQuarantine(app, caller, id, { isQuarantined, reason: 'y' }),
  ),
  {
    weight: 1,
    arbitrary: fc.constant<Act>((caller, id) => retireInstrument(app, caller, id, { reason: 'z' })),
  },
)

test('the recorded fields of an instrument follow from its entries, each applied to the result of the one before', async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      const workspace = await app.workspace()
      const { id } = await enter(app, workspace.key, { last_calibration_date: '2026-11-01T00:00:00Z' })
      const caller = await callerOf(app, workspace.id)
      for (const one of acts) await one(caller, id).catch(expectRefusal)
      const [created, ...changes] = await entriesOf(app, workspace.id, id)
      const fields = new Map<string, unknown>(Object.entries(created?.payload.instrument))
      for (const { payload } of changes) {
        for (const [name, change] of Object.entries<{ before: unknown; after: unknown }>(payload.changes)) {
          assert.deepEqual(fields.get(name), change.before, name)
          assert.notDeepEqual(change.before, change.after, name)
          fields.set(name, change.after)
        }
      }
      const row = (await findInstrument(app.db.in(workspace.id), id, null))!
      assert.deepEqual(fields, new Map(Object.entries(instrumentPayload.fields(row))))
      const last = changes.at(-1)
      if (last) assert.deepEqual([row.updatedAt, row.ledgerIndex], [last.at, last.index])
    }),
    { numRuns: 30 },
  )
})

function expectRefusal(error: ApiError): void {
  assert.ok(error.status === 409 || error.status === 422, error.message)
}

test('no entry is made for what changed nothing', async () => {
  const workspace = await app.workspace()
  const { id } = await enter(app, workspace.key)
  const caller = await callerOf(app, workspace.id)
  await updateInstrument(deps, caller, id, { body: { name: 'Caliper', grace_days: null } })
  await setQuarantine(app, caller, id, { isQuarantined: false, reason: 'x' })
  await removeDueExtension(app, caller, id)
  await changeStatus(app, caller, id, { status: 'active', reason: 'x' })
  const [{ size }] = (await app.db
    .in(workspace.id)
    .rows<{ size: number }>(sql`select size from ledger_heads`)) as [{ size: number }]
  const [entry] = await entriesOf(app, workspace.id, id)
  assert.equal(size, entry!.index + 1)
})
