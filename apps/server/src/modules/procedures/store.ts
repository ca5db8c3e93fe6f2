import type { ProcedureSummary, RevisionState } from '@plumbline/contract'
import {
  empty,
  join,
  limitTo,
  raw,
  sql,
  type Sql,
  type Transaction,
  type WorkspaceQueries,
} from '../../platform/db/index.ts'
import {
  contentNames,
  type ProcedureRow,
  type RecordedContent,
  type RevisionHead,
  type RevisionRow,
  type Revisions,
} from './revision.ts'

const contentColumns: Sql = join(contentNames.map((name) => raw(`r.${name}`)))

const headColumns: Sql = sql`
  r.revision, r.state, r.released_at as "releasedAt", r.released_by as "releasedBy", r.released_by_person_id as "releasedByPersonId",
  r.signature_meaning as "signatureMeaning", r.withdrawn_at as "withdrawnAt",
  r.withdrawal_reason as "withdrawalReason"`

const revisionColumns: Sql = sql`
  r.revision_id as "revisionId", r.procedure_id as "procedureId", p.code, ${headColumns}, ${contentColumns}`

const summaryColumns: Sql = sql`
  id, code, title, status, released_revision, draft_revision, point_count, created_at, updated_at`

const revisions: Sql = sql`
  procedure_revisions r
  join procedures p on p.workspace_id = r.workspace_id and p.procedure_id = r.procedure_id`

/** Locks a procedure until the transaction ends, so that its changes are made one after another. */
export async function lockProcedure(tx: Transaction, procedureId: string): Promise<ProcedureRow | undefined> {
  const [row] = await tx.rows<ProcedureRow>(sql`
    select procedure_id as "procedureId", code
    from procedures
    where workspace_id = ${tx.workspaceId} and procedure_id = ${procedureId}
    for no key update`)
  return row
}

/** Returns the revisions of a procedure; undefined if the ID is unknown. */
export async function findRevisions(
  queries: WorkspaceQueries,
  procedureId: string,
): Promise<Revisions | undefined> {
  const ofProcedure = sql`r.workspace_id = ${queries.workspaceId} and r.procedure_id = ${procedureId}`
  const [heads, whole] = (await queries.batch([
    sql`select ${headColumns}, r.title from procedure_revisions r where ${ofProcedure} order by r.revision desc`,
    sql`
      select ${revisionColumns}
      from ${revisions}
      where ${ofProcedure} and (
        r.state <> 'withdrawn'
        or r.revision = (
          select max(newest.revision)
          from procedure_revisions newest
          where newest.workspace_id = ${queries.workspaceId} and newest.procedure_id = ${procedureId}))
      order by r.revision desc`,
  ])) as [RevisionHead[], RevisionRow[]]
  const [newest] = whole
  const inState = (state: RevisionState) => whole.find((row) => row.state === state)
  return newest && { heads, newest, draft: inState('draft'), released: inState('released') }
}

/** Returns one revision of a procedure, by number. */
export async function findRevision(
  queries: WorkspaceQueries,
  procedureId: string,
  revision: number,
): Promise<RevisionRow | undefined> {
  const [row] = await queries.rows<RevisionRow>(sql`
    select ${revisionColumns}
    from ${revisions}
    where r.workspace_id = ${queries.workspaceId} and r.procedure_id = ${procedureId} and r.revision = ${revision}`)
  return row
}

/** Returns the released revisions of procedures. */
export function findReleased(
  queries: WorkspaceQueries,
  procedureIds: readonly string[],
): Promise<RevisionRow[]> {
  return queries.rows<RevisionRow>(sql`
    select ${revisionColumns}
    from ${revisions}
    where r.workspace_id = ${queries.workspaceId} and r.procedure_id = any(${procedureIds}::uuid[])
      and r.state = 'released'`)
}

/** Returns the released revisions that have a point or a budget with one of the IDs. */
export function findReleasedNaming(
  queries: WorkspaceQueries,
  ids: readonly string[],
): Promise<RevisionRow[]> {
  return queries.rows<RevisionRow>(sql`
    select ${revisionColumns}
    from ${revisions}
    where r.workspace_id = ${queries.workspaceId} and r.state = 'released'
      and exists (
        select from jsonb_array_elements(r.points || r.budgets) named
        where named ->> 'id' = any(${ids}::text[]))`)
}

/** Returns the released revisions of the procedures that instruments follow, each with the ID of the instrument. */
export function findReleasedOf(
  queries: WorkspaceQueries,
  instrumentIds: readonly string[],
): Promise<(RevisionRow & { instrumentId: string })[]> {
  return queries.rows(sql`
    select i.instrument_id as "instrumentId", ${revisionColumns}
    from ${revisions}
    join instruments i on i.workspace_id = r.workspace_id and i.procedure_id = r.procedure_id
    where r.workspace_id = ${queries.workspaceId} and i.instrument_id = any(${instrumentIds}::uuid[])
      and r.state = 'released'`)
}

