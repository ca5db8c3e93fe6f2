import type { instrumentOperations, procedureOperations } from '@plumbline/contract'
import { notFound } from '../../platform/errors.ts'
import type { Response, Handlers } from '../../platform/http/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Caller, CountItems } from '../access/index.ts'
import { withSyncWatermark } from '../ledger/index.ts'
import { versioned, type VersionedInstrument } from './register/change-instrument.ts'
import { createInstrument, createInstruments } from './register/create-instrument.ts'
import type { CreateDeps } from './register/enter-instruments.ts'
import { listInstruments, type ListDeps } from './list/list-instruments.ts'
import { retireInstrument } from './register/retire-instrument.ts'
import { readPoints } from './read-points.ts'
import { findInstrument } from './store.ts'
import { updateInstrument, type UpdateDeps } from './register/update-instrument.ts'

/** Dependencies of all of the register's operations. */
export type RegisterDeps = CreateDeps & UpdateDeps & ListDeps

/** Dependencies of the register's public operations. */
export interface InstrumentRouteParts extends RegisterDeps {
  readonly log: Log
  readonly countItems: CountItems
}

/** Handlers of the public API's instruments. */
export function instrumentRoutes(
  deps: InstrumentRouteParts,
): Handlers<typeof instrumentOperations & Pick<typeof procedureOperations, 'getInstrumentPoints'>, Caller> {
  return {
    listInstruments: ({ caller, query }) =>
      withSyncWatermark(deps.db, caller.workspaceId, (queries) =>
        listInstruments(deps, queries, caller, query),
      ),
    createInstrument: ({ caller, body, headers }) =>
      createInstrument(deps, caller, body, headers['idempotency-key']),
    createInstruments: async ({ caller, body }) => {
      const headers = await deps.countItems(caller, body.items.length)
      return { body: await createInstruments(deps, caller, body), headers }
    },
    getInstrumentPoints: async ({ caller, params }) => ({
      body: await readPoints(deps, caller, params.instrument_id),
    }),
    getInstrument: async ({ caller, params }) => {
      const row = await findInstrument(deps.db.in(caller.workspaceId), params.instrument_id, caller.siteIds)
      if (!row) throw notFound()
      return responseOf(versioned(row, caller, deps.clock))
    },
    updateInstrument: async ({ caller, params, body, headers }) =>
      responseOf(
        await updateInstrument(deps, caller, params.instrument_id, { body, ifMatch: headers['if-match'] }),
      ),
    retireInstrument: async ({ caller, params }) =>
      responseOf(await retireInstrument(deps, caller, params.instrument_id, { reason: null })),
  }
}

/** Returns an instrument with its entity tag in the header. */
export function responseOf({ detail, etag }: VersionedInstrument): Response {
  return { body: detail, headers: { etag } }
}
