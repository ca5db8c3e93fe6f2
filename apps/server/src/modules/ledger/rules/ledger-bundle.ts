import { canonicalJson, type CanonicalValue } from './canonical-json.ts'
import type { SealedEntry } from './entry.ts'

/**
 * The form of an exported ledger: JSON Lines in UTF-8, each ended by a line feed. First the header, then each
 * entry with its payload in order of their index, last the signed note of a checkpoint over exactly these entries.
 */
const LEDGER_BUNDLE_FORMAT = 'plumbline-ledger/1'

/** The form of the proof of one record: one JSON object that carries all that a verifier needs. */
const RECORD_PROOF_FORMAT = 'plumbline-record/1'

/** What the header of a bundle says; the signed checkpoint at its end has to bear it out. */
export type BundleHeader = { readonly origin: string; readonly vkey: string; readonly size: number }

/** The two stored texts of an entry. */
export type EntryTexts = Pick<SealedEntry, 'entry' | 'payload'>

/** What proves one record: its texts, the proof in the tlog-proof form, and the key to check it with. */
export type RecordProof = EntryTexts & { readonly proof: string; readonly vkey: string }

/** The first line of a bundle. */
export function bundleHeaderLine({ origin, vkey, size }: BundleHeader): string {
  return line({ format: LEDGER_BUNDLE_FORMAT, origin, vkey, size })
}

/** The line of one entry. The texts stand in it as strings, so that no reader can respell them. */
export function bundleEntryLine({ entry, payload }: EntryTexts): string {
  return line({ entry, payload })
}

/** The last line of a bundle. */
export function bundleCheckpointLine(checkpoint: string): string {
  return line({ checkpoint })
}

/** The proof of one record as an object of its form. */
export function recordProofFile({ entry, payload, proof, vkey }: RecordProof) {
  return { format: RECORD_PROOF_FORMAT, entry, payload, proof, vkey }
}

/** The file that proves one record. */
export function recordProofText(record: RecordProof): string {
  return line(recordProofFile(record))
}

function line(value: CanonicalValue): string {
  return `${canonicalJson(value)}\n`
}
