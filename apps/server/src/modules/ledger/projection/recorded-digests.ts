import type { RowWalk } from '../../../platform/db/index.ts'
import type { Findings } from './projection.ts'

/** A row of a table that holds credentials, with the SHA-256 of what recognises them, in hex. */
export interface DigestRow {
  readonly rowId: string
  readonly digest: string
}

/**
 * The SHA-256 that entries record of stored credentials. No entry holds a credential, so a rebuild cannot restore one that was
 * replaced; a comparison finds it. Nothing is compared where the last entry is of a release that recorded none.
 */
export class RecordedDigests {
  readonly #table: string
  readonly #recorded = new Map<string, { digest: string; index: number }>()

  constructor(table: string) {
    this.#table = table
  }

  /** Takes what an entry records of a row; undefined: it does not say. */
  set(rowId: string, digest: string | undefined, index: number): void {
    if (digest === undefined) this.#recorded.delete(rowId)
    else this.#recorded.set(rowId, { digest, index })
  }

  /** Compares the found rows with what was recorded of them. Rows that are missing are found by whoever compares those. */
  async compare(
    found: RowWalk<DigestRow>,
    findings: Findings,
    except: ReadonlySet<string> = new Set(),
  ): Promise<void> {
    for await (const rows of found.pages()) {
      for (const { rowId, digest } of rows) {
        const recorded = this.#recorded.get(rowId)
        if (recorded === undefined || recorded.digest === digest || except.has(rowId)) continue
        findings.fault({
          table: this.#table,
          rowId,
          column: CREDENTIAL,
          expected: recorded.digest,
          actual: digest,
          index: recorded.index,
        })
      }
    }
  }
}

/** What a fault names in place of a column. */
const CREDENTIAL = 'credential'

/** Whether a fault is about a credential, which no rebuild restores. */
export function isOfCredential({ column }: { column: string | null }): boolean {
  return column === CREDENTIAL
}
