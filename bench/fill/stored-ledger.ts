import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { latestCheckpoint } from '../../apps/server/src/modules/ledger/index.ts'
import { makeWorkspace, openBenchDatabase, type BenchDatabase } from '../database.ts'
import { fillLedger } from './fill-ledger.ts'

/** Size of a filled ledger: the entries include those that create the instruments. */
export interface LedgerSize {
  readonly entries: number
  readonly instruments: number
}

/** A database with one workspace whose ledger is filled, and a write key of that workspace. */
export interface FilledDatabase extends BenchDatabase {
  readonly workspaceId: string
  readonly key: string
}

/** The description of a filled ledger, in the folder of its database. */
interface StoredLedger extends LedgerSize {
  readonly workspaceId: string
  readonly key: string
}

const DESCRIPTION = 'bench-ledger.json'

/**
 * Opens a database with a filled ledger. BENCH_KEEP names a folder that keeps the database: the first run fills it, and later
 * runs of benchmarks with the same size use it, also after a migration. Removing the folder leaves the cluster that it links
 * to if root started it, so remove what `realpath FOLDER/postgres` prints as well. Without BENCH_KEEP, the database is new, and
 * deleted at the end.
 *
 * Throws an error if the folder has a ledger of another size.
 */
export async function openFilledDatabase(
  size: LedgerSize,
  environment: Record<string, string> = {},
): Promise<FilledDatabase> {
  const folder = process.env['BENCH_KEEP']
  if (folder !== undefined) await mkdir(folder, { recursive: true })
  const bench = await openBenchDatabase(environment, folder)
  const { workspaceId, key } =
    (folder && (await describedIn(folder, size, bench))) || (await fill(bench, size))
  return { ...bench, workspaceId, key }
}

/** Returns the description of the ledger that an earlier run filled; undefined if the folder is empty. */
async function describedIn(
  folder: string,
  { entries, instruments }: LedgerSize,
  bench: BenchDatabase,
): Promise<StoredLedger | undefined> {
  const text = await readFile(join(folder, DESCRIPTION), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const stored = JSON.parse(text) as StoredLedger
  if (stored.entries === entries && stored.instruments === instruments) return stored
  await bench.drop()
  throw new Error(`${folder} keeps ${stored.entries} entries of ${stored.instruments} instruments`)
}

/** Fills a new workspace, and describes it in the folder of the database once it is complete. */
async function fill({ runtime, owner }: BenchDatabase, size: LedgerSize): Promise<StoredLedger> {
  const startedAt = performance.now()
  const { workspace, key } = await makeWorkspace(runtime, 'Ledger')
  await fillLedger(runtime, owner, workspace, size)
  await latestCheckpoint(runtime, workspace.workspaceId)
  console.log(`  filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  const stored: StoredLedger = { ...size, workspaceId: workspace.workspaceId, key }
  await writeFile(join(runtime.config.DATA_DIR, DESCRIPTION), JSON.stringify(stored))
  return stored
}
