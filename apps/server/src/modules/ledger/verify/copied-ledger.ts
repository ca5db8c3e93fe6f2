import { LedgerFaultError, type LedgerFault } from '../projection/ledger-fault.ts'
import type { Checkpoint } from '../rules/checkpoint.ts'
import { isPayloadOf } from '../rules/entry-fault.ts'
import { openCheckpointOf, readFormerKeys, type KeyHistory } from '../rules/key-history.ts'
import { appendLeaf, EMPTY_EDGE, leafHash, rootOf, type Edge } from '../rules/merkle-tree.ts'

/** A row of one of the ledger's tables as written by `row_to_json`: bytes as `\\x` and hexadecimal digits. */
export type CopiedRow = Readonly<Record<string, unknown>>

/** The findings about the copy of a ledger: its tree, and the number of signed checkpoints compared with it. */
export interface CopiedLedgerReport {
  readonly workspaceId: string
  readonly size: number
  /** In base64. */
  readonly root: string
  readonly checkpoints: { readonly stored: number; readonly outside: number }
  /**
   * The largest external checkpoint that covers more entries than the copy contains: the copy is from an earlier
   * time.
   */
  readonly ahead: Checkpoint | undefined
}

/**
 * Recomputes the tree of a ledger from a copy of its rows, and compares it with its head and with signed checkpoints.
 * Rows of `ledger_keys`, `ledger_heads` and `ledger_checkpoints` must come before those of `ledger_entries`, which
 * must come in order. Checking the other tables is left to `verifyLedger`. Every method throws LedgerFaultError.
 */
export class CopiedLedger {
  readonly #workspaceId: string
  readonly #saved: readonly string[]
  #edge: Edge = EMPTY_EDGE
  #head: { size: number; root: string } | undefined
  #keys: KeyHistory | undefined
  /** Signed roots, by the size of the tree, with where the signed note was stored. */
  readonly #signed = new Map<number, { root: Buffer; found: 'checkpoints' | 'kept checkpoint' }[]>()
  #outside: Checkpoint[] | undefined
  #compared = { stored: 0, outside: 0 }

  /** @param saved signed notes of this ledger that were stored outside the copy */
  constructor(workspaceId: string, saved: readonly string[]) {
    this.#workspaceId = workspaceId
    this.#saved = saved
  }

  take(table: string, row: CopiedRow): void {
    switch (table) {
      case 'ledger_keys':
        this.#keys = keysOf(row)
        return
      case 'ledger_heads':
        this.#head = headOf(row)
        return
      case 'ledger_checkpoints':
        return this.#expect(Number(row['size']), bytesIn(row['root']), 'checkpoints')
      case 'ledger_entries':
        return this.#append(row)
      default:
    }
  }

  end(): CopiedLedgerReport {
    this.#openKept()
    const { size } = this.#edge
    const root = rootOf(this.#edge).toString('base64')
    if (this.#head?.size !== size || this.#head.root !== root) {
      throw wrong(size, 'head', `The head counts ${this.#head?.size ?? 'no'} entries and has another tree.`)
    }
    const lost = [...this.#signed].find(([, roots]) => roots.some(({ found }) => found === 'checkpoints'))
    if (lost) {
      throw wrong(
        size,
        'checkpoints',
        `A checkpoint was signed over ${lost[0]} entries, and ${size} are there.`,
      )
    }
    const ahead = this.#outside?.filter((note) => note.size > size).at(-1)
    return { workspaceId: this.#workspaceId, size, root, checkpoints: { ...this.#compared }, ahead }
  }

  #append(row: CopiedRow): void {
    this.#openKept()
    const index = this.#edge.size
    const [entry, payload] = [textIn(row, 'entry'), textIn(row, 'payload')]
    if (row['index'] !== index)
      throw wrong(index, 'entries', `The next one has the index ${String(row['index'])}.`)
    if (!isPayloadOf({ entry, payload })) {
      throw wrong(index, 'entries', 'Its payload is not the one whose hash stands in its text.')
    }
    const leaf = leafHash(entry)
    if (!leaf.equals(bytesIn(row['leaf_hash']))) {
      throw wrong(index, 'entries', 'Its leaf hash is not that of its text.')
    }
    this.#edge = appendLeaf(this.#edge, leaf).edge
    this.#compare()
  }

  #compare(): void {
    const signed = this.#signed.get(this.#edge.size)
    if (!signed) return
    const root = rootOf(this.#edge)
    for (const expected of signed) {
      if (!expected.root.equals(root)) {
        const what = `A checkpoint of ${this.#edge.size} entries was signed over another tree.`
        throw wrong(this.#edge.size - 1, expected.found, what)
      }
      this.#compared[expected.found === 'checkpoints' ? 'stored' : 'outside'] += 1
    }
    this.#signed.delete(this.#edge.size)
  }

  #expect(size: number, root: Buffer, found: 'checkpoints' | 'kept checkpoint'): void {
    const others = this.#signed.get(size)
    if (others) others.push({ root, found })
    else this.#signed.set(size, [{ root, found }])
  }

  /** Call it once the key is available. */
  #openKept(): void {
    if (this.#outside) return
    this.#outside = this.#saved
      .map((note) => this.#openNote(note))
      .toSorted((one, other) => one.size - other.size)
    for (const { size, root } of this.#outside) this.#expect(size, root, 'kept checkpoint')
    this.#compare()
  }

  #openNote(note: string): Checkpoint {
    if (!this.#keys) throw wrong(0, 'key', 'The ledger has no signing key.')
    try {
      return openCheckpointOf(this.#keys, note)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw wrong(
        0,
        'kept checkpoint',
        `The checkpoint that was kept is not signed by this ledger's key: ${why} If the key was replaced after this copy was made, compare it with a checkpoint from before the replacement.`,
      )
    }
  }
}

/** Backups of earlier versions have no column of former keys. */
function keysOf(row: CopiedRow): KeyHistory {
  try {
    const formerKeys = readFormerKeys(row['former_keys'] ?? [])
    return { origin: textIn(row, 'origin'), publicKey: bytesIn(row['public_key']), formerKeys }
  } catch (error) {
    throw wrong(0, 'key', `The signing key was changed: ${(error as Error).message}.`)
  }
}

function headOf(row: CopiedRow): { size: number; root: string } {
  const hashes = (row['edge'] as unknown[]).map(bytesIn)
  const size = Number(row['size'])
  return { size, root: rootOf({ size, hashes }).toString('base64') }
}

function textIn(row: CopiedRow, column: string): string {
  const value = row[column]
  return typeof value === 'string' ? value : ''
}

const HEX_MARK = '\\x'

function bytesIn(value: unknown): Buffer {
  return Buffer.from(typeof value === 'string' ? value.slice(HEX_MARK.length) : '', 'hex')
}

function wrong(index: number, found: LedgerFault['found'], what: string): LedgerFaultError {
  return new LedgerFaultError({ index, found, what })
}
