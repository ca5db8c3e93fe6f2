import {
  documentTypes,
  pageOf,
  type AppDocument,
  type AppDocumentListQuery,
  type Page,
} from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Database, WorkspaceQueries } from '../../platform/db/index.ts'
import { readToken } from '../../platform/http/index.ts'
import { serializeAppDocument } from './serialize.ts'
import { pageOfDocuments } from './list-store.ts'
import { readDocumentSearch, type DocumentFilter } from './word-store.ts'

/**
 * Returns a page of the documents of all instruments within the caller's sites, newest first.
 * @throws 422 INVALID_REQUEST for an unknown kind or value of `include`
 */
export async function listAppDocuments(
  { db }: { db: Database },
  caller: Actor,
  query: AppDocumentListQuery,
): Promise<Page<AppDocument>> {
  const queries = db.in(caller.workspaceId)
  const filter = await filterOf(queries, caller, query)
  const { rows, total } = await pageOfDocuments(queries, filter, query)
  return pageOf(rows.map(serializeAppDocument), total, query)
}

/**
 * Returns the filter of a query, within the caller's sites.
 * @throws 422 INVALID_REQUEST as `listAppDocuments`
 */
export async function filterOf(
  queries: WorkspaceQueries,
  caller: Actor,
  query: Omit<AppDocumentListQuery, 'limit' | 'offset'>,
): Promise<DocumentFilter> {
  return {
    documentType: readToken('document_type', query.document_type, documentTypes),
    includeArchived: readToken('include', query.include, ['archived']) !== undefined,
    instrumentId: query.instrument_id,
    calibrationId: query.calibration_id,
    siteId: query.site_id,
    search: await readDocumentSearch(queries, query.q),
    siteIds: caller.siteIds,
  }
}
