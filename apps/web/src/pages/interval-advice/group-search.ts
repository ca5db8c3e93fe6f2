import { adviceGroupings, type AdviceGroup, type AdviceGrouping } from '@plumbline/contract'
import type { QueryOf } from '../../api/index.ts'
import { t } from '../../base/messages.ts'

/** State of the page as it stands in the address. */
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

/** What the groups of an address are made by; models unless it says so. */
export function groupingOf({ by }: AdviceSearch): AdviceGrouping {
  return adviceGroupings.find((one) => one === by) ?? 'model'
}

/** The lists of records that a group leads to. */
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

/** The group of an address, as the server takes it; undefined where it names none. */
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

/** What a group is called. */
export function groupName({ manufacturer, model, category, procedure_code: code }: AdviceGroup): string {
  return [manufacturer, model, category, code].filter(Boolean).join(' ') || t('intervalAdvice.unnamed')
}
