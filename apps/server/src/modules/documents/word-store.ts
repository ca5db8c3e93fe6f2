import type { DocumentType } from '@plumbline/contract'
import {
  countFound,
  empty,
  foundBy,
  hasWords,
  readSearch,
  sql,
  type Search,
  type Sql,
  type WordTable,
  type WorkspaceQueries,
} from '../../platform/db/index.ts'
import { amongSites } from '../workspaces/index.ts'

/** Selects the documents of a list. */
export interface DocumentFilter {
  instrumentId?: string | undefined
  calibrationId?: string | undefined
  documentType?: DocumentType | undefined
  siteId?: string | undefined
  search?: Search | undefined
  includeArchived: boolean
  siteIds: readonly string[] | null
}

const documentWords: WordTable = {
  name: sql`document_words`,
  id: sql`document_id`,
  at: sql`uploaded_at`,
}

/** Returns the search for a text; undefined if it contains neither letters nor digits. */
export function readDocumentSearch(
  queries: WorkspaceQueries,
  text: string | undefined,
): Promise<Search | undefined> {
  return readSearch(queries, documentWords, text)
}

/**
 * Selects IDs and times of the documents of a filter that contain all words; rows of words have the columns by which
 * lists are narrowed.
 */
export function foundDocuments(queries: WorkspaceQueries, filter: DocumentFilter, search: Search): Sql {
  return foundBy(queries, documentWords, search, conditionsOf(queries, filter))
}

/** Returns a statement that selects the number of those documents as `total`. */
export function countFoundDocuments(queries: WorkspaceQueries, filter: DocumentFilter, search: Search): Sql {
  return countFound(queries, documentWords, search, conditionsOf(queries, filter))
}

/** Restricts to documents, as `i`, that contain every word. */
export function hasDocumentWords({ words }: Search): Sql {
  return sql`and ${hasWords(documentWords, words)}`
}

function conditionsOf(queries: WorkspaceQueries, filter: DocumentFilter): Sql {
  const ofCalibration = sql`and i.document_id in (
    select document_id
    from documents
    where workspace_id = ${queries.workspaceId} and calibration_id = ${filter.calibrationId})`
  return sql`true
    ${equals(sql`instrument_id`, filter.instrumentId)}
    ${filter.calibrationId === undefined ? empty : ofCalibration}
    ${traits(filter)}`
}

/** Conditions on columns that words, lists and counts of documents have in common. */
export function traits(filter: DocumentFilter): Sql {
  return sql`
    ${equals(sql`document_type`, filter.documentType)}
    ${equals(sql`site_id`, filter.siteId)}
    ${filter.includeArchived ? empty : sql`and not is_archived`}
    ${amongSites(filter.siteIds, sql`site_id`)}`
}

/** Restricts a column to a value; no condition if it is undefined. */
export function equals(column: Sql, value: string | undefined): Sql {
  return value === undefined ? empty : sql`and ${column} = ${value}`
}
