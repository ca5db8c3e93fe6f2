import { Type } from 'typebox'
import { findingEndings } from '../../public/findings/finding.ts'
import { CalendarDate, Closed, Nullable, OneOf, Uuid } from '../../shared/values.ts'
import { Month, REPORT_ROWS_MAX } from '../report.ts'

/** How long a finding has been open, in bands of days. */
export const findingAges = ['0-30', '31-60', '61-90', '91-180', 'over-180'] as const
export type FindingAge = (typeof findingAges)[number]

/** The first day of each band. */
export const findingAgeBegins: Readonly<Record<FindingAge, number>> = {
  '0-30': 0,
  '31-60': 31,
  '61-90': 61,
  '91-180': 91,
  'over-180': 181,
}

/** The findings that the report can list. */
export const findingLists = ['open', 'overdue', 'closed'] as const
export type FindingList = (typeof findingLists)[number]

/** Value of the owner filter that selects findings without an owner. */
export const NO_OWNER = 'none'

const owner = Nullable(Closed({ id: Uuid(), name: Type.String() }))
const count = () => Type.Integer()
const days = (description: string) => Nullable(Type.Number({ description }))

const openCounts = { count: count(), overdue: Type.Integer({ description: 'Past their due dates.' }) }
const closedCounts = {
  concluded: Type.Integer({ description: 'Judged and signed.' }),
  with_record: Type.Integer({ description: 'Closed because their record was voided or corrected.' }),
  median_days: days('Of those concluded, from opening to closing; null without any.'),
  longest_days: days('Of those concluded.'),
}

export const FindingReportRow = Closed(
  {
    finding_id: Uuid(),
    instrument_id: Uuid(),
    asset_tag: Nullable(Type.String()),
    name: Nullable(Type.String()),
    site_id: Uuid(),
    size_percent: Nullable(Type.String({ description: 'The greatest percent of tolerance as found.' })),
    owner,
    opened_on: CalendarDate(),
    due_date: Nullable(CalendarDate()),
    days_overdue: Type.Integer({
      description: 'Days past the due date, until today or until the finding was closed; 0 if not late.',
    }),
    closed_on: Nullable(CalendarDate()),
    closed_because: Nullable(OneOf(findingEndings)),
    days: Type.Integer({ description: 'From opening until today, or until it was closed.' }),
  },
  { $id: 'FindingReportRow' },
)
export type FindingReportRow = Type.Static<typeof FindingReportRow>

export const FindingReport = Closed(
  {
    from: CalendarDate(),
    to: CalendarDate(),
    open: Closed(
      {
        on: CalendarDate({ description: 'The reference date for ages.' }),
        ...openCounts,
        longest_days: days('Of the oldest; null without any.'),
        ages: Type.Array(Closed({ age: OneOf(findingAges), ...openCounts }), {
          description: 'All bands, lowest age first.',
        }),
        owners: Type.Array(Closed({ owner, ...openCounts, longest_days: Type.Integer() }), {
          description: `Owners with the most findings first, at most ${REPORT_ROWS_MAX}; null stands for findings without an owner.`,
        }),
      },
      { description: 'Findings that are currently open, no matter when they were opened.' },
    ),
    closed: Closed(
      { ...closedCounts, months: Type.Array(Closed({ month: Month(), ...closedCounts })) },
      { description: 'Findings that were closed in the period.' },
    ),
    rows: Type.Array(FindingReportRow, {
      description: `At most ${REPORT_ROWS_MAX}. Open findings: oldest first; overdue findings: most overdue first; closed findings: most recently closed first.`,
    }),
    rows_total: Type.Integer({ description: 'Total number of rows.' }),
  },
  { $id: 'FindingReport' },
)
export type FindingReport = Type.Static<typeof FindingReport>
