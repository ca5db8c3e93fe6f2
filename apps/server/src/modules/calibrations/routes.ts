import type { calibrationOperations } from '@plumbline/contract'
import { notFound } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { appendCalibration, type CalibrationDeps } from './append-calibration.ts'
import { listInstrumentRecords, listRecords } from './list-query.ts'
import { presentRecord } from './present.ts'
import { findRecord } from './read-store.ts'

/** Handlers of the public API's calibrations. */
export function calibrationRoutes(
  deps: CalibrationDeps,
  deadlineMs: number,
): Handlers<typeof calibrationOperations, Caller> {
  const append = appendCalibration(deps, deadlineMs)
  return {
    listInstrumentCalibrations: async ({ caller, params, query }) => {
      const queries = deps.db.in(caller.workspaceId)
      return { body: await listInstrumentRecords(queries, caller, params.instrument_id, query) }
    },
    appendCalibration: async ({ caller, params, headers, body }) =>
      append(caller, {
        instrumentId: params.instrument_id,
        body,
        idempotencyKey: headers['idempotency-key'],
      }),
    listCalibrations: async ({ caller, query }) => ({
      body: await listRecords(deps.db.in(caller.workspaceId), caller, query, 'updated_at'),
    }),
    getCalibration: async ({ caller, params }) => {
      const row = await findRecord(deps.db.in(caller.workspaceId), params.calibration_id, caller.siteIds)
      if (!row) throw notFound()
      return { body: presentRecord(row) }
    },
  }
}
