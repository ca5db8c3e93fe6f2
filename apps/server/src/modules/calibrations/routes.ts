import type { calibrationOperations } from '@plumbline/contract'
import { notFound } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { appendCalibration, type CalibrationDeps } from './append-calibration.ts'
import { listInstrumentRecords, listRecords } from './list-query.ts'
import { presentRecord } from './present.ts'
import { findRecord } from './read-store.ts'

/** Handlers of the public API's calibrations. */
export function calibrationRoutes(deps: CalibrationDeps): Handlers<typeof calibrationOperations, Caller> {
  return {
    listInstrumentCalibrations: async ({ caller, params, query }) => {
      const queries = deps.db.in(caller.workspaceId)
      return { body: await listInstrumentRecords(queries, caller, params.instrument_id, query) }
    },
    appendCalibration: async ({ caller, params, headers, body }) =>
      appendCalibration(deps, caller, params.instrument_id, body, headers['idempotency-key']),
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
