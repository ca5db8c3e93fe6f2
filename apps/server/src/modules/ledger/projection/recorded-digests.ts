import type { RowStream } from '../../../platform/db/index.ts'
import type { Findings } from './projection.ts'

/** A row of a table that contains credentials, with the SHA-256 of what identifies them, in hex. */
export interface DigestRow {
  readonly rowId: string
  readonly digest: string
}

/**
 * The SHA-256 that entries record of stored credentials. No entry contains a credential, so a rebuild cannot restore
 * one that was replaced, but a comparison detects it. Nothing is compared if the last entry is from a release that
 * recorded none.
 */
export class RecordedDigests {
  readonly #table: string
  readonly #recorded = new Map<string, { digest: string; index: number }>()

  constructor(table: string) {
    this.#table = table
  }

  /** Sets the digest that an entry records for a row; undefined if the entry does not state one. */
  set(rowId: string, digest: string | undefined, index: number): void {
    if (digest === undefined) this.#recorded.delete(rowId)
    else this.#recorded.set(rowId, { digest, index })
  }

  /**
   * Compares the existing rows with their recorded digests. Missing rows are detected by the comparison of the rows
   * themselves.
   */
  async compare(
    found: RowStream<DigestRow>,
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

/** Used in a fault in place of a column name. */
const CREDENTIAL = 'credential'

/** Whether a fault concerns a credential, which no rebuild can restore. */
export function isOfCredential({ column }: { column: string | null }): boolean {
  return column === CREDENTIAL
}
