import { Type } from 'typebox'
import { ActivityEntry, activityOperations } from '../activity.ts'
import { complianceTokens } from '../../public/instrument.ts'
import { defineOperations } from '../../shared/operation.ts'
import { CalendarDate, Closed, Uuid } from '../../shared/values.ts'

/** Number of weeks ahead that the due load covers. */
export const SUMMARY_WEEKS = 12

const ComplianceCounts = Closed(
  Object.fromEntries(complianceTokens.map((token) => [token, Type.Integer()])) as Record<
    (typeof complianceTokens)[number],
    ReturnType<typeof Type.Integer>
  >,
  { $id: 'ComplianceCounts', description: 'Instruments in the calibration plan by their token.' },
)

const InUse = Closed(
  {
    overdue: Type.Integer({ description: 'Past due date and grace period.' }),
    failed: Type.Integer({ description: 'The calibration in effect failed.' }),
    not_calibrated: Type.Integer(),
    overdue_pending: Type.Integer({
      description: 'Number of overdue instruments with a calibration that is pending approval.',
    }),
    not_calibrated_pending: Type.Integer({
      description: 'The same for instruments that were never calibrated.',
    }),
  },
  {
    $id: 'InUseWithoutCalibration',
    description:
      'Instruments without a valid calibration that are active or in service and not quarantined, which would be an audit finding.',
  },
)

/** Query of GET /summary. */
export const SummaryQuery = Closed({ site_id: Type.Optional(Uuid()) })

/** A summary of the calibration program. */
export const Summary = Closed(
  {
    today: CalendarDate({
      description: 'The current date in the time zone of the workspace, on which the tokens are based.',
    }),
    due_from: CalendarDate({
      description:
        'The current date at the site where it is earliest. Upcoming due dates are counted from this date on, each as a date at its site, as in the worklist; an instrument that was never calibrated is due today.',
    }),
    in_use: InUse,
    compliance: ComplianceCounts,
    sites: Type.Array(Closed({ site_id: Uuid(), compliance: ComplianceCounts }), {
      description: 'The same by site.',
    }),
    due_by_week: Type.Array(
      Closed({ week_start: CalendarDate({ description: 'A Monday.' }), count: Type.Integer() }),
      {
        description: 'Due dates of the current week, from due_from on, and of the following weeks.',
      },
    ),
    due_this_month: Type.Integer({
      description: 'Due dates from due_from to the end of the current month.',
    }),
    overdue: Type.Integer({
      description: 'Instruments whose due date has passed at their site, regardless of the grace period.',
    }),
    pending_approvals: Type.Integer(),
    out_for_calibration: Type.Integer(),
    quarantined: Type.Integer(),
    unfit_standards: Closed(
      {
        failed: Type.Integer({
          description: 'The calibration in effect failed, whether or not the instrument is quarantined.',
        }),
        quarantined: Type.Integer({ description: 'In quarantine for another reason.' }),
      },
      { description: 'Reference standards in the register that must not be used for calibrations.' },
    ),
    recent_activity: Type.Array(ActivityEntry, {
      description: 'The latest entries, for users who can read the activity log; empty for others.',
    }),
  },
  { $id: 'Summary' },
)
export type Summary = Type.Static<typeof Summary>

const compliance = {
  NOT_CALIBRATED: 3,
  COMPLIANT: 212,
  WARNING: 18,
  NON_COMPLIANT: 6,
  OUT_FOR_CALIBRATION: 4,
}

/** Operations of the first page of the app. */
export const summaryOperations = defineOperations({
  getSummary: {
    method: 'GET',
    path: '/summary',
    tag: 'Workspace',
    summary: 'Read the overview of the calibration program',
    description:
      'For all sites that the user can access, or for one of them; recent activity covers the whole workspace.',
    scope: 'read',
    query: SummaryQuery,
    reply: {
      status: 200,
      schema: Summary,
      description: 'The figures.',
      example: {
        today: '2026-11-21',
        due_from: '2026-11-21',
        in_use: { overdue: 3, failed: 1, not_calibrated: 2, overdue_pending: 1, not_calibrated_pending: 0 },
        compliance,
        sites: [{ site_id: '019345b2-6a1c-7d3e-8f00-2b7c5d1e9a10', compliance }],
        due_by_week: [{ week_start: '2026-11-16', count: 2 }],
        due_this_month: 7,
        overdue: 5,
        pending_approvals: 1,
        out_for_calibration: 4,
        quarantined: 2,
        unfit_standards: { failed: 1, quarantined: 0 },
        recent_activity: activityOperations.listActivity.reply.example.data,
      },
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
