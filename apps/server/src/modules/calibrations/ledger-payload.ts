import type { CalibrationResult } from '@plumbline/contract'
import { fieldsWithout, RecordedPayload, type EntryDraft } from '../ledger/index.ts'
import { draftFields } from './columns.ts'
import { QUARANTINE_RULE, type QuarantineRule } from './write/effect.ts'
import type { CalibrationDraft, Decision } from './record.ts'
import type { MarkerDraft } from './write/write-store.ts'

/** The payload of a new record's entry. Its id is the subject of the entry, and the reason of a correction its reason. */
export const recordPayload = new RecordedPayload({
  kinds: ['calibration.appended', 'calibration.corrected'],
  within: 'calibration',
  fields: fieldsWithout(draftFields, 'calibrationId', 'correctionReason'),
})

/** What is recorded of a decision and stands in its row under the same name. */
export const decisionFields = {
  decidedBy: 'decided_by',
  decidedByPersonId: 'decided_by_person_id',
  isAutomatic: 'is_automatic',
  supersedesId: 'supersedes_id',
} as const satisfies Partial<Record<keyof Decision, string>>

/** The rule by which the quarantine followed; entries before it was recorded followed the first one. */
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

/** What stands in the row of a decision, of the upcast payload of either. */
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
 * The entry of a new record: every stored field by its column, the snapshot included. Its places in the feed,
 * `created_at`, `ledger_index` and the first of its chain follow from where the entries stand.
 */
export function recordEntry(draft: CalibrationDraft): EntryDraft {
  const { calibrationId: id, correctionReason: reason } = draft
  return {
    kind: draft.correctsId === null ? 'calibration.appended' : 'calibration.corrected',
    subject: { type: 'calibration', id },
    payload: { ...recordPayload.write(draft), ...(reason === null ? {} : { reason }) },
  }
}

/** The entry of a decision on a record, with the signature where one was given. */
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

/** The entry of a void. Its subject is the record that is voided; the marker stands in the payload. */
export function voidEntry(marker: MarkerDraft): EntryDraft {
  return {
    kind: 'calibration.voided',
    subject: { type: 'calibration', id: marker.voidsId },
    payload: voidPayload.write({ ...marker, quarantineRule: QUARANTINE_RULE }),
  }
}

/** The payload of a new record's entry, as it is read back. */
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

/** The payload of a decision's entry, as far as it is read beside its recorded fields. */
export interface RecordedDecision {
  readonly instrument_id: string
  readonly supersedes_id: string | null
  readonly signature: { readonly meaning: string; readonly signed_leaf_hash: string } | null
  readonly reason?: string
}

/** The payload of an approval's entry, as it is read back. */
export interface RecordedApproval extends RecordedDecision {
  readonly quarantine_rule: QuarantineRule
}

/** The payload of a void's entry, as it is read back. */
export interface RecordedVoid {
  readonly void_id: string
  readonly instrument_id: string
  readonly voided_by: string
  readonly voided_by_person_id: string | null
  readonly reason: string
  readonly quarantine_rule: QuarantineRule
}
