import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Client } from 'pg'
import type * as db from '../../src/platform/db/index.ts'
import { withClient } from '../cluster.ts'
import { createTestDatabase } from '../database.ts'
import type { Recorded } from './responses.ts'
import type { DeliberateChange, RenamedPath } from './compare-responses.ts'
import { openReleaseApp, type Kept, type ReleaseApp } from './release-app.ts'
import { loadDump } from './load-dump.ts'

const folderOfReleases = fileURLToPath(new URL('./', import.meta.url))

/** File names in the folder of a release. */
export const releaseFiles = {
  facts: 'kept.json',
  dump: 'database.sql.br',
  objects: 'objects',
  responses: 'answers.json.br',
  changes: 'changed-answers.json',
  paths: 'renamed-paths.json',
  exportOf: (workspaceId: string) => `ledger-${workspaceId}.export.br`,
} as const

/** Returns the releases whose data is stored, by their folders. */
export async function storedReleases(): Promise<string[]> {
  const entries = await readdir(folderOfReleases, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folderOfReleases, entry.name))
}

export async function readRelease(folder: string): Promise<Kept> {
  return JSON.parse(await readFile(join(folder, releaseFiles.facts), 'utf8')) as Kept
}

/** Reads the recorded responses of a release; renamed paths are replaced by the current ones. */
export async function readRecorded(folder: string): Promise<Recorded[]> {
  const recorded = JSON.parse((await unpacked(join(folder, releaseFiles.responses))).toString()) as Recorded[]
  const renamed = JSON.parse(await readFile(join(folder, releaseFiles.paths), 'utf8')) as RenamedPath[]
  return recorded.map((one) => {
    const { from, to } = renamed.find(({ operation }) => operation === one.operation) ?? { from: '', to: '' }
    return { ...one, path: one.path.replace(from, to) }
  })
}

export async function readDeliberateChanges(folder: string): Promise<DeliberateChange[]> {
  return JSON.parse(await readFile(join(folder, releaseFiles.changes), 'utf8')) as DeliberateChange[]
}

/** Compresses as much as Node can; text of this size repeats itself over long distances. */
export function packed(text: string | Buffer): Buffer {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } })
}

export async function unpacked(file: string): Promise<Buffer> {
  return brotliDecompressSync(await readFile(file))
}

/** Stored data after the migrations of the current program, with a copy of the stored files. */
export interface OpenedRelease extends ReleaseApp {
  readonly kept: Kept
  /** The owner's connection. */
  readonly connection: { connectionString: string }
  readonly dataDir: string
  /**
   * Sessions that the release stored by their tokens, as cookies contain them; empty for one that stored only hashes.
   */
  readonly sessions: readonly RecordedSession[]
}

/** A session of a release, and its person. */
export interface RecordedSession {
  readonly token: string
  readonly email: string
}

/**
 * Loads the data of a release for the tests of one file and migrates it.
 * @param source the `src` folder of the program that opens it; defaults to this one
 */
export async function openRelease(
  folder: string,
  source = new URL('../../src/', import.meta.url),
): Promise<OpenedRelease> {
  const kept = await readRelease(folder)
  const dump = (await unpacked(join(folder, releaseFiles.dump))).toString()
  const hash = createHash('sha256').update(dump).digest('hex')
  const fill = ({ connectionString }: { connectionString: string }) => loadDump(connectionString, dump)
  const database = await createTestDatabase({ hash, fill })
  const sessions = await withClient(database.connection.connectionString, recordedSessions)
  const { applyMigrations } = (await import(new URL('platform/db/index.ts', source).href)) as typeof db
  await applyMigrations(database.connection)
  const dataDir = await mkdtemp(join(tmpdir(), 'plumbline-release-'))
  await cp(join(folder, releaseFiles.objects), join(dataDir, 'objects'), { recursive: true })
  const { connectionString } = database.connection
  const opened = await openReleaseApp({ source, connectionString, dataDir, kept })
  after(async () => {
    await opened.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { ...opened, kept, connection: database.connection, dataDir, sessions }
}

/** Read before the migrations, which delete the tokens. */
async function recordedSessions(client: Client): Promise<RecordedSession[]> {
  const columns = await client.query(`
    select from information_schema.columns
    where table_name = 'sign_in_sessions' and column_name = 'token'`)
  if (columns.rowCount === 0) return []
  const { rows } = await client.query<RecordedSession>(`
    select s.token, p.email from sign_in_sessions s join people p on p.id = s.person_id order by s.id`)
  return rows
}
