import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { mailServerOf } from '../../platform/mail/index.ts'
import { listMembers, type Member, workspacesWithMembers } from '../access/index.ts'
import { countEntries, entriesBetween } from '../ledger/index.ts'
import { findWorkspace } from '../workspaces/index.ts'
import { enterDigests } from './digests.ts'
import { deleteMails } from './mail-store.ts'
import { followedKinds, newsOfEntry } from './news-of-entry.ts'
import { type News, nothing } from './notification.ts'
import { mayBeTold } from './rules/recipients.ts'
import { sendDueMails, type SendingParts } from './send-mails.ts'
import { settingsOf } from './settings-store.ts'
import {
  addToMails,
  deleteNotifications,
  ensureReader,
  insertNotifications,
  lockReader,
  moveReader,
} from './store.ts'

/** Entries that one transaction reads past. */
const ENTRIES_MAX = 500

/** How long a mail waits for more of its kind, so that what is done in one go is said in one mail. */
const GATHERING_MS = 60_000

/**
 * Notifies people in all workspaces of what is new, and sends the mails that are due. Any number of processes may do it at
 * once; a workspace that fails does not keep others from their turn.
 */
export async function notifyPeople(parts: SendingParts): Promise<void> {
  const { db, log } = parts
  const sendsMail = mailServerOf(parts.config) !== undefined
  for (const workspaceId of await workspacesWithMembers(db.global)) {
    try {
      await followLedger({ ...parts, sendsMail }, workspaceId)
      if (sendsMail) await enterDigests(parts, workspaceId)
      await sendDueMails(parts, workspaceId)
    } catch (err) {
      log.error({ err, workspaceId }, 'people were not notified')
    }
  }
}

/**
 * Notifies the admins of all workspaces that the backup of the server is overdue, once for each backup that was not
 * followed by another in time.
 */
export async function notifyBackupOverdue(parts: SendingParts, lastBackupAt: string): Promise<void> {
  const { db } = parts
  const sendsMail = mailServerOf(parts.config) !== undefined
  for (const workspaceId of await workspacesWithMembers(db.global)) {
    await db.transaction(workspaceId, async (tx) => {
      const members = await listMembers(tx)
      await notify(tx, { ...parts, sendsMail }, backupOverdue(lastBackupAt, members), members)
    })
  }
}

function backupOverdue(lastBackupAt: string, members: readonly Member[]): News {
  return {
    kind: 'backup_overdue',
    cause: lastBackupAt,
    siteId: null,
    personIds: members.map(({ personId }) => personId),
    data: { ...nothing, subject_type: 'backups', title: lastBackupAt.slice(0, 10) },
  }
}

const DAY_MS = 24 * 60 * 60_000

/** How long people find notifications, and admins what became of mails. */
const NOTIFICATIONS_KEPT_MS = 180 * DAY_MS
const MAILS_KEPT_MS = 30 * DAY_MS

/** Forgets notifications and mails that are old. */
export async function forgetNotifications({ db, clock }: Pick<SendingParts, 'db' | 'clock'>): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms).toISOString()
  for (const workspaceId of await workspacesWithMembers(db.global)) {
    await deleteNotifications(db.in(workspaceId), before(NOTIFICATIONS_KEPT_MS))
    await deleteMails(db.in(workspaceId), before(MAILS_KEPT_MS))
  }
}

/** What notifying works with. */
interface NotifyingParts {
  readonly db: Database
  readonly clock: Clock
  /** Whether there is a mail server: what happens without one is never mailed later. */
  readonly sendsMail: boolean
}

/**
 * Reads what is new in the ledger of a workspace and notifies the people whom it concerns. The notifications commit with
 * how far was read, and a person is told the same once: so nothing is told twice and nothing is passed over, however many
 * processes read and wherever one ends.
 */
async function followLedger(parts: NotifyingParts, workspaceId: string): Promise<void> {
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
  const entries = await entriesBetween(tx, followedKinds, range)
  const members = entries.length === 0 ? [] : await listMembers(tx)
  for (const entry of entries) {
    const news = await newsOfEntry(tx, entry, members)
    if (news) await notify(tx, parts, news, members)
  }
  await moveReader(tx, before)
  return before < size
}

/** Notifies those of the people whom something concerns who may know of it and want to. */
async function notify(
  tx: Transaction,
  { clock, sendsMail }: NotifyingParts,
  news: News,
  members: readonly Member[],
): Promise<void> {
  const now = clock.now()
  const concerned = members.filter(({ personId }) => news.personIds.includes(personId))
  const told = concerned.filter((member) => mayBeTold(member, news, now)).map(({ personId }) => personId)
  if (told.length === 0) return
  const [settings, workspace] = await Promise.all([settingsOf(tx, told), findWorkspace(tx)])
  // Sample data is looked at in the application, and is no news for a mailbox.
  const mails = sendsMail && workspace?.sampleOf === null
  const people = told.map((personId) => {
    const { notShown, notMailed } = settings(personId)
    return {
      notificationId: newId(now.getTime()),
      personId,
      isShown: !notShown.includes(news.kind),
      isMailed: mails && !notMailed.includes(news.kind),
    }
  })
  const at = now.toISOString()
  const isNew = await insertNotifications(tx, news, people, at)
  const added = isNew
    .filter(({ isMailed }) => isMailed)
    .map((person) => ({ ...person, mailId: newId(now.getTime()) }))
  const dueAt = new Date(now.getTime() + GATHERING_MS).toISOString()
  await addToMails(tx, news.kind, added, { at, dueAt })
}
