import type { reportOperations } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { dueForecast } from './due-forecast.ts'
import { findingReport } from './finding-report.ts'
import type { ReportParts } from './period.ts'
import { timelinessReport } from './timeliness.ts'
import { toleranceReport } from './tolerance.ts'
import { turnaroundReport } from './turnaround.ts'

export type { ReportParts }

/** Handlers of the app's reports. */
export function reportRoutes(parts: ReportParts): Handlers<typeof reportOperations, Caller> {
  return {
    getDueForecast: async ({ caller, query }) => ({ body: await dueForecast(parts, caller, query) }),
    getFindingReport: async ({ caller, query }) => ({ body: await findingReport(parts, caller, query) }),
    getTimelinessReport: async ({ caller, query }) => ({
      body: await timelinessReport(parts, caller, query),
    }),
    getToleranceReport: async ({ caller, query }) => ({ body: await toleranceReport(parts, caller, query) }),
    getTurnaroundReport: async ({ caller, query }) => ({
      body: await turnaroundReport(parts, caller, query),
    }),
  }
}
