import { openCheckpoint, parseCheckpoint, type Checkpoint } from './checkpoint.ts'
import { noteVerifier, parseNote, type NoteVerifier } from './signed-note.ts'

/** A key that was replaced, as stored: its 32 bytes in hex, and the size of the last tree that it could sign. */
export type FormerKey = { readonly public_key: string; readonly until_size: number }

/** The public keys of a ledger. */
export interface KeyHistory {
  readonly origin: string
  readonly publicKey: Buffer
  /** Oldest first. */
  readonly formerKeys: readonly FormerKey[]
}

/** A checkpoint with a verified signature, and the key that verified it. */
export interface OpenedCheckpoint extends Checkpoint {
  readonly verifier: NoteVerifier
}

/** Returns the former keys in a stored value. Throws Error unless they are keys with increasing sizes. */
export function readFormerKeys(stored: unknown): FormerKey[] {
  let last = 0
  for (const key of Array.isArray(stored) ? (stored as Partial<FormerKey>[]) : [{}]) {
    const { public_key: publicKey, until_size: untilSize } = key
    const isKey = typeof publicKey === 'string' && /^[0-9a-f]{64}$/.test(publicKey)
    if (!isKey || !Number.isSafeInteger(untilSize) || Number(untilSize) <= last) {
      throw new Error('the list of former keys is not one of keys with increasing sizes')
    }
    last = Number(untilSize)
  }
  return stored as FormerKey[]
}

/**
 * Returns the keys whose signature counts under a tree of the given size: the one in force, and both of them for the tree that
 * ends with the entry about their replacement. A former key that was stolen can therefore not sign what came after it.
 */
export function verifiersAt({ origin, publicKey, formerKeys }: KeyHistory, size: number): NoteVerifier[] {
  const still = formerKeys.filter((key) => size <= key.until_size)
  const keys = [...still.map((key) => Buffer.from(key.public_key, 'hex')), publicKey]
  const inForce = still[0]?.until_size === size ? keys.slice(0, 2) : keys.slice(0, 1)
  return inForce.map((key) => noteVerifier(origin, key))
}

/**
 * Returns the checkpoint in a signed note, verified with the key in force for its size. Throws Error if the note is malformed,
 * of another ledger, or not signed by that key.
 */
export function openCheckpointOf(history: KeyHistory, note: string): OpenedCheckpoint {
  const { text, signatures } = parseNote(note)
  const verifiers = verifiersAt(history, parseCheckpoint(text).size)
  const checkpoint = openCheckpoint(note, verifiers)
  const verifier = verifiers.findLast(({ keyId }) => signatures.some((line) => line.keyId === keyId))
  return { ...checkpoint, verifier: verifier! }
}
