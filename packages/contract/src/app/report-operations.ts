import { Type } from 'typebox'
import { findingAges, findingLists, FindingReport, NO_OWNER } from './findings/finding-report.ts'
import { defineOperations } from '../shared/operation.ts'
import {
  DueForecast,
  impactWords,
  Month,
  timelinessVerdicts,
  TimelinessReport,
  toleranceLists,
  ToleranceReport,
  TurnaroundReport,
} from './report.ts'
import { CalendarDate, Closed, OneOf, Text, Uuid } from '../shared/values.ts'

/** Maximum and default number of months that the forecast covers. */
export const FORECAST_MONTHS_MAX = 36
export const FORECAST_MONTHS = 12

/** Query of every report for a period; by default the last twelve months. */
const period = {
  from: Type.Optional(CalendarDate({ description: 'First day, in the time zone of the workspace.' })),
  to: Type.Optional(CalendarDate({ description: 'Last day. Defaults to today.' })),
  site_id: Type.Optional(Uuid({ description: 'Only instruments that are currently at this site.' })),
}

const WORD_LENGTH_MAX = 255
const site = '019345b2-6a1c-7d3e-8f00-2b7c5d1e9a10'
const between = { from: '2025-11-22', to: '2026-11-21' }
const example = {
  calibration_id: '019345b2-6a1c-7d3e-8f00-2b7c5d1e9a11',
  instrument_id: '019345b2-6a1c-7d3e-8f00-2b7c5d1e9a12',
  asset_tag: 'MIC-0042',
  name: 'Outside micrometer',
  site_id: site,
  performed_on: '2026-11-03',
}
const { site_id: _site, ...withoutSite } = example
const errors = ['FILTER_TOO_BROAD', 'NOT_FOUND', 'VALIDATION_ERROR'] as const
const tag = 'Reports'

