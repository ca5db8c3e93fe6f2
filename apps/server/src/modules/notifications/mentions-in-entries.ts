import type { WorkspaceQueries } from '../../platform/db/index.ts'
import type { Member } from '../access/index.ts'
import { findRecord } from '../calibrations/index.ts'
import { findFinding } from '../findings/index.ts'
import { findInstrument } from '../instruments/index.ts'
import type { EntryKind, EntrySelection, FollowedEntry } from '../ledger/index.ts'
import { nothing, type NotificationData, type Occurrence } from './notification.ts'
import { mentionedIn, quoteOf } from './rules/mentions.ts'

/** Members of a payload that people write. */
interface WrittenPayload {
  readonly reason?: string | null
  readonly conclusion?: string | null
  readonly note?: { readonly text: string } | null
}

const reasonOf = ({ reason }: WrittenPayload) => reason

/**
 * Entries with a text that people write to each other, and which of their members it is. What records state (remarks,
 * readings, the assessment of a result) is no such text: it is printed on certificates.
 */
const textOf: Partial<Readonly<Record<EntryKind, (payload: WrittenPayload) => string | null | undefined>>> = {
  'calibration.corrected': reasonOf,
  'calibration.rejected': reasonOf,
  'calibration.voided': reasonOf,
  'finding.noted': ({ note }) => note?.text,
  'finding.judged': reasonOf,
  'finding.closed': ({ conclusion }) => conclusion,
  'instrument.updated': reasonOf,
  'instrument.status_changed': reasonOf,
  'instrument.retired': reasonOf,
  'instrument.shipment_updated': reasonOf,
  'instrument.due_extended': reasonOf,
  'instrument.due_extension_removed': reasonOf,
  'instrument.quarantined': reasonOf,
  'instrument.quarantine_lifted': reasonOf,
}

/** The entries that can mention people; most others of their kinds are not read at all. */
export const withMentions: EntrySelection['containing'] = {
  kinds: Object.keys(textOf) as EntryKind[],
  text: '@',
}

/** A mention, and the index of the entry that contains it. */
interface Mention {
  readonly index: number
  readonly occurrence: Occurrence
}

/** An entry whose text mentions people. */
interface MentioningEntry {
  readonly entry: FollowedEntry
  readonly text: string
  readonly personIds: readonly string[]
  readonly about: Pick<Occurrence, 'siteId' | 'data'>
}

/**
 * What entries mention people in, by the names that the members have now; nobody is told of a text of their own. A reason
 * that one person gave for several instruments of a site, as in a bulk edit, is told once.
 */
export async function mentionsIn(
  queries: WorkspaceQueries,
  entries: readonly FollowedEntry[],
  members: readonly Member[],
): Promise<Mention[]> {
  const found: MentioningEntry[] = []
  for (const entry of entries) {
    const text = textOf[entry.kind]?.(JSON.parse(entry.payload) as WrittenPayload) ?? ''
    const personIds = mentionedIn(text, members).filter((id) => id !== entry.actorId)
    if (personIds.length > 0) found.push({ entry, text, personIds, about: await subjectOf(queries, entry) })
  }
  const together = Map.groupBy(found, ({ entry: { actorId, kind, index }, text, about }) =>
    kind.startsWith('instrument.') ? JSON.stringify([actorId, about.siteId, text]) : index,
  )
  return [...together.values()].map((ofOne) => mentionOf(ofOne, members))
}

function mentionOf(ofOne: readonly MentioningEntry[], members: readonly Member[]): Mention {
  const { entry, text, personIds, about } = ofOne[0]!
  const by = members.find(({ personId }) => personId === entry.actorId)?.name ?? null
  // One act can make several entries of an instrument.
  const count = new Set(ofOne.map((each) => each.entry.subjectId)).size
  const occurrence: Occurrence = {
    kind: 'mentioned',
    cause: `${entry.subjectId} ${entry.index}`,
    siteId: about.siteId,
    personIds,
    data: { ...about.data, by, quote: quoteOf(text), count: count > 1 ? count : null },
  }
  return { index: entry.index, occurrence }
}

async function subjectOf(
  queries: WorkspaceQueries,
  { kind, subjectId: id }: FollowedEntry,
): Promise<MentioningEntry['about']> {
  if (kind.startsWith('finding.')) {
    const finding = await findFinding(queries, id, null)
    if (!finding) throw new Error(`finding ${id} vanished`)
    const { siteId, instrumentId, assetTag, instrumentName: name } = finding
    return { siteId, data: dataOf('finding', id, { instrumentId, assetTag, name }) }
  }
  if (kind.startsWith('instrument.')) return ofInstrument(queries, 'instrument', id, id)
  const record = await findRecord(queries, id, null)
  if (!record?.instrumentId) throw new Error(`record ${id} vanished`)
  return ofInstrument(queries, 'calibration', id, record.instrumentId)
}

async function ofInstrument(
  queries: WorkspaceQueries,
  type: 'instrument' | 'calibration',
  subjectId: string,
  instrumentId: string,
): Promise<MentioningEntry['about']> {
  const instrument = await findInstrument(queries, instrumentId, null)
  if (!instrument) throw new Error(`instrument ${instrumentId} vanished`)
  return { siteId: instrument.siteId, data: dataOf(type, subjectId, instrument) }
}

function dataOf(
  type: NotificationData['subject_type'],
  id: string,
  { instrumentId, assetTag, name }: { instrumentId: string; assetTag: string | null; name: string | null },
): NotificationData {
  return {
    ...nothing,
    subject_type: type,
    subject_id: id,
    instrument_id: instrumentId,
    asset_tag: assetTag,
    title: name,
  }
}
