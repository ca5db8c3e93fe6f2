import { POINTS_COUNTED, type measurementOperations, type uncertaintyOperations } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller, CountItems } from '../access/index.ts'
import { evaluatePoints } from './evaluate-points.ts'
import { evaluateUncertainty } from './evaluate-uncertainty.ts'

/** Handlers of computations on measurements without a record; nothing is written. */
export function measurementRoutes(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly countItems: CountItems
}): Handlers<typeof measurementOperations & typeof uncertaintyOperations, Caller> {
  return {
    evaluateMeasurements: async ({ caller, body }) => {
      const headers = await deps.countItems(caller, body.points.length, POINTS_COUNTED)
      return { body: await evaluatePoints(deps, caller, body), headers }
    },
    evaluateUncertainty: async ({ body }) => ({ body: evaluateUncertainty(body) }),
  }
}
