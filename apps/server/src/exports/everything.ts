import { createHash } from 'node:crypto'
import { pipeline as pipe, Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ExportFormat } from '@plumbline/contract'
import type { Caller } from '../modules/access/index.ts'
import { calibrationTable } from '../modules/calibrations/index.ts'
import { certificateFiles } from '../modules/certificates/index.ts'
import { documentFiles, documentTable, procedureFiles } from '../modules/documents/index.ts'
import { findingTable } from '../modules/findings/index.ts'
import { instrumentTable } from '../modules/instruments/index.ts'
import {
  activityTable,
  exportLedger,
  latestCheckpoint,
  LedgerContradiction,
} from '../modules/ledger/index.ts'
import { procedureTable } from '../modules/procedures/index.ts'
import { allProviders } from '../modules/providers/index.ts'
import { describeWorkspace } from '../modules/settings/index.ts'
import { readSnapshot, type Snapshot, type WorkspaceQueries } from '../platform/db/index.ts'
import type { Secrets } from '../platform/secrets.ts'
import { ObjectMissing, type Storage, type StoredFile, type StoredFiles } from '../platform/storage/index.ts'
import { written, type SendFile, type Table } from '../platform/tables/index.ts'
import { zipOf, type AddFile } from '../platform/zip.ts'
import type { ExportParts } from './parts.ts'

/** The dependencies of the export of a whole workspace. */
export interface EverythingParts extends ExportParts {
  readonly secrets: Secrets
  readonly storage: Storage
}

/** File formats in which each list is included. */
const FORMATS = ['csv', 'jsonl'] as const satisfies ExportFormat[]

/**
 * Exports a whole workspace as one ZIP file: settings, providers, lists as CSV and JSON Lines, documents, issued certificates and the
 * ledger. All lists come from one snapshot, which ends before the files are added, since those can take longer than a
 * transaction may last. `missing-files.txt` names recorded files that are missing, `altered-files.txt` those whose bytes
 * differ from what was recorded, and `ledger-fault.txt` says in what way the ledger contradicts its checkpoints.
 * @param caller must have access to all sites
 */
export async function everything(parts: EverythingParts, caller: Caller): Promise<SendFile> {
  const tables = await tablesOf(parts, caller)
  const at = parts.clock.now()
  const { db, storage } = parts
  const { workspaceId } = caller
  return (file, options = {}) =>
    pipeline(
      zipOf(at, async (add) => {
        await readSnapshot(db, workspaceId, (snapshot) => addLists(add, snapshot, tables, at))
        const queries = db.in(workspaceId)
        const faults: FileFaults = { missing: [], altered: [] }
        await addFiles(add, storage, queries, documentFiles, faults)
        await addFiles(add, storage, queries, procedureFiles, faults)
        await addFiles(add, storage, queries, certificateFiles, faults)
        for (const state of ['missing', 'altered'] as const) {
          if (faults[state].length === 0) continue
          await add(`${state}-files.txt`, () => [`${[HEADS[state], ...faults[state]].join('\n')}\n`])
        }
        await addLedger(add, parts, workspaceId)
      }),
      file,
      options,
    )
}

/** A list, and the name of its files without the extension. */
type NamedTable = readonly [name: string, table: Table]

async function addLists(
  add: AddFile,
  snapshot: Snapshot,
  tables: readonly NamedTable[],
  at: Date,
): Promise<void> {
  await add('workspace.json', async () => {
    const description = { ...(await describeWorkspace(snapshot)), providers: await allProviders(snapshot) }
    return [`${JSON.stringify(description, null, 2)}\n`]
  })
  for (const [name, table] of tables) {
    for (const format of FORMATS) await add(`${name}.${format}`, () => written(format, table, at)(snapshot))
  }
}

async function tablesOf(parts: ExportParts, caller: Caller): Promise<NamedTable[]> {
  const calibrations = calibrationTable(parts, caller, { include: 'voided' })
  const [records, points] = calibrations.sheets
  return [
    ['instruments', await instrumentTable(parts, caller, { include: 'retired' })],
    ['calibrations', { ...calibrations, sheets: [records] }],
    ['points', { ...calibrations, sheets: [points ?? records] }],
    ['procedures', procedureTable(parts)],
    ['findings', findingTable(parts, caller, {})],
    ['documents', await documentTable(parts, caller, { include: 'archived' })],
    ['activity', activityTable(parts, caller, {})],
  ]
}

/** Number of files whose rows are read in one statement. */
const PART = 200

/** Missing and altered files, by their paths in the ZIP file. */
interface FileFaults {
  readonly missing: string[]
  readonly altered: string[]
}

const HEADS = {
  missing: 'These files are recorded, but were not found in the storage. They are not part of this export:',
  altered: 'The bytes of these files are not those that were recorded. They are exported as they were found:',
} as const

/** Adds the files of a kind, and records which of them are missing or altered. */
async function addFiles(
  add: AddFile,
  storage: Storage,
  queries: WorkspaceQueries,
  kind: StoredFiles,
  { missing, altered }: FileFaults,
): Promise<void> {
  for (let after: string | null = null; ;) {
    const files = await kind.after(storage, queries, after, PART)
    for (const file of files) {
      const { path } = file
      try {
        await add(path, async () => hashed(await file.read(), file, () => altered.push(path)), {
          packs: false,
        })
      } catch (fault) {
        if (!(fault instanceof ObjectMissing)) throw fault
        missing.push(path)
      }
    }
    const last = files.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Returns a stream of the same bytes that calls `onAltered` at its end if their hash differs from the recorded one. Destroying it destroys the content. */
function hashed(content: Readable, { sha256 }: StoredFile, onAltered: () => void): Readable {
  const hash = createHash('sha256')
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      hash.update(chunk)
      pass(null, chunk)
    },
    flush(end) {
      if (!hash.digest().equals(sha256)) onAltered()
      end()
    },
  })
  // Errors reach the reader of the stream.
  pipe(content, passing, () => undefined)
  return passing
}

async function addLedger(add: AddFile, parts: EverythingParts, workspaceId: string): Promise<void> {
  try {
    await latestCheckpoint(parts, workspaceId)
  } catch (fault) {
    if (!(fault instanceof LedgerContradiction)) throw fault
    const advice =
      'It is not part of this export. `plumbline ledger verify` names the first entry that differs.'
    return add('ledger-fault.txt', () => [`${fault.message}.\n${advice}\n`])
  }
  return add('ledger.jsonl', () => exportLedger(parts, workspaceId))
}
