import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { keptNotes, readOutside, type KeptNote } from '../modules/ledger/index.ts'
import type { Config } from '../platform/config.ts'

/** The checkpoints in the named files, and those that workers appended to `CHECKPOINT_FILE`. Throws as `readKept` does. */
export async function readAllKept(
  files: readonly string[],
  { CHECKPOINT_FILE }: Pick<Config, 'CHECKPOINT_FILE'>,
): Promise<KeptNote[]> {
  const own = CHECKPOINT_FILE === undefined ? [] : await readOutside(CHECKPOINT_FILE)
  const given = await Promise.all(files.map(readKept))
  return [...own, ...given.flat()]
}

/** The signed checkpoints in a file, or in the standard input for `-`. Raises Error when there is none. */
export async function readKept(file: string): Promise<KeptNote[]> {
  const notes = keptNotes(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'))
  if (notes.length === 0)
    throw new Error(`${file === '-' ? 'standard input' : file} holds no signed checkpoint`)
  return notes
}
