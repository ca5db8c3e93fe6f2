import type { Snapshot } from '../../platform/db/index.ts'
import {
  byLedgerIndex,
  compareBySubject,
  CollectedEntries,
  rowOf,
  RowsInOrder,
  type Findings,
  type EntryGroup,
  type EntryRow,
  type Projection,
  type Replay,
  type ReplayedEntry,
  type RowColumns,
} from '../ledger/index.ts'
import { certificatePayload } from './ledger-payload.ts'
import {
  certificateRows,
  directoryRows,
  streamCertificateRows,
  streamDirectoryRows,
} from './projection-store.ts'

/**
 * Issued certificates as recorded in the ledger, each with the hash of its file, and the addresses of their public
 * pages.
 */
export const certificateProjection: Projection = {
  payloads: [certificatePayload],
  tables: [certificateRows, directoryRows],
  begin: (snapshot, findings) => new CertificateReplay(snapshot, findings),
}

class CertificateReplay implements Replay {
  readonly #snapshot: Snapshot
  readonly #findings: Findings
  readonly #addresses: CollectedEntries
  #certificates: RowsInOrder<EntryRow>
  #size = 0

  constructor(snapshot: Snapshot, findings: Findings) {
    this.#snapshot = snapshot
    this.#findings = findings
    this.#addresses = new CollectedEntries(snapshot, 'certificate_directory')
    this.#certificates = this.#rowsFrom(0)
  }

  take(entry: ReplayedEntry): void | Promise<void> {
    this.#size = entry.index + 1
    return entry.kind === 'certificate.issued' ? this.#takeIssued(entry) : undefined
  }

  async #takeIssued(entry: ReplayedEntry): Promise<void> {
    const { subject, index } = entry
    const made = certificatePayload.columns(entry.payload)
    const { calibration_id } = made
    await this.#addresses.add(subject.id, { ...entry, payload: { calibration_id } })
    const row = { ...made, certificate_id: subject.id, ledger_index: index }
    await this.#certificates.compare(index, rowOf(row, index))
  }

  async compare(since: number): Promise<void> {
    await this.#certificates.end()
    this.#certificates = this.#rowsFrom(this.#size)
    const directory = {
      table: 'certificate_directory',
      idColumn: 'certificate_id',
      walk: (ids: readonly string[] | null) => streamDirectoryRows(this.#snapshot, ids),
      rowOf: ({ entries }: EntryGroup) => {
        const { payload, index } = entries.at(-1)!
        return { columns: payload as RowColumns, index }
      },
    }
    await compareBySubject(this.#addresses, directory, this.#findings, since)
  }

  #rowsFrom(index: number): RowsInOrder<EntryRow> {
    const found = streamCertificateRows(this.#snapshot, index)
    const table = { table: 'certificates', idColumn: 'calibration_id', rowKeyOf: byLedgerIndex, found }
    return new RowsInOrder(table, this.#findings)
  }
}
