import type { appExportOperations, ExportFormat, exportOperations } from '@plumbline/contract'
import type { Caller } from '../modules/access/index.ts'
import { calibrationTable } from '../modules/calibrations/index.ts'
import { dueTable } from '../modules/compliance/index.ts'
import { documentTable } from '../modules/documents/index.ts'
import { findingTable } from '../modules/findings/index.ts'
import { chosenInstrumentTable, instrumentTable } from '../modules/instruments/index.ts'
import { activityTable } from '../modules/ledger/index.ts'
import { usedForTable } from '../modules/traceability/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'
import type { Handlers, Response } from '../platform/http/index.ts'
import { tableResponse, type Table } from '../platform/tables/index.ts'

/** What exports work with. */
export interface ExportParts {
  readonly db: Database
  readonly clock: Clock
}

/** Handlers of the public API's exports. */
export function exportRoutes(parts: ExportParts): Handlers<typeof exportOperations, Caller> {
  const respond = responseOf(parts)
  return {
    exportInstruments: ({ caller, query }) => respond(caller, query, instrumentTable(parts, caller, query)),
    exportCalibrations: ({ caller, query }) => respond(caller, query, calibrationTable(parts, caller, query)),
    exportDue: ({ caller, query }) => respond(caller, query, dueTable(parts, caller, query, 'date')),
    exportFindings: ({ caller, query }) => respond(caller, query, findingTable(parts, caller, query)),
    exportDocuments: ({ caller, query }) => respond(caller, query, documentTable(parts, caller, query)),
    exportActivity: ({ caller, query }) => respond(caller, query, activityTable(parts, caller, query)),
  }
}

/** Handlers of those that have more to them in the app, or are its alone. */
export function appExportRoutes(parts: ExportParts): Handlers<typeof appExportOperations, Caller> {
  const respond = responseOf(parts)
  return {
    exportInstruments: ({ caller, query }) => respond(caller, query, instrumentTable(parts, caller, query)),
    exportCalibrations: ({ caller, query }) => respond(caller, query, calibrationTable(parts, caller, query)),
    exportDue: ({ caller, query }) => respond(caller, query, dueTable(parts, caller, query, 'group')),
    exportChosenInstruments: ({ caller, body }) =>
      respond(caller, body, chosenInstrumentTable(parts, caller, body)),
    exportUsedFor: ({ caller, params, query }) =>
      respond(caller, query, usedForTable(parts, caller, params.instrument_id, query)),
  }
}

function responseOf({ db, clock }: ExportParts) {
  return async (
    { workspaceId }: Caller,
    { format }: { readonly format?: ExportFormat },
    table: Table | Promise<Table>,
  ): Promise<Response> => tableResponse(db, workspaceId, await table, { format, at: clock.now() })
}
