import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { mailServerOf, type MailServerSettings } from '../../platform/mail/index.ts'
import { listMembers } from '../access/index.ts'
import type { AssignedInstrument, AssignedWork } from '../compliance/index.ts'
import { nothing, type Occurrence, type NotificationData } from './notification.ts'
import { notify } from './notify.ts'

/** Maximum number of tags that a notification of several instruments names. */
const TAGS_MAX = 5

/**
 * Notifies a person of work assigned to them, in the transaction that assigns it, because assignments have no ledger
 * entry to follow. Work at a site that is assigned together results in one notification.
 */
export function notifyAssigned(parts: {
  readonly db: Database
  readonly clock: Clock
  readonly config: MailServerSettings
}): (tx: Transaction, work: AssignedWork) => Promise<void> {
  const sendsMail = mailServerOf(parts.config) !== undefined
  return async (tx, work) => {
    const members = await listMembers(tx)
    for (const [siteId, instruments] of Map.groupBy(work.instruments, (each) => each.siteId)) {
      const occurrence: Occurrence = {
        kind: 'work_assigned',
        // The person is notified again of work that was assigned to someone else in the meantime.
        cause: newId(),
        siteId,
        personIds: [work.assigneeId],
        data: { ...about(instruments), by: work.by, planned_for: work.plannedFor },
      }
      await notify(tx, { ...parts, sendsMail }, occurrence, members)
    }
  }
}

function about(instruments: readonly AssignedInstrument[]): NotificationData {
  const [first, ...others] = instruments
  if (first && others.length === 0) {
    const { instrumentId: id, assetTag, name } = first
    return {
      ...nothing,
      subject_type: 'instrument',
      subject_id: id,
      instrument_id: id,
      asset_tag: assetTag,
      title: name,
    }
  }
  const tags = instruments.map(({ assetTag }) => assetTag).toSorted()
  const title = `${tags.slice(0, TAGS_MAX).join(', ')}${tags.length > TAGS_MAX ? ' …' : ''}`
  return { ...nothing, subject_type: 'worklist', title, count: instruments.length }
}
