import {
  appendEntries,
  ledgerSize,
  type CopiedLedgerReport,
  type SavedNote,
} from '../../modules/ledger/index.ts'
import { settleRestoredMails } from '../../modules/notifications/index.ts'
import { systemActor } from '../../platform/actor.ts'
import type { Config } from '../../platform/config.ts'
import { applyMigrations, knownMigrations } from '../../platform/db/index.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { openRuntime, type Runtime } from '../../runtime.ts'
import type { BackupTarget } from '../backup-location.ts'
import { openBackup } from '../open-backup.ts'
import type { BackupHeader } from '../parts.ts'
import { secretCheck } from '../secret-check.ts'
import { type BackupReport, verifyBackup } from '../verify-backup.ts'
import { loadBackup } from './load-backup.ts'
import { type RestoreDestination, withDestination } from './restore-destination.ts'

/** What to restore, and where. */
export interface RestoreOrder {
  readonly from: BackupTarget
  readonly passphrase: string | undefined
  /** A folder that does not exist or is empty, or the address of an empty database. */
  readonly into: string
  readonly savedNotes: readonly SavedNote[]
  /** Why a history older than a stored checkpoint is accepted; undefined if it is not. */
  readonly rollbackReason: string | undefined
}

/**
 * Restores a backup into an empty destination: reads all of it and checks every part and ledger, then loads it, updates
 * the schema, records accepted rollbacks, and discards pending emails. A failure before the end leaves nothing behind,
 * or a database that no server starts on and that the same restore continues with.
 * @param finish works with what was restored
 */
export async function restoreBackup<T>(
  settings: Config,
  order: RestoreOrder,
  finish: (runtime: Runtime, report: BackupReport) => Promise<T>,
): Promise<T> {
  const { from, passphrase } = order
  const file = from.location.nameOf(from.file)
  const report = await openBackup(from, passphrase, ({ plain }) => verifyBackup(plain, order.savedNotes))
  await requireKnownRelease(file, report.header)
  const rollbacks = requireAccepted(report, order.rollbackReason)
  const secretKey = settings.SECRET_KEY ?? report.secretKey
  requireSecret(file, report.header, secretKey)
  const source = {
    settings: { ...settings, SECRET_KEY: secretKey },
    keepsSecret: settings.SECRET_KEY === undefined,
    report,
  }
  return withDestination(source, order.into, async (destination) => {
    if (!destination.isLoaded) {
      await applyMigrations(destination.owner, destination.login, new Set(report.header.migrations))
      await openBackup(from, passphrase, ({ plain }) =>
        loadBackup(plain, { ...destination, header: report.header }),
      )
    }
    return withRestored(destination, async (runtime) => {
      await enterRollbacks(runtime, report, rollbacks)
      for (const { workspaceId } of report.ledgers) await settleRestoredMails(runtime, workspaceId)
      return finish(runtime, report)
    })
  })
}

async function requireKnownRelease(file: string, { migrations, program }: BackupHeader): Promise<void> {
  const known = new Set((await knownMigrations()).map(({ name }) => name))
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown) {
    throw new Error(
      `${file} cannot be used: a later release made it (${program}, ${unknown}): restore with that one`,
    )
  }
}

function requireSecret(file: string, header: BackupHeader, secretKey: string | undefined): void {
  if (secretKey === undefined) {
    throw new Error(`${file} holds no SECRET_KEY: set the one that the backed-up server had`)
  }
  if (secretCheck(createSecrets({ present: secretKey })) !== header.secret_check) {
    throw new Error('the SECRET_KEY that is set is not that of the backed-up server')
  }
}

async function withRestored<T>(
  destination: RestoreDestination,
  work: (runtime: Runtime) => Promise<T>,
): Promise<T> {
  const runtime = await openRuntime(destination.config, {
    migrates: 'any',
    log: destination.log,
    isRestoring: true,
  })
  try {
    return await work({ ...runtime, db: runtime.db.background })
  } finally {
    await runtime.close()
  }
}

/** Records each rollback in the next entry of its ledger. */
async function enterRollbacks(
  { db, clock }: Runtime,
  { header }: BackupReport,
  rollbacks: readonly AcceptedRollback[],
): Promise<void> {
  for (const { workspaceId, size, known, reason } of rollbacks) {
    // An interrupted restore has recorded it.
    if ((await ledgerSize(db.in(workspaceId))) > size) continue
    await db.transaction(workspaceId, async (tx) => {
      const payload = {
        backup_made_at: header.made_at,
        backup_entries: size,
        checkpoint_entries: known.size,
        checkpoint_root: known.root.toString('base64'),
        reason,
      }
      const subject = { type: 'workspace', id: workspaceId } as const
      const actor = systemActor(workspaceId)
      await appendEntries(tx, clock, actor, [{ kind: 'workspace.rolled_back', subject, payload }])
    })
  }
}

/** A ledger that ends before a stored checkpoint, and why that is accepted. */
interface AcceptedRollback {
  readonly workspaceId: string
  readonly size: number
  readonly known: NonNullable<CopiedLedgerReport['ahead']>
  readonly reason: string
}

/** Returns the ledgers of a backup that end before a stored checkpoint. Throws Error if no reason was given. */
function requireAccepted({ ledgers }: BackupReport, reason: string | undefined): AcceptedRollback[] {
  return ledgers.flatMap(({ workspaceId, size, ahead: known }) => {
    if (!known) return []
    if (reason === undefined) {
      throw new Error(
        `the backup ends at entry ${size}; the checkpoint knows ${known.size} (workspace ${workspaceId}): restore a later backup, or add --accept-rollback --reason`,
      )
    }
    return [{ workspaceId, size, known, reason }]
  })
}
