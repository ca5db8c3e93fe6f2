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
import { mayBeTold } from './rules/recipients.ts'
import { settingsOf } from './settings-store.ts'
import { addToMails, ensureReader, insertNotifications, lockReader, moveReader } from './store.ts'

/** IDs of its own, so that notifications of one moment are listed in the order in which they were made. */
const newNotificationId = idMaker()

/** What notifying works with. */
export interface NotifyingParts {
  readonly db: Database
  readonly clock: Clock
  /** Whether there is a mail server: what happens without one is never mailed later. */
  readonly sendsMail: boolean
}

/** Entries that one transaction reads past. */
const ENTRIES_MAX = 500

/** How long a mail waits for more of its kind, so that what is done in one go is said in one mail. */
const GATHERING_MS = 60_000

/**
 * Reads what is new in the ledger of a workspace and notifies the people whom it concerns. The notifications commit with
 * how far was read, and a person is told the same once: so nothing is told twice and nothing is passed over, however many
 * processes read and wherever one ends.
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
  const told = new Map<number, readonly ToldPerson[]>()
  for (const { occurrence, index } of await occurrencesOf(tx, entries, members)) {
    told.set(index, await notify(tx, parts, occurrence, members))
  }
  for (const { occurrence, index } of await mentionsIn(tx, entries, members)) {
    await notify(tx, parts, occurrence, members, told.get(index))
  }
  await moveReader(tx, before)
  return before < size
}

/** How a person is told of something. */
export interface ToldPerson {
  readonly personId: string
  readonly isShown: boolean
  readonly isMailed: boolean
}

/**
 * Notifies those of the people whom something concerns who may know of it and want to.
 * @param before who was told of the same change already, and how: nobody is told twice in the same way
 * @returns who is told, and how
 */
export async function notify(
  tx: Transaction,
  { clock, sendsMail }: NotifyingParts,
  occurrence: Occurrence,
  members: readonly Member[],
  before: readonly ToldPerson[] = [],
): Promise<readonly ToldPerson[]> {
  const now = clock.now()
  const concerned = members.filter(({ personId }) => occurrence.personIds.includes(personId))
  const told = concerned
    .filter((member) => mayBeTold(member, occurrence, now))
    .map(({ personId }) => personId)
  if (told.length === 0) return []
  const [settings, workspace] = await Promise.all([settingsOf(tx, told), findWorkspace(tx)])
  // Sample data is looked at in the application, and is no news for a mailbox.
  const mails = sendsMail && workspace?.sampleOf === null
  const people = told.map((personId) => {
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
