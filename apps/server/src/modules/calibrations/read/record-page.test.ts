import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalibrationDetails } from '@plumbline/contract'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import type { Database, WorkspaceQueries } from '../../../platform/db/index.ts'
import { appCalibrationRoutes } from '../app-routes.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app)

test('the page of a record shows one moment, regardless of what is committed while it is read', async () => {
  const caller = await lab.caller()
  const { id: instrument } = await lab.instrument()
  const older = await lab.calibrate(instrument, { performed_at: '2025-03-02T10:00:00Z' })
  const newer = await lab.calibrate(instrument, { performed_at: '2026-03-02T10:00:00Z' })
  let isVoided = false
  /** A person voids the older record once the first of its reads returned. */
  const interrupted = (queries: WorkspaceQueries): WorkspaceQueries => ({
    ...queries,
    rows: async <Row>(statement: Parameters<WorkspaceQueries['rows']>[0]) => {
      const rows = await queries.rows<Row>(statement)
      if (!isVoided) {
        isVoided = true
        await lab.void(caller, older.id)
      }
      return rows
    },
  })
  const db: Database = {
    ...app.db,
    in: (workspaceId) => interrupted(app.db.in(workspaceId)),
    snapshot: (workspaceId, read) => app.db.snapshot(workspaceId, (queries) => read(interrupted(queries))),
  }
  const { getCalibrationDetails } = appCalibrationRoutes({ db, clock: app.clock }, 10_000)
  const params = { calibration_id: newer.id as string }
  const { body } = await getCalibrationDetails({ caller, params, query: {}, headers: {}, body: {} })
  const details = body as CalibrationDetails
  assert.ok(isVoided)
  assert.equal(details.after_void?.basis?.calibration_id, older.id)
})
