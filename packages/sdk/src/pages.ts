/** A page of rows as every list returns it. */
export interface PageLike<Row = unknown> {
  data: Row[]
  pagination: { limit: number; offset: number; total: number; has_more: boolean }
}

/** The row of a page. */
export type RowOf<Page> = Page extends PageLike<infer Row> ? Row : never

/** Maximum number of rows on a page; iterators request this many to minimize the number of requests. */
export const PAGE_LIMIT_MAX = 100

/** Query parameters, whatever the operation. */
export type Query = Readonly<Record<string, QueryValue | QueryValue[] | null | undefined>>
type QueryValue = string | number | boolean

/** Every page of a list from `query.offset` on. */
export async function* pagesOf<Page extends PageLike>(
  list: (query: Query) => Promise<Page>,
  query: Query = {},
): AsyncGenerator<Page, void> {
  let offset = Number(query['offset'] ?? 0)
  for (;;) {
    const page = await list({ ...query, limit: query['limit'] ?? PAGE_LIMIT_MAX, offset })
    yield page
    // An empty page would never advance the iteration.
    if (!page.pagination.has_more || page.data.length === 0) return
    offset += page.data.length
  }
}

/** Every row of a list from `query.offset` on. */
export async function* itemsOf(
  list: (query: Query) => Promise<PageLike>,
  query?: Query,
): AsyncGenerator<unknown, void> {
  for await (const page of pagesOf(list, query)) yield* page.data
}
