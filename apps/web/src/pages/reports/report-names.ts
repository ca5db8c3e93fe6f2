/** Reports in the order in which they are offered, by the last part of their address. */
export const reportNames = [
  'due-forecast',
  'timeliness',
  'findings',
  'finding-ages',
  'models',
  'without-calibration',
  'turnaround',
] as const
export type ReportName = (typeof reportNames)[number]

/** Whether an address names a report. */
export function isReport(name: string): name is ReportName {
  return (reportNames as readonly string[]).includes(name)
}

/** State of a report in the URL. */
export interface ReportSearch {
  from?: string
  to?: string
  month?: string
  verdict?: string
  manufacturer?: string
  model?: string
  list?: string
  impact?: string
  /** A band of days that findings have been open, and whose they are. */
  age?: string
  owner?: string
  provider?: string
  /** How long a provider took, as a number in the address. */
  days?: string
  site?: string | undefined
}

/** The reports on a period; the others are about today and the future. */
export const overPeriods: readonly ReportName[] = [
  'timeliness',
  'findings',
  'finding-ages',
  'models',
  'turnaround',
]