export async function insertProcedure(tx: Transaction, row: ProcedureRow, at: string): Promise<void> {
  await tx.rows(sql`
    insert into procedures (workspace_id, procedure_id, code, created_at, updated_at)
    values (${tx.workspaceId}, ${row.procedureId}, ${row.code}, ${at}, ${at})`)
}

export async function insertDraft(tx: Transaction, row: RevisionRow): Promise<void> {
  await tx.rows(sql`
    insert into procedure_revisions (
      workspace_id, revision_id, procedure_id, revision, state, ${join(contentNames.map((name) => raw(name)))}
    )
    select p.workspace_id, ${row.revisionId}::uuid, p.procedure_id, ${row.revision}, 'draft', ${contentColumns}
    from procedures p
    cross join ${contentRecord(row)}
    where p.workspace_id = ${tx.workspaceId} and p.procedure_id = ${row.procedureId}`)
}

export async function updateContent(
  tx: Transaction,
  revisionId: string,
  content: RecordedContent,
): Promise<void> {
  const changes = contentNames.map((name) => sql`${raw(name)} = ${raw(`r.${name}`)}`)
  await tx.rows(sql`
    update procedure_revisions as d
    set ${join(changes)}
    from ${contentRecord(content)}
    where d.workspace_id = ${tx.workspaceId} and d.revision_id = ${revisionId}`)
}

/** The content of a revision as a relation `r`. */
function contentRecord(content: RecordedContent): Sql {
  const values = Object.fromEntries(contentNames.map((name) => [name, content[name]]))
  return sql`json_populate_record(null::procedure_revisions, ${JSON.stringify(values)}::json) as r`
}

/** Writes the state, signature and withdrawal of a revision. */
export async function updateState(tx: Transaction, row: RevisionRow): Promise<void> {
  await tx.rows(sql`
    update procedure_revisions
    set state = ${row.state},
      released_at = ${row.releasedAt},
      released_by = ${row.releasedBy},
      released_by_person_id = ${row.releasedByPersonId},
      signature_meaning = ${row.signatureMeaning},
      withdrawn_at = ${row.withdrawnAt},
      withdrawal_reason = ${row.withdrawalReason}
    where workspace_id = ${tx.workspaceId} and revision_id = ${row.revisionId}`)
}

/** Records when a procedure was last changed. */
export async function touchProcedure(tx: Transaction, procedureId: string, at: string): Promise<void> {
  await tx.rows(sql`
    update procedures
    set updated_at = ${at}
    where workspace_id = ${tx.workspaceId} and procedure_id = ${procedureId}`)
}

export async function deleteRevision(tx: Transaction, revisionId: string): Promise<void> {
  await tx.rows(sql`
    delete from procedure_revisions where workspace_id = ${tx.workspaceId} and revision_id = ${revisionId}`)
}

/** Deletes a procedure without revisions. */
export async function deleteProcedure(tx: Transaction, procedureId: string): Promise<void> {
  await tx.rows(sql`
    delete from procedures where workspace_id = ${tx.workspaceId} and procedure_id = ${procedureId}`)
}

/** Returns a page of procedures, sorted by code. @param statuses empty: all */
export async function pageOfProcedures(
  queries: WorkspaceQueries,
  page: { limit: number; offset: number; statuses: readonly RevisionState[] },
): Promise<{ rows: ProcedureSummary[]; total: number }> {
  const { limit, offset, statuses } = page
  const among = statuses.length === 0 ? empty : sql`and listed.status = any(${statuses}::text[])`
  const listed = listedProcedures(queries)
  const [rows, counted] = (await queries.batch([
    sql`
      select ${summaryColumns}
      from ${listed}
      where true ${among}
      order by lower(code), id
      ${limitTo(limit)} offset ${offset}`,
    sql`select count(*) as total from ${listed} where true ${among}`,
  ])) as [ProcedureSummary[], [{ total: number }]]
  return { rows, total: counted[0].total }
}

/** Returns the statement that reads all procedures, sorted by code. */
export function wholeList(queries: WorkspaceQueries): Sql {
  return sql`
    select ${summaryColumns}
    from ${listedProcedures(queries)}
    order by lower(code), id`
}

/** The procedures of a workspace as lists contain them. */
function listedProcedures({ workspaceId }: WorkspaceQueries): Sql {
  return sql`
    (select p.procedure_id as id, p.code, p.created_at, p.updated_at,
      case when released.revision is not null then 'released' when draft.revision is not null then 'draft'
        else 'withdrawn' end as status,
      released.revision as released_revision, draft.revision as draft_revision,
      shown.title, jsonb_array_length(shown.points) as point_count
    from procedures p
    left join procedure_revisions released on released.workspace_id = p.workspace_id
      and released.procedure_id = p.procedure_id and released.state = 'released'
    left join procedure_revisions draft on draft.workspace_id = p.workspace_id
      and draft.procedure_id = p.procedure_id and draft.state = 'draft'
    cross join lateral (
      select r.title, r.points
      from procedure_revisions r
      where r.workspace_id = p.workspace_id and r.procedure_id = p.procedure_id
      order by r.state = 'released' desc, r.revision desc
      limit 1) shown
    where p.workspace_id = ${workspaceId}) listed`
}
