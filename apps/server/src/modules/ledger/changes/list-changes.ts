import { because, type Change, type ChangePage, type EntryKind } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Database, WorkspaceQueries } from '../../../platform/db/index.ts'
import { unusableValue } from '../../../platform/errors.ts'
import {
  entriesFrom,
  findSubjectLocations,
  type FollowedEntry,
  type SubjectLocation,
  type TypeOnInstrument,
} from './change-store.ts'

/** Number of entries examined per row of a page, because other entries lie between them. */
const ENTRIES_FOR_A_ROW = 4

/** Number of entries examined for a page of a key limited to sites, which may not see most of them. */
const ENTRIES_OF_SITES = 2000

/**
 * Returns the regulated changes after a position in the ledger. A snapshot of a ledger has no gaps, because each
 * entry is made while holding the head and committed before the next one is made.
 *
 * @throws 422 INVALID_REQUEST if the ledger ends before `after`, for example after a restore from an older backup
 */
export async function listChanges(
  db: Pick<Database, 'in'>,
  { workspaceId, siteIds }: Pick<Actor, 'workspaceId' | 'siteIds'>,
  { after, limit }: { after?: number; limit: number },
): Promise<ChangePage> {
  const queries = db.in(workspaceId)
  const count = siteIds === null ? limit * ENTRIES_FOR_A_ROW : ENTRIES_OF_SITES
  const entries = await entriesBehind(queries, after, { count, readsMoves: siteIds !== null })
  const followed = entries.filter(({ kind }) => isFollowed(kind))
  const standings = await findSubjectLocations(queries, idsByType(followed))
  const seen = followed.filter((entry) => isWithin(entry, standings.get(entry.subjectId), siteIds))
  const data = seen.slice(0, limit).map((entry) => changeOf(entry, standings.get(entry.subjectId)))
  const isCut = seen.length > limit
  const last = isCut ? data.at(-1)!.cursor : entries.at(-1)?.index
  return {
    data,
    cursor: last ?? after ?? 0,
    pagination: { limit, has_more: isCut || entries.length === count },
  }
}

/** The entry at the cursor is read as well: if it does not exist, the cursor belongs to a different ledger. */
async function entriesBehind(
  queries: WorkspaceQueries,
  after: number | undefined,
  { count, readsMoves }: { count: number; readsMoves: boolean },
): Promise<FollowedEntry[]> {
  if (after === undefined) return entriesFrom(queries, { first: 0, count, readsMoves })
  const [at, ...behind] = await entriesFrom(queries, { first: after, count: count + 1, readsMoves })
  // An empty page of an empty ledger has the cursor 0.
  if (at === undefined && after > 0) throw unusableValue('after', because('ledger.ends_before_cursor'))
  return behind
}

/** Regulated changes, and the one change of a workspace that moves due dates of its instruments. */
function isFollowed(kind: EntryKind): boolean {
  return (
    kind === 'workspace.due_dates_recomputed' || /^(instrument|calibration|document|finding)\./.test(kind)
  )
}

function idsByType(entries: readonly FollowedEntry[]): ReadonlyMap<TypeOnInstrument, string[]> {
  const standing = entries.filter((entry): entry is FollowedEntry & { subjectType: TypeOnInstrument } => {
    return entry.subjectType !== 'workspace'
  })
  const byType = Map.groupBy(standing, ({ subjectType }) => subjectType)
  return new Map(
    [...byType].map(([type, same]) => [type, [...new Set(same.map(({ subjectId }) => subjectId))]]),
  )
}

/**
 * Changes follow the current site of their instrument; leaving a site is shown to those who could see the instrument
 * there.
 */
function isWithin(
  { subjectType, leftSiteId }: FollowedEntry,
  standing: SubjectLocation | undefined,
  siteIds: readonly string[] | null,
): boolean {
  if (siteIds === null || subjectType === 'workspace') return true
  return [standing?.siteId, leftSiteId].some(
    (siteId) => siteId !== undefined && siteId !== null && siteIds.includes(siteId),
  )
}

function changeOf(entry: FollowedEntry, standing: SubjectLocation | undefined): Change {
  return {
    cursor: entry.index,
    at: entry.at,
    type: entry.kind,
    resource: entry.subjectType,
    id: entry.subjectId,
    instrument_id: standing?.instrumentId ?? null,
  }
}
