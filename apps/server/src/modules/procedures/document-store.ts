import type { ProcedureDocument } from '@plumbline/contract'
import { sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'

/** A document, with the procedure to which it was first added. */
export interface DocumentOfProcedure extends ProcedureDocument {
  readonly code: string
}

/** Selects the documents of all revisions of a workspace, each once, as `d`. */
function documentsOf(queries: WorkspaceQueries): Sql {
  return sql`
    (select distinct on (listed.document ->> 'id') (listed.document ->> 'id')::uuid as id, listed.document, p.code
    from procedure_revisions r
    join procedures p on p.workspace_id = r.workspace_id and p.procedure_id = r.procedure_id
    cross join lateral jsonb_array_elements(r.documents) listed (document)
    where r.workspace_id = ${queries.workspaceId}
    order by listed.document ->> 'id', p.created_at, r.revision) d`
}

/** Returns documents of any revision of the workspace, by ID. */
export async function findDocuments(
  queries: WorkspaceQueries,
  ids: readonly string[],
): Promise<ProcedureDocument[]> {
  const rows = await queries.rows<{ document: ProcedureDocument }>(sql`
    select d.document from ${documentsOf(queries)} where d.id = any(${ids}::uuid[])`)
  return rows.map(({ document }) => document)
}

/** Returns a document of any revision of a procedure. */
export async function findDocumentOfProcedure(
  queries: WorkspaceQueries,
  procedureId: string,
  documentId: string,
): Promise<ProcedureDocument | undefined> {
  const [row] = await queries.rows<{ document: ProcedureDocument }>(sql`
    select listed.document
    from procedure_revisions r
    cross join lateral jsonb_array_elements(r.documents) listed (document)
    where r.workspace_id = ${queries.workspaceId} and r.procedure_id = ${procedureId}
      and listed.document ->> 'id' = lower(${documentId})
    limit 1`)
  return row?.document
}

/** Returns documents of any revision, sorted by ID, starting after one. */
export async function documentsAfter(
  queries: WorkspaceQueries,
  after: string | null,
  limit: number,
): Promise<DocumentOfProcedure[]> {
  const rows = await queries.rows<{ document: ProcedureDocument; code: string }>(sql`
    select d.document, d.code
    from ${documentsOf(queries)}
    where ${after}::uuid is null or d.id > ${after}::uuid
    order by d.id
    limit ${limit}::bigint`)
  return rows.map(({ document, code }) => ({ ...document, code }))
}

/** Returns the ID of the last document, in the order of IDs. */
export async function lastDocumentId(queries: WorkspaceQueries): Promise<string | undefined> {
  const [row] = await queries.rows<{ id: string }>(sql`
    select d.id from ${documentsOf(queries)} order by d.id desc limit 1`)
  return row?.id
}
