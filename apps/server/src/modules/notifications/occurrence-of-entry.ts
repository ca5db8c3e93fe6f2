import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { findRecords, type CalibrationRow, type RecordRow } from '../calibrations/index.ts'
import { openFinding } from '../findings/index.ts'
import type { InstrumentRow } from '../instruments/index.ts'
import type { EntryKind, FollowedEntry } from '../ledger/index.ts'
import { nothing, type Occurrence, type NotificationData } from './notification.ts'
import { deciders, type Recipient } from './rules/recipients.ts'
import { readInstruments, readRecords, type SubjectOf } from './subjects.ts'

/**
 * Returns the occurrence of which an entry notifies people; undefined if it does not concern anyone, or no longer does.
 */
type Reader = (
  queries: WorkspaceQueries,
  entry: FollowedEntry,
  known: Known,
) => Promise<Occurrence | undefined>

/** Data read together for several entries. */
interface Known {
  readonly members: readonly Recipient[]
  /** The records that are subjects of entries. */
  readonly recordOf: SubjectOf<RecordRow>
  /** The instruments of the records that concern anyone. */
  readonly instrumentOf: SubjectOf<InstrumentRow>
}

const readers: Partial<Readonly<Record<EntryKind, Reader>>> = {
  'calibration.appended': approvalRequested,
  'calibration.corrected': approvalRequested,
  'calibration.rejected': recordRejected,
  'finding.opened': findingOpened,
  'finding.updated': findingAssigned,
  'webhook.disabled': webhookDisabled,
}

/** Kinds of entries of which people are notified. */
export const followedKinds = Object.keys(readers) as EntryKind[]

/** An occurrence, and the index of the entry that records it. */
export interface OccurrenceOfEntry {
  readonly index: number
  readonly occurrence: Occurrence
}

/**
 * Returns the occurrences of entries, as of now and in their order; none for entries of other kinds. Their records are
 * read together, as are the instruments of records that concern anyone: an import appends thousands that do not.
 */
export async function occurrencesOf(
  queries: WorkspaceQueries,
  entries: readonly FollowedEntry[],
  members: readonly Recipient[],
): Promise<OccurrenceOfEntry[]> {
  const ofRecords = entries.filter(({ kind }) => isOfRecord(kind))
  const recordOf = await readRecords(
    queries,
    ofRecords.map(({ subjectId }) => subjectId),
  )
  const ofConcern = ofRecords.flatMap(
    ({ kind, subjectId }) => recordOfConcern(kind, recordOf(subjectId)) ?? [],
  )
  const instrumentOf = await readInstruments(
    queries,
    ofConcern.map(({ instrumentId }) => instrumentId),
  )
  const occurrences: OccurrenceOfEntry[] = []
  for (const entry of entries) {
    const occurrence = await readers[entry.kind]?.(queries, entry, { members, recordOf, instrumentOf })
    if (occurrence) occurrences.push({ index: entry.index, occurrence })
  }
  return occurrences
}

function isOfRecord(kind: EntryKind): boolean {
  return readers[kind] === approvalRequested || readers[kind] === recordRejected
}

/** Returns the record of an entry if it concerns anybody: one that was rejected, or that nobody has decided on. */
function recordOfConcern(kind: EntryKind, record: RecordRow): CalibrationRow | undefined {
  if (!isCalibration(record)) return undefined
  const isUndecided = record.decision === null && record.voidedById === null
  return isUndecided || readers[kind] === recordRejected ? record : undefined
}

/** A pending record concerns everyone who may decide on it, except the people whose work it is. */
async function approvalRequested(...[, entry, known]: Parameters<Reader>): ReturnType<Reader> {
  const record = recordOfConcern(entry.kind, known.recordOf(entry.subjectId))
  if (!record) return undefined
  const own = [record.performedByPersonId, record.enteredByPersonId, entry.actorId]
  const about = ofInstrument(known.instrumentOf(record.instrumentId))
  return {
    kind: 'approval_requested',
    cause: record.calibrationId,
    siteId: about.siteId,
    personIds: deciders(known.members).filter((personId) => !own.includes(personId)),
    data: { ...ofRecord(record), ...about.data, by: record.performedBy },
  }
}

