import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { calibrate, enter, wrongCounts } from '../../../../test/register.ts'
import { sql } from '../../../platform/db/index.ts'
import { forgetEmptyCounts } from './forget-empty-counts.ts'

const app = await startTestApp()

test('counts of due dates that nothing has any more go, and all others stay', async () => {
  const workspace = await app.workspace()
  const { id } = await enter(app, workspace.key)
  for (let day = 1; day <= 9; day += 1) {
    await calibrate(app, workspace, id, { performedAt: `2026-11-0${day}T12:00:00Z` })
  }
  const kept = async () => {
    const [row] = await app.db.in(workspace.id).rows<{ dates: number; worklist: number }>(sql`
      select (select count(*) from instrument_due_counts) as dates,
        (select count(*) from instrument_worklist_counts) as worklist`)
    return row
  }
  // Nine days, and the two slots of what was never calibrated.
  assert.deepEqual(await kept(), { dates: 11, worklist: 11 })
  await forgetEmptyCounts(app)
  assert.deepEqual(await kept(), { dates: 1, worklist: 1 })
  assert.deepEqual(await wrongCounts(app, workspace.id), [])
  await calibrate(app, workspace, id, { performedAt: '2026-11-01T12:00:00Z' })
  assert.deepEqual(await wrongCounts(app, workspace.id), [])
})
