import type { Command } from 'commander'
import { planMigrations, type PlannedMigration, type TableLock } from '../platform/db/index.ts'
import { readSettings } from '../runtime.ts'
import { openForCommand, type Outcome } from './command.ts'

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Bring the schema of the database up to date.')
    .option('--dry-run', 'say what would be applied and which tables it would lock, and change nothing')
    .option('--json', 'print one JSON object')
    .action(async (options: { dryRun?: boolean; json?: boolean }) => {
      const { json, text } = options.dryRun ? await plan() : await migrate()
      process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${text}\n`)
    })
}

const UP_TO_DATE = 'The schema is up to date.'

async function migrate(): Promise<Outcome> {
  const runtime = await openForCommand(readSettings(), { migrates: 'any', absentSecret: 'ignore' })
  await runtime.close()
  const applied = runtime.migrated
  return { json: { applied }, text: applied.length === 0 ? UP_TO_DATE : `Applied ${applied.join(', ')}.` }
}

async function plan(): Promise<Outcome> {
  const runtime = await openForCommand(readSettings(), { migrates: 'none', absentSecret: 'ignore' })
  try {
    const pending = await planMigrations(runtime.owner)
    return { json: { pending: pending.map(planAsJson) }, text: planAsText(pending) }
  } finally {
    await runtime.close()
  }
}

function planAsJson({ name, locks, removes, endsEarlierRelease }: PlannedMigration): Record<string, unknown> {
  return { name, locks, removes: removes ?? null, ends_earlier_release: endsEarlierRelease ?? false }
}

const LOCK_SENTENCES: Readonly<Record<TableLock, string>> = {
  moment: 'needed alone for a moment',
  read: 'read as a whole, and not written meanwhile',
  rewrite: 'written again as a whole, and neither read nor written meanwhile',
}

const NO_WAY_BACK = `Migrations are not undone: make a backup first ("plumbline backup"), and go back to the earlier release by restoring it.`

const ENDS_EARLIER = `  ends processes of the earlier release: stop them before`

function planAsText(pending: readonly PlannedMigration[]): string {
  if (pending.length === 0) return UP_TO_DATE
  const described = pending.flatMap(({ name, locks, removes, endsEarlierRelease }) => [
    name,
    ...Object.entries(locks).map(([table, lock]) => `  ${table}: ${LOCK_SENTENCES[lock]}`),
    ...(removes === undefined ? [] : [`  removes ${removes}`]),
    ...(endsEarlierRelease ? [ENDS_EARLIER] : []),
  ])
  return ['Would be applied, each in a transaction of its own:', '', ...described, '', NO_WAY_BACK].join('\n')
}
