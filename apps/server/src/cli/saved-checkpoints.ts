import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { splitNotes, readOutside, type SavedNote } from '../modules/ledger/index.ts'
import type { Config } from '../platform/config.ts'
import { readLockedFiles, readS3Path } from '../platform/storage/index.ts'

/** Settings for where workers store checkpoints outside the database. */
type OutsideSettings = Pick<Config, 'CHECKPOINT_FILE' | 'CHECKPOINT_BUCKET'>

/**
 * Returns the checkpoints in the named files, and those that workers store outside the database. Throws as `readNotes`
 * and `readOwn` do.
 */
export async function readSavedCheckpoints(
  files: readonly string[],
  settings: OutsideSettings,
): Promise<{ own: SavedNote[]; given: SavedNote[] }> {
  const given = await Promise.all(files.map(readNotes))
  return { own: await readOwn(settings), given: given.flat() }
}

/**
 * Returns what workers store in `CHECKPOINT_FILE` and `CHECKPOINT_BUCKET`. Throws Error if the bucket cannot be
 * reached, contains no checkpoints, or contains anything else.
 */
async function readOwn({
  CHECKPOINT_FILE: file,
  CHECKPOINT_BUCKET: bucket,
}: OutsideSettings): Promise<SavedNote[]> {
  const inFile = file === undefined ? [] : await readOutside(file)
  if (bucket === undefined) return inFile
  const { address, path } = readS3Path(bucket, 'CHECKPOINT_BUCKET')
  const files = await readLockedFiles(address, path)
  if (files.length === 0) {
    throw new Error(
      `s3://${address.bucket}/${path} holds no checkpoints: check the path in CHECKPOINT_BUCKET`,
    )
  }
  return [...inFile, ...files.flatMap(({ name, text: content }) => notesIn(content, name))]
}

/** Returns the signed checkpoints in a file, or in the standard input for `-`. Throws Error if there are none. */
async function readNotes(file: string): Promise<SavedNote[]> {
  return file === '-'
    ? notesIn(await text(process.stdin), 'standard input')
    : notesIn(await readFile(file, 'utf8'), file)
}

function notesIn(content: string, name: string): SavedNote[] {
  const notes = splitNotes(content)
  if (notes.length === 0) throw new Error(`${name} holds no signed checkpoint`)
  return notes
}
