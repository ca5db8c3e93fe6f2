import type { EntryKind, SubjectType } from '@plumbline/contract'
import { sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** An entry as read by clients that follow changes. */
export interface FollowedEntry {
  index: number
  at: string
  kind: EntryKind
  subjectType: SubjectType
  subjectId: string
  /** The site that the instrument left with this entry; null if it left none or the site was not requested. */
  leftSiteId: string | null
}

/** The current location of a subject: its instrument, and the instrument's site. */
export interface SubjectLocation {
  id: string
  instrumentId: string
  siteId: string
}

/** Returns the entries from an index on, in order, up to a maximum number. */
export function entriesFrom(
  queries: WorkspaceQueries,
  { first, count, readsMoves }: { first: number; count: number; readsMoves: boolean },
): Promise<FollowedEntry[]> {
  const leftSite = readsMoves
    ? sql`case when kind = 'instrument.updated' then payload::jsonb #>> '{changes,site_id,before}' end`
    : sql`null`
  return queries.rows<FollowedEntry>(sql`
    select index, at, kind, subject_type as "subjectType", subject_id as "subjectId", ${leftSite} as "leftSiteId"
    from ledger_entries
    where workspace_id = ${queries.workspaceId} and index >= ${first}
    order by index
    limit ${count}`)
}

/** Types of subjects that belong to an instrument. */
export type TypeOnInstrument = Extract<SubjectType, 'instrument' | 'calibration' | 'document' | 'finding'>

const standingOf: Readonly<Record<TypeOnInstrument, (workspaceId: string, ids: readonly string[]) => Sql>> = {
  instrument: (workspaceId, ids) => sql`
    select instrument_id::text as id, instrument_id as "instrumentId", site_id as "siteId"
    from instruments
    where workspace_id = ${workspaceId} and instrument_id = any(${ids}::uuid[])`,
  calibration: (workspaceId, ids) => sql`
    select c.calibration_id::text as id, c.instrument_id as "instrumentId", i.site_id as "siteId"
    from calibrations c
    join instruments i on i.workspace_id = c.workspace_id and i.instrument_id = c.instrument_id
    where c.workspace_id = ${workspaceId} and c.calibration_id = any(${ids}::uuid[])`,
  document: (workspaceId, ids) => sql`
    select d.document_id::text as id, d.instrument_id as "instrumentId", i.site_id as "siteId"
    from documents d
    join instruments i on i.workspace_id = d.workspace_id and i.instrument_id = d.instrument_id
    where d.workspace_id = ${workspaceId} and d.document_id = any(${ids}::uuid[])`,
  finding: (workspaceId, ids) => sql`
    select f.finding_id::text as id, f.instrument_id as "instrumentId", i.site_id as "siteId"
    from findings f
    join instruments i on i.workspace_id = f.workspace_id and i.instrument_id = f.instrument_id
    where f.workspace_id = ${workspaceId} and f.finding_id = any(${ids}::uuid[])`,
}

/** Returns the current location of subjects of each type, by ID, in one round trip. */
export async function findSubjectLocations(
  queries: WorkspaceQueries,
  idsByType: ReadonlyMap<TypeOnInstrument, readonly string[]>,
): Promise<ReadonlyMap<string, SubjectLocation>> {
  if (idsByType.size === 0) return new Map()
  const found = (await queries.batch(
    [...idsByType].map(([type, ids]) => standingOf[type](queries.workspaceId, ids)),
  )) as SubjectLocation[][]
  return new Map(found.flat().map((standing) => [standing.id, standing]))
}
