import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { keptNotes, type KeptNote } from '../modules/ledger/index.ts'

/** The signed checkpoints in a file, or in the standard input for `-`. Raises Error when there is none. */
export async function readKept(file: string): Promise<KeptNote[]> {
  const notes = keptNotes(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'))
  if (notes.length === 0)
    throw new Error(`${file === '-' ? 'standard input' : file} holds no signed checkpoint`)
  return notes
}
