import {
  limitTo,
  LOOKED_UP_STEP_COST,
  planPage,
  raw,
  sql,
  empty,
  type PagePlan,
  type Sql,
  type WorkspaceQueries,
} from '../../platform/db/index.ts'
import { documentColumns, type DocumentRow } from './store.ts'
import {
  countFoundDocuments,
  equals,
  foundDocuments,
  hasDocumentWords,
  traits,
  type DocumentFilter,
} from './word-store.ts'

/** A document with its instrument and the person who added it. */
export interface DescribedDocument extends DocumentRow {
  assetTag: string | null
  instrumentName: string | null
  uploadedByName: string | null
}

/** Returns a page of documents, newest first, and the total number. */
export async function pageOfDocuments(
  queries: WorkspaceQueries,
  asked: DocumentFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: DescribedDocument[]; total: number }> {
  const { total, candidates, walked } = await countDocuments(queries, asked)
  // Words that every candidate has do not narrow the list.
  const filter = total === candidates ? { ...asked, search: undefined } : asked
  const plan = filter.search
    ? planPage({ ...page, total, walked, liesTogether: true, stepCost: LOOKED_UP_STEP_COST })
    : planPage({ ...page, total, walked: total })
  if (plan.take === 0) return { rows: [], total }
  const rows = await queries.rows<DescribedDocument>(pageStatement(queries, filter, plan))
  return { rows: plan.fromEnd ? rows.toReversed() : rows, total }
}

/** Documents of providers have no site. */
const OF_INSTRUMENTS = sql`and i.site_id is not null`

interface Counts {
  /** Number of documents that match every filter. */
  readonly total: number
  /** Number of documents in the maintained counts that match the filters which those support. */
  readonly candidates: number
  /** Number of documents that a scan from newest to oldest would read, matching or not. */
  readonly walked: number
}

/** Uses the maintained counts, and counts rows only if a filter requires more than those contain. */
async function countDocuments(queries: WorkspaceQueries, filter: DocumentFilter): Promise<Counts> {
  const kept = sql`
    select coalesce(sum(count) filter (where true ${traits(filter)}), 0)::bigint as candidates,
      coalesce(sum(count), 0)::bigint as walked
    from document_counts
    where workspace_id = ${queries.workspaceId}`
  const counting = countingOf(queries, filter)
  const [[sums], counted] = (await queries.batch([kept, ...(counting ? [counting] : [])])) as [
    [Omit<Counts, 'total'>],
    [{ total: number }] | undefined,
  ]
  return { ...sums, total: counted?.[0].total ?? sums.candidates }
}

/** Returns a statement that selects `total`, if one is needed. One instrument or record has few documents. */
function countingOf(queries: WorkspaceQueries, filter: DocumentFilter): Sql | undefined {
  if (filter.search) return countFoundDocuments(queries, filter, filter.search)
  if (filter.instrumentId === undefined && filter.calibrationId === undefined) return undefined
  return sql`select count(*) as total from (${listed(queries, filter)}) few`
}

/** Selects the keys in the planned way, then their rows one by one: the limit prevents scans of whole tables. */
function pageStatement(queries: WorkspaceQueries, filter: DocumentFilter, plan: PagePlan): Sql {
  const direction = raw(plan.fromEnd ? 'asc' : 'desc')
  const { search } = filter
  const wanted =
    search && plan.way === 'gather'
      ? foundDocuments(queries, filter, search)
      : sql`${listed(queries, filter)} ${search ? hasDocumentWords(search) : empty}`
  return sql`
    select ${documentColumns}, i.asset_tag as "assetTag", i.name as "instrumentName", p.name as "uploadedByName"
    from (
      ${wanted}
      order by uploaded_at ${direction}, document_id ${direction}
      ${plan.skip === 0 ? limitTo(plan.take) : sql`limit ${plan.take}::bigint offset ${plan.skip}::bigint`}
    ) page
    cross join lateral (
      select * from documents d
      where d.workspace_id = ${queries.workspaceId} and d.document_id = page.document_id
      limit 1
    ) d
    cross join lateral (
      select asset_tag, name from instruments i
      where i.workspace_id = ${queries.workspaceId} and i.instrument_id = d.instrument_id
      limit 1
    ) i
    left join lateral (select name from people where id = d.uploaded_by limit 1) p on true
    order by page.uploaded_at ${direction}, page.document_id ${direction}`
}

/** A document of an instrument or of a provider, whichever it belongs to. */
export type ExportedDocument = Omit<DescribedDocument, 'instrumentId'> & {
  readonly instrumentId: string | null
  readonly providerId: string | null
  readonly providerName: string | null
}

/**
 * Returns a statement that reads every document of a filter, newest first, for streaming. Documents of providers have no site
 * and no words, and are included unless the filter or the caller's sites require either.
 */
export function wholeList(queries: WorkspaceQueries, filter: DocumentFilter): Sql {
  const { search } = filter
  return sql`
    select ${documentColumns}, i.asset_tag as "assetTag", i.name as "instrumentName", p.name as "uploadedByName",
      d.provider_id as "providerId", v.name as "providerName"
    from (${listed(queries, filter, empty)} ${search ? hasDocumentWords(search) : empty}) page
    join documents d on d.workspace_id = ${queries.workspaceId} and d.document_id = page.document_id
    left join instruments i on i.workspace_id = ${queries.workspaceId} and i.instrument_id = d.instrument_id
    left join providers v on v.workspace_id = ${queries.workspaceId} and v.provider_id = d.provider_id
    left join people p on p.id = d.uploaded_by
    order by page.uploaded_at desc, page.document_id desc`
}

/** Selects IDs and times of the documents of a filter, ignoring its words; those of instruments unless `owned` differs. */
function listed(queries: WorkspaceQueries, filter: DocumentFilter, owned = OF_INSTRUMENTS): Sql {
  return sql`
    select document_id, uploaded_at
    from documents i
    where i.workspace_id = ${queries.workspaceId} ${owned}
      ${equals(sql`instrument_id`, filter.instrumentId)}
      ${equals(sql`calibration_id`, filter.calibrationId)}
      ${traits(filter)}`
}
