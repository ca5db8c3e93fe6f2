import { pageOf, type procedureOperations, revisionStates } from '@plumbline/contract'
import type { Database } from '../../platform/db/index.ts'
import { notFound } from '../../platform/errors.ts'
import { readTokens, type Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { serializeProcedure } from './serialize.ts'
import { findRevisions, pageOfProcedures } from './store.ts'

/**
 * Handlers of the public API's procedures. The operations of an instrument's points are in the instruments module,
 * those of files in the documents module.
 */
export function procedureRoutes(
  db: Database,
): Handlers<Omit<typeof procedureOperations, 'getInstrumentPoints' | 'downloadProcedureDocument'>, Caller> {
  return {
    listProcedures: async ({ caller, query }) => {
      const statuses = readTokens('status', query.status, revisionStates) ?? []
      const { rows, total } = await pageOfProcedures(db.in(caller.workspaceId), { ...query, statuses })
      return { body: pageOf(rows, total, query) }
    },
    getProcedure: async ({ caller, params }) => {
      const revisions = await findRevisions(db.in(caller.workspaceId), params.procedure_id)
      if (!revisions) throw notFound()
      return { body: serializeProcedure(revisions) }
    },
  }
}
