import type { Summary } from '@plumbline/contract'
import { addDays } from '../../base/formats.ts'

/** A range of due dates as the worklist's address has it, both days included. */
export interface DueRange {
  from: string
  to: string
}

/** The days whose due dates one week of the summary counts. */
export function weekRange(summary: Summary, index: number): DueRange {
  const start = summary.due_by_week[index]!.week_start
  return { from: index === 0 ? summary.due_from : start, to: addDays(start, 6) }
}

/** The rest of this week. */
export function thisWeek(summary: Summary): DueRange {
  return weekRange(summary, 0)
}

/** The rest of this month. */
export function thisMonth({ today, due_from }: Summary): DueRange {
  const [year, month] = today.split('-')
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)
  return { from: due_from, to: last }
}
