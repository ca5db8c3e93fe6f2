import { Type } from 'typebox'
import { ActivityEntry, activityOperations } from '../activity.ts'
import { complianceTokens } from '../../public/instrument.ts'
import { defineOperations } from '../../shared/operation.ts'
import { CalendarDate, Closed, Uuid } from '../../shared/values.ts'

/** Weeks that the due load looks ahead. */
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
    failed: Type.Integer({ description: 'The calibration that counts has failed.' }),
    not_calibrated: Type.Integer(),
    overdue_pending: Type.Integer({
      description: 'Of the overdue: those with a calibration that is pending approval.',
    }),
    not_calibrated_pending: Type.Integer({ description: 'The same of those that were never calibrated.' }),
  },
  {
    $id: 'InUseWithoutCalibration',
    description:
      'Instruments without a valid calibration that are active or in service, and not quarantined: what an auditor must not find.',
  },
)

/** Query of GET /summary. */
export const SummaryQuery = Closed({ site_id: Type.Optional(Uuid()) })

/** One look at the calibration program. */
export const Summary = Closed(
  {
    today: CalendarDate({ description: "The date in the workspace's time zone, by which tokens go." }),
    due_from: CalendarDate({
      description:
        'The earliest date that it is at any of the sites. The coming due dates are counted from it on, each as a day at its site, as in the worklist; whatever was never calibrated is due today.',
    }),
    in_use: InUse,
    compliance: ComplianceCounts,
    sites: Type.Array(Closed({ site_id: Uuid(), compliance: ComplianceCounts }), {
      description: 'The same by site.',
    }),
    due_by_week: Type.Array(
      Closed({ week_start: CalendarDate({ description: 'A Monday.' }), count: Type.Integer() }),
      {
        description: 'Due dates of the week of today from due_from on, and of the weeks that follow.',
      },
    ),
    due_this_month: Type.Integer({
      description: 'Due dates from due_from to the last day of the month of today.',
    }),
    overdue: Type.Integer({
      description: 'Instruments whose due date has passed at their site, grace period aside.',
    }),
    pending_approvals: Type.Integer(),
    out_for_calibration: Type.Integer(),
    quarantined: Type.Integer(),
    unfit_standards: Closed(
      {
        failed: Type.Integer({
          description: 'The calibration that counts has failed, in quarantine or not.',
        }),
        quarantined: Type.Integer({ description: 'In quarantine for another reason.' }),
      },
      { description: 'Reference standards in the register that nothing may be calibrated with.' },
    ),
    recent_activity: Type.Array(ActivityEntry, {
      description: 'The latest entries for those who may read the activity log; nothing for others.',
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

/** The first page of the app. */
export const summaryOperations = defineOperations({
  getSummary: {
    method: 'GET',
    path: '/summary',
    tag: 'Workspace',
    summary: 'One look at the calibration program',
    description:
      'Of the sites that the person reaches, or of one of them; recent activity is that of the whole workspace.',
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
