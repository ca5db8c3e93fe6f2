import type { WorkspaceQueries } from '../../platform/db/index.ts'
import type { Member } from '../access/index.ts'
import type { EntryKind, EntrySelection, FollowedEntry } from '../ledger/index.ts'
import { nothing, type NotificationData, type Occurrence } from './notification.ts'
import { mentionedIn, quoteOf } from './rules/mentions.ts'
import { readFindings, readInstruments, readRecords } from './subjects.ts'

/** Members of a payload with texts that people write. */
interface WrittenPayload {
  readonly reason?: string | null
  readonly conclusion?: string | null
  readonly note?: { readonly text: string } | null
}

const reasonOf = ({ reason }: WrittenPayload) => reason

/**
 * The text in which an entry can mention people, by kind. What records state (remarks, readings, the assessment of a
 * result) mentions nobody: it is printed on certificates.
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

/** Selects the entries that can mention people; most others of these kinds are not read. */
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
}

/** The subject of an entry. */
type About = Pick<Occurrence, 'siteId' | 'data'>

/**
 * Returns the mentions in entries, by the current names of the members; nobody is notified of a text that they wrote. A
 * reason that one person gave for several instruments of a site, as in a bulk edit, results in one mention. The subjects
 * of the entries are read together.
 */
export async function mentionsIn(
  queries: WorkspaceQueries,
  entries: readonly FollowedEntry[],
  members: readonly Member[],
): Promise<Mention[]> {
  const mentioning = entries.flatMap((entry): MentioningEntry[] => {
    const text = textOf[entry.kind]?.(JSON.parse(entry.payload) as WrittenPayload) ?? ''
    const personIds = mentionedIn(text, members).filter((id) => id !== entry.actorId)
    return personIds.length > 0 ? [{ entry, text, personIds }] : []
  })
  const aboutOf = await readSubjects(
    queries,
    mentioning.map(({ entry }) => entry),
  )
  const found = mentioning.map((each) => ({ ...each, about: aboutOf(each.entry) }))
  const together = Map.groupBy(found, ({ entry: { actorId, kind, index }, text, about }) =>
    kind.startsWith('instrument.') ? JSON.stringify([actorId, about.siteId, text]) : index,
  )
  return [...together.values()].map((ofOne) => mentionOf(ofOne, members))
}

function mentionOf(
  ofOne: readonly (MentioningEntry & { about: About })[],
  members: readonly Member[],
): Mention {
  const { entry, text, personIds, about } = ofOne[0]!
  const by = members.find(({ personId }) => personId === entry.actorId)?.name ?? null
  // One action can write several entries of an instrument.
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

/** Reads the subjects of entries: findings, instruments, or records with their instruments. */
async function readSubjects(
  queries: WorkspaceQueries,
  entries: readonly FollowedEntry[],
): Promise<(entry: FollowedEntry) => About> {
  const byType = Map.groupBy(entries, typeOf)
  const idsOf = (type: SubjectType) => (byType.get(type) ?? []).map(({ subjectId }) => subjectId)
  const findingOf = await readFindings(queries, idsOf('finding'))
  const recordOf = await readRecords(queries, idsOf('calibration'))
  const ofRecords = idsOf('calibration').map((id) => recordOf(id).instrumentId)
  const instrumentOf = await readInstruments(queries, [...idsOf('instrument'), ...ofRecords])
  return (entry) => {
    const [type, id] = [typeOf(entry), entry.subjectId]
    if (type === 'finding') {
      const { siteId, instrumentId, assetTag, instrumentName: name } = findingOf(id)
      return { siteId, data: dataOf(type, id, { instrumentId, assetTag, name }) }
    }
    const instrument = instrumentOf(type === 'instrument' ? id : recordOf(id).instrumentId)
    return { siteId: instrument.siteId, data: dataOf(type, id, instrument) }
  }
}

/** Types of subject of entries that can mention people. */
type SubjectType = 'finding' | 'instrument' | 'calibration'

function typeOf({ kind }: FollowedEntry): SubjectType {
  if (kind.startsWith('finding.')) return 'finding'
  return kind.startsWith('instrument.') ? 'instrument' : 'calibration'
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
