import { because, type CalibrationRecord } from '@plumbline/contract'
import { isBlank } from '@plumbline/contract/tolerance'
import type { Transaction } from '../../../platform/db/index.ts'
import { validationError } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import type { CalibrationDeps } from '../deps.ts'
import { requireOtherPerformer } from './four-eyes.ts'
import { policyInForce, type PolicyInForce } from './policy-in-force.ts'
import { lockRecord, requireDecider, requireUndecided, type LockedRecord } from '../lock-record.ts'
import { serializeCalibration } from '../serialize.ts'
import { findCalibration, findChain, findCounting, findLeafHash, findMeasurements } from '../read-store.ts'
import type { CalibrationRow, Decision, Signature } from '../record.ts'
import { decisionOf } from '../write/decision.ts'
import { planApproval } from '../write/plan.ts'
import { lockHeadInputs, writeChanges } from '../write/write.ts'

/** What an approver submits. Both members together form an electronic signature. */
export interface Approval {
  /** Whether the approver re-entered their own password correctly. The caller must have checked it. */
  readonly passwordVerified: boolean
  /** The meaning that the signature declares. */
  readonly meaning: string | null
}

/**
 * Approves a pending record: from now on it counts, and a correction replaces the record that it corrects. A
 * signature is bound to the hash of the record's entry in the ledger.
 * @throws 403 FORBIDDEN by role, and for a record that the caller performed or entered if the policy is or was
 * `review`; 404 NOT_FOUND; 409 CONFLICT for a record that is decided or voided; 422 VALIDATION_ERROR for a missing or
 * incomplete signature
 */
export async function approveCalibration(
  deps: CalibrationDeps,
  sender: Caller,
  calibrationId: string,
  approval: Approval,
): Promise<CalibrationRecord> {
  requireDecider(sender)
  return deps.db.transaction(sender.workspaceId, async (tx) => {
    const locked = await lockRecord(tx, sender, calibrationId)
    const { row, instrument, caller } = locked
    requireUndecided(row)
    const first = await decide(tx, locked, approval)
    const [corrected, remaining, chainIds] = await Promise.all([
      correctedBy(tx, row),
      findCounting(tx, instrument.instrumentId, row.correctsId),
      findChain(tx, row.calibrationId),
    ])
    const head = await lockHeadInputs(tx, deps.clock, caller, [instrument])
    const decision =
      head.caller === caller ? first : await decide(tx, { ...locked, caller: head.caller }, approval)
    const points = async () => (await findMeasurements(tx, calibrationId))?.points ?? null
    const planned = planApproval(head, {
      row,
      instrument,
      decision,
      corrected,
      remaining,
      chainIds,
      points,
    })
    await writeChanges(tx, deps, head, [planned])
    return serializeCalibration(planned.row)
  })
}

/**
 * Makes the approval under the settings of the caller's workspace.
 * @throws the refusal if the policy does not allow it
 */
async function decide(
  tx: Transaction,
  { row, instrument, caller }: LockedRecord,
  approval: Approval,
): Promise<Decision> {
  const policy = await policyInForce(tx, caller, { ...instrument, ledgerIndex: row.ledgerIndex })
  await requireOtherPerformer(tx, caller, row, policy)
  const signature = await signatureOf(tx, row, policy, approval)
  return decisionOf(caller, { decision: 'approved', supersedesId: row.correctsId, signature })
}

async function signatureOf(
  tx: Transaction,
  row: CalibrationRow,
  policy: PolicyInForce,
  { passwordVerified, meaning }: Approval,
): Promise<Signature | null> {
  const lacking = [...(passwordVerified ? [] : ['password']), ...(isBlank(meaning) ? ['meaning'] : [])]
  if (lacking.length === 2 && !policy.signature) return null
  if (lacking.length > 0 || meaning === null) {
    throw validationError(
      lacking.map((member) => ({
        loc: ['body', member],
        type: 'missing',
        reason: because('field.missing_for_signature'),
      })),
    )
  }
  return { meaning: meaning.trim(), signedLeafHash: await findLeafHash(tx, row.ledgerIndex) }
}

async function correctedBy(tx: Transaction, { correctsId }: CalibrationRow): Promise<CalibrationRow | null> {
  if (correctsId === null) return null
  const corrected = await findCalibration(tx, correctsId, null)
  if (!corrected) throw new Error(`record ${correctsId} vanished`)
  return corrected
}