/** Operations on reports. */
export const reportOperations = defineOperations({
  getDueForecast: {
    method: 'GET',
    path: '/reports/due-forecast',
    tag,
    summary: 'Forecast due calibrations by month and site',
    description:
      'Due dates are calendar dates at their sites, as in the worklist; an instrument that was never calibrated is due today.',
    scope: 'read',
    query: Closed({
      months: Type.Optional(
        Type.Integer({ minimum: 1, maximum: FORECAST_MONTHS_MAX, default: FORECAST_MONTHS }),
      ),
      site_id: period.site_id,
    }),
    reply: {
      status: 200,
      schema: DueForecast,
      description: 'The forecast.',
      example: {
        from: '2026-11-21',
        overdue: [{ site_id: site, count: 3 }],
        months: [
          {
            month: '2026-11',
            from: '2026-11-21',
            to: '2026-11-30',
            count: 7,
            sites: [{ site_id: site, count: 7 }],
          },
        ],
      },
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
  getTimelinessReport: {
    method: 'GET',
    path: '/reports/timeliness',
    tag,
    summary: 'Report on-time calibrations',
    description:
      'A calibration is on time if it was performed on or before the due date in force until then, including an extension. A first calibration, and one that follows a failed calibration, has no due date to meet. Only approved records that are neither voided nor superseded count.',
    scope: 'read',
    query: Closed({
      ...period,
      month: Type.Optional(Month()),
      verdict: Type.Optional(OneOf(timelinessVerdicts, { description: 'Limits the listed records.' })),
    }),
    reply: {
      status: 200,
      schema: TimelinessReport,
      description: 'Figures by month, and the records behind them.',
      example: {
        ...between,
        months: [{ month: '2026-11', on_time: 41, late: 2, no_due_date: 5 }],
        rows: [{ ...example, due_date: '2026-11-01', verdict: 'late', days_late: 2 }],
        rows_total: 1,
      },
    },
    errors,
  },
  getToleranceReport: {
    method: 'GET',
    path: '/reports/tolerance',
    tag,
    summary: 'Report out-of-tolerance rates by model and procedure',
    description:
      'A calibration is in tolerance if its as-found reading (with points: every point) is within tolerance or, if nothing can be compared, if its result is PASS. Findings are calibrations with a reading out of tolerance, failed or limited calibrations, and those that justify a pass. `list` selects what is listed: findings, optionally limited to a manufacturer and model; or the calibrations behind a figure of one model, where an omitted manufacturer or model means none is stated.',
    scope: 'read',
    query: Closed({
      ...period,
      manufacturer: Type.Optional(Text(WORD_LENGTH_MAX)),
      model: Type.Optional(Text(WORD_LENGTH_MAX)),
      list: Type.Optional(OneOf(toleranceLists, { default: 'findings' })),
      month: Type.Optional(Month()),
      impact: Type.Optional(
        OneOf(impactWords, { description: 'Limits the listed records, as `month` does.' }),
      ),
    }),
    reply: {
      status: 200,
      schema: ToleranceReport,
      description: 'Figures by model, and the findings.',
      example: {
        ...between,
        months: [{ month: '2026-11', stated: 1, not_stated: 0 }],
        models: [
          {
            manufacturer: 'Haldor',
            model: 'C-150',
            calibrations: 48,
            in_tolerance: 46,
            rate_lower: 0.857,
            rate_upper: 0.995,
          },
        ],
        procedures: [
          {
            procedure_id: '019345b6-2f10-7c44-8d21-6b0a9e3f5c10',
            code: 'CP-DIM-01',
            calibrations: 48,
            in_tolerance: 46,
            rate_lower: 0.857,
            rate_upper: 0.995,
          },
        ],
        low_tur: [{ ...withoutSite, points: 2, lowest: 3.1 }],
        low_tur_total: 1,
        rows: [
          {
            ...example,
            manufacturer: 'Haldor',
            model: 'C-150',
            result: 'PASS_WITH_ADJUSTMENT',
            as_found: 'outside',
            as_left: 'inside',
            justification: 'No part was measured with it since the last check.',
          },
        ],
        rows_total: 1,
      },
    },
    errors,
  },
  getTurnaroundReport: {
    method: 'GET',
    path: '/reports/turnaround',
    tag,
    summary: 'Report provider turnaround',
    description:
      'Days from sending an instrument out for calibration until its return, through its calibration or manually before the calibration was entered. Only calibrations that name a provider count: by its ID under its current name, or by a name only.',
    scope: 'read',
    query: Closed({
      ...period,
      provider: Type.Optional(Text(WORD_LENGTH_MAX, { description: 'Limits the listed records.' })),
      days: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Limits the listed records to this turnaround band.' }),
      ),
    }),
    reply: {
      status: 200,
      schema: TurnaroundReport,
      description: 'Figures by provider, and the records behind them.',
      example: {
        ...between,
        providers: [
          {
            provider: 'Eastgate Test House',
            provider_id: null,
            count: 12,
            median_days: 9.5,
            longest_days: 31,
            passed: 11,
            costs: [{ currency: 'EUR', amount: '5760.00' }],
          },
        ],
        rows: [
          {
            ...example,
            provider: 'Eastgate Test House',
            provider_id: null,
            sent_on: '2026-10-26',
            back_on: '2026-11-04',
            days: 9,
            result: 'PASS',
            cost: '480.00',
            currency: 'EUR',
          },
        ],
        rows_total: 1,
      },
    },
    errors,
  },
  getFindingReport: {
    method: 'GET',
    path: '/reports/findings',
    tag,
    summary: 'Report open and closed findings',
    description:
      'Open findings by age and owner as of today, and the time to closure of findings closed in the period. Dates are in the time zone of the workspace. `age` and `owner` limit the listed open findings, `month` the closed ones.',
    scope: 'read',
    query: Closed({
      ...period,
      list: Type.Optional(OneOf(findingLists, { default: 'open' })),
      age: Type.Optional(OneOf(findingAges)),
      owner: Type.Optional(
        Type.String({
          pattern: `^(${NO_OWNER}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
          description: `Id of a person, or \`${NO_OWNER}\`.`,
        }),
      ),
      month: Type.Optional(Month()),
    }),
    reply: {
      status: 200,
      schema: FindingReport,
      description: 'Figures, and the findings behind them.',
      example: {
        ...between,
        open: {
          on: '2026-11-21',
          count: 1,
          overdue: 1,
          longest_days: 40,
          ages: findingAges.map((age) => ({
            age,
            count: age === '31-60' ? 1 : 0,
            overdue: age === '31-60' ? 1 : 0,
          })),
          owners: [{ owner: null, count: 1, overdue: 1, longest_days: 40 }],
        },
        closed: {
          concluded: 1,
          with_record: 0,
          median_days: 12,
          longest_days: 12,
          months: [{ month: '2026-11', concluded: 1, with_record: 0, median_days: 12, longest_days: 12 }],
        },
        rows: [
          {
            finding_id: '019345b6-2f10-7c44-8d21-6b0a9e3f5c20',
            instrument_id: example.instrument_id,
            asset_tag: example.asset_tag,
            name: example.name,
            site_id: site,
            size_percent: '130',
            owner: null,
            opened_on: '2026-10-12',
            due_date: '2026-11-11',
            days_overdue: 10,
            closed_on: null,
            closed_because: null,
            days: 40,
          },
        ],
        rows_total: 1,
      },
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
