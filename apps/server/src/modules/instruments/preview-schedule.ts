import {
  because,
  PREVIEW_EXAMPLES_MAX,
  PREVIEWED_INSTRUMENTS_MAX,
  type SchedulePreview,
  type schedulePreviewOperations,
} from '@plumbline/contract'
import { validationError } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { canonicalTimeZone, complianceToken, today } from '../compliance/index.ts'
import { requireAllSites, type Workspace } from '../workspaces/index.ts'
import type { InstrumentDeps } from './change-instrument.ts'
import { dueDateOf } from './present.ts'
import { nextInPlan, type PreviewedRow } from './preview-store.ts'
import { scheduleOf } from './schedule.ts'

/** Instruments that are read at once: between two batches others have their turn. */
const BATCH_SIZE = 500

/** Settings that tokens hang on, and the day on which they are read. */
interface Setting {
  readonly timeZone: string
  readonly warningDays: number
  readonly today: string
}

type Example = SchedulePreview['examples'][number]

/** Handler of the look ahead at another time zone or other warning days. */
export function schedulePreviewRoutes(
  deps: InstrumentDeps,
): Handlers<typeof schedulePreviewOperations, Caller> {
  return {
    previewSchedule: async ({ caller, query }) => {
      requireAllSites(caller)
      const { timezone = caller.workspace.timeZone, warning_days: days } = query
      const timeZone = canonicalTimeZone(timezone)
      if (timeZone === undefined) throw noTimeZone()
      const warningDays = days ?? caller.workspace.warningDays
      return { body: await previewSchedule(deps, caller, { timeZone, warningDays }) }
    },
  }
}

function noTimeZone() {
  const reason = because('field.time_zone')
  return validationError([{ loc: ['query', 'timezone'], type: 'value_error', reason }])
}

/**
 * What the register would look like under other settings: computed by the rules that hold, never written.
 * Looks at no more than PREVIEWED_INSTRUMENTS_MAX instruments and says so.
 */
async function previewSchedule(
  { db, clock }: InstrumentDeps,
  { workspace, workspaceId }: Caller,
  wanted: Pick<Setting, 'timeZone' | 'warningDays'>,
): Promise<SchedulePreview> {
  const now = clock.now()
  const present = { ...workspace, today: today(now, workspace.timeZone) }
  const then = { ...wanted, today: today(now, wanted.timeZone) }
  const queries = db.in(workspaceId)
  const tally = new Tally()
  for (let last: string | null = null; ;) {
    const room = PREVIEWED_INSTRUMENTS_MAX - tally.examined
    // One beyond the room tells whether there is more.
    const rows: PreviewedRow[] = await nextInPlan(queries, last, Math.min(BATCH_SIZE, room + 1))
    for (const row of rows.slice(0, room)) tally.add(exampleOf(row, workspace, present, then))
    last = rows.at(-1)?.instrumentId ?? null
    if (last === null || rows.length > room) {
      return {
        timezone: then.timeZone,
        warning_days: then.warningDays,
        today: present.today,
        today_then: then.today,
        is_complete: last === null,
        ...tally.figures(),
      }
    }
  }
}

/** One instrument as it is and as it would be. */
function exampleOf(row: PreviewedRow, workspace: Workspace, present: Setting, then: Setting): Example {
  const dueDate = dueDateOf(row, workspace)
  const dueThen = then.timeZone === workspace.timeZone ? dueDate : dueDateIn(row, then.timeZone)
  return {
    id: row.instrumentId,
    asset_tag: row.assetTag,
    name: row.name,
    present: { due_date: dueDate, compliance_status: tokenOf(row, dueDate, present) },
    foreseen: { due_date: dueThen, compliance_status: tokenOf(row, dueThen, then) },
  }
}

/** The due date in the workspace's zone, were it this one; it does not hang on the site's zone. */
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

/** Counts what changes, and keeps the first examples of each kind. */
class Tally {
  examined = 0
  private moved = 0
  private changed = 0
  private readonly ofStatus: Example[] = []
  private readonly ofDate: Example[] = []

  add(example: Example): void {
    const { present, foreseen } = example
    const moves = present.due_date !== foreseen.due_date
    const changes = present.compliance_status !== foreseen.compliance_status
    this.examined += 1
    if (moves) this.moved += 1
    if (changes) this.changed += 1
    if (changes && this.ofStatus.length < PREVIEW_EXAMPLES_MAX) this.ofStatus.push(example)
    if (moves && !changes && this.ofDate.length < PREVIEW_EXAMPLES_MAX) this.ofDate.push(example)
  }

  figures(): Pick<SchedulePreview, 'examined' | 'due_dates_moved' | 'statuses_changed' | 'examples'> {
    return {
      examined: this.examined,
      due_dates_moved: this.moved,
      statuses_changed: this.changed,
      examples: [...this.ofStatus, ...this.ofDate].slice(0, PREVIEW_EXAMPLES_MAX),
    }
  }
}
