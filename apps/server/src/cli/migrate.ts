import type { Command } from 'commander'
import { readSettings } from '../runtime.ts'
import { openForCommand } from './command.ts'

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Bring the schema of the database up to date.')
    .option('--json', 'print one JSON object')
    .action(async (options: { json?: boolean }) => {
      const runtime = await openForCommand(readSettings(), { migrate: true })
      await runtime.close()
      const applied = runtime.migrated
      const text = applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`
      process.stdout.write(options.json ? `${JSON.stringify({ applied })}\n` : `${text}\n`)
    })
}
