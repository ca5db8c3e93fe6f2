import {
  closeFinding,
  judgeFinding,
  listFindings,
  listTouched,
  noteFinding,
  updateFinding,
} from '../modules/findings/index.ts'
import { addDays, today } from '../modules/compliance/index.ts'
import type { DemoPeople } from './enter-history.ts'
import type { FillParts } from './fill-parts.ts'
import { DEMO_TIME_ZONE } from './program.ts'

/** Age in days from which findings have been followed up. */
const FOLLOWED_UP_AFTER = 90

/** Number of days until the other findings are due. */
const DUE_WITHIN = 14

const PAGE = 100

/**
 * Follows up the out-of-tolerance findings of the history: those that are some months old are assessed and closed. The
 * newer ones, and the latest one in any case, stay open, with an owner and a due date, and are partly assessed if they affect anything.
 */
export async function followUpFindings(parts: FillParts, people: DemoPeople): Promise<void> {
  const day = today(parts.clock.now(), DEMO_TIME_ZONE)
  const closedBefore = addDays(day, -FOLLOWED_UP_AFTER)
  const latestFirst = (await openFindings(parts, people)).toSorted((a, b) =>
    a.performed_at < b.performed_at ? 1 : -1,
  )
  for (const [index, { id, performed_at: at }] of latestFirst.entries()) {
    const isFollowedUp = index > 0 && at.slice(0, closedBefore.length) < closedBefore
    if (isFollowedUp) await conclude(parts, people, id)
    else await beginWith(parts, people, id, addDays(day, DUE_WITHIN))
  }
}

/** Reads all open findings before any of them is closed. */
async function openFindings({ db }: FillParts, { manager }: DemoPeople) {
  const found: { id: string; performed_at: string }[] = []
  for (let offset = 0; ; offset += PAGE) {
    const page = await listFindings(db, manager, { status: 'open', limit: PAGE, offset })
    found.push(...page.data)
    if (!page.pagination.has_more) return found
  }
}

async function conclude(parts: FillParts, { manager }: DemoPeople, findingId: string): Promise<void> {
  for (;;) {
    const ids = await unjudged(parts, manager, findingId)
    if (ids.length === 0) break
    await judgeFinding(parts, manager, findingId, {
      calibration_ids: ids,
      judgement: 'no_impact',
      reason: 'The deviation is small against the tolerance of what was calibrated with it.',
    })
  }
  await closeFinding(parts, manager, findingId, {
    conclusion: 'Assessed with the team; nothing has to be called back.',
    meaning: 'Assessed and closed',
  })
}

async function beginWith(
  parts: FillParts,
  { manager, technician }: DemoPeople,
  findingId: string,
  dueDate: string,
): Promise<void> {
  await updateFinding(parts, manager, findingId, { owner_person_id: technician.id, due_date: dueDate })
  const [first] = await unjudged(parts, manager, findingId)
  if (first === undefined) return
  await judgeFinding(parts, manager, findingId, { calibration_ids: [first], judgement: 'recalibrate' })
  await noteFinding(
    parts,
    manager,
    findingId,
    'The first item is booked for recalibration; the others follow.',
  )
}

async function unjudged(
  { db }: FillParts,
  manager: DemoPeople['manager'],
  findingId: string,
): Promise<string[]> {
  const page = await listTouched(db, manager, findingId, { judged: 'false', limit: PAGE, offset: 0 })
  return page.data.map(({ calibration_id: id }) => id)
}
