import { because, type ProcedureDocument, type ProcedureDraftUpdate } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { issuesRefusal } from '../../../platform/errors.ts'
import { findDocuments } from '../document-store.ts'
import type { StatedContent } from '../rules/content-after.ts'

/**
 * Returns the members sent, with documents in place of their IDs.
 * @param present the documents of the draft
 * @throws 422 VALIDATION_ERROR with the path of each ID that is no document of a procedure of the workspace
 */
export async function withDocuments(
  queries: WorkspaceQueries,
  { documents: ids, ...stated }: ProcedureDraftUpdate,
  present: readonly ProcedureDocument[],
): Promise<StatedContent> {
  if (ids === undefined) return stated
  const known = new Map(present.map((document) => [document.id, document]))
  const others = ids.filter((id) => !known.has(id.toLowerCase()))
  if (others.length > 0) {
    for (const document of await findDocuments(queries, others)) known.set(document.id, document)
  }
  const found = ids.map((id) => known.get(id.toLowerCase()))
  const issues = found.flatMap((document, index) =>
    document
      ? []
      : [{ path: ['documents', index], type: 'value_error', reason: because('field.names_nothing') }],
  )
  if (issues.length > 0) throw issuesRefusal(issues)
  return { ...stated, documents: found.filter((document) => document !== undefined) }
}
