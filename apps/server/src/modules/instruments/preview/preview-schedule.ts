import { because, type SchedulePreview, type schedulePreviewOperations } from '@plumbline/contract'
import { validationError } from '../../../platform/errors.ts'
import type { Handlers } from '../../../platform/http/index.ts'
import type { Caller } from '../../access/index.ts'
import { complianceToken, today } from '../../compliance/index.ts'
import { canonicalTimeZone, requireAllSites, type WorkspaceSettings } from '../../workspaces/index.ts'
import type { InstrumentDeps } from '../register/change-instrument.ts'
import { dueDateOf } from '../serialize.ts'
import { previewSiteSchedule } from './preview-site-schedule.ts'
import type { PreviewedRow } from './preview-store.ts'
import { tallyPlan } from './preview-tally.ts'
import { scheduleOf } from '../schedule/schedule.ts'

/** Settings on which tokens depend, and the day for which they are computed. */
interface Setting {
  readonly timeZone: string
  readonly warningDays: number
  readonly today: string
}

type Example = SchedulePreview['examples'][number]

/** Handlers of the previews of another time zone, or other warning days. */
export function schedulePreviewRoutes(
  deps: InstrumentDeps,
): Handlers<typeof schedulePreviewOperations, Caller> {
  return {
    previewSchedule: async ({ caller, query }) => {
      requireAllSites(caller)
      const { timezone = caller.workspace.timeZone, warning_days: days } = query
      const timeZone = requireTimeZone(timezone)
      const warningDays = days ?? caller.workspace.warningDays
      return { body: await previewSchedule(deps, caller, { timeZone, warningDays }) }
    },
    previewSiteSchedule: async ({ caller, params, query }) => {
      const timeZone = query.timezone === undefined ? null : requireTimeZone(query.timezone)
      return { body: await previewSiteSchedule(deps, caller, params.site_id, timeZone) }
    },
  }
}

/** @throws 422 VALIDATION_ERROR for an unknown time zone */
function requireTimeZone(text: string): string {
  const timeZone = canonicalTimeZone(text)
  if (timeZone !== undefined) return timeZone
  const reason = because('field.time_zone')
  throw validationError([{ loc: ['query', 'timezone'], type: 'value_error', reason }])
}

/** Returns the register as it would be under other settings, computed by the current rules. Writes nothing. */
async function previewSchedule(
  { db, clock }: InstrumentDeps,
  { workspace, workspaceId }: Caller,
  wanted: Pick<Setting, 'timeZone' | 'warningDays'>,
): Promise<SchedulePreview> {
  const now = clock.now()
  const current = { ...workspace, today: today(now, workspace.timeZone) }
  const then = { ...wanted, today: today(now, wanted.timeZone) }
  const { examined, isComplete, datesMoved, turned, examples } = await tallyPlan(
    db.in(workspaceId),
    undefined,
    (row) => exampleOf(row, workspace, current, then),
    (example) => example.current.compliance_status !== example.after.compliance_status,
  )
  return {
    timezone: then.timeZone,
    warning_days: then.warningDays,
    today: current.today,
    today_after: then.today,
    examined,
    is_complete: isComplete,
    due_dates_moved: datesMoved,
    statuses_changed: turned,
    examples,
  }
}

/** Returns one instrument as it is and as it would be. */
function exampleOf(
  row: PreviewedRow,
  workspace: WorkspaceSettings,
  current: Setting,
  then: Setting,
): Example {
  const dueDate = dueDateOf(row, workspace)
  const dueAfter = then.timeZone === workspace.timeZone ? dueDate : dueDateIn(row, then.timeZone)
  return {
    id: row.instrumentId,
    asset_tag: row.assetTag,
    name: row.name,
    current: { due_date: dueDate, compliance_status: tokenOf(row, dueDate, current) },
    after: { due_date: dueAfter, compliance_status: tokenOf(row, dueAfter, then) },
  }
}

/**
 * Returns the due date in the workspace's time zone if it were this one; it does not depend on the site's time zone.
 */
function dueDateIn(row: PreviewedRow, timeZone: string): string | null {
  const zones = { timeZone, dueSlot: 0, pendingTimeZone: null, siteTimeZone: null } as const
  return scheduleOf(row, zones).dueDate0
}

function tokenOf(row: PreviewedRow, dueDate: string | null, { warningDays, today: date }: Setting) {
  const token = complianceToken({
    status: row.status,
    basis: row.basisResult === null ? null : { result: row.basisResult },
    dueDate,
    graceDays: row.graceDays,
    warningDays: row.warningDays ?? warningDays,
    today: date,
  })
  if (token === null) throw new Error(`instrument ${row.instrumentId} is in no plan`)
  return token
}
