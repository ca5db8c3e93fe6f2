import {
  because,
  type appCalibrationOperations,
  type pointHistoryOperations,
  type standardAtUseOperations,
} from '@plumbline/contract'
import { isBlank } from '@plumbline/contract/tolerance'
import { validationError } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { confirmPassword, type Caller } from '../access/index.ts'
import { appendCalibration } from './append/append-calibration.ts'
import { readStandardsAtUse } from './append/read-standards-at-use.ts'
import type { CalibrationDeps } from './deps.ts'
import { approveCalibration } from './decide/approve-calibration.ts'
import { approveCalibrations } from './decide/approve-calibrations.ts'
import { correctCalibrationOnce } from './correct/correct-calibration.ts'
import { listApprovals } from './decide/list-approvals.ts'
import { readDetails } from './decide/read-details.ts'
import { listAppRecords, listInstrumentRecordsWithUnits } from './read/list-query.ts'
import { readPointHistory } from './read/points/read-point-history.ts'
import { rejectCalibration } from './decide/reject-calibration.ts'
import { appendHandler } from './routes.ts'
import { voidCalibration } from './correct/void-calibration.ts'

/** Handlers of the app's calibration operations that are not in the public API. */
export function appCalibrationRoutes(
  deps: CalibrationDeps,
  deadlineMs: number,
): Handlers<
  typeof appCalibrationOperations & typeof pointHistoryOperations & typeof standardAtUseOperations,
  Caller
> {
  return {
    appendCalibration: appendHandler(appendCalibration(deps, deadlineMs)),
    listInstrumentCalibrations: async ({ caller, params, query }) => {
      const queries = deps.db.in(caller.workspaceId)
      return { body: await listInstrumentRecordsWithUnits(queries, caller, params.instrument_id, query) }
    },
    getPointHistory: async ({ caller, params, query }) => ({
      body: await readPointHistory(deps.db, caller, params.instrument_id, query.point),
    }),
    listStandardsAtUse: async ({ caller, query }) => ({
      body: { data: await readStandardsAtUse(deps, caller, query) },
    }),
    listCalibrations: async ({ caller, query }) => ({
      body: await listAppRecords(deps.db.in(caller.workspaceId), caller, query, deps.clock.now()),
    }),
    approveCalibration: async ({ caller, params, body: { password, meaning = null } }) => {
      const passwordVerified = await isSigner(deps, caller, password)
      const approval = { passwordVerified, meaning }
      return { body: await approveCalibration(deps, caller, params.calibration_id, approval) }
    },
    approveCalibrations: async ({ caller, body: { calibration_ids: ids, password, meaning = null } }) => {
      requireWhole({ password, meaning })
      const passwordVerified = await isSigner(deps, caller, password)
      const approval = { passwordVerified, meaning }
      return { body: { results: await approveCalibrations(deps, caller, ids, approval) } }
    },
    listApprovals: async ({ caller, query }) => ({
      body: await listApprovals(deps.db.in(caller.workspaceId), caller, query),
    }),
    getCalibrationDetails: async ({ caller, params }) => ({
      // A single snapshot: the consequences of voiding are computed from the same state as the data shown with them.
      body: await deps.db.snapshot(caller.workspaceId, (queries) =>
        readDetails(queries, caller, params.calibration_id),
      ),
    }),
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

type SignatureParts = Readonly<Record<'password' | 'meaning', string | null | undefined>>

/** An incomplete signature would be refused for each record of a batch, so refuse it up front. */
function requireWhole(parts: SignatureParts): void {
  const names = ['password', 'meaning'] as const
  const missing = names.filter((name) => isBlank(parts[name]))
  if (missing.length !== 1) return
  throw validationError(
    missing.map((name) => ({
      loc: ['body', name],
      type: 'missing',
      reason: because('field.missing_for_signature'),
    })),
  )
}

/** Whether the caller re-entered their own password. Throws if the password is wrong. */
async function isSigner(
  deps: CalibrationDeps,
  caller: Caller,
  password: string | null | undefined,
): Promise<boolean> {
  if (password === undefined || password === null || isBlank(password)) return false
  await confirmPassword(deps, caller.id, password)
  return true
}
