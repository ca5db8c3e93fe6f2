import type { CalibrationResult } from '../instruments/index.ts'
import type { CanonicalValue, EntryDraft } from '../ledger/index.ts'
import { draftColumns } from './columns.ts'
import { QUARANTINE_RULE, type QuarantineRule } from './quarantine-change.ts'
import type { CalibrationDraft, Decision } from './record.ts'
import type { MarkerDraft } from './write-store.ts'

type DraftName = keyof CalibrationDraft

/** Members that stand elsewhere: the id is the subject of the entry, and the reason its reason. */
const APART: ReadonlySet<string> = new Set<DraftName>(['calibrationId', 'correctionReason'])

const recordedNames = (Object.keys(draftColumns) as DraftName[]).filter((name) => !APART.has(name))

/**
 * The entry of a new record: every stored field by its column, the snapshot included. Its places in the feed,
 * `created_at`, `ledger_index` and the first of its chain follow from where the entries stand.
 */
export function recordEntry(draft: CalibrationDraft): EntryDraft {
  const calibration: CanonicalValue = Object.fromEntries(
    recordedNames.map((name) => [draftColumns[name], draft[name]]),
  )
  const { calibrationId: id, correctionReason: reason } = draft
  return {
    kind: draft.correctsId === null ? 'calibration.appended' : 'calibration.corrected',
    subject: { type: 'calibration', id },
    payload: { calibration, ...(reason === null ? {} : { reason }) },
  }
}

/** The entry of a decision on a record, with the signature where one was given. */
export function decisionEntry(
  { calibrationId, instrumentId }: Pick<CalibrationDraft, 'calibrationId' | 'instrumentId'>,
  { decision, reason, signature, ...given }: Decision,
): EntryDraft {
  return {
    kind: decision === 'approved' ? 'calibration.approved' : 'calibration.rejected',
    subject: { type: 'calibration', id: calibrationId },
    payload: {
      instrument_id: instrumentId,
      decided_by: given.decidedBy,
      decided_by_person_id: given.decidedByPersonId,
      is_automatic: given.isAutomatic,
      supersedes_id: given.supersedesId,
      signature: signature && {
        meaning: signature.meaning,
        signed_leaf_hash: signature.signedLeafHash,
      },
      ...(decision === 'approved' && { quarantine_rule: QUARANTINE_RULE }),
      ...(reason === null ? {} : { reason }),
    },
  }
}

/** The entry of a void. Its subject is the record that is voided; the marker stands in the payload. */
export function voidEntry(marker: MarkerDraft): EntryDraft {
  return {
    kind: 'calibration.voided',
    subject: { type: 'calibration', id: marker.voidsId },
    payload: {
      void_id: marker.voidId,
      instrument_id: marker.instrumentId,
      voided_by: marker.voidedBy,
      voided_by_person_id: marker.voidedByPersonId,
      reason: marker.reason,
      quarantine_rule: QUARANTINE_RULE,
    },
  }
}

/** The payload of a new record's entry, as it is read back. */
export interface ToldRecord {
  readonly calibration: Readonly<Record<string, unknown>> & {
    readonly instrument_id: string
    readonly result: CalibrationResult
    readonly performed_at: string
    readonly is_starting_record: boolean
    readonly corrects_id: string | null
  }
  readonly reason?: string
}

/** The payload of a decision's entry, as it is read back. */
export interface ToldDecision {
  readonly decided_by: string
  readonly decided_by_person_id: string | null
  readonly is_automatic: boolean
  readonly supersedes_id: string | null
  readonly signature: { readonly meaning: string; readonly signed_leaf_hash: string } | null
  readonly reason?: string
  /** Missing in entries from before rule 2, and in rejections. */
  readonly quarantine_rule?: QuarantineRule
}

/** The payload of a void's entry, as it is read back. */
export interface ToldVoid {
  readonly void_id: string
  readonly instrument_id: string
  readonly voided_by: string
  readonly voided_by_person_id: string | null
  readonly reason: string
  /** Missing in entries from before rule 2. */
  readonly quarantine_rule?: QuarantineRule
}
