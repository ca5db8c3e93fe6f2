import { createHash } from 'node:crypto'
import type { FindingPoint, Judgement } from '@plumbline/contract'
import { canonicalJson, RecordedPayload, type CanonicalValue, type EntryDraft } from '../ledger/index.ts'
import type { FindingWindow, JudgementRow, OutOfTolerance } from './finding.ts'

/** Recorded fields of the record that opened a finding, or of the correction that replaced it. */
export const foundFields = {
  calibrationId: 'calibration_id',
  points: 'points',
  sizePercent: 'size_percent',
} as const

/** Recorded fields of a new finding. */
export const findingFields = { instrumentId: 'instrument_id', openedBy: 'opened_by', ...foundFields } as const

export const openedPayload = new RecordedPayload({ kinds: ['finding.opened'], fields: findingFields })
export const movedPayload = new RecordedPayload({ kinds: ['finding.moved'], fields: foundFields })

/** Recorded fields of the end of a finding. */
export const closedFields = {
  closedBy: 'closed_by',
  closedByPersonId: 'closed_by_person_id',
  closedBecause: 'closed_because',
  conclusion: 'conclusion',
  windowFrom: 'window_from',
  windowTo: 'window_to',
} as const
export const closedPayload = new RecordedPayload({ kinds: ['finding.closed'], fields: closedFields })

/** A note, if its entry contains one. */
export interface RecordedNote {
  readonly note_id: string
  readonly text: string
}

/** The record that a finding is about, and what it found. */
export interface FoundOut extends OutOfTolerance {
  readonly calibrationId: string
}

/** Returns the entry of a new finding, with its first note. */
export function openedEntry(
  findingId: string,
  finding: FoundOut & { readonly instrumentId: string; readonly openedBy: string },
  note: RecordedNote | null,
): EntryDraft {
  const payload = openedPayload.write({ ...finding, points: frozen(finding.points) })
  return entry('finding.opened', findingId, { ...payload, note: note && { ...note } })
}

/** Returns the entry that replaces the record of a finding with a correction. */
export function movedEntry(findingId: string, found: FoundOut, note: RecordedNote | null): EntryDraft {
  const payload = movedPayload.write({ ...found, points: frozen(found.points) })
  return entry('finding.moved', findingId, { ...payload, note: note && { ...note } })
}

function frozen(points: readonly FindingPoint[]): CanonicalValue {
  return points.map((point) => ({ ...point }))
}

/** One judgement of several calibrations. */
export interface Judged {
  readonly judgement: Judgement
  readonly reason: string | null
  readonly items: readonly Pick<JudgementRow, 'calibrationId' | 'level' | 'viaId'>[]
}

export function judgedEntry(findingId: string, { judgement, reason, items }: Judged): EntryDraft {
  return entry('finding.judged', findingId, {
    judgement,
    ...(reason === null ? {} : { reason }),
    items: items.map(({ calibrationId, level, viaId }) => ({
      calibration_id: calibrationId,
      level,
      via_id: viaId,
    })),
  })
}

export function notedEntry(findingId: string, note: RecordedNote): EntryDraft {
  return entry('finding.noted', findingId, { note: { ...note } })
}

/** Owner and due date, before and after. */
export type FindingChanges = {
  readonly [column in 'owner_person_id' | 'due_date']?: {
    readonly before: string | null
    readonly after: string | null
  }
}

export function updatedEntry(findingId: string, changes: FindingChanges): EntryDraft {
  return entry('finding.updated', findingId, { changes: { ...changes } })
}

/** How a finding ended. */
export interface Ending {
  readonly closedBy: string
  readonly closedByPersonId: string | null
  readonly closedBecause: 'concluded' | 'record_voided' | 'record_corrected'
  readonly conclusion: string | null
  readonly windowFrom: string | null
  readonly windowTo: string | null
  readonly signature: { readonly meaning: string; readonly content_sha256: string } | null
}

export function closedEntry(findingId: string, { signature, ...ending }: Ending): EntryDraft {
  return entry('finding.closed', findingId, {
    ...closedPayload.write(ending),
    signature: signature && { ...signature },
  })
}

/**
 * Returns the SHA-256 in hex to which a closing signature is bound: of the record, the window, every judgement and the
 * conclusion.
 */
export function signedHash(
  finding: FoundOut & { readonly findingId: string },
  window: FindingWindow,
  judgements: readonly JudgementRow[],
  conclusion: string,
): string {
  const content = {
    finding_id: finding.findingId,
    calibration_id: finding.calibrationId,
    points: frozen(finding.points),
    window: { from: window.from, to: window.to },
    judgements: judgements
      .toSorted((a, b) => (a.calibrationId < b.calibrationId ? -1 : 1))
      .map(({ calibrationId, judgement, reason }) => ({ calibration_id: calibrationId, judgement, reason })),
    conclusion,
  }
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

/** Returns the permanent ID of the row of a calibration's judgement in a finding, in the form of a UUID. */
export function judgementIdOf(findingId: string, calibrationId: string): string {
  const hex = createHash('sha256').update(`${findingId} ${calibrationId}`).digest('hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}

function entry(kind: EntryDraft['kind'], id: string, payload: EntryDraft['payload']): EntryDraft {
  return { kind, subject: { type: 'finding', id }, payload }
}
