import type { appTraceabilityOperations, traceabilityOperations } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { listAppUsedFor, listUsedFor, type UsedForParts } from './list-used-for.ts'
import { readTraceability } from './read-traceability.ts'

/** Handlers of the public API's traceability. */
export function traceabilityRoutes(parts: UsedForParts): Handlers<typeof traceabilityOperations, Caller> {
  return {
    listUsedFor: async ({ caller, params, query }) => ({
      body: await listUsedFor(parts, caller, params.instrument_id, query),
    }),
    getTraceability: async ({ caller, params, query }) => ({
      // A single snapshot, so that a record corrected in the meantime does not appear twice.
      body: await parts.db.snapshot(caller.workspaceId, (queries) =>
        readTraceability(queries, caller, params.instrument_id, query),
      ),
    }),
  }
}

/** Handlers of the traceability operations that only the app has. */
export function appTraceabilityRoutes(
  parts: UsedForParts,
): Handlers<typeof appTraceabilityOperations, Caller> {
  return {
    listUsedFor: async ({ caller, params, query }) => ({
      body: await listAppUsedFor(parts, caller, params.instrument_id, query),
    }),
  }
}
