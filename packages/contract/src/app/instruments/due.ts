import { Type } from 'typebox'
import {
  DueInstrument,
  DueListQuery,
  dueOperations,
  WITHIN_DAYS_DEFAULT,
  WITHIN_DAYS_MAX,
} from '../../public/due.ts'
import { instrumentStatuses } from '../../public/instrument.ts'
import { concerns, ResponsibleGapFilter } from '../due-selection.ts'
import { defineOperations } from '../../shared/operation.ts'
import { PageOf } from '../../shared/page.ts'
import { CalendarDate, Closed, Nullable, OneOf, Timestamp, Uuid } from '../../shared/values.ts'

/** Service statuses of instruments in use. */
export const statusesInUse = ['active', 'in_service'] as const

/** The horizon that contains only overdue instruments. */
export const WITHIN_OVERDUE = -1

/** A row of the worklist with the members that the app API adds to the public ones. */
export const AppDueInstrument = Closed(
  {
    ...DueInstrument.properties,
    site_id: Uuid(),
    is_overdue: Type.Boolean({
      description: 'The due date has passed at its site, regardless of the grace period.',
    }),
    status: Type.String({ description: `One of ${instrumentStatuses.join(', ')}; new values may be added.` }),
    has_failed: Type.Boolean({ description: 'The calibration in effect failed.' }),
    is_quarantined: Type.Boolean(),
    location: Nullable(
      Type.String({ description: 'Location details as free text, in addition to or instead of a location.' }),
    ),
    pending_approval: Nullable(
      Closed(
        {
          calibration_id: Uuid(),
          entered_by: Type.String({ description: 'Name of the person, as it was at that time.' }),
          entered_at: Timestamp(),
        },
        {
          description:
            'A calibration of the instrument that is pending approval and would take effect once approved, shown to avoid a duplicate calibration. Excludes corrections.',
        },
      ),
    ),
    // Last, since files have these columns in this order.
    serial_number: Nullable(Type.String()),
    assignee_id: Nullable(
      Uuid({ description: 'The person assigned to its next calibration; null if unassigned.' }),
    ),
    assignee_name: Nullable(Type.String()),
    planned_for: Nullable(CalendarDate({ description: 'The planned date.' })),
    responsible_id: Nullable(
      Uuid({ description: 'The person responsible for the instrument; null if none is named.' }),
    ),
    responsible_name: Nullable(Type.String()),
  },
  { $id: 'AppDueInstrument' },
)
export type AppDueInstrument = Type.Static<typeof AppDueInstrument>

/** Query of GET /due in the app; filters combine. */
export const AppDueListQuery = Closed({
  ...DueListQuery.properties,
  within_days: Type.Integer({
    minimum: WITHIN_OVERDUE,
    maximum: WITHIN_DAYS_MAX,
    default: WITHIN_DAYS_DEFAULT,
    description: `Number of days from today, in the time zone of each site. Overdue instruments are always listed; with ${WITHIN_OVERDUE}, only those.`,
  }),
  due_from: Type.Optional(
    CalendarDate({ description: 'Due on or after this date, in the time zone of the site.' }),
  ),
  assigned: Type.Optional(
    OneOf(['mine', 'none'], {
      description: 'Only instruments assigned to the current user, or only unassigned ones.',
    }),
  ),
  concerning: Type.Optional(
    OneOf(concerns, {
      description:
        'Only instruments whose next calibration is assigned to the current user, for which the user is responsible, or either.',
    }),
  ),
  responsible: Type.Optional(ResponsibleGapFilter),
  in_use: Type.Optional(
    OneOf(['true'], { description: 'Only instruments that are active or in service, and not quarantined.' }),
  ),
})
export type AppDueListQuery = Type.Static<typeof AppDueListQuery>

const rows: AppDueInstrument[] = dueOperations.listDue.reply.example.data.map((row) => ({
  ...row,
  site_id: '019345b2-6a1c-7d3e-8f00-2b7c5d1e9a10',
  is_overdue: false,
  status: 'in_service',
  has_failed: false,
  is_quarantined: false,
  location: null,
  serial_number: '17034512',
  assignee_id: null,
  assignee_name: null,
  planned_for: null,
  responsible_id: null,
  responsible_name: null,
  pending_approval: null,
}))

/** Operations on the worklist. */
export const appDueOperations = defineOperations({
  listDue: {
    ...dueOperations.listDue,
    description:
      'As in the public API, but sorted for grouping: overdue instruments first, by site and due date, then by due date and site; within each group by asset tag and ID.',
    query: AppDueListQuery,
    reply: {
      ...dueOperations.listDue.reply,
      schema: PageOf(AppDueInstrument, 'AppDuePage'),
      example: { ...dueOperations.listDue.reply.example, data: rows },
    },
  },
})
