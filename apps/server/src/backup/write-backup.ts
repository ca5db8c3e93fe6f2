import { createHash } from 'node:crypto'
import { listLedgers } from '../modules/ledger/index.ts'
import type { Clock } from '../platform/clock.ts'
import {
  appliedMigrationNames,
  openSnapshot,
  type Database,
  type DatabaseSnapshot,
} from '../platform/db/index.ts'
import type { Secrets } from '../platform/secrets.ts'
import { ObjectMissing, type Storage } from '../platform/storage/index.ts'
import { versionText } from '../platform/version.ts'
import { encodeFrame, type FrameType } from './frames.ts'
import { FORMAT, FORMAT_VERSION, type BackupHeader, type BackupPart, type Manifest } from './parts.ts'
import { secretCheck } from './secret-check.ts'
import { findTables, postgresVersion, streamRows, type BackupTable } from './tables-store.ts'

/** The source of a backup. */
export interface BackupSource {
  readonly db: Pick<Database, 'connect'>
  readonly storage: Storage
  readonly secrets: Secrets
  readonly clock: Clock
  /** The SECRET_KEY, if the backup is to contain it: only in encrypted ones. */
  readonly secretKey: string | undefined
  /** Called for each part that was written. */
  readonly onPart?: (part: BackupPart) => void
}

/** The content of a backup, available once its last frame has been read. */
export interface WrittenBackup {
  header: BackupHeader
  manifest: Manifest
}

/** Size of a frame of rows, in bytes. Longer strings are garbage-collected much later than necessary. */
const ROW_FRAME_BYTES = 48 * 1024

/**
 * Yields the frames of a backup: rows of one snapshot of the database, then every stored file that exists afterwards,
 * and the manifest. Writers are not blocked. The result is set when the last frame is read.
 */
export async function* writeBackup(
  source: BackupSource,
  result: Partial<WrittenBackup>,
): AsyncGenerator<Buffer> {
  const whole = createHash('sha256')
  const counts = { parts: 0, rows: 0, files: 0, file_bytes: 0, tables: {} as Record<string, number> }
  const frame = (type: FrameType, body: Buffer) => {
    const bytes = encodeFrame(type, body)
    whole.update(bytes)
    return bytes
  }
  const json = (type: FrameType, value: object) => frame(type, Buffer.from(JSON.stringify(value)))
  async function* part(of: BackupPart, chunks: AsyncIterable<PartChunk>) {
    const hash = createHash('sha256')
    let [rows, bytes] = [0, 0]
    for await (const chunk of chunks) {
      // A table without rows, and a file that no longer exists, have no part.
      if (bytes === 0) yield json('part', of)
      hash.update(chunk.bytes)
      rows += chunk.rows
      bytes += chunk.bytes.length
      yield frame('data', chunk.bytes)
    }
    if (bytes === 0) return
    yield json('end', { rows, bytes, sha256: hash.digest('hex') })
    counts.parts += 1
    counts.rows += rows
    if (of.part === 'rows') counts.tables[of.table] = (counts.tables[of.table] ?? 0) + rows
    if (of.part === 'file') {
      counts.files += 1
      counts.file_bytes += bytes
    }
    source.onPart?.(of)
  }
  for await (const step of stepsOf(source)) {
    if ('header' in step) {
      result.header = step.header
      yield json('header', step.header)
    } else {
      yield* part(step.part, step.chunks)
    }
  }
  result.manifest = { ...counts, sha256: whole.digest('hex') }
  yield encodeFrame('manifest', Buffer.from(JSON.stringify(result.manifest)))
}

interface PartChunk {
  readonly bytes: Buffer
  readonly rows: number
}

type Step = { header: BackupHeader } | { part: BackupPart; chunks: AsyncIterable<PartChunk> }

async function* stepsOf(source: BackupSource): AsyncGenerator<Step> {
  const { db, storage, secretKey } = source
  const snapshot = await openSnapshot(db)
  try {
    yield* rowSteps(snapshot, source)
  } finally {
    await snapshot.end()
  }
  if (secretKey !== undefined) {
    yield { part: { part: 'secret_key' }, chunks: once({ bytes: Buffer.from(secretKey), rows: 0 }) }
  }
  // After the rows, so that every file they refer to exists.
  for await (const { key, sizeBytes } of storage.list('')) {
    if (FOLDERS.some((folder) => key.startsWith(folder))) {
      yield { part: { part: 'file', key, size_bytes: sizeBytes }, chunks: contentOf(storage, key) }
    }
  }
}

/** Folders of files that rows refer to. Other programs may store files in the same bucket. */
export const FOLDERS = ['certificates/', 'documents/', 'uploads/']

async function* rowSteps(snapshot: DatabaseSnapshot, source: BackupSource): AsyncGenerator<Step> {
  const tables = await findTables(snapshot)
  const workspaceIds = await listLedgers(snapshot)
  yield { header: await headerOf(snapshot, source, workspaceIds.length) }
  const rowsOf = (table: BackupTable, workspaceId: string | null): Step => ({
    part: { part: 'rows', table: table.name, workspace_id: workspaceId, columns: [...table.columns] },
    chunks: rowChunks(streamRows(snapshot, table, workspaceId)),
  })
  for (const table of tables) if (!table.isOfWorkspaces) yield rowsOf(table, null)
  for (const workspaceId of workspaceIds) {
    await snapshot.enter(workspaceId)
    for (const table of tables) if (table.isOfWorkspaces) yield rowsOf(table, workspaceId)
  }
}

async function headerOf(
  snapshot: DatabaseSnapshot,
  { clock, secrets }: BackupSource,
  workspaces: number,
): Promise<BackupHeader> {
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    made_at: clock.now().toISOString(),
    program: versionText(),
    postgres: await postgresVersion(snapshot),
    migrations: await appliedMigrationNames(snapshot),
    workspaces,
    secret_check: secretCheck(secrets),
  }
}

/** Yields rows, one per line, in chunks of about equal size. */
async function* rowChunks(pages: AsyncIterable<{ line: string }[]>): AsyncGenerator<PartChunk> {
  let lines: string[] = []
  let length = 0
  const chunk = (): PartChunk => ({ bytes: Buffer.from(`${lines.join('\n')}\n`), rows: lines.length })
  for await (const page of pages) {
    for (const { line } of page) {
      lines.push(line)
      length += line.length
      if (length < ROW_FRAME_BYTES) continue
      yield chunk()
      lines = []
      length = 0
    }
  }
  if (lines.length > 0) yield chunk()
}

/** A file deleted since it was listed has no bytes. */
async function* contentOf(storage: Storage, key: string): AsyncGenerator<PartChunk> {
  try {
    for await (const bytes of await storage.read(key)) yield { bytes: bytes as Buffer, rows: 0 }
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error
  }
}

async function* once(chunk: PartChunk): AsyncGenerator<PartChunk> {
  yield chunk
}
