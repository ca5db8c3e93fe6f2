import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type * as db from '../../src/platform/db/index.ts'
import { createTestDatabase } from '../database.ts'
import type { Recorded } from './responses.ts'
import type { DeliberateChange, RenamedPath } from './compare-responses.ts'
import { openKeptApp, type Kept, type KeptApp } from './kept-app.ts'
import { loadDump } from './load-dump.ts'

const folderOfReleases = fileURLToPath(new URL('./', import.meta.url))

/** Names of files in the folder of a release. */
export const keptFiles = {
  facts: 'kept.json',
  dump: 'database.sql.br',
  objects: 'objects',
  responses: 'answers.json.br',
  changes: 'changed-answers.json',
  paths: 'renamed-paths.json',
  exportOf: (workspaceId: string) => `ledger-${workspaceId}.export.br`,
} as const

/** Releases whose data is kept, by their folders. */
export async function keptReleases(): Promise<string[]> {
  const entries = await readdir(folderOfReleases, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folderOfReleases, entry.name))
}

export async function readKept(folder: string): Promise<Kept> {
  return JSON.parse(await readFile(join(folder, keptFiles.facts), 'utf8')) as Kept
}

/** Reads what was recorded of a release; paths that were renamed since are as they are now. */
export async function readRecorded(folder: string): Promise<Recorded[]> {
  const recorded = JSON.parse((await unpacked(join(folder, keptFiles.responses))).toString()) as Recorded[]
  const renamed = JSON.parse(await readFile(join(folder, keptFiles.paths), 'utf8')) as RenamedPath[]
  return recorded.map((one) => {
    const { from, to } = renamed.find(({ operation }) => operation === one.operation) ?? { from: '', to: '' }
    return { ...one, path: one.path.replace(from, to) }
  })
}

export async function readDeliberateChanges(folder: string): Promise<DeliberateChange[]> {
  return JSON.parse(await readFile(join(folder, keptFiles.changes), 'utf8')) as DeliberateChange[]
}

/** Packs as tightly as Node can; text of these sizes repeats itself over long distances. */
export function packed(text: string | Buffer): Buffer {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } })
}

export async function unpacked(file: string): Promise<Buffer> {
  return brotliDecompressSync(await readFile(file))
}

/** Kept data as the program of today has it after its migrations, with a copy of the stored files. */
export interface OpenedRelease extends KeptApp {
  readonly kept: Kept
  /** The owner's connection. */
  readonly connection: { connectionString: string }
  readonly dataDir: string
}

/**
 * Loads the data of a release for the tests of one file and migrates it.
 * @param source the `src` folder of the program that opens it, unless it is this one
 */
export async function openRelease(
  folder: string,
  source = new URL('../../src/', import.meta.url),
): Promise<OpenedRelease> {
  const kept = await readKept(folder)
  const dump = (await unpacked(join(folder, keptFiles.dump))).toString()
  const hash = createHash('sha256').update(dump).digest('hex')
  const fill = ({ connectionString }: { connectionString: string }) => loadDump(connectionString, dump)
  const database = await createTestDatabase({ hash, fill })
  const { applyMigrations } = (await import(new URL('platform/db/index.ts', source).href)) as typeof db
  await applyMigrations(database.connection)
  const dataDir = await mkdtemp(join(tmpdir(), 'plumbline-release-'))
  await cp(join(folder, keptFiles.objects), join(dataDir, 'objects'), { recursive: true })
  const { connectionString } = database.connection
  const opened = await openKeptApp({ source, connectionString, dataDir, kept })
  after(async () => {
    await opened.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { ...opened, kept, connection: database.connection, dataDir }
}
