import { Type } from 'typebox'
import { WARNING_DAYS_MAX } from '../../fields/workspace.ts'
import { complianceTokens } from '../../public/instrument.ts'
import { defineOperations } from '../../shared/operation.ts'
import { CalendarDate, Closed, Nullable, OneOf, Text, Uuid } from '../../shared/values.ts'

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

/** The effect of other settings on due dates and statuses of the register. */
export const SchedulePreview = Closed(
  {
    timezone: Type.String({ description: 'The previewed zone, in its canonical spelling.' }),
    warning_days: Type.Integer(),
    today: CalendarDate({ description: 'The date now, in the current zone.' }),
    today_after: CalendarDate({ description: 'The date now, in the previewed zone.' }),
    examined: Type.Integer({ description: 'Instruments in the calibration plan that were examined.' }),
    is_complete: Type.Boolean({
      description: `False when the register holds more than ${PREVIEWED_INSTRUMENTS_MAX}; the rest was not examined.`,
    }),
    due_dates_moved: Type.Integer({ description: 'Due dates that would be another day.' }),
    statuses_changed: Type.Integer({ description: 'Instruments whose status would be another one today.' }),
    examples: Type.Array(
      Closed(
        {
          id: Uuid(),
          asset_tag: Nullable(Type.String()),
          name: Nullable(Type.String()),
          current: Reading,
          after: Reading,
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

const SiteReading = Closed(
  {
    due_date: Nullable(CalendarDate({ description: 'The day on which the worklist of the site has it.' })),
    is_overdue: Type.Boolean({ description: 'Whether that day is over at the site.' }),
  },
  { $id: 'SiteScheduleReading' },
)

/** What another zone of a site would make of its worklist. */
export const SiteSchedulePreview = Closed(
  {
    timezone: Type.String({ description: 'The previewed zone, in its canonical spelling.' }),
    today: CalendarDate({ description: 'The date now at the site.' }),
    today_after: CalendarDate({ description: 'The date now, in the previewed zone.' }),
    examined: Type.Integer({ description: 'Instruments of the site in the calibration plan.' }),
    is_complete: Type.Boolean({
      description: `False when the site has more than ${PREVIEWED_INSTRUMENTS_MAX}; the rest was not examined.`,
    }),
    due_dates_moved: Type.Integer({ description: 'Due dates that would be another day in the worklist.' }),
    overdue_changed: Type.Integer({
      description: 'Instruments that would be overdue in the worklist, or no more.',
    }),
    examples: Type.Array(
      Closed(
        {
          id: Uuid(),
          asset_tag: Nullable(Type.String()),
          name: Nullable(Type.String()),
          current: SiteReading,
          after: SiteReading,
        },
        { $id: 'SiteSchedulePreviewExample' },
      ),
      {
        description: `At most ${PREVIEW_EXAMPLES_MAX}: those that become overdue, or are no more, first.`,
      },
    ),
  },
  { $id: 'SiteSchedulePreview' },
)
export type SiteSchedulePreview = Type.Static<typeof SiteSchedulePreview>

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
        today_after: '2026-11-21',
        examined: 243,
        is_complete: true,
        due_dates_moved: 7,
        statuses_changed: 1,
        examples: [
          {
            id: '019345b3-7c1d-7e2f-9a3b-4c5d6e7f8092',
            asset_tag: 'CAL-0042',
            name: 'Digital caliper',
            current: { due_date: '2026-12-20', compliance_status: 'COMPLIANT' },
            after: { due_date: '2026-12-21', compliance_status: 'WARNING' },
          },
        ],
      },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  previewSiteSchedule: {
    method: 'GET',
    path: '/sites/{site_id}/schedule-preview',
    tag: 'Sites and standards',
    summary: 'See what another time zone of a site would change',
    description:
      "Computes the days of the site's worklist as they would be and writes nothing. Statuses go by the workspace's zone and stay.",
    scope: 'read',
    roles: ['admin', 'manager'],
    params: Closed({ site_id: Uuid() }),
    query: Closed({
      timezone: Type.Optional(Text(64, { description: "Left out: the workspace's zone." })),
    }),
    reply: {
      status: 200,
      schema: SiteSchedulePreview,
      description: 'What would change.',
      example: {
        timezone: 'Asia/Tokyo',
        today: '2026-11-20',
        today_after: '2026-11-21',
        examined: 31,
        is_complete: true,
        due_dates_moved: 2,
        overdue_changed: 1,
        examples: [
          {
            id: '019345b3-7c1d-7e2f-9a3b-4c5d6e7f8092',
            asset_tag: 'CAL-0042',
            name: 'Digital caliper',
            current: { due_date: '2026-11-20', is_overdue: false },
            after: { due_date: '2026-11-20', is_overdue: true },
          },
        ],
      },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
