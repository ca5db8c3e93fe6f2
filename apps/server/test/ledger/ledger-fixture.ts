import { mkdir, writeFile } from 'node:fs/promises'
import { ledgerOrigin, signCheckpoint } from '../../src/modules/ledger/rules/checkpoint.ts'
import { consistencyProof } from '../../src/modules/ledger/rules/consistency-proof.ts'
import { sealEntry, type Change, type SealedEntry } from '../../src/modules/ledger/rules/entry.ts'
import { inclusionProof } from '../../src/modules/ledger/rules/inclusion-proof.ts'
import {
  bundleCheckpointLine,
  bundleEntryLine,
  bundleHeaderLine,
  recordProofText,
} from '../../src/modules/ledger/rules/ledger-bundle.ts'
import { appendLeaves, EMPTY_EDGE } from '../../src/modules/ledger/rules/merkle-tree.ts'
import {
  encodeVerifierKey,
  noteSigner,
  verifierOf,
  type NoteSigner,
} from '../../src/modules/ledger/rules/signed-note.ts'
import { lookupAmong, rootAt } from '../../src/modules/ledger/rules/subtree-range.ts'
import { formatTlogProof } from '../../src/modules/ledger/rules/tlog-proof.ts'

/** A ledger created by the server's rules, and everything that can be derived from it. */
export type LedgerFixture = {
  readonly vkey: string
  /** Returns the signed checkpoint at a size. */
  checkpointAt(size: number): string
  /** Returns the exported ledger at a size. */
  bundleAt(size: number): string
  /** Returns the record proof file of an entry in the ledger of a size. */
  recordAt(index: number, size: number): string
  /** Returns the hashes, in base64, that prove one size to be the beginning of another. */
  consistency(from: number, to: number): string[]
}

/** Creates a ledger; the same changes always result in the same one: keys, times and nonces depend on the position. */
export function ledgerFixture(changes: readonly Change[]): LedgerFixture {
  const sealed = changes.map(sealAt)
  const { completedNodes } = appendLeaves(
    EMPTY_EDGE,
    sealed.map(({ leafHash }) => leafHash),
  )
  const lookup = lookupAmong(completedNodes)
  const signer = noteSigner(ledgerOrigin(HOST, WORKSPACE_ID), SEED)
  const vkey = encodeVerifierKey(verifierOf(signer))
  const checkpointAt = (size: number) => signedAt(size, rootAt(size, lookup), signer)
  return {
    vkey,
    checkpointAt,
    bundleAt: (size) =>
      [
        bundleHeaderLine({ origin: signer.name, vkey, size }),
        ...sealed.slice(0, size).map(bundleEntryLine),
        bundleCheckpointLine(checkpointAt(size)),
      ].join(''),
    recordAt: (index, size) => {
      const hashes = inclusionProof(index, size, lookup)
      const proof = formatTlogProof({ index, hashes, checkpoint: checkpointAt(size) })
      return recordProofText({ ...entryAt(sealed, index), proof, vkey })
    },
    consistency: (from, to) => consistencyProof(from, to, lookup).map((hash) => hash.toString('base64')),
  }
}

const HOST = 'plumbline.example'
const WORKSPACE_ID = '0197c0de-0000-7000-8000-000000000001'
const SEED = Buffer.alloc(32, 0x2a)
const FIRST_AT_MS = Date.parse('2026-11-21T04:56:39.123Z')

/** Every second entry has the same time as the one before it, like entries of one batch. */
const PAIR_GAP_MS = 1500

function sealAt(change: Change, index: number): SealedEntry {
  const at = new Date(FIRST_AT_MS + Math.floor(index / 2) * PAIR_GAP_MS).toISOString()
  return sealEntry(change, { workspaceId: WORKSPACE_ID, index, at, nonce: Buffer.alloc(16, index) })
}

function signedAt(size: number, root: Buffer, signer: NoteSigner): string {
  return signCheckpoint({ origin: signer.name, size, root }, signer)
}

function entryAt(sealed: readonly SealedEntry[], index: number): SealedEntry {
  const entry = sealed[index]
  if (entry === undefined) throw new Error(`The fixture has no entry ${index}.`)
  return entry
}

