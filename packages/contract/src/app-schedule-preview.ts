import { Type } from 'typebox'
import { WARNING_DAYS_MAX } from './app-workspace.ts'
import { complianceTokens } from './instrument.ts'
import { defineOperations } from './operation.ts'
import { CalendarDate, Closed, Nullable, OneOf, Text, Uuid } from './values.ts'

/** Most instruments that a preview looks at: some seconds of work. */
export const PREVIEWED_INSTRUMENTS_MAX = 20_000

/** Most instruments that a preview names. */
export const PREVIEW_EXAMPLES_MAX = 10

const Reading = Closed(
  {
    due_date: Nullable(CalendarDate({ description: "A day of the workspace's time zone." })),
    compliance_status: OneOf(complianceTokens),
  },
  { $id: 'ScheduleReading' },
)

/** What other settings would make of the due dates and statuses of the register. */
export const SchedulePreview = Closed(
  {
    timezone: Type.String({ description: 'The zone that was looked at, in its canonical spelling.' }),
    warning_days: Type.Integer(),
    today: CalendarDate({ description: 'The date now, in the zone that holds.' }),
    today_then: CalendarDate({ description: 'The date now, in the zone that was looked at.' }),
    examined: Type.Integer({ description: 'Instruments in the calibration plan that were looked at.' }),
    is_complete: Type.Boolean({
      description: `False when the register holds more than ${PREVIEWED_INSTRUMENTS_MAX}; the rest was not looked at.`,
    }),
    due_dates_moved: Type.Integer({ description: 'Due dates that would be another day.' }),
    statuses_changed: Type.Integer({ description: 'Instruments whose status would be another one today.' }),
    examples: Type.Array(
      Closed(
        {
          id: Uuid(),
          asset_tag: Nullable(Type.String()),
          name: Nullable(Type.String()),
          present: Reading,
          foreseen: Reading,
        },
        { $id: 'SchedulePreviewExample' },
      ),
      {
        description: `At most ${PREVIEW_EXAMPLES_MAX}: those whose status changes first, then moved due dates.`,
      },
    ),
  },
  { $id: 'SchedulePreview' },
)
export type SchedulePreview = Type.Static<typeof SchedulePreview>

/** Looking ahead before settings that due dates hang on are changed. */
export const schedulePreviewOperations = defineOperations({
  previewSchedule: {
    method: 'GET',
    path: '/schedule-preview',
    tag: 'Workspace',
    summary: 'See what another time zone or other warning days would change',
    description:
      'Computes due dates and statuses as they would be and writes nothing. What is left out of the query stays as it is. Sites with a time zone of their own keep their days in the worklist.',
    scope: 'read',
    roles: ['admin'],
    query: Closed({
      timezone: Type.Optional(Text(64)),
      warning_days: Type.Optional(Type.Integer({ minimum: 0, maximum: WARNING_DAYS_MAX })),
    }),
    reply: {
      status: 200,
      schema: SchedulePreview,
      description: 'What would change.',
      example: {
        timezone: 'Europe/Berlin',
        warning_days: 30,
        today: '2026-11-20',
        today_then: '2026-11-21',
        examined: 243,
        is_complete: true,
        due_dates_moved: 7,
        statuses_changed: 1,
        examples: [
          {
            id: '019345b3-7c1d-7e2f-9a3b-4c5d6e7f8092',
            asset_tag: 'CAL-0042',
            name: 'Digital caliper',
            present: { due_date: '2026-12-20', compliance_status: 'COMPLIANT' },
            foreseen: { due_date: '2026-12-21', compliance_status: 'WARNING' },
          },
        ],
      },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
