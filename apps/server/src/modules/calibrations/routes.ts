import type { calibrationOperations } from '@plumbline/contract'
import { notFound } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Caller, CountItems } from '../access/index.ts'
import { withSyncWatermark } from '../ledger/index.ts'
import { appendBatch, appendCalibration, type AppendCalibration } from './append/append-calibration.ts'
import type { CalibrationDeps } from './deps.ts'
import { listInstrumentRecords, listRecords } from './read/list-query.ts'
import { serializeWithMeasurements } from './serialize.ts'
import { findWholeRecord } from './read-store.ts'
import type { CalibrationBody } from './write/stated-fields.ts'

/** Dependencies of the public calibration operations. */
export interface CalibrationRouteParts extends CalibrationDeps {
  readonly log: Log
  /** Maximum duration in milliseconds of a transaction that records share. */
  readonly deadlineMs: number
  readonly countItems: CountItems
}

/** Handlers of the calibration operations of the public API. */
export function calibrationRoutes(
  deps: CalibrationRouteParts,
): Handlers<typeof calibrationOperations, Caller> {
  const append = appendCalibration(deps, deps.deadlineMs)
  return {
    listInstrumentCalibrations: ({ caller, params, query }) =>
      withSyncWatermark(deps.db, caller.workspaceId, (queries) =>
        listInstrumentRecords(queries, caller, params.instrument_id, query),
      ),
    appendCalibration: appendHandler(append),
    appendCalibrations: async ({ caller, body }) => {
      const headers = await deps.countItems(caller, body.items.length)
      return { body: await appendBatch(deps, caller, body), headers }
    },
    listCalibrations: ({ caller, query }) =>
      withSyncWatermark(deps.db, caller.workspaceId, (queries) =>
        listRecords(queries, caller, query, 'updated_at'),
      ),
    getCalibration: async ({ caller, params }) => {
      const queries = deps.db.in(caller.workspaceId)
      const found = await findWholeRecord(queries, params.calibration_id, caller.siteIds)
      if (!found) throw notFound()
      return { body: serializeWithMeasurements(found.row, found.parts) }
    },
  }
}

/** Handler that appends one calibration, with the body of the public API or the app. */
export function appendHandler(append: AppendCalibration) {
  return async ({ caller, params, headers, body }: AppendCall) =>
    append(caller, {
      instrumentId: params.instrument_id,
      body,
      idempotencyKey: headers['idempotency-key'],
    })
}

interface AppendCall {
  readonly caller: Caller
  readonly params: { readonly instrument_id: string }
  readonly headers: { readonly 'idempotency-key': string }
  readonly body: CalibrationBody
}
