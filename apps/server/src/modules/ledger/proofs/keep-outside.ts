import { open, readFile } from 'node:fs/promises'
import type { Database } from '../../../platform/db/index.ts'
import { splitNotes, type SavedNote } from '../rules/split-notes.ts'
import { listLedgers } from '../verify/verify-store.ts'
import { findCheckpointNotes, lastCheckpoint } from './proof-store.ts'

/** Only the operator may read the file, because it reveals how much each workspace writes. */
const FILE_MODE = 0o600

/**
 * Appends the latest stored checkpoint of each ledger to a file that does not contain it yet. Notes are concatenated,
 * as `plumbline ledger verify --checkpoint` reads them. Returns how many were appended.
 */
export async function keepOutside(db: Database, path: string): Promise<number> {
  const known = new Set((await readOutside(path)).map(({ note }) => note))
  const file = await open(path, 'a', FILE_MODE)
  let appended = 0
  try {
    for await (const last of lastCheckpoints(db)) {
      if (known.has(last)) continue
      await file.appendFile(last)
      appended += 1
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return appended
}

/** Yields the latest stored checkpoint of each ledger. */
export async function* lastCheckpoints(db: Database): AsyncGenerator<string> {
  for (const workspaceId of await listLedgers(db.global)) {
    const last = await lastCheckpoint(db.in(workspaceId))
    if (last !== undefined) yield last
  }
}

/**
 * Returns the checkpoints in a file written by `keepOutside`; none if it does not exist yet. Throws Error for any
 * other file.
 */
export async function readOutside(path: string): Promise<SavedNote[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  })
  const notes = splitNotes(text)
  if (notes.length === 0 && text !== '')
    throw new Error(`${path} holds something else than signed checkpoints`)
  return notes
}

/** Returns those of a workspace's checkpoints that were stored once but no longer are. */
export async function vanishedCheckpoints(
  db: Pick<Database, 'in'>,
  workspaceId: string,
  notes: readonly string[],
): Promise<string[]> {
  if (notes.length === 0) return []
  const stored = new Set(await findCheckpointNotes(db.in(workspaceId), notes))
  return notes.filter((note) => !stored.has(note))
}
