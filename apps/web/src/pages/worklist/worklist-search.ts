import { WITHIN_DAYS_MAX } from '@plumbline/contract'
import type { QueryOf } from '../../api/index.ts'
import { addDays, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { appearanceOf } from '../../components/status/status-appearance.ts'

/**
 * Whose work is shown: the user's own, unassigned, instruments the user is responsible for, the user's own and these, or
 * instruments without a responsible person, or whose responsible person has no permission any more.
 */
export const whose = ['mine', 'none', 'responsible', 'concerning', 'unowned', 'without_permission'] as const
export type Whose = (typeof whose)[number]

/** The values that refer to the signed-in user. */
const ofUser: ReadonlySet<Whose> = new Set(['mine', 'responsible', 'concerning'])

/** State of the worklist in the URL. */
export interface WorklistSearch {
  page?: number | undefined
  /** Days ahead; `overdue` for only overdue instruments. */
  within?: number | 'overdue' | undefined
  /** First day of a range; without `to` it has no end but the horizon. */
  from?: string | undefined
  to?: string | undefined
  status?: string | undefined
  in_use?: true | undefined
  assigned?: Whose | undefined
  site?: string | undefined
}

/** How far ahead the worklist looks by default, in days. */
export const HORIZON_DEFAULT = 30

/** The server's value for only overdue instruments. */
const WITHIN_OVERDUE = -1

/** The filters as the app API takes them. */
export function worklistQuery(search: WorklistSearch): QueryOf<'listDue'> {
  return {
    ...(isRange(search)
      ? {
          due_from: search.from,
          due_before: search.to && addDays(search.to, 1),
          // A range without an end goes as far as the server takes it.
          within_days: search.to ? undefined : WITHIN_DAYS_MAX,
        }
      : { within_days: search.within === 'overdue' ? WITHIN_OVERDUE : (search.within ?? HORIZON_DEFAULT) }),
    site_id: search.site,
    compliance_status: search.status,
    in_use: search.in_use && 'true',
    ...personalQuery(search.assigned),
  }
}

function personalQuery(assigned: Whose | undefined): QueryOf<'listDue'> {
  if (assigned === 'unowned') return { responsible: 'none' }
  if (assigned === 'without_permission') return { responsible: 'without_permission' }
  if (assigned === 'responsible') return { concerning: 'responsible' }
  return assigned === 'concerning' ? { concerning: 'assigned_or_responsible' } : { assigned }
}

/** Whether the list covers a range of days instead of a horizon. */
export function isRange({ from, to }: WorklistSearch): boolean {
  return from !== undefined || to !== undefined
}

/** Returns the listed period as text, such as "Due from 23 Nov 2026 to 29 Nov 2026". */
export function spanWords(search: WorklistSearch): string {
  const { from, to, within = HORIZON_DEFAULT } = search
  if (from !== undefined && to !== undefined)
    return t('worklist.span', { from: formatDate(from), to: formatDate(to) })
  if (from !== undefined) return t('worklist.spanFrom', { from: formatDate(from) })
  if (to !== undefined) return t('worklist.spanTo', { to: formatDate(to) })
  return horizonWords(within)
}

/** A horizon in words. */
export function horizonWords(within: number | 'overdue'): string {
  if (within === 'overdue') return t('worklist.overdueOnly')
  if (within === WITHIN_DAYS_MAX) return t('worklist.allDates')
  return within === 0 ? t('worklist.withinToday') : t('worklist.within', { count: within })
}

/** What else narrows the list, in words for paper, where "mine" is the work of the user with this name. */
export function statusWords({ status, in_use, assigned }: WorklistSearch, userName: string): string[] {
  const appearance = status === undefined ? undefined : appearanceOf(status)
  const word =
    status === 'NON_COMPLIANT' ? t('filter.overdueOrFailed') : appearance ? t(appearance.word) : status
  const whoseWork = assigned && t(`worklist.whose.${assigned}`)
  const person = assigned && ofUser.has(assigned) ? `${whoseWork} (${userName})` : whoseWork
  return [word, person, in_use && t('worklist.inUse')].filter((words) => typeof words === 'string')
}
