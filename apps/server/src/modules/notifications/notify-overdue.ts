import { listMembers, type Member } from '../access/index.ts'
import { overdueOfPeople, today, type OverdueOfPerson } from '../compliance/index.ts'
import { findWorkspace, listSites, zoneOfSite } from '../workspaces/index.ts'
import { nothing, type Occurrence } from './notification.ts'
import { notify, type NotifyingParts } from './notify.ts'
import { mayBeNotified } from './rules/recipients.ts'
import { notifiedOf } from './store.ts'

/**
 * How long ago a due date may have passed when it is first found: a server that was stopped over a holiday catches up,
 * and the first start of a release does not send notifications for a backlog of years.
 */
const OVERDUE_DAYS_MAX = 7

/** Maximum number of instruments per transaction. */
const NOTIFIED_MAX = 100

const KIND = 'instrument_overdue'

/**
 * Notifies people of instruments that have become overdue and that they are responsible for or have to calibrate. A
 * person is notified once per due date, whichever process finds it: the stored notification prevents another.
 */
export async function notifyOverdue(parts: NotifyingParts, workspaceId: string): Promise<void> {
  const queries = parts.db.in(workspaceId)
  const workspace = await findWorkspace(queries)
  if (!workspace) return
  const now = parts.clock.now()
  const sites = (await listSites(queries, null)).map((site) => {
    const timeZone = zoneOfSite(workspace, site)
    return { siteId: site.siteId, today: today(now, timeZone), timeZone }
  })
  const overdue = await overdueOfPeople(queries, {
    slot: workspace.dueSlot,
    sites,
    daysMax: OVERDUE_DAYS_MAX,
  })
  if (overdue.length === 0) return
  const members = await listMembers(queries)
  const causes = [...new Set(overdue.map(causeOf))]
  const notified = new Set(
    (await notifiedOf(queries, KIND, causes)).map(({ personId, cause }) => `${personId} ${cause}`),
  )
  const isNew = (one: OverdueOfPerson) => !notified.has(`${one.personId} ${causeOf(one)}`)
  const byId = new Map(members.map((member) => [member.personId, member]))
  const left = overdue.filter((one) => isNew(one) && mayReceive(byId.get(one.personId), one, now))
  const zoneOf = new Map(sites.map(({ siteId, timeZone }) => [siteId, timeZone]))
  const occurrences = [...Map.groupBy(left, causeOf).values()].map((ofOne) => {
    const occurrence = occurrenceOf(ofOne)
    return { ...occurrence, timeZone: zoneOf.get(occurrence.siteId ?? '') ?? workspace.timeZone }
  })
  for (let at = 0; at < occurrences.length; at += NOTIFIED_MAX) {
    await parts.db.transaction(workspaceId, async (tx) => {
      for (const one of occurrences.slice(at, at + NOTIFIED_MAX)) await notify(tx, parts, one, members)
    })
  }
}

/** People are notified once per due date, and again of another due date of the same instrument. */
function causeOf({ instrumentId, dueDate }: OverdueOfPerson): string {
  return `${instrumentId} ${dueDate}`
}

function mayReceive(member: Member | undefined, { siteId }: OverdueOfPerson, now: Date): boolean {
  return member !== undefined && mayBeNotified(member, { kind: KIND, siteId }, now)
}

function occurrenceOf(ofOne: readonly OverdueOfPerson[]): Occurrence {
  const { instrumentId, siteId, assetTag, name, dueDate } = ofOne[0]!
  return {
    kind: KIND,
    cause: causeOf(ofOne[0]!),
    siteId,
    personIds: ofOne.map(({ personId }) => personId),
    data: {
      ...nothing,
      subject_type: 'instrument',
      subject_id: instrumentId,
      instrument_id: instrumentId,
      asset_tag: assetTag,
      title: name,
      due_on: dueDate,
    },
  }
}
