import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { csvHead, csvLines, type CsvValue } from '@plumbline/contract'
import { readSnapshot, type Database, type Snapshot } from './db/index.ts'
import type { Response } from './http/index.ts'
import { attachmentHeader } from './storage/index.ts'
import { createLimiter } from './limiter.ts'

/** A table that is read as it goes out. */
export interface CsvTable {
  readonly fileName: string
  readonly columns: readonly string[]
  /** Its rows, in parts, from one moment of the workspace. */
  readonly rows: (snapshot: Snapshot) => AsyncIterable<readonly (readonly CsvValue[])[]>
}

/** Each holds a connection of its own; more wait in line. */
const DOWNLOADS_MAX = 4

/** The longest that a slow line may hold a connection and, with it, old rows in the database. */
const DOWNLOAD_MS = 10 * 60_000

const limit = createLimiter(DOWNLOADS_MAX)

/**
 * The response that hands a table out as a file, as fast as it is taken: never more than a few pages of it
 * are in memory. A fault on the way breaks the download off, so that a part is not taken for the whole.
 */
export function csvResponse(db: Pick<Database, 'connect'>, workspaceId: string, table: CsvTable): Response {
  const file = new PassThrough()
  const send = (snapshot: Snapshot) =>
    pipeline(linesOf(table, snapshot), file, { signal: AbortSignal.timeout(DOWNLOAD_MS) })
  limit(async () => {
    if (!file.destroyed) await readSnapshot(db, workspaceId, send)
  }).catch((fault: Error) => file.destroy(fault))
  return {
    body: file,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': attachmentHeader(table.fileName),
      'x-content-type-options': 'nosniff',
    },
  }
}

async function* linesOf({ columns, rows }: CsvTable, snapshot: Snapshot): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const part of rows(snapshot)) yield csvLines(part)
}
