import type { RowStream } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { LedgerFaultError, type LedgerFault } from '../projection/ledger-fault.ts'
import type { Checkpoint } from '../rules/checkpoint.ts'
import { openCheckpointOf, type KeyHistory } from '../rules/key-history.ts'
import { rootOf, type Edge } from '../rules/merkle-tree.ts'
import { keyHistoryOf, signerOf } from '../proofs/sign-checkpoint.ts'
import type { FoundCheckpoint, FoundLedger } from './verify-store.ts'

/** Number of checkpoints compared with a tree: those in the database, and those stored outside it. */
export interface CheckpointCounts {
  readonly stored: number
  readonly outside: number
}

/** Returns the keys that verify checkpoints of a ledger. Throws LedgerFaultError if the stored halves do not match. */
export function keysOfLedger({ key }: FoundLedger, secrets: Secrets): KeyHistory {
  if (!key) throw wrongKey('The ledger has no signing key.')
  try {
    signerOf(key, secrets)
    return keyHistoryOf(key)
  } catch (error) {
    throw wrongKey(`The signing key does not open with this SECRET_KEY, or was changed (${reasonOf(error)}).`)
  }
}

function wrongKey(what: string): LedgerFaultError {
  return new LedgerFaultError({ index: 0, found: 'key', what })
}

/** Compares each signed checkpoint with the tree as it grows: those in the database, and those stored by a person. */
export class CheckpointCheck {
  readonly #stored: RowStream<FoundCheckpoint>
  readonly #saved: Checkpoint[]
  readonly #keys: KeyHistory
  /** Size of the largest tree confirmed by a signature. */
  #borneOut = 0
  /** No stored checkpoint is left. */
  #isAtEnd = false
  #lastAt = ''
  #compared = { stored: 0, outside: 0 }

  /**
   * @param saved signed notes that were stored outside the database. Throws LedgerFaultError if one of them is not signed
   * by this ledger's key.
   */
  constructor(stored: RowStream<FoundCheckpoint>, saved: readonly string[], keys: KeyHistory) {
    this.#stored = stored
    this.#keys = keys
    this.#saved = saved
      .map((note) => open(note, keys, 'The checkpoint that was kept', { index: 0, found: 'kept checkpoint' }))
      .toSorted((one, other) => one.size - other.size)
  }

  /** The number of checkpoints compared so far. */
  get compared(): CheckpointCounts {
    return { ...this.#compared }
  }

  /** Whether there may be a checkpoint over a tree of this size; for most sizes there is none. */
  isDue({ size }: Edge): boolean {
    const stored = this.#stored.peek()
    const isStoredDue = stored ? Number(stored.size) <= size : !this.#isAtEnd
    return isStoredDue || (this.#saved[0]?.size ?? Number.POSITIVE_INFINITY) <= size
  }

  /** Throws LedgerFaultError if the tree of this size is not the one that was signed. */
  async check(edge: Edge, lastAt: string): Promise<void> {
    for (let [saved] = this.#saved; saved && saved.size <= edge.size; [saved] = this.#saved) {
      this.#requireRoot(saved, edge, 'kept checkpoint')
      this.#compared.outside += 1
      this.#saved.shift()
    }
    for (;;) {
      const stored = this.#stored.peek() ?? (await this.#stored.load())
      this.#isAtEnd = stored === undefined
      if (!stored || Number(stored.size) > edge.size) return
      this.#checkStored(stored, edge, lastAt)
      this.#compared.stored += 1
      this.#stored.skip()
    }
  }

  /** Call it after the last entry. Throws LedgerFaultError if a checkpoint covers more entries. */
  async end({ size }: Edge): Promise<void> {
    const [saved] = this.#saved
    if (saved) throw lost(size, 'kept checkpoint', saved.size)
    const stored = await this.#stored.load()
    if (stored) throw lost(size, 'checkpoints', stored.size)
  }

  #checkStored({ size, root, note, at }: FoundCheckpoint, edge: Edge, lastAt: string): void {
    const found = { index: Math.max(0, edge.size - 1), found: 'checkpoints' } as const
    const signed = open(note, this.#keys, `The checkpoint of ${size} entries`, found)
    if (signed.size !== size || !signed.root.equals(root)) {
      throw new LedgerFaultError({
        ...found,
        what: `The checkpoint of ${size} entries is stored beside the note of another one.`,
      })
    }
    this.#requireRoot(signed, edge, 'checkpoints')
    if (at < lastAt || at < this.#lastAt) {
      throw new LedgerFaultError({
        ...found,
        what: `The checkpoint of ${size} entries says that it was kept at ${at}, before they were made.`,
      })
    }
    this.#lastAt = at
  }

  #requireRoot({ size, root }: Checkpoint, edge: Edge, found: LedgerFault['found']): void {
    if (size !== edge.size || !rootOf(edge).equals(root)) {
      const what = `It, or one between it and entry ${size}, is not the one that was signed: a checkpoint of ${size} entries has another root.`
      throw new LedgerFaultError({ index: this.#borneOut, found, what })
    }
    this.#borneOut = size
  }
}

function open(note: string, keys: KeyHistory, name: string, found: Omit<LedgerFault, 'what'>): Checkpoint {
  try {
    return openCheckpointOf(keys, note)
  } catch (error) {
    throw new LedgerFaultError({
      ...found,
      what: `${name} is not signed by this ledger's key: ${reasonOf(error)}`,
    })
  }
}

function lost(size: number, found: LedgerFault['found'], signedSize: number | string): LedgerFaultError {
  const what = `It is missing: a checkpoint was signed over ${signedSize} entries, and ${size} are there.`
  return new LedgerFaultError({ index: size, found, what })
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
