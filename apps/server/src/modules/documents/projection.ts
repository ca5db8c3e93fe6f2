import type { Snapshot } from '../../platform/db/index.ts'
import {
  columnsAfter,
  compareBySubject,
  CollectedEntries,
  type Findings,
  type CollectedEntry,
  type EntryGroup,
  type Projection,
  type Replay,
  type ReplayedEntry,
  type RowColumns,
} from '../ledger/index.ts'
import { documentPayload } from './ledger-payload.ts'
import { countedDocuments, documentRows, streamDocumentRows, wordsOfDocuments } from './projection-store.ts'

/** Documents as recorded in the ledger, each with the hash of its file and the current site of its instrument. */
export const documentProjection: Projection = {
  payloads: [documentPayload],
  tables: [documentRows],
  counts: (workspaceId) => [countedDocuments(workspaceId)],
  following: wordsOfDocuments,
  begin: (snapshot, findings) => new DocumentReplay(snapshot, findings),
}

class DocumentReplay implements Replay {
  readonly #snapshot: Snapshot
  readonly #findings: Findings
  readonly #documents: CollectedEntries
  /** The site of each instrument. */
  readonly #sites: CollectedEntries
  /** Number of entries up to and including the last one that moved an instrument. */
  #movedBefore = 0

  constructor(snapshot: Snapshot, findings: Findings) {
    this.#snapshot = snapshot
    this.#findings = findings
    this.#documents = new CollectedEntries(snapshot, 'documents')
    this.#sites = new CollectedEntries(snapshot, 'instrument_sites')
  }

  take(entry: ReplayedEntry): void | Promise<void> {
    const { kind, subject, payload } = entry
    if (kind === 'document.registered') {
      return this.#documents.add(subject.id, { ...entry, payload: documentPayload.columns(payload) })
    }
    if (kind === 'provider.document_added') return this.#addOfProvider(entry)
    if (kind === 'document.archived') return this.#documents.add(subject.id, { ...entry, payload: null })
    if (subject.type !== 'instrument') return undefined
    const siteId = siteAfter(entry)
    if (siteId === undefined) return undefined
    if (kind !== 'instrument.created') this.#movedBefore = entry.index + 1
    return this.#sites.add(subject.id, { ...entry, payload: siteId })
  }

  #addOfProvider({ subject, payload, ...entry }: ReplayedEntry): void | Promise<void> {
    const { document } = payload as { document: RowColumns }
    const columns = { ...documentPayload.columns(document), provider_id: subject.id }
    return this.#documents.add(String(document['document_id']), { ...entry, subject, payload: columns })
  }

  async compare(since: number): Promise<void> {
    const documents = {
      table: 'documents',
      idColumn: 'document_id',
      walk: (ids: readonly string[] | null) => streamDocumentRows(this.#snapshot, ids),
      prepare: (groups: readonly EntryGroup[]) => this.#sites.of([...new Set(groups.flatMap(instrumentsOf))]),
      rowOf: (
        group: EntryGroup,
        { prepared }: { prepared: ReadonlyMap<string, readonly CollectedEntry[]> },
      ) => documentRow(group, prepared),
    }
    // Documents move with their instrument, without an entry of their own.
    await compareBySubject(this.#documents, documents, this.#findings, this.#movedBefore > since ? 0 : since)
  }
}

function siteAfter(entry: ReplayedEntry): unknown {
  if (entry.kind !== 'instrument.created') return columnsAfter(entry)['site_id']
  return (entry.payload as { instrument: RowColumns }).instrument['site_id']
}

/** Returns the instrument of a document; none for one that belongs to a provider. */
function instrumentsOf({ entries }: EntryGroup): string[] {
  const id = (entries[0]?.payload as RowColumns | null)?.['instrument_id']
  return typeof id === 'string' ? [id] : []
}

const CREATING: ReadonlySet<string> = new Set(['document.registered', 'provider.document_added'])

function documentRow({ id, entries }: EntryGroup, sites: ReadonlyMap<string, readonly CollectedEntry[]>) {
  const [registered] = entries
  if (!registered || !CREATING.has(registered.kind))
    throw new Error(`no earlier entry creates document ${id}`)
  const described = registered.payload as RowColumns
  const site = sites.get(String(described['instrument_id']))?.at(-1)
  const columns = {
    provider_id: null,
    ...described,
    uploaded_at: registered.at,
    is_archived: entries.length > 1,
    site_id: site?.payload ?? null,
  }
  return { columns, index: Math.max(entries.at(-1)!.index, site?.index ?? 0) }
}
