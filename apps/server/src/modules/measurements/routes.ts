import type { measurementOperations, uncertaintyOperations } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { evaluatePoints } from './evaluate-points.ts'
import { evaluateUncertainty } from './evaluate-uncertainty.ts'

/** Handlers of what is computed from measurements without a record; nothing is read or written beyond the caller's workspace. */
export function measurementRoutes(): Handlers<
  typeof measurementOperations & typeof uncertaintyOperations,
  Caller
> {
  return {
    evaluateMeasurements: async ({ caller, body }) => ({ body: evaluatePoints(caller, body) }),
    evaluateUncertainty: async ({ body }) => ({ body: evaluateUncertainty(body) }),
  }
}
