import { Command, CommanderError } from 'commander'
import { keepHeapSmall } from '../platform/small-heap.ts'
import { versionText } from '../platform/version.ts'

/** Exit codes: incorrect usage, and a failure that is explained in one line. */
const WRONG_USAGE = 2
const FAILED = 1

type AddCommands = (program: Command) => void

/** The module that adds each command. A command loads no more of the program than it needs. */
const commands: Readonly<Record<string, () => Promise<AddCommands>>> = {
  serve: async () => (await import('./serve.ts')).addServeCommand,
  'secret-key': async () => (await import('./secret-key.ts')).addSecretKeyCommands,
  migrate: async () => (await import('./migrate.ts')).addMigrateCommand,
  db: async () => (await import('./db.ts')).addDbCommands,
  workspace: async () => (await import('./workspace.ts')).addWorkspaceCommands,
  site: async () => (await import('./site.ts')).addSiteCommands,
  location: async () => (await import('./site.ts')).addLocationCommands,
  user: async () => (await import('./user.ts')).addUserCommands,
  key: async () => (await import('./key.ts')).addKeyCommands,
  import: async () => (await import('./import.ts')).addImportCommands,
  export: async () => (await import('./export.ts')).addExportCommands,
  webhook: async () => (await import('./webhook.ts')).addWebhookCommands,
  ledger: async () => (await import('./ledger.ts')).addLedgerCommands,
  backup: async () => (await import('./backup.ts')).addBackupCommands,
  restore: async () => (await import('./restore.ts')).addRestoreCommand,
  demo: async () => (await import('./demo.ts')).addDemoCommand,
  doctor: async () => (await import('./doctor.ts')).addDoctorCommand,
}

/** Commands that process all rows of the database. */
const WITH_SMALL_HEAP: ReadonlySet<string> = new Set(['backup', 'import', 'restore'])

/** Runs the command with which the process was started, and sets its exit code. */
export async function runPlumbline(): Promise<void> {
  const program = new Command('plumbline')
    .description('A calibration program server: register, ledger, certificates, worklist, API.')
    .version(versionText(), '--version', 'print the version and the commit of this program')
    .showHelpAfterError('(add --help for the options)')
    .exitOverride()
  const [, , name = ''] = process.argv
  if (WITH_SMALL_HEAP.has(name)) keepHeapSmall()
  for (const load of commandsFor(name)) (await load())(program)
  try {
    await program.parseAsync()
  } catch (error) {
    if (error instanceof CommanderError) {
      // Requested help or version is a success; commander has already printed everything.
      process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE
    } else {
      // Loaded only here: it imports the errors of the whole program, which the version and the help do not need.
      const { explain } = await import('./command.ts')
      for (const line of explain(error)) process.stderr.write(`plumbline: ${line}\n`)
      process.exitCode = FAILED
    }
  }
}

/**
 * Returns what to load for the first word of a command line: help and unknown names require all commands, the version
 * none.
 */
function commandsFor(name: string): readonly (() => Promise<AddCommands>)[] {
  if (name === '--version') return []
  const named = commands[name]
  return named ? [named] : Object.values(commands)
}
