import { because, type CalibrationRecord } from '@plumbline/contract'
import { isBlank } from '@plumbline/contract/tolerance'
import type { Transaction } from '../../../platform/db/index.ts'
import { validationError } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import type { CalibrationDeps } from '../deps.ts'
import { decidedRow, decisionOf } from '../decision.ts'
import { approvalEvents, emitRecordEvents } from '../events.ts'
import { requireOtherPerformer } from './four-eyes.ts'
import { policyInForce, type PolicyInForce } from './policy-in-force.ts'
import { decisionEntry } from '../ledger-payload.ts'
import { lockRecord, requireDecider, requireUndecided } from '../lock-record.ts'
import { presentCalibration } from '../present.ts'
import { findCalibration, findChain, findCounting, findLeafHash, findMeasurements } from '../read-store.ts'
import type { CalibrationRow, Signature } from '../record.ts'
import { enterDecided, underPresentSettings } from '../settings-at-head.ts'
import { countingRecord, takeEffect } from '../basis/take-effect.ts'
import { insertDecision } from '../write-store.ts'

/** What an approver gives; both together are an electronic signature. */
export interface Approval {
  /** Whether the approver entered the own password again and it was right. Check it before. */
  readonly passwordVerified: boolean
  /** What the signature declares. */
  readonly meaning: string | null
}

/**
 * Approves a record that waits for it: from now on it counts, and a correction takes the place of what it
 * corrects. A signature is bound to the hash of the record's entry in the ledger.
 * @throws 403 FORBIDDEN by role, and for a record that the caller performed or entered where the policy is or was
 * `review`; 404 NOT_FOUND; 409 CONFLICT for a record that is decided or voided; 422 VALIDATION_ERROR for a signature
 * that is missing or half given
 */
export async function approveCalibration(
  deps: CalibrationDeps,
  sender: Caller,
  calibrationId: string,
  approval: Approval,
): Promise<CalibrationRecord> {
  requireDecider(sender)
  return underPresentSettings(() => approve(deps, sender, calibrationId, approval))
}

async function approve(
  { db, clock, followRecords }: CalibrationDeps,
  sender: Caller,
  calibrationId: string,
  approval: Approval,
): Promise<CalibrationRecord> {
  return db.transaction(sender.workspaceId, async (tx) => {
    const { row, instrument, caller } = await lockRecord(tx, sender, calibrationId)
    requireUndecided(row)
    const policy = await policyInForce(tx, caller, { ...instrument, ledgerIndex: row.ledgerIndex })
    await requireOtherPerformer(tx, caller, row, policy)
    const signature = await signatureOf(tx, row, policy, approval)
    const decision = decisionOf(caller, { decision: 'approved', supersedesId: row.correctsId, signature })
    const [corrected, remaining, chainIds] = await Promise.all([
      correctedBy(tx, row),
      findCounting(tx, instrument.instrumentId, row.correctsId),
      findChain(tx, row.calibrationId),
    ])
    const [place] = await enterDecided(tx, clock, caller, [decisionEntry(row, decision)])
    const approved = decidedRow(row, decision, place.at)
    insertDecision(tx, calibrationId, decision, place)
    emitRecordEvents(tx, approved, instrument, place.at, approvalEvents(approved, corrected))
    await takeEffect(tx, clock, caller.workspace, instrument, place, {
      remaining,
      approved: countingRecord(approved, chainIds),
      ended: row.correctsId,
    })
    const points = async () => (await findMeasurements(tx, calibrationId))?.points ?? null
    await followRecords?.(tx, clock, caller, [
      { instrument, approved: { row: approved, points }, endedId: row.correctsId },
    ])
    return presentCalibration(approved)
  })
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
