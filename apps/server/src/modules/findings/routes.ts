import type { findingOperations } from '@plumbline/contract'
import type { Database } from '../../platform/db/index.ts'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { listFindings, listTouched, readFinding } from './read-findings.ts'

/** Handlers of the public API's findings. */
export function findingRoutes(db: Database): Handlers<typeof findingOperations, Caller> {
  return {
    listFindings: async ({ caller, query }) => ({ body: await listFindings(db, caller, query) }),
    getFinding: async ({ caller, params }) => ({ body: await readFinding(db, caller, params.finding_id) }),
    listFindingTouched: async ({ caller, params, query }) => ({
      body: await listTouched(db, caller, params.finding_id, query),
    }),
  }
}
