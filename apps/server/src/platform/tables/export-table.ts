import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportContentTypes, type ExportFormat } from '@plumbline/contract'
import { readSnapshot, type Database, type Snapshot } from '../db/index.ts'
import type { Response } from '../http/index.ts'
import { createLimiter } from '../limiter.ts'
import { attachmentHeader } from '../storage/index.ts'
import { asCsv, asJsonLines } from './as-text.ts'
import { asWorkbook } from './as-workbook.ts'
import type { Table } from './table.ts'

/** Each holds a connection of its own; more wait in line. */
const DOWNLOADS_MAX = 4

/** The longest that a slow line may hold a connection and, with it, old rows in the database. */
const DOWNLOAD_MS = 10 * 60_000

const limit = createLimiter(DOWNLOADS_MAX)

/** The database as exports read it. */
type Connecting = Pick<Database, 'connect'>

/** Content that is written as it is read, from one moment of a workspace. */
export type Written = (snapshot: Snapshot) => AsyncIterable<string | Uint8Array>

/** A table in a form of file. Everything in it is from the moment of the snapshot. */
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

/** The response that hands a table out as a file. */
export function tableResponse(
  db: Connecting,
  workspaceId: string,
  table: Table,
  { format = 'csv', at }: { readonly format: ExportFormat | undefined; readonly at: Date },
): Response {
  const type = exportContentTypes[format]
  return fileResponse(db, workspaceId, written(format, table, at), {
    name: `${table.name}.${format}`,
    contentType: format === 'csv' ? `${type}; charset=utf-8; header=present` : type,
  })
}

/**
 * The response that hands content out as a file, as fast as it is taken: never more than a few pages of it
 * are in memory. A fault on the way breaks the download off, so that a part is not taken for the whole.
 */
export function fileResponse(
  db: Connecting,
  workspaceId: string,
  write: Written,
  { name, contentType, ms = DOWNLOAD_MS }: { name: string; contentType: string; ms?: number },
): Response {
  const file = new PassThrough()
  const send = (snapshot: Snapshot) => pipeline(write(snapshot), file, { signal: AbortSignal.timeout(ms) })
  limit(async () => {
    if (!file.destroyed) await readSnapshot(db, workspaceId, send)
  }).catch((fault: Error) => file.destroy(fault))
  return {
    body: file,
    headers: {
      'content-type': contentType,
      'content-disposition': attachmentHeader(name),
      'x-content-type-options': 'nosniff',
    },
  }
}

/** Writes content to a file, which is there as a whole or not at all. */
export async function writeFileOf(
  db: Connecting,
  workspaceId: string,
  write: Written,
  path: string,
): Promise<void> {
  const part = `${path}.part`
  try {
    await readSnapshot(db, workspaceId, (snapshot) =>
      pipeline(write(snapshot), createWriteStream(part, { mode: 0o600 })),
    )
    await rename(part, path)
  } catch (fault) {
    await rm(part, { force: true })
    throw fault
  }
}