/** A rejection concerns those who performed and who entered the record, unless they rejected it themselves. */
async function recordRejected(...[, entry, known]: Parameters<Reader>): ReturnType<Reader> {
  const record = recordOfConcern(entry.kind, known.recordOf(entry.subjectId))
  if (!record) return undefined
  const about = ofInstrument(known.instrumentOf(record.instrumentId))
  return {
    kind: 'record_rejected',
    cause: record.calibrationId,
    siteId: about.siteId,
    personIds: others([record.performedByPersonId, record.enteredByPersonId], entry.actorId),
    data: { ...ofRecord(record), ...about.data, by: record.decidedBy, reason: record.rejectionReason },
  }
}

/** A finding concerns the people who decide at its site, and those whose calibrations it touches. */
async function findingOpened(...[queries, entry, { members }]: Parameters<Reader>): ReturnType<Reader> {
  const opened = await openFinding(queries, entry.subjectId)
  if (!opened) return undefined
  const { finding, touchedIds } = opened
  const touched = (await findRecords(queries, touchedIds)).filter(isCalibration)
  const performers = touched.flatMap(({ performedByPersonId: id }) => (id === null ? [] : [id]))
  return {
    kind: 'finding_opened',
    cause: finding.findingId,
    siteId: finding.siteId,
    personIds: [...new Set([...deciders(members), ...performers])],
    data: {
      ...nothing,
      subject_type: 'finding',
      subject_id: finding.findingId,
      instrument_id: finding.instrumentId,
      asset_tag: finding.assetTag,
      title: finding.instrumentName,
      by: finding.openedBy,
      count: touchedIds.length,
    },
  }
}

/** A finding concerns its new owner, unless they took it themselves. */
async function findingAssigned(...[queries, entry]: Parameters<Reader>): ReturnType<Reader> {
  const { changes } = JSON.parse(entry.payload) as {
    changes: { owner_person_id?: { after: string | null } }
  }
  const ownerId = changes.owner_person_id?.after ?? null
  const opened = ownerId === null ? undefined : await openFinding(queries, entry.subjectId)
  if (!opened || opened.finding.ownerPersonId !== ownerId) return undefined
  const { finding } = opened
  return {
    kind: 'finding_assigned',
    // It may be assigned to the same person again later.
    cause: `${finding.findingId} ${entry.index}`,
    siteId: finding.siteId,
    personIds: others([ownerId], entry.actorId),
    data: {
      ...nothing,
      subject_type: 'finding',
      subject_id: finding.findingId,
      instrument_id: finding.instrumentId,
      asset_tag: finding.assetTag,
      title: finding.instrumentName,
    },
  }
}

/** A disabled webhook concerns the admins of the workspace. */
async function webhookDisabled(...[, entry, { members }]: Parameters<Reader>): ReturnType<Reader> {
  const { url } = JSON.parse(entry.payload) as { url: string }
  return {
    kind: 'webhook_disabled',
    // It may be enabled and disabled again.
    cause: `${entry.subjectId} ${entry.index}`,
    siteId: null,
    personIds: deciders(members),
    data: { ...nothing, subject_type: 'webhook', subject_id: entry.subjectId, title: url },
  }
}

function ofRecord({ calibrationId }: CalibrationRow): NotificationData {
  return { ...nothing, subject_type: 'calibration', subject_id: calibrationId }
}

function ofInstrument({ instrumentId, siteId, assetTag, name }: InstrumentRow) {
  return { siteId, data: { instrument_id: instrumentId, asset_tag: assetTag, title: name } }
}

function isCalibration(record: RecordRow): record is CalibrationRow {
  return record.recordType === 'calibration'
}

function others(personIds: readonly (string | null)[], actorId: string): string[] {
  return [...new Set(personIds)].filter((id): id is string => id !== null && id !== actorId)
}
