import type { Actor } from '../../../platform/actor.ts'
import type { Caller } from '../../access/index.ts'
import type { InstrumentRow } from '../../instruments/index.ts'
import type { Workspace } from '../../workspaces/index.ts'
import type { CalibrationRow, Decision } from '../record.ts'

/** What a decision says beside who makes it. */
export type DecisionParticulars = Pick<Decision, 'decision'> & Partial<Decision>

/** A decision that the actor makes. */
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

/** A record once the decision was made on it. */
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

/** Whether records of an instrument need a signed approval: its own setting, else the workspace's. */
export function requiresSignature(
  workspace: Pick<Workspace, 'requiresElectronicSignature'>,
  instrument: Pick<InstrumentRow, 'requiresElectronicSignatureOverride'>,
): boolean {
  return instrument.requiresElectronicSignatureOverride ?? workspace.requiresElectronicSignature
}

/** Whether a record is approved as it is entered: where the policy is automatic, unless its instrument asks for a signature. */
export function isApprovedAtOnce(
  workspace: Pick<Workspace, 'approvalPolicy' | 'requiresElectronicSignature'>,
  instrument: Pick<InstrumentRow, 'requiresElectronicSignatureOverride'>,
): boolean {
  return workspace.approvalPolicy === 'automatic' && !requiresSignature(workspace, instrument)
}

/**
 * The approval that comes with the record: where the policy is automatic, unless the instrument asks for an
 * electronic signature (decisions, section 7).
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
