import {
  approvalStatuses,
  calibrationResults,
  calibrationSorts,
  pageOf,
  type CalibrationFeedQuery,
  type CalibrationListQuery,
  type CalibrationRecord,
  type CalibrationSort,
  type Page,
} from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { readToken, readTokens } from '../../platform/http/index.ts'
import { reachesSite, type Caller } from '../access/index.ts'
import type { RecordFilter } from './filter-store.ts'
import { pageOfRecords } from './list-store.ts'
import { presentRecord } from './present.ts'

/** A query of either list; the list of one instrument names it by its path. */
export type RecordListQuery = CalibrationListQuery & Pick<CalibrationFeedQuery, 'instrument_id' | 'site_id'>

/**
 * A page of records that the caller reaches. Voided originals, superseded, pending and rejected ones are among
 * them; only void markers are hidden.
 * @throws 422 INVALID_REQUEST for an unknown word in `result`, `approval_status`, `sort` or `include`
 */
export async function listRecords(
  queries: WorkspaceQueries,
  caller: Caller,
  query: RecordListQuery,
  defaultSort: CalibrationSort,
): Promise<Page<CalibrationRecord>> {
  const sort = readToken('sort', query.sort, calibrationSorts) ?? defaultSort
  const { rows, total } = await pageOfRecords(queries, filterOf(caller, query), {
    by: sort.endsWith('performed_at') ? 'performed_at' : 'ledger_index',
    descending: sort.startsWith('-'),
    limit: query.limit,
    offset: query.offset,
  })
  return pageOf(rows.map(presentRecord), total, query)
}

function filterOf(caller: Caller, query: RecordListQuery): RecordFilter {
  return {
    siteIds: sitesAsked(caller, query.site_id),
    instrumentId: query.instrument_id,
    appendedSince: query.updated_since,
    performedAfter: query.performed_after,
    performedBefore: query.performed_before,
    results: wordsOf(readTokens('result', query.result, calibrationResults)),
    approvals: wordsOf(readTokens('approval_status', query.approval_status, approvalStatuses)),
    withMarkers: readToken('include', query.include, ['voided']) !== undefined,
  }
}

/** A site out of the caller's reach gives an empty list. */
function sitesAsked(caller: Caller, siteId: string | undefined): readonly string[] | null {
  if (siteId === undefined) return caller.siteIds
  return reachesSite(caller, siteId) ? [siteId] : []
}

/** A list of commas alone names nothing and narrows nothing. */
function wordsOf<Word>(words: readonly Word[] | undefined): readonly Word[] | undefined {
  return words?.length === 0 ? undefined : words
}
