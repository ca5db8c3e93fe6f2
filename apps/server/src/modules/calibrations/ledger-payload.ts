import type { CalibrationResult } from '@plumbline/contract'
import { fieldsWithout, RecordedPayload, type EntryDraft } from '../ledger/index.ts'
import { draftFields } from './columns.ts'
import { QUARANTINE_RULE, type QuarantineRule } from './write/effect.ts'
import type { CalibrationDraft, Decision } from './record.ts'
import type { MarkerDraft } from './write/write-store.ts'

/**
 * The payload of a new record's entry. The ID of the record is the entry's subject, and the reason of a correction is
 * the entry's reason.
 */
export const recordPayload = new RecordedPayload({
  kinds: ['calibration.appended', 'calibration.corrected'],
  within: 'calibration',
  fields: fieldsWithout(draftFields, 'calibrationId', 'correctionReason'),
})

/** Recorded fields of a decision that have the same name in its row. */
export const decisionFields = {
  decidedBy: 'decided_by',
  decidedByPersonId: 'decided_by_person_id',
  isAutomatic: 'is_automatic',
  supersedesId: 'supersedes_id',
} as const satisfies Partial<Record<keyof Decision, string>>

/** The rule by which the quarantine was determined. Entries from before it was recorded followed the first rule. */
const quarantineRule = {
  quarantineRule: { column: 'quarantine_rule', since: 2, otherwise: 1 satisfies QuarantineRule },
} as const

/** The payload of an approval's entry. */
export const approvalPayload = new RecordedPayload({
  kinds: ['calibration.approved'],
  fields: { ...decisionFields, ...quarantineRule },
})

/** The payload of a rejection's entry. */
export const rejectionPayload = new RecordedPayload({
  kinds: ['calibration.rejected'],
  fields: decisionFields,
})

/** The fields of a decision's row, read from the upcast payload of an approval or a rejection. */
export const decisionPayload = new RecordedPayload({ kinds: [], fields: decisionFields })

/** The payload of a void's entry. */
export const voidPayload = new RecordedPayload({
  kinds: ['calibration.voided'],
  fields: {
    voidId: 'void_id',
    instrumentId: 'instrument_id',
    voidedBy: 'voided_by',
    voidedByPersonId: 'voided_by_person_id',
    reason: 'reason',
    ...quarantineRule,
  },
})

/**
 * Returns the entry of a new record: every stored field by its column name, including the snapshot. Its position in the
 * feed, `created_at`, `ledger_index` and the first record of its chain follow from the positions of the entries.
 */
export function recordEntry(draft: CalibrationDraft): EntryDraft {
  const { calibrationId: id, correctionReason: reason } = draft
  return {
    kind: draft.correctsId === null ? 'calibration.appended' : 'calibration.corrected',
    subject: { type: 'calibration', id },
    payload: { ...recordPayload.write(draft), ...(reason === null ? {} : { reason }) },
  }
}

/** Returns the entry of a decision on a record, with the signature if there is one. */
export function decisionEntry(
  { calibrationId, instrumentId }: Pick<CalibrationDraft, 'calibrationId' | 'instrumentId'>,
  { decision, reason, signature, ...given }: Decision,
): EntryDraft {
  const isApproval = decision === 'approved'
  return {
    kind: isApproval ? 'calibration.approved' : 'calibration.rejected',
    subject: { type: 'calibration', id: calibrationId },
    payload: {
      instrument_id: instrumentId,
      ...(isApproval
        ? approvalPayload.write({ ...given, quarantineRule: QUARANTINE_RULE })
        : rejectionPayload.write(given)),
      signature: signature && {
        meaning: signature.meaning,
        signed_leaf_hash: signature.signedLeafHash,
      },
      ...(reason === null ? {} : { reason }),
    },
  }
}

/** Returns the entry of a void. Its subject is the voided record; the marker is in the payload. */
export function voidEntry(marker: MarkerDraft): EntryDraft {
  return {
    kind: 'calibration.voided',
    subject: { type: 'calibration', id: marker.voidsId },
    payload: voidPayload.write({ ...marker, quarantineRule: QUARANTINE_RULE }),
  }
}

/** The payload of a new record's entry, as read back. */
export interface ReplayedRecord {
  readonly calibration: Readonly<Record<string, unknown>> & {
    readonly instrument_id: string
    readonly result: CalibrationResult
    readonly performed_at: string
    readonly next_due_date: string | null
    readonly is_starting_record: boolean
    readonly corrects_id: string | null
  }
  readonly reason?: string
}

/** The payload of a decision's entry, without its recorded fields. */
export interface RecordedDecision {
  readonly instrument_id: string
  readonly supersedes_id: string | null
  readonly signature: { readonly meaning: string; readonly signed_leaf_hash: string } | null
  readonly reason?: string
}

/** The payload of an approval's entry, as read back. */
export interface RecordedApproval extends RecordedDecision {
  readonly quarantine_rule: QuarantineRule
}

/** The payload of a void's entry, as read back. */
export interface RecordedVoid {
  readonly void_id: string
  readonly instrument_id: string
  readonly voided_by: string
  readonly voided_by_person_id: string | null
  readonly reason: string
  readonly quarantine_rule: QuarantineRule
}
