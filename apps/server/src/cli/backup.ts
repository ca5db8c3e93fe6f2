import type { Command } from 'commander'
import { targetOf } from '../backup/backup-location.ts'
import { openBackup } from '../backup/open-backup.ts'
import { makeBackup, type MadeBackup } from '../backup/make-backup.ts'
import { verifyBackup, type BackupReport } from '../backup/verify-backup.ts'
import { act, gathered, type Outcome } from './command.ts'
import { readSavedCheckpoints } from './saved-checkpoints.ts'
import { readPassphrase } from './passphrase.ts'
import { readSettings } from '../runtime.ts'

interface BackupOptions {
  to: string
  passphraseFile?: string
  json?: boolean
}

interface VerifyOptions {
  passphraseFile?: string
  checkpoint?: string[]
  json?: boolean
}

export function addBackupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .description('Make a backup of everything while servers run, and check one.')
  act<BackupOptions>(
    backup
      .option('--to <file>', 'new file for the backup, or s3://bucket/path/file?region=…; required')
      .option(
        '--passphrase-file <file>',
        'encrypt it with the passphrase in this file, and put the SECRET_KEY in',
      ),
    async (runtime, options) => {
      const passphrase = await readPassphrase(options.passphraseFile)
      const onPart = options.json ? printProgress : undefined
      const to = targetOf(options.to, '--to')
      const made = await makeBackup(runtime, { to, passphrase, ...(onPart && { onPart }) })
      if (passphrase === undefined) process.stderr.write(`plumbline: ${UNENCRYPTED}\n`)
      return madeOutcome(to.location.nameOf(to.file), made)
    },
  )
  // A required option would also be required by the subcommand.
  backup.hook('preAction', (_command, action) => {
    if (action === backup && backup.opts<Partial<BackupOptions>>().to === undefined) {
      backup.error("error: required option '--to <file>' not specified")
    }
  })
  backup
    .command('verify <file>')
    .description('Check a backup without restoring it: every part, and every ledger with its checkpoints.')
    .option('--passphrase-file <file>', 'file that holds its passphrase')
    .option(
      '--checkpoint <file>',
      'signed checkpoints that were kept elsewhere, - for standard input; may be repeated',
      gathered((file) => file),
    )
    .option('--json', 'print one JSON object')
    .action(async (file: string, _options: unknown, command: Command) => {
      // The parent command has options of the same names.
      const options = command.optsWithGlobals<VerifyOptions>()
      const { json, text } = await verify(file, options)
      process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${text}\n`)
    })
}

const UNENCRYPTED =
  'the backup is not encrypted and holds no SECRET_KEY: keep that elsewhere, or nothing sealed can be opened after a restore. Take --passphrase-file to have both.'

function printProgress(part: object): void {
  process.stderr.write(`${JSON.stringify({ written: part })}\n`)
}

function madeOutcome(to: string, { header, manifest, sizeBytes, isEncrypted }: MadeBackup): Outcome {
  const { workspaces } = header
  const contents = `${workspaces} ${workspaces === 1 ? 'workspace' : 'workspaces'}, ${manifest.rows} rows, ${manifest.files} files`
  return {
    json: {
      backup: to,
      size_bytes: sizeBytes,
      encrypted: isEncrypted,
      made_at: header.made_at,
      workspaces,
      rows: manifest.rows,
      files: manifest.files,
      sha256: manifest.sha256,
    },
    text: `${to} holds everything as of ${header.made_at}: ${contents}, ${sizeBytes} bytes.`,
  }
}

async function verify(path: string, options: VerifyOptions): Promise<Outcome> {
  const from = targetOf(path, 'The backup')
  const file = from.location.nameOf(from.file)
  const passphrase = await readPassphrase(options.passphraseFile)
  const { own, given } = await readSavedCheckpoints(options.checkpoint ?? [], readSettings())
  const savedNotes = [...own, ...given]
  const { report, isEncrypted } = await openBackup(from, passphrase, async ({ plain, isEncrypted: is }) => ({
    report: await verifyBackup(plain, savedNotes),
    isEncrypted: is,
  }))
  return {
    json: { backup: file, encrypted: isEncrypted, ...serializeReport(report) },
    text: textOf(file, report),
  }
}

function serializeReport({ header, manifest, hasSecretKey, ledgers }: BackupReport): Record<string, unknown> {
  return {
    whole: true,
    made_at: header.made_at,
    program: header.program,
    postgres: header.postgres,
    rows: manifest.rows,
    files: manifest.files,
    file_bytes: manifest.file_bytes,
    tables: manifest.tables,
    has_secret_key: hasSecretKey,
    ledgers: ledgers.map(({ workspaceId, size, root, checkpoints, ahead }) => ({
      workspace_id: workspaceId,
      entries: size,
      root,
      checkpoints_compared: checkpoints,
      checkpoint_ahead: ahead?.size ?? null,
    })),
  }
}

function textOf(file: string, { header, manifest, ledgers }: BackupReport): string {
  const lines = ledgers.map(({ workspaceId, size, root, checkpoints, ahead }) => {
    const compared = `compared with ${checkpoints.stored} stored and ${checkpoints.outside} outside checkpoints`
    const older = ahead
      ? `; a checkpoint knows ${ahead.size} entries, so the backup is of an earlier time`
      : ''
    return `  ${workspaceId}: ${size} entries, root ${root}, ${compared}${older}`
  })
  const contents = `made ${header.made_at} by ${header.program}, ${manifest.rows} rows, ${manifest.files} files`
  return [`${file} is whole: ${contents}.`, ...lines].join('\n')
}
