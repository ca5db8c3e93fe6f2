import type { DocumentType } from '@plumbline/contract'
import {
  empty,
  foundBy,
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
  const ofCalibration = sql`and i.document_id in (
    select document_id
    from documents
    where workspace_id = ${queries.workspaceId} and calibration_id = ${filter.calibrationId})`
  return foundBy(
    queries,
    documentWords,
    search,
    sql`true
      ${equals(sql`instrument_id`, filter.instrumentId)}
      ${equals(sql`document_type`, filter.documentType)}
      ${equals(sql`site_id`, filter.siteId)}
      ${filter.includeArchived ? empty : sql`and not is_archived`}
      ${filter.calibrationId === undefined ? empty : ofCalibration}
      ${amongSites(filter.siteIds, sql`site_id`)}`,
  )
}

/** That a column holds a value; nothing where none is asked for. */
export function equals(column: Sql, value: string | undefined): Sql {
  return value === undefined ? empty : sql`and ${column} = ${value}`
}