const cli = { type: 'system', id: 'cli' } as const
const person = { type: 'user', id: '0197c0de-0000-7000-8000-0000000000a1' } as const
const apiKey = { type: 'api_key', id: '0197c0de-0000-7000-8000-0000000000b1' } as const
const workspace = { type: 'workspace', id: WORKSPACE_ID } as const
const site = { type: 'site', id: '0197c0de-0000-7000-8000-0000000000c1' } as const
const caliper = { type: 'instrument', id: '0197c0de-0000-7000-8000-0000000000d1' } as const
const record = { type: 'calibration', id: '0197c0de-0000-7000-8000-0000000000e1' } as const
const correction = { type: 'calibration', id: '0197c0de-0000-7000-8000-0000000000e2' } as const

/** A short history of one instrument, with texts that are easily corrupted in transit. */
export const caliperHistory: readonly Change[] = [
  {
    kind: 'workspace.created',
    actor: cli,
    subject: workspace,
    payload: { name: 'Prüflabor \u{1f4cf}', plan: 'scale' },
  },
  { kind: 'site.created', actor: cli, subject: site, payload: { name: 'Main', timezone: 'Europe/Berlin' } },
  {
    kind: 'instrument.created',
    actor: apiKey,
    subject: caliper,
    payload: {
      asset_tag: 'CAL-001',
      name: 'Caliper, 150 mm',
      interval: { value: 12, unit: 'months' },
      customFields: JSON.parse('{"__proto__":"kept","Größe":"10\u2028mm"}') as Record<string, string>,
      notes: null,
    },
  },
  {
    kind: 'calibration.appended',
    actor: apiKey,
    subject: record,
    payload: {
      result: 'PASS',
      nominal_value: '10.000',
      as_found_reading: '10.02 mm',
      performed_by: 'A. \u0141uk',
    },
  },
  {
    kind: 'calibration.approved',
    actor: person,
    subject: record,
    payload: { meaning: 'approval', name: 'B. Ng' },
  },
  {
    kind: 'calibration.corrected',
    actor: person,
    subject: correction,
    payload: {
      corrects: record.id,
      result: 'FAIL',
      as_found_reading: '10.20 mm',
      reason: 'digit "2" misread\n',
    },
  },
  {
    kind: 'calibration.approved',
    actor: person,
    subject: correction,
    payload: { meaning: 'approval', name: 'B. Ng' },
  },
  {
    kind: 'instrument.status_changed',
    actor: person,
    subject: caliper,
    payload: { before: 'active', after: 'out_of_service', reason: 'failed' },
  },
  { kind: 'calibration.voided', actor: person, subject: correction, payload: { reason: 'wrong instrument' } },
  {
    kind: 'standards.selected',
    actor: person,
    subject: workspace,
    payload: { before: [], after: ['iso-9001'] },
  },
  {
    kind: 'instrument.retired',
    actor: person,
    subject: caliper,
    payload: { reason: 'lost', quarantined: false },
  },
]

/** Returns the files that the verifier's own tests start from, by name. */
export function verifierFixtures(): Record<string, string> {
  const ledger = ledgerFixture(caliperHistory)
  const earlier = ledger.checkpointAt(5)
  const later = ledger.checkpointAt(11)
  const consistency = { earlier, later, proof: ledger.consistency(5, 11), vkey: ledger.vkey }
  return {
    'ledger.jsonl': ledger.bundleAt(11),
    'record.jsonl': ledger.recordAt(6, 11),
    'earlier-checkpoint.txt': earlier,
    'consistency.json': `${JSON.stringify(consistency, null, 2)}\n`,
  }
}

/** URL of the verifier's fixtures. */
export const verifierFixturesUrl = new URL(
  '../../../../packages/ledger-verify/test/fixtures/',
  import.meta.url,
)

if (import.meta.main) {
  await mkdir(verifierFixturesUrl, { recursive: true })
  for (const [name, text] of Object.entries(verifierFixtures())) {
    await writeFile(new URL(name, verifierFixturesUrl), text)
  }
}
