import type { Command } from 'commander'
import { targetOf } from '../backup/backup-location.ts'
import { restoreBackup } from '../backup/restore/restore-backup.ts'
import { firstDifference, listLedgers, verifyLedger, type LedgerReport } from '../modules/ledger/index.ts'
import { projections } from '../projections.ts'
import { readSettings, type Runtime } from '../runtime.ts'
import { aReason, gathered, type Outcome } from './command.ts'
import { readSavedCheckpoints } from './saved-checkpoints.ts'
import { readPassphrase } from './passphrase.ts'

interface RestoreOptions {
  into: string
  passphraseFile?: string
  checkpoint?: string[]
  acceptRollback?: boolean
  reason?: string
  json?: boolean
}

/** Adds `restore`. Exit code 1 if nothing was restored, or if what was restored fails verification. */
export function addRestoreCommand(program: Command): void {
  program
    .command('restore <file>')
    .description('Restore a backup into an empty place, and verify every ledger.')
    .requiredOption('--into <place>', 'new folder of data, or the address postgres://… of an empty database')
    .option('--passphrase-file <file>', 'file that holds the passphrase of the backup')
    .option(
      '--checkpoint <file>',
      'signed checkpoints that were kept elsewhere, - for standard input; may be repeated',
      gathered((file) => file),
    )
    .option('--accept-rollback', 'restore although a checkpoint knows more entries than the backup has')
    .option('--reason <text>', 'why; it becomes an entry of the ledger', aReason)
    .option('--json', 'print one JSON object')
    .action(async (file: string, options: RestoreOptions) => {
      const { json, text, failure } = await restore(file, options)
      if (failure !== undefined) {
        process.stderr.write(`plumbline: ${failure}\n`)
        process.exitCode = 1
      }
      process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${text}\n`)
    })
}

async function restore(
  file: string,
  options: RestoreOptions,
): Promise<Outcome & { failure: string | undefined }> {
  const { into } = options
  const passphrase = await readPassphrase(options.passphraseFile)
  const settings = readSettings()
  const { own, given } = await readSavedCheckpoints(options.checkpoint ?? [], settings)
  const savedNotes = [...own, ...given]
  const from = targetOf(file, 'The backup')
  const order = { from, passphrase, into, savedNotes, rollbackReason: rollbackReasonOf(options) }
  return restoreBackup(settings, order, async (runtime, { header, manifest }) => {
    const ledgers = await verifyAll(runtime)
    const wrong = ledgers.find((report) => firstDifference(report) !== null)
    const holds = wrong === undefined
    const counts = `${ledgers.length} ledgers, ${manifest.rows} rows, ${manifest.files} files`
    return {
      json: {
        restored: from.location.nameOf(from.file),
        holds,
        made_at: header.made_at,
        rows: manifest.rows,
        files: manifest.files,
        ledgers: ledgers.map(({ workspaceId, size, root }) => ({
          workspace_id: workspaceId,
          entries: size,
          root,
        })),
      },
      text: `${from.location.nameOf(from.file)} of ${header.made_at} is restored: ${counts}.${holds ? ' Every ledger and table holds.' : ''}`,
      failure:
        wrong &&
        `what was restored fails verification, as it did when it was backed up: ${wrong.workspaceId}: ${firstDifference(wrong)!.says}`,
    }
  })
}

function rollbackReasonOf({ acceptRollback = false, reason }: RestoreOptions): string | undefined {
  if (!acceptRollback) return undefined
  if (reason === undefined) throw new Error('--accept-rollback goes with --reason, which says why')
  return reason
}

/** Verifies one ledger at a time in this process: with a thread of its own, a restore would need more than 300 MB. */
async function verifyAll(runtime: Runtime): Promise<LedgerReport[]> {
  const reports: LedgerReport[] = []
  for (const workspaceId of await listLedgers(runtime.db.global)) {
    reports.push(await verifyLedger({ ...runtime, projections }, workspaceId, []))
  }
  return reports
}
