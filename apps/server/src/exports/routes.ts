import type { appExportOperations, ExportFormat, exportOperations } from '@plumbline/contract'
import type { Caller } from '../modules/access/index.ts'
import { calibrationTable } from '../modules/calibrations/index.ts'
import { dueTable, today } from '../modules/compliance/index.ts'
import { documentTable } from '../modules/documents/index.ts'
import { findingTable } from '../modules/findings/index.ts'
import { chosenInstrumentTable, instrumentTable } from '../modules/instruments/index.ts'
import { activityTable } from '../modules/ledger/index.ts'
import { requireAllSites } from '../modules/workspaces/index.ts'
import { usedForTable } from '../modules/traceability/index.ts'
import { everything, type EverythingParts } from './everything.ts'
import type { ExportParts } from './parts.ts'
import type { Handlers, Response } from '../platform/http/index.ts'
import { createLimiter } from '../platform/limiter.ts'
import { fileResponse, tableResponse, type Table } from '../platform/tables/index.ts'

/** Maximum duration of an export of a whole workspace: most of it is files, over a connection that may be slow. */
const EVERYTHING_MS = 4 * 60 * 60_000

/** Maximum number of simultaneous exports of whole workspaces in a process. They can take hours and must not hold up other exports. */
const EVERYTHING_MAX = 2

const everythingInTurn = createLimiter(EVERYTHING_MAX)

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

/** Handlers of exports that only the app has, or that do more in the app. */
export function appExportRoutes(parts: EverythingParts): Handlers<typeof appExportOperations, Caller> {
  const respond = responseOf(parts)
  return {
    exportInstruments: ({ caller, query }) => respond(caller, query, instrumentTable(parts, caller, query)),
    exportCalibrations: ({ caller, query }) => respond(caller, query, calibrationTable(parts, caller, query)),
    exportDue: ({ caller, query }) => respond(caller, query, dueTable(parts, caller, query, 'group')),
    exportChosenInstruments: ({ caller, body }) =>
      respond(caller, body, chosenInstrumentTable(parts, caller, body)),
    exportEverything: async ({ caller }) => {
      requireAllSites(caller)
      return fileResponse(parts.log, caller.workspaceId, await everything(parts, caller), {
        name: `plumbline-${today(parts.clock.now(), caller.workspace.timeZone)}.zip`,
        contentType: 'application/zip',
        ms: EVERYTHING_MS,
        inTurn: everythingInTurn,
      })
    },
    exportUsedFor: ({ caller, params, query }) =>
      respond(caller, query, usedForTable(parts, caller, params.instrument_id, query)),
  }
}

function responseOf(parts: ExportParts) {
  return async (
    { workspaceId }: Caller,
    { format }: { readonly format?: ExportFormat },
    table: Table | Promise<Table>,
  ): Promise<Response> => tableResponse(parts, workspaceId, await table, { format, at: parts.clock.now() })
}
