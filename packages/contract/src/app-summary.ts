import { Type } from 'typebox'
import { ActivityEntry, activityOperations } from './app-activity.ts'
import { complianceTokens } from './instrument.ts'
import { defineOperations } from './operation.ts'
import { CalendarDate, Closed, Uuid } from './values.ts'

/** Weeks that the due load looks ahead. */
export const SUMMARY_WEEKS = 12

const ComplianceCounts = Closed(
  Object.fromEntries(complianceTokens.map((token) => [token, Type.Integer()])) as Record<
    (typeof complianceTokens)[number],
    ReturnType<typeof Type.Integer>
  >,
  { $id: 'ComplianceCounts', description: 'Instruments in the calibration plan by their token.' },
)

/** One look at the calibration program. */
export const Summary = Closed(
  {
    today: CalendarDate({ description: "The date in the workspace's time zone, by which it counts." }),
    compliance: ComplianceCounts,
    sites: Type.Array(Closed({ site_id: Uuid(), compliance: ComplianceCounts }), {
      description: 'The same by site.',
    }),
    due_by_week: Type.Array(
      Closed({ week_start: CalendarDate({ description: 'A Monday.' }), count: Type.Integer() }),
      { description: 'Due dates of this week from today on, and of those that follow.' },
    ),
    overdue: Type.Integer({ description: 'Instruments whose due date has passed, days of grace aside.' }),
    pending_approvals: Type.Integer(),
    out_for_calibration: Type.Integer(),
    quarantined: Type.Integer(),
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
    description: 'Of the sites that the person reaches.',
    scope: 'read',
    reply: {
      status: 200,
      schema: Summary,
      description: 'The figures.',
      example: {
        today: '2026-11-21',
        compliance,
        sites: [{ site_id: '019345b2-6a1c-7d3e-8f00-2b7c5d1e9a10', compliance }],
        due_by_week: [{ week_start: '2026-11-16', count: 2 }],
        overdue: 5,
        pending_approvals: 1,
        out_for_calibration: 4,
        quarantined: 2,
        recent_activity: activityOperations.listActivity.reply.example.data,
      },
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
