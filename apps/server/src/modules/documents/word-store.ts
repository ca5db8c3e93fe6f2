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

/** Which documents a list holds. */
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

/** What a text searches documents for; undefined when there is neither letter nor digit in it. */
export function readDocumentSearch(
  queries: WorkspaceQueries,
  text: string | undefined,
): Promise<Search | undefined> {
  return readSearch(queries, documentWords, text)
}

/** Ids and times of the documents of a filter that have all words; words carry what lists are narrowed by. */
export function foundDocuments(queries: WorkspaceQueries, filter: DocumentFilter, search: Search): Sql {
  return foundBy(queries, documentWords, search, conditionsOf(queries, filter))
}

/** How many documents those are: a statement that returns a `total`. */
export function countFoundDocuments(queries: WorkspaceQueries, filter: DocumentFilter, search: Search): Sql {
  return countFound(queries, documentWords, search, conditionsOf(queries, filter))
}

/** That a document, as `i`, has every word. */
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

/** What words, lists and counts of documents all carry. */
export function traits(filter: DocumentFilter): Sql {
  return sql`
    ${equals(sql`document_type`, filter.documentType)}
    ${equals(sql`site_id`, filter.siteId)}
    ${filter.includeArchived ? empty : sql`and not is_archived`}
    ${amongSites(filter.siteIds, sql`site_id`)}`
}

/** That a column holds a value; nothing where none is asked for. */
export function equals(column: Sql, value: string | undefined): Sql {
  return value === undefined ? empty : sql`and ${column} = ${value}`
}
