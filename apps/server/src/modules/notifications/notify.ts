import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/index.ts'
import { idMaker, newId } from '../../platform/ids.ts'
import { listMembers, type Member } from '../access/index.ts'
import { countEntries, entriesBetween } from '../ledger/index.ts'
import { findWorkspace } from '../workspaces/index.ts'
import { mentionsIn, withMentions } from './mentions-in-entries.ts'
import { followedKinds, occurrencesOf } from './occurrence-of-entry.ts'
import type { Occurrence } from './notification.ts'
import { fromHourOn, WORKING_HOUR } from './rules/mail-time.ts'
import { mayBeNotified } from './rules/recipients.ts'
import { settingsOf } from './settings-store.ts'
import { addToMails, ensureReader, insertNotifications, lockReader, moveReader } from './store.ts'

/** Returns increasing IDs, so that notifications of one millisecond are listed in the order of their creation. */
const newNotificationId = idMaker()

/** Dependencies of notifying people. */
export interface NotifyingParts {
  readonly db: Database
  readonly clock: Clock
  /** Whether there is a mail server; what happens without one is not mailed later either. */
  readonly sendsMail: boolean
}

/** Maximum number of entries per transaction. */
const ENTRIES_MAX = 500

/** How long a mail waits for further notifications of its kind, so that a series of actions results in one mail. */
const GATHERING_MS = 60_000

/**
 * Reads new entries in the ledger of a workspace and notifies the people whom they concern. The notifications are
 * committed with the position up to which was read, and each cause is stored once per person. So nobody is notified twice
 * and no entry is skipped, however many processes read and whenever one is killed.
 */
export async function followLedger(parts: NotifyingParts, workspaceId: string): Promise<void> {
  while (await parts.db.transaction(workspaceId, (tx) => readOn(tx, parts)));
}

/** @returns whether there may be more to read */
async function readOn(tx: Transaction, parts: NotifyingParts): Promise<boolean> {
  await ensureReader(tx)
  const reader = await lockReader(tx)
  if (!reader) return false
  const size = await countEntries(tx)
  if (reader.nextIndex === size) return false
  const before = reader.nextIndex === null ? size : Math.min(size, reader.nextIndex + ENTRIES_MAX)
  const range = { from: reader.nextIndex ?? size, before }
  const entries = await entriesBetween(tx, { kinds: followedKinds, containing: withMentions }, range)
  const members = entries.length === 0 ? [] : await listMembers(tx)
  const notified = new Map<number, readonly NotifiedPerson[]>()
  for (const { occurrence, index } of await occurrencesOf(tx, entries, members)) {
    notified.set(index, await notify(tx, parts, occurrence, members))
  }
  for (const { occurrence, index } of await mentionsIn(tx, entries, members)) {
    await notify(tx, parts, occurrence, members, notified.get(index))
  }
  await moveReader(tx, before)
  return before < size
}

/** How a person was notified. */
export interface NotifiedPerson {
  readonly personId: string
  readonly isShown: boolean
  readonly isMailed: boolean
}

/**
 * Notifies the members concerned who may be notified and have not switched it off.
 * @param before who was already notified of the same change, and how; nobody is notified twice in the same way
 * @returns who is notified, and how
 */
export async function notify(
  tx: Transaction,
  { clock, sendsMail }: NotifyingParts,
  occurrence: Occurrence,
  members: readonly Member[],
  before: readonly NotifiedPerson[] = [],
): Promise<readonly NotifiedPerson[]> {
  const now = clock.now()
  const concerned = members.filter(({ personId }) => occurrence.personIds.includes(personId))
  const notified = concerned
    .filter((member) => mayBeNotified(member, occurrence, now))
    .map(({ personId }) => personId)
  if (notified.length === 0) return []
  const [settings, workspace] = await Promise.all([settingsOf(tx, notified), findWorkspace(tx)])
  // Sample data causes notifications in the application only.
  const mails = sendsMail && workspace?.sampleOf === null
  const people = notified.map((personId) => {
    const { notShown, notMailed, digest } = settings(personId)
    const earlier = before.find((each) => each.personId === personId)
    const from =
      occurrence.timeZone === undefined
        ? now
        : fromHourOn(now, digest?.hour ?? WORKING_HOUR, occurrence.timeZone)
    return {
      notificationId: newNotificationId(now.getTime()),
      dueAt: new Date(from.getTime() + GATHERING_MS).toISOString(),
      personId,
      isShown: !notShown.includes(occurrence.kind) && !earlier?.isShown,
      isMailed: mails && !notMailed.includes(occurrence.kind) && !earlier?.isMailed,
    }
  })
  const at = now.toISOString()
  const isNew = await insertNotifications(tx, occurrence, people, at)
  const added = isNew
    .filter(({ isMailed }) => isMailed)
    .map((person) => ({ ...person, mailId: newId(now.getTime()) }))
  await addToMails(tx, occurrence.kind, added, at)
  return people
}
