import type { CopiedLedgerReport } from '../../modules/ledger/index.ts'
import type { BackupReport } from '../verify-backup.ts'

/** A ledger that goes back behind a checkpoint that was kept, and why that is accepted. */
export interface AcceptedRollback {
  readonly workspaceId: string
  readonly size: number
  readonly known: NonNullable<CopiedLedgerReport['ahead']>
  readonly reason: string
}

/** The ledgers of a backup that end before a checkpoint that was kept. Raises Error where no reason was given. */
export function requireAccepted({ ledgers }: BackupReport, reason: string | undefined): AcceptedRollback[] {
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
