import { Type } from 'typebox'
import { complianceTokens } from './instrument.ts'
import { defineOperations } from '../shared/operation.ts'
import { PageOf, pageQuery } from '../shared/page.ts'
import { CalendarDate, Closed, Nullable, Timestamp, Uuid, WordQuery } from '../shared/values.ts'

/** Maximum horizon of the worklist: ten years. */
export const WITHIN_DAYS_MAX = 3650

/** Default horizon of the worklist: the usual warning period. */
export const WITHIN_DAYS_DEFAULT = 30

/** One row of the worklist. */
export const DueInstrument = Closed(
  {
    id: Uuid({ description: 'ID of the instrument.' }),
    asset_tag: Nullable(Type.String({ description: 'Its asset tag.' })),
    name: Nullable(Type.String({ description: 'Its name.' })),
    due_at: Nullable(
      Timestamp({
        description:
          'Start of the due date in the time zone of the site; null for an instrument that was never calibrated.',
      }),
    ),
    due_date: CalendarDate({
      description:
        'In the time zone of the site; the last day on which the instrument is in calibration. Group rows by this date. Today for an instrument that was never calibrated.',
    }),
    compliance_status: Type.String({
      description: `One of ${complianceTokens.join(', ')}; new values may be added.`,
    }),
    interval_label: Nullable(
      Type.String({ description: 'The calibration interval in words.', examples: ['12 months'] }),
    ),
    site_name: Nullable(Type.String({ description: 'Name of its site.' })),
    location_name: Nullable(Type.String({ description: 'Name of its location; null if there is none.' })),
  },
  { $id: 'DueInstrument', description: 'An instrument that is due or will become due.' },
)
export type DueInstrument = Type.Static<typeof DueInstrument>

/** Query of GET /due; filters combine. */
export const DueListQuery = Closed({
  ...pageQuery,
  within_days: Type.Integer({
    minimum: 0,
    maximum: WITHIN_DAYS_MAX,
    default: WITHIN_DAYS_DEFAULT,
    description:
      'Number of days from today, in the time zone of each site. Overdue instruments are always listed.',
  }),
  due_before: Type.Optional(
    CalendarDate({
      description: 'Due before this date, in the time zone of the site. Takes precedence over within_days.',
    }),
  ),
  site_id: Type.Optional(Uuid({ description: 'Instruments of this site.' })),
  location_id: Type.Optional(Uuid({ description: 'Instruments at this location.' })),
  compliance_status: Type.Optional(
    WordQuery(complianceTokens, {
      maxLength: 32,
      description: complianceTokens.join(', '),
      examples: ['NON_COMPLIANT'],
    }),
  ),
})
export type DueListQuery = Type.Static<typeof DueListQuery>

const exampleRows: DueInstrument[] = [
  {
    id: '019345b4-11f2-7c55-a0de-5f3b7a9c2e47',
    asset_tag: 'CAL-0042',
    name: 'Digital caliper 150 mm',
    due_at: '2026-11-27T23:00:00.000Z',
    due_date: '2026-11-28',
    compliance_status: 'WARNING',
    interval_label: '12 months',
    site_name: 'Main laboratory',
    location_name: 'Cabinet 4',
  },
]

export const dueOperations = defineOperations({
  listDue: {
    method: 'GET',
    path: '/due',
    tag: 'Worklist',
    summary: 'List due instruments',
    description:
      'Instruments that are overdue or due within a horizon, sorted by due date, asset tag and ID. Every instrument that is neither retired nor reference-only is included; one that is out for calibration stays on the list, and one that was never calibrated is due today. Each due date is a calendar date in the time zone of the site, while compliance_status is based on the time zone of the workspace, as in GET /instruments.',
    scope: 'read',
    query: DueListQuery,
    reply: {
      status: 200,
      schema: PageOf(DueInstrument, 'DuePage'),
      description: 'A page of the worklist.',
      example: { data: exampleRows, pagination: { limit: 50, offset: 0, total: 1, has_more: false } },
    },
    errors: ['VALIDATION_ERROR', 'INVALID_REQUEST'],
  },
})
