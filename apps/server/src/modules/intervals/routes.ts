import type { intervalAdviceOperations } from '@plumbline/contract'
import type { Database } from '../../platform/db/index.ts'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { adviceForGroups } from './advise/advise-groups.ts'
import { adviceForInstrument } from './advise/advise-instrument.ts'

/** Handlers of the public API's interval advice. */
export function intervalRoutes(db: Database): Handlers<typeof intervalAdviceOperations, Caller> {
  return {
    getInstrumentIntervalAdvice: async ({ caller, params }) => ({
      body: await adviceForInstrument(db.in(caller.workspaceId), caller, params.instrument_id),
    }),
    listIntervalAdvice: async ({ caller, query }) => ({
      body: await adviceForGroups(db.in(caller.workspaceId), caller, query),
    }),
  }
}
