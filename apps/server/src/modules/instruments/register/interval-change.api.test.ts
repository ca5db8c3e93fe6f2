import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { callerOf, enter, entriesOf } from '../../../../test/register.ts'
import { changeStatus } from '../index.ts'

const app = await startTestApp({ CHANGE_REASON_RULES_ENFORCED: 'true' })
const patch = (key: string, id: string, body: unknown) =>
  app.call('PATCH', `/instruments/${id}`, { key, body })

/** Bodies for an instrument of 12 months, with whether they change its interval. */
const intervals: [body: Record<string, unknown>, changes: boolean][] = [
  [{ calibration_interval_value: 6 }, true],
  [{ calibration_interval_unit: 'days' }, true],
  [{ calibration_interval_value: 1, calibration_interval_unit: 'years' }, true],
  [{ calibration_interval_value: 12 }, false],
  [{ calibration_interval_value: 12, calibration_interval_unit: 'months' }, false],
  [{ calibration_interval_value: null, calibration_interval_unit: null }, false],
  [{ name: 'Renamed' }, false],
]
for (const [body, changes] of intervals) {
  test(`${JSON.stringify(body)} ${changes ? 'asks for' : 'needs no'} reason`, async () => {
    const { id: workspaceId, key } = await app.workspace()
    const { id } = await enter(app, key)
    for (const reason of [undefined, null, '', ' \n ']) {
      const response = await patch(key, id, { ...body, calibration_interval_change_reason: reason })
      assert.equal(response.status, changes ? 422 : 200)
      if (changes) assert.equal(response.body.code, 'interval_change_reason_required')
    }
    const given = await patch(key, id, { ...body, calibration_interval_change_reason: 'drifts' })
    assert.equal(given.status, 200)
    const reasons = (await entriesOf(app, workspaceId, id)).map(({ payload }) => payload.reason)
    assert.equal(reasons.includes('drifts'), changes)
  })
}

test('a reference-only instrument keeps an interval that can change, and has no due date', async () => {
  const { id: workspaceId, key } = await app.workspace()
  const { id } = await enter(app, key)
  const caller = await callerOf(app, workspaceId)
  await changeStatus(app, caller, id, { status: 'REFERENCE_ONLY', reason: 'a master' })
  const body = { calibration_interval_value: 6, calibration_interval_change_reason: 'habit' }
  const response = await patch(key, id, body)
  assert.equal(response.status, 200)
  assert.equal(response.body.next_due_at, null)
})
