import { Type } from 'typebox'
import { WARNING_DAYS_MAX } from '../../fields/workspace.ts'
import { complianceTokens } from '../../public/instrument.ts'
import { defineOperations } from '../../shared/operation.ts'
import { CalendarDate, Closed, Nullable, OneOf, Text, Uuid } from '../../shared/values.ts'

/** Maximum number of instruments in a preview, which takes some seconds for that many. */
export const PREVIEWED_INSTRUMENTS_MAX = 20_000

/** Maximum number of instruments that a preview lists. */
export const PREVIEW_EXAMPLES_MAX = 10

const Reading = Closed(
  {
    due_date: Nullable(CalendarDate({ description: 'A date in the time zone of the workspace.' })),
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
      description: `False if the register has more than ${PREVIEWED_INSTRUMENTS_MAX}; the rest was not examined.`,
    }),
    due_dates_moved: Type.Integer({ description: 'Number of due dates that would change.' }),
    statuses_changed: Type.Integer({ description: 'Number of instruments whose status would differ today.' }),
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
        description: `At most ${PREVIEW_EXAMPLES_MAX}: first those whose status changes, then those whose due date changes.`,
      },
    ),
  },
  { $id: 'SchedulePreview' },
)
export type SchedulePreview = Type.Static<typeof SchedulePreview>

const SiteReading = Closed(
  {
    due_date: Nullable(CalendarDate({ description: 'The due date in the worklist of the site.' })),
    is_overdue: Type.Boolean({ description: 'Whether that day has passed at the site.' }),
  },
  { $id: 'SiteScheduleReading' },
)

/** The effect of another time zone of a site on its worklist. */
export const SiteSchedulePreview = Closed(
  {
    timezone: Type.String({ description: 'The previewed zone, in its canonical spelling.' }),
    today: CalendarDate({ description: 'The date now at the site.' }),
    today_after: CalendarDate({ description: 'The date now, in the previewed zone.' }),
    examined: Type.Integer({ description: 'Instruments of the site in the calibration plan.' }),
    is_complete: Type.Boolean({
      description: `False if the site has more than ${PREVIEWED_INSTRUMENTS_MAX}; the rest was not examined.`,
    }),
    due_dates_moved: Type.Integer({ description: 'Number of due dates that would change in the worklist.' }),
    overdue_changed: Type.Integer({
      description:
        'Number of instruments that would become overdue, or no longer be overdue, in the worklist.',
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
        description: `At most ${PREVIEW_EXAMPLES_MAX}; instruments that become, or are no longer, overdue come first.`,
      },
    ),
  },
  { $id: 'SiteSchedulePreview' },
)
export type SiteSchedulePreview = Type.Static<typeof SiteSchedulePreview>

/** Operations that preview changes of settings on which due dates depend. */
export const schedulePreviewOperations = defineOperations({
  previewSchedule: {
    method: 'GET',
    path: '/schedule-preview',
    tag: 'Workspace',
    summary: 'Preview a change of time zone or warning period',
    description:
      'Computes the resulting due dates and statuses without writing anything. Omitted parameters keep their current value. Sites with their own time zone keep their dates in the worklist.',
    scope: 'read',
    roles: ['admin'],
    query: Closed({
      timezone: Type.Optional(Text(64)),
      warning_days: Type.Optional(Type.Integer({ minimum: 0, maximum: WARNING_DAYS_MAX })),
    }),
    reply: {
      status: 200,
      schema: SchedulePreview,
      description: 'The changes that would result.',
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
    summary: "Preview a change of a site's time zone",
    description:
      'Computes the resulting dates in the worklist of the site without writing anything. Statuses are based on the time zone of the workspace and do not change.',
    scope: 'read',
    roles: ['admin', 'manager'],
    params: Closed({ site_id: Uuid() }),
    query: Closed({
      timezone: Type.Optional(Text(64, { description: 'Defaults to the time zone of the workspace.' })),
    }),
    reply: {
      status: 200,
      schema: SiteSchedulePreview,
      description: 'The changes that would result.',
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
