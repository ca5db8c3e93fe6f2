import type { InstrumentSort } from '@plumbline/contract'
import type { ConditionName } from './list-conditions.ts'
import type { InstrumentFilter } from './list-filter.ts'

/** The order of a list; ties break by id. */
export interface ListOrder {
  readonly column: 'created_at' | 'updated_at'
  readonly descending: boolean
}

/** The order that a `sort` names. */
export function orderOf(sort: InstrumentSort): ListOrder {
  const descending = sort.startsWith('-')
  return { column: sort.endsWith('updated_at') ? 'updated_at' : 'created_at', descending }
}

/**
 * The filter whose index holds a list in its order, if there is one. A walk looks at every other filter
 * row by row.
 */
export function leadOf(filter: InstrumentFilter, order: ListOrder): ConditionName | undefined {
  if (order.column === 'updated_at') return filter.updatedSince === undefined ? undefined : 'updated'
  if (filter.locationId !== undefined) return 'location'
  if (groupOf(filter) !== undefined) return 'token'
  if (filter.siteIds?.length === 1) return 'site'
  return filter.status === undefined ? undefined : 'status'
}

/** The compliance group that a token stands for, where it is the whole of one. */
export function groupOf({ token }: InstrumentFilter): 'never' | 'out' | undefined {
  if (token === 'NOT_CALIBRATED') return 'never'
  return token === 'OUT_FOR_CALIBRATION' ? 'out' : undefined
}
