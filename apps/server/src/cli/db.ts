import { InvalidArgumentError, type Command } from 'commander'
import {
  allowMoves,
  distributeTables,
  planDistribution,
  planMigrations,
  refusalOf,
  type DistributionPlan,
  type Placement,
  type PlannedTable,
} from '../platform/db/index.ts'
import type { Runtime } from '../runtime.ts'
import { act, type Outcome } from './command.ts'

/**
 * Default number of shards of the distributed tables: the maximum number of workers that a cluster can have later, with
 * a reserve for even distribution.
 */
const SHARDS_DEFAULT = 32

const SHARDS_MAX = 1024

interface DistributeOptions {
  dryRun?: boolean
  yes?: boolean
  shards: number
}

interface MovesOptions {
  allow?: boolean
  end?: boolean
}

/** The schema stays as it is, and no secret is needed. */
const OPENING = { migrates: 'none', absentSecret: 'ignore' } as const

export function addDbCommands(program: Command): void {
  const db = program.command('db').description('Operate on the database.')
  const distribute = db
    .command('distribute')
    .description('Distribute the tables over the nodes of a Citus cluster (docs/scale.md).')
    .option('--dry-run', 'say where each table would be placed, and change nothing; needs no cluster')
    .option('--yes', 'distribute; without it, the plan is shown')
    .option('--shards <count>', 'shards of each distributed table', aShardCount, SHARDS_DEFAULT)
  act<DistributeOptions>(distribute, run, OPENING)
  const moves = db
    .command('moves')
    .description('Allow shards to be moved while requests write to them, or end this (docs/scale.md).')
    .option('--allow', 'stop applying row security to the owner of the distributed tables')
    .option('--end', 'apply it to the owner again')
    .hook('preAction', (command) => {
      const { allow, end } = command.opts<MovesOptions>()
      if (allow === end) command.error("error: specify either '--allow' or '--end'")
    })
  act<MovesOptions>(moves, ({ owner }, { allow }) => changeMoves(owner, allow === true), OPENING)
}

async function changeMoves(owner: Runtime['owner'], allowed: boolean): Promise<Outcome> {
  const changed = await allowMoves(owner, allowed)
  const message = allowed
    ? `Shards can be moved (${changed} tables changed). Run "plumbline db moves --end" afterwards.`
    : `Row security applies to the owner again (${changed} tables changed).`
  return { json: { allowed, changed, message }, text: message }
}

function aShardCount(text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count < 1 || count > SHARDS_MAX)
    throw new InvalidArgumentError(`It takes a number from 1 to ${SHARDS_MAX}.`)
  return count
}

async function run({ owner }: Runtime, { dryRun, yes, shards }: DistributeOptions): Promise<Outcome> {
  if ((await planMigrations(owner)).length > 0)
    throw new Error('The schema is not up to date: run "plumbline migrate" first.')
  const plan = await planDistribution(owner)
  const refusal = refusalOf(plan)
  if (dryRun) return outcome(plan, [], refusal ?? 'Nothing was changed.')
  if (refusal !== undefined) throw new Error(refusal)
  if (plan.unplaced.length === 0) return outcome(plan, [], 'All tables are placed.')
  if (!yes) return outcome(plan, [], 'Nothing was changed: add --yes to distribute. Writes wait meanwhile.')
  const placed = await distributeTables(owner, shards)
  return outcome(
    plan,
    placed,
    `Placed ${placed.length} tables on ${plan.workers} workers. Each has all its rows.`,
  )
}

function outcome(plan: DistributionPlan, placed: readonly PlannedTable[], sentence: string): Outcome {
  const { citus = null, workers, tables } = plan
  return {
    json: {
      citus,
      workers,
      tables: tables.map(({ current = null, ...table }) => ({ ...table, current })),
      placed: placed.map(({ name }) => name),
      message: sentence,
    },
    text: [...tables.map(lineOf), '', sentence].join('\n'),
  }
}

const PLACES: Readonly<Record<Placement, string>> = {
  distributed: 'distributed by workspace_id',
  reference: 'copied to every node',
  local: 'on the coordinator, known to Citus',
  each: 'on every node, with rows of its own',
  unmanaged: 'on the coordinator',
}

const NAME_WIDTH = 28
const PLACE_WIDTH = 36

function lineOf({ name, placement, current, rows }: PlannedTable): string {
  const place = `${PLACES[placement]}${current === undefined ? '' : ' already'}`
  return `${name.padEnd(NAME_WIDTH)}${place.padEnd(PLACE_WIDTH + ' already'.length)}about ${rows} rows`
}
