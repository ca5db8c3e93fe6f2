import type { AppInstrumentSort } from '@plumbline/contract'
import type { ConditionName } from './list-conditions.ts'
import type { InstrumentFilter } from './list-filter.ts'

/** The order of a list; ties break by id. */
export interface ListOrder {
  readonly column: 'created_at' | 'updated_at' | 'asset_tag' | 'name' | 'due_date'
  readonly descending: boolean
}

/** The order that a `sort` names. */
export function orderOf(sort: AppInstrumentSort): ListOrder {
  const descending = sort.startsWith('-')
  return { column: (descending ? sort.slice(1) : sort) as ListOrder['column'], descending }
}

/**
 * The filter whose index holds a list in its order, if there is one. A walk looks at every other filter
 * row by row.
 */
export function leadOf(filter: InstrumentFilter, order: ListOrder): ConditionName | undefined {
  if (order.column === 'updated_at') return filter.updatedSince === undefined ? undefined : 'updated'
  if (order.column === 'due_date') return filter.dueBefore === undefined ? undefined : 'due'
  if (order.column !== 'created_at') return undefined
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
