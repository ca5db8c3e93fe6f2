import type { measurementOperations, uncertaintyOperations } from '@plumbline/contract'
import type { Database } from '../../platform/db/index.ts'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { evaluatePoints } from './evaluate-points.ts'
import { evaluateUncertainty } from './evaluate-uncertainty.ts'

/** Handlers of what is computed from measurements without a record; nothing is written. */
export function measurementRoutes(
  db: Database,
): Handlers<typeof measurementOperations & typeof uncertaintyOperations, Caller> {
  return {
    evaluateMeasurements: async ({ caller, body }) => ({ body: await evaluatePoints(db, caller, body) }),
    evaluateUncertainty: async ({ body }) => ({ body: evaluateUncertainty(body) }),
  }
}
