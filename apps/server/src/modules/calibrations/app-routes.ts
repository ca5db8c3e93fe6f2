import type { appCalibrationOperations } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import { confirmPassword, type Caller } from '../access/index.ts'
import type { CalibrationDeps } from './append-calibration.ts'
import { approveCalibration } from './approve-calibration.ts'
import { correctCalibrationOnce } from './correct-calibration.ts'
import { rejectCalibration } from './reject-calibration.ts'
import { calibrationRoutes } from './routes.ts'
import { isBlank } from './rules/normalise-text.ts'
import { voidCalibration } from './void-calibration.ts'

/** Handlers of what the app does with calibrations beyond the public API. */
export function appCalibrationRoutes(
  deps: CalibrationDeps,
): Handlers<typeof appCalibrationOperations, Caller> {
  return {
    appendCalibration: calibrationRoutes(deps).appendCalibration,
    approveCalibration: async ({ caller, params, body: { password, meaning = null } }) => {
      const passwordVerified = await isSigner(deps, caller, password)
      const approval = { passwordVerified, meaning }
      return { body: await approveCalibration(deps, caller, params.calibration_id, approval) }
    },
    rejectCalibration: async ({ caller, params, body }) => ({
      body: await rejectCalibration(deps, caller, params.calibration_id, body),
    }),
    correctCalibration: ({ caller, params, body, headers }) =>
      correctCalibrationOnce(deps, caller, params.calibration_id, body, headers['idempotency-key']),
    voidCalibration: async ({ caller, params, body }) => ({
      body: await voidCalibration(deps, caller, params.calibration_id, body),
    }),
  }
}

/** Whether the caller entered the own password again; a wrong one is refused. */
async function isSigner(
  deps: CalibrationDeps,
  caller: Caller,
  password: string | null | undefined,
): Promise<boolean> {
  if (password === undefined || password === null || isBlank(password)) return false
  await confirmPassword(deps, caller.id, password)
  return true
}
