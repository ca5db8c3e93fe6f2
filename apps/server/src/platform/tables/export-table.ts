import { randomBytes } from 'node:crypto'
import { open as openFile, rename, rm } from 'node:fs/promises'
import { PassThrough, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportContentTypes, type ExportFormat } from '@plumbline/contract'
import { readSnapshot, type Database, type Snapshot } from '../db/index.ts'
import type { Response } from '../http/index.ts'
import { createLimiter } from '../limiter.ts'
import type { Log } from '../log.ts'
import { attachmentHeader } from '../storage/index.ts'
import { asCsv, asJsonLines } from './as-text.ts'
import { asWorkbook } from './as-workbook.ts'
import type { Table } from './table.ts'

/** Each download holds a separate connection; further ones wait. */
const DOWNLOADS_MAX = 4

/** Maximum time for which a slow client may hold a connection and, with it, old row versions in the database. */
const DOWNLOAD_MS = 10 * 60_000

/** Limits downloads of tables. */
const tablesInTurn = createLimiter(DOWNLOADS_MAX)

/** The database access of exports. */
type Connecting = Pick<Database, 'connect'>

/** Parameters of a file response. */
export interface FileParts {
  readonly db: Connecting
  readonly log: Log
}

/** Content that is written while it is read, from a single snapshot of a workspace. */
export type Written = (snapshot: Snapshot) => AsyncIterable<string | Uint8Array>

/** Writes content to a file as fast as the file accepts it, and ends the file. */
export type SendFile = (file: Writable, options?: { readonly signal?: AbortSignal }) => Promise<void>

/** Returns content that is read within one snapshot. */
function fromSnapshot(db: Connecting, workspaceId: string, write: Written): SendFile {
  return (file, options = {}) =>
    readSnapshot(db, workspaceId, (snapshot) => pipeline(write(snapshot), file, options))
}

/** Returns the content of a table in a file format, as of the time of the snapshot. */
export function written(format: ExportFormat, { sheets }: Table, at: Date): Written {
  if (format === 'xlsx') {
    return (snapshot) =>
      asWorkbook(
        at,
        sheets.map(({ name, open }) => ({ name, open: () => open(snapshot) })),
      )
  }
  const write = format === 'csv' ? asCsv : asJsonLines
  return async function* textOf(snapshot) {
    yield* write(await sheets[0].open(snapshot))
  }
}

/** Returns the response that sends a table as a file. */
export function tableResponse(
  { db, log }: FileParts,
  workspaceId: string,
  table: Table,
  { format = 'csv', at }: { readonly format: ExportFormat | undefined; readonly at: Date },
): Response {
  const type = exportContentTypes[format]
  return fileResponse(log, workspaceId, fromSnapshot(db, workspaceId, written(format, table, at)), {
    name: `${table.name}.${format}`,
    contentType: format === 'csv' ? `${type}; charset=utf-8; header=present` : type,
  })
}

/** How a file is sent. */
export interface FileOptions {
  readonly name: string
  readonly contentType: string
  /** Its size, if it is known, so that the client can show progress. */
  readonly sizeBytes?: number
  /** Maximum duration in milliseconds. */
  readonly ms?: number
  /** The queue in which it waits; defaults to that of tables. */
  readonly inTurn?: ReturnType<typeof createLimiter>
}

/**
 * Returns the response that sends content as a file, as fast as it is read: never more than a few pages of it are in
 * memory. An error aborts the download, so that a partial file is not taken for a complete one, and is logged.
 */
export function fileResponse(
  log: Log,
  workspaceId: string,
  send: SendFile,
  { name, contentType, sizeBytes, ms = DOWNLOAD_MS, inTurn = tablesInTurn }: FileOptions,
): Response {
  const file = new PassThrough()
  inTurn(async () => {
    if (!file.destroyed) await send(file, { signal: AbortSignal.timeout(ms) })
  }).catch((fault: Error) => {
    if (!hasLeft(fault)) log.error({ err: fault, workspaceId, name }, 'a download broke off')
    file.destroy(fault)
  })
  return {
    body: file,
    headers: {
      'content-type': contentType,
      ...(sizeBytes !== undefined && { 'content-length': String(sizeBytes) }),
      'content-disposition': attachmentHeader(name),
      'x-content-type-options': 'nosniff',
    },
  }
}

/** Errors of writing to a response whose client has disconnected. */
const LEFT = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_UNABLE_TO_PIPE'])

/** Whether the client disconnected, rather than something failing. */
function hasLeft(fault: Error): boolean {
  return 'code' in fault && LEFT.has(String(fault.code))
}

/** Writes a table to a file, which exists only once it is complete. */
export async function writeTable(
  db: Connecting,
  workspaceId: string,
  write: Written,
  path: string,
): Promise<void> {
  await writeFileOf(fromSnapshot(db, workspaceId, write), path)
}

/** Writes content to a file, which exists only once it is complete. */
export async function writeFileOf(send: SendFile, path: string): Promise<void> {
  const part = `${path}.${randomBytes(4).toString('hex')}.part`
  const file = (await openFile(part, 'wx', 0o600)).createWriteStream()
  try {
    await send(file)
    await rename(part, path)
  } catch (fault) {
    file.destroy()
    await rm(part, { force: true })
    throw fault
  }
}
