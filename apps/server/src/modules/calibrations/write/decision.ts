import type { Actor } from '../../../platform/actor.ts'
import type { Caller } from '../../access/index.ts'
import type { InstrumentRow } from '../../instruments/index.ts'
import type { Workspace } from '../../workspaces/index.ts'
import type { CalibrationRow, Decision } from '../record.ts'

/** The content of a decision, without who makes it. */
export type DecisionParticulars = Pick<Decision, 'decision'> & Partial<Decision>

/** Returns a decision made by the actor. */
export function decisionOf(actor: Actor, particulars: DecisionParticulars): Decision {
  return {
    decidedBy: actor.name,
    decidedByPersonId: actor.userId,
    isAutomatic: false,
    reason: null,
    supersedesId: null,
    signature: null,
    ...particulars,
  }
}

/** Returns a record as it is after the decision. */
export function decidedRow(row: CalibrationRow, decision: Decision, at: string): CalibrationRow {
  return {
    ...row,
    decision: decision.decision,
    decidedAt: at,
    decidedBy: decision.decidedBy,
    approvedAutomatically: decision.isAutomatic,
    signatureMeaning: decision.signature?.meaning ?? null,
    rejectionReason: decision.reason,
  }
}

/**
 * Whether records of an instrument need a signed approval: determined by the instrument's setting, or by the
 * workspace's if it has none.
 */
export function requiresSignature(
  workspace: Pick<Workspace, 'requiresElectronicSignature'>,
  instrument: Pick<InstrumentRow, 'requiresElectronicSignatureOverride'>,
): boolean {
  return instrument.requiresElectronicSignatureOverride ?? workspace.requiresElectronicSignature
}

/**
 * Whether a record is approved on entry: if the policy is automatic and its instrument does not require a signature.
 */
export function isApprovedAtOnce(
  workspace: Pick<Workspace, 'approvalPolicy' | 'requiresElectronicSignature'>,
  instrument: Pick<InstrumentRow, 'requiresElectronicSignatureOverride'>,
): boolean {
  return workspace.approvalPolicy === 'automatic' && !requiresSignature(workspace, instrument)
}

/**
 * Returns the approval made on entry: if the policy is automatic and the instrument does not require an electronic
 * signature (decisions, section 7).
 */
export function decisionAtOnce(
  caller: Caller,
  instrument: InstrumentRow,
  corrected: CalibrationRow | null,
): Decision | null {
  if (!isApprovedAtOnce(caller.workspace, instrument)) return null
  const supersedesId = corrected?.calibrationId ?? null
  return decisionOf(caller, { decision: 'approved', isAutomatic: true, supersedesId })
}
