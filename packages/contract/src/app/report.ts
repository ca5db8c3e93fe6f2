import { Type } from 'typebox'
import { calibrationResults } from '../shared/calibration-result.ts'
import { CalendarDate, Closed, Nullable, OneOf, Uuid } from '../shared/values.ts'

/** Maximum number of records that a report lists; its figures count all of them. */
export const REPORT_ROWS_MAX = 500

/** Maximum number of records of a period that a report covers. */
export const REPORT_RECORDS_MAX = 150_000

/** A calendar month. */
export const Month = () => Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', examples: ['2026-11'] })

const responded = { from: CalendarDate(), to: CalendarDate() }

/** A calibration in reports. */
const listed = {
  calibration_id: Uuid(),
  instrument_id: Uuid(),
  asset_tag: Type.String(),
  name: Type.String(),
  site_id: Uuid(),
  performed_on: CalendarDate(),
}

const rowsOf = <Row extends Parameters<typeof Type.Array>[0]>(row: Row) => ({
  rows: Type.Array(row, { description: `The newest records, at most ${REPORT_ROWS_MAX}.` }),
  rows_total: Type.Integer({ description: 'Total number of records.' }),
})

/** Number of due dates in each month. */
export const DueForecast = Closed(
  {
    from: CalendarDate({ description: 'The current date at the site where it is earliest.' }),
    overdue: Type.Array(Closed({ site_id: Uuid(), count: Type.Integer() })),
    months: Type.Array(
      Closed({
        month: Month(),
        from: CalendarDate(),
        to: CalendarDate(),
        count: Type.Integer(),
        sites: Type.Array(Closed({ site_id: Uuid(), count: Type.Integer() })),
      }),
    ),
  },
  { $id: 'DueForecast' },
)
export type DueForecast = Type.Static<typeof DueForecast>

/** Whether a calibration was done by the due date that applied before it. */
export const timelinessVerdicts = ['on_time', 'late', 'no_due_date'] as const
export type TimelinessVerdict = (typeof timelinessVerdicts)[number]

export const TimelinessRow = Closed(
  {
    ...listed,
    due_date: Nullable(CalendarDate({ description: 'As it was at that time, including an extension.' })),
    verdict: OneOf(timelinessVerdicts),
    days_late: Type.Integer({ description: 'Zero if not late.' }),
  },
  { $id: 'TimelinessRow' },
)
export type TimelinessRow = Type.Static<typeof TimelinessRow>

export const TimelinessReport = Closed(
  {
    ...responded,
    months: Type.Array(
      Closed({
        month: Month(),
        on_time: Type.Integer(),
        late: Type.Integer(),
        no_due_date: Type.Integer(),
      }),
    ),
    ...rowsOf(TimelinessRow),
  },
  { $id: 'TimelinessReport' },
)
export type TimelinessReport = Type.Static<typeof TimelinessReport>

/** The outcome of comparing a reading with its tolerance. */
export const readingVerdicts = ['inside', 'outside', 'not_comparable'] as const
export type ReadingVerdict = (typeof readingVerdicts)[number]

export const ToleranceFinding = Closed(
  {
    ...listed,
    manufacturer: Nullable(Type.String()),
    model: Nullable(Type.String()),
    result: OneOf(calibrationResults),
    as_found: OneOf(readingVerdicts),
    as_left: OneOf(readingVerdicts, { description: 'Of the final reading.' }),
    justification: Nullable(
      Type.String({ description: 'The out-of-tolerance impact statement, as entered.' }),
    ),
  },
  { $id: 'ToleranceFinding' },
)
export type ToleranceFinding = Type.Static<typeof ToleranceFinding>

/** The calibrations that the tolerance report lists: findings, or those behind a figure of a model. */
export const toleranceLists = ['findings', 'calibrations', 'in_tolerance', 'not_in_tolerance'] as const
export type ToleranceList = (typeof toleranceLists)[number]

/** Whether a finding has an impact statement. */
export const impactWords = ['stated', 'not_stated'] as const
export type ImpactWord = (typeof impactWords)[number]

/** Confidence level of the limits of a rate. */
export const RATE_CONFIDENCE = 0.95

/** How many calibrations were in tolerance, with the confidence limits of the true rate. */
const rate = {
  calibrations: Type.Integer(),
  in_tolerance: Type.Integer(),
  rate_lower: Type.Number({
    description: 'Clopper-Pearson limits of the rate at 95 % confidence, from 0 to 1.',
  }),
  rate_upper: Type.Number(),
}

export const ToleranceReport = Closed(
  {
    ...responded,
    months: Type.Array(Closed({ month: Month(), stated: Type.Integer(), not_stated: Type.Integer() }), {
      description: 'How many findings state their impact, by month; of the model, where one is named.',
    }),
    models: Type.Array(
      Closed({
        manufacturer: Nullable(Type.String()),
        model: Nullable(Type.String()),
        ...rate,
      }),
    ),
    procedures: Type.Array(
      Closed({
        procedure_id: Nullable(Uuid({ description: 'Null for calibrations that followed no procedure.' })),
        code: Nullable(Type.String({ description: 'From the latest of these records.' })),
        ...rate,
      }),
    ),
    low_tur: Type.Array(
      Closed({
        calibration_id: Uuid(),
        instrument_id: Uuid(),
        asset_tag: Type.String(),
        name: Type.String(),
        performed_on: CalendarDate(),
        points: Type.Integer({ description: 'Number of points whose test uncertainty ratio is below 4:1.' }),
        lowest: Type.Number({ description: 'The lowest of these ratios.' }),
      }),
      { description: `The newest calibrations with such a point, at most ${REPORT_ROWS_MAX}.` },
    ),
    low_tur_total: Type.Integer({ description: 'Total number of records.' }),
    ...rowsOf(ToleranceFinding),
  },
  { $id: 'ToleranceReport' },
)
export type ToleranceReport = Type.Static<typeof ToleranceReport>

const provider = Type.String({
  description: 'Current name of the listed provider, or the name that the records state.',
})
const providerId = Nullable(
  Uuid({
    description: 'ID of the listed provider; null if the records only state a name that is not listed.',
  }),
)

export const TurnaroundRow = Closed(
  {
    ...listed,
    provider,
    provider_id: providerId,
    sent_on: CalendarDate(),
    back_on: CalendarDate(),
    days: Type.Integer(),
    result: OneOf(calibrationResults),
    cost: Nullable(Type.String({ description: 'As last noted for the shipment.' })),
    currency: Nullable(Type.String()),
  },
  { $id: 'TurnaroundRow' },
)
export type TurnaroundRow = Type.Static<typeof TurnaroundRow>

export const TurnaroundReport = Closed(
  {
    ...responded,
    providers: Type.Array(
      Closed({
        provider,
        provider_id: providerId,
        count: Type.Integer(),
        median_days: Type.Number(),
        longest_days: Type.Integer(),
        passed: Type.Integer({ description: 'Number of these calibrations, with or without adjustment.' }),
        costs: Type.Array(Closed({ currency: Type.String(), amount: Type.String() }), {
          description: 'Sums of the noted costs, by currency.',
        }),
      }),
    ),
    ...rowsOf(TurnaroundRow),
  },
  { $id: 'TurnaroundReport' },
)
export type TurnaroundReport = Type.Static<typeof TurnaroundReport>
