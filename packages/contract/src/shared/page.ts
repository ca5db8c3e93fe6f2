import { Type, type TSchema } from 'typebox'
import { Closed } from './values.ts'

/** Maximum number of rows in a page. */
export const PAGE_LIMIT_MAX = 100

/** Default number of rows in a page. */
export const PAGE_LIMIT_DEFAULT = 50

/**
 * Largest offset: the largest value that both a 64-bit database count and a JavaScript number can represent
 * exactly.
 */
export const PAGE_OFFSET_MAX = Number.MAX_SAFE_INTEGER

/** `limit` and `offset`, the query parameters of every list. */
export const pageQuery = {
  limit: Type.Integer({
    minimum: 1,
    maximum: PAGE_LIMIT_MAX,
    default: PAGE_LIMIT_DEFAULT,
    description: 'Maximum number of rows on the page.',
  }),
  offset: Type.Integer({
    minimum: 0,
    maximum: PAGE_OFFSET_MAX,
    default: 0,
    description: 'Number of rows to skip before the page begins.',
  }),
}

/** The position of a page in the whole list. */
export const Pagination = Closed(
  {
    limit: Type.Integer({ description: 'Maximum number of rows on a page, as requested.' }),
    offset: Type.Integer({ description: 'Number of rows skipped before this page.' }),
    total: Type.Integer({ description: 'Total number of rows that match the filters.' }),
    has_more: Type.Boolean({ description: 'Whether there are more rows after this page.' }),
  },
  { $id: 'Pagination', description: 'Position of the page within the complete list.' },
)

/** The envelope of every list: `{data: [...], pagination}`. */
export const PageOf = <Row extends TSchema>(row: Row, name: string) =>
  Closed(
    { data: Type.Array(row, { description: 'Rows on this page.' }), pagination: Pagination },
    { $id: name, description: 'One page of a list, and its position within the complete list.' },
  )

/** A page of rows as returned by every list (contract, cross-cutting rule 5). */
export interface Page<Row> {
  data: Row[]
  pagination: Type.Static<typeof Pagination>
}

/**
 * Returns rows in the envelope.
 * @param total number of rows of the whole list
 */
export function pageOf<Row>(data: Row[], total: number, query: { limit: number; offset: number }): Page<Row> {
  const { limit, offset } = query
  return { data, pagination: { limit, offset, total, has_more: offset + data.length < total } }
}
