import { listMembers, workspacesWithMembers, type Member } from '../access/index.ts'
import { nothing, type Occurrence } from './notification.ts'
import { mailServerOf } from '../../platform/mail/index.ts'
import { enterDigests } from './digests.ts'
import { followLedger, notify } from './notify.ts'
import { notifyOverdue } from './notify-overdue.ts'
import { sendDueMails, type SendingParts } from './send-mails.ts'
import { deleteMails } from './mail-store.ts'
import { deleteNotifications } from './store.ts'

/**
 * Notifies people in all workspaces of new ledger entries, and sends the mails that are due. Any number of processes may
 * call it concurrently; a failure in one workspace does not affect the others.
 */
export async function notifyPeople(parts: SendingParts): Promise<void> {
  const { db, log } = parts
  const sendsMail = mailServerOf(parts.config) !== undefined
  for (const workspaceId of await workspacesWithMembers(db.global)) {
    try {
      await followLedger({ ...parts, sendsMail }, workspaceId)
      await notifyOverdue({ ...parts, sendsMail }, workspaceId)
      if (sendsMail) await enterDigests(parts, workspaceId)
      await sendDueMails(parts, workspaceId)
    } catch (err) {
      log.error({ err, workspaceId }, 'people were not notified')
    }
  }
}

/**
 * Notifies the admins of all workspaces that the backup of the server is overdue, once per backup that was not followed
 * by another in time.
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

function backupOverdue(lastBackupAt: string, members: readonly Member[]): Occurrence {
  return {
    kind: 'backup_overdue',
    cause: lastBackupAt,
    siteId: null,
    personIds: members.map(({ personId }) => personId),
    data: { ...nothing, subject_type: 'backups', title: lastBackupAt.slice(0, 10) },
  }
}

const DAY_MS = 24 * 60 * 60_000

/** Retention period of notifications, and of the outcomes of mails. */
const NOTIFICATION_RETENTION_MS = 180 * DAY_MS
const MAIL_RETENTION_MS = 30 * DAY_MS

/** Deletes notifications and mails after their retention period. */
export async function forgetNotifications({ db, clock }: Pick<SendingParts, 'db' | 'clock'>): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms).toISOString()
  for (const workspaceId of await workspacesWithMembers(db.global)) {
    await deleteNotifications(db.in(workspaceId), before(NOTIFICATION_RETENTION_MS))
    await deleteMails(db.in(workspaceId), before(MAIL_RETENTION_MS))
  }
}
