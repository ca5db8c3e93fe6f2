import type { Snapshot } from '../../platform/db/index.ts'
import {
  columnsAfter,
  compareCounts,
  ToldRows,
  type Findings,
  type Projection,
  type Replay,
  type ReplayedEntry,
  type RowColumns,
} from '../ledger/index.ts'
import { documentPayload } from './ledger-payload.ts'
import { countedDocuments, walkDocumentRows } from './projection-store.ts'

/** Documents as the ledger tells them, each with the hash of its file and the site where its instrument stands. */
export const documentProjection: Projection = {
  payloads: [documentPayload],
  begin: (snapshot, findings) => new DocumentReplay(snapshot, findings),
}

class DocumentReplay implements Replay {
  readonly #snapshot: Snapshot
  readonly #findings: Findings
  readonly #documents = new ToldRows('documents')
  /** By instrument. */
  readonly #siteIds = new Map<string, unknown>()
  readonly #documentIds = new Map<string, string[]>()

  constructor(snapshot: Snapshot, findings: Findings) {
    this.#snapshot = snapshot
    this.#findings = findings
  }

  take(entry: ReplayedEntry): void {
    const { kind, subject, payload, index } = entry
    if (kind === 'document.registered') return this.#register(entry)
    if (kind === 'document.archived') return this.#documents.change(subject.id, { is_archived: true }, index)
    if (kind === 'instrument.created') {
      const { instrument } = payload as { instrument: RowColumns }
      this.#siteIds.set(subject.id, instrument['site_id'])
    } else if (subject.type === 'instrument') {
      const { site_id: siteId } = columnsAfter(entry)
      if (siteId !== undefined) this.#move(subject.id, siteId, index)
    }
  }

  async compare(): Promise<void> {
    await this.#documents.compare(walkDocumentRows(this.#snapshot), 'document_id', this.#findings)
    await compareCounts(this.#snapshot, countedDocuments(this.#snapshot), this.#findings)
  }

  #register({ subject, payload, at, index }: ReplayedEntry): void {
    const described = documentPayload.columns(payload)
    const instrumentId = String(described['instrument_id'])
    const site_id = this.#siteIds.get(instrumentId)
    this.#documents.tell(subject.id, { ...described, uploaded_at: at, is_archived: false, site_id }, index)
    this.#documentIds.set(instrumentId, [...(this.#documentIds.get(instrumentId) ?? []), subject.id])
  }

  #move(instrumentId: string, site_id: unknown, index: number): void {
    this.#siteIds.set(instrumentId, site_id)
    for (const id of this.#documentIds.get(instrumentId) ?? []) this.#documents.change(id, { site_id }, index)
  }
}
