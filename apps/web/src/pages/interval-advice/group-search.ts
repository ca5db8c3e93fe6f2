import { adviceGroupings, type AdviceGroup, type AdviceGrouping } from '@plumbline/contract'
import type { QueryOf } from '../../api/index.ts'
import { t } from '../../base/messages.ts'

/** State of the page in the URL. */
export interface AdviceSearch {
  by?: string
  page?: number
  manufacturer?: string
  model?: string
  category?: string
  procedure?: string
  list?: string
  records?: number
}

/** Returns the grouping in the URL; models by default. */
export function groupingOf({ by }: AdviceSearch): AdviceGrouping {
  return adviceGroupings.find((one) => one === by) ?? 'model'
}

/** The lists of records of a group. */
export const recordLists = ['all', 'out_of_tolerance', 'excluded'] as const
export type RecordList = (typeof recordLists)[number]

/** The address of a list of the records of a group. */
export function searchOf(group: AdviceGroup, list: RecordList): AdviceSearch {
  return {
    by: group.group_by,
    list,
    ...(group.manufacturer !== null && { manufacturer: group.manufacturer }),
    ...(group.model !== null && { model: group.model }),
    ...(group.category !== null && { category: group.category }),
    ...(group.procedure_id !== null && { procedure: group.procedure_id }),
  }
}

/** Returns the group in the URL for the request; undefined if there is none. */
export function groupAsked(search: AdviceSearch): GroupAsked | undefined {
  const by = groupingOf(search)
  const { manufacturer, model, category, procedure } = search
  if (!{ model, category, procedure }[by]) return undefined
  return { group_by: by, manufacturer, model, category, procedure_id: procedure }
}

type GroupAsked = Omit<QueryOf<'listAdviceRecords'>, 'verdict' | 'limit' | 'offset'>

/** A group as requests name it. */
export function namesOf(group: AdviceGroup) {
  const { group_by, manufacturer, model, category, procedure_id } = group
  return {
    group_by,
    ...(manufacturer !== null && { manufacturer }),
    ...(model !== null && { model }),
    ...(category !== null && { category }),
    ...(procedure_id !== null && { procedure_id }),
  }
}

/** Returns the label of a group. */
export function groupName({ manufacturer, model, category, procedure_code: code }: AdviceGroup): string {
  return [manufacturer, model, category, code].filter(Boolean).join(' ') || t('intervalAdvice.unnamed')
}
