import { canonicalJson, type CanonicalValue } from './canonical-json.ts'
import type { SealedEntry } from './entry.ts'

/**
 * The format of an exported ledger: JSON Lines in UTF-8, each terminated by a line feed. The first line is the
 * header, followed by each entry with its payload in index order, and finally the signed note of a checkpoint over
 * exactly these entries.
 */
const LEDGER_BUNDLE_FORMAT = 'plumbline-ledger/1'

/** The format of the proof of one record: one JSON object with everything that a verifier needs. */
const RECORD_PROOF_FORMAT = 'plumbline-record/1'

/** A key that was replaced, and the checkpoint that it and its successor signed. */
export type HandedOverKey = { readonly vkey: string; readonly checkpoint: string }

/** The content of a bundle's header, which the signed checkpoint at the end must confirm. */
export type BundleHeader = {
  readonly origin: string
  readonly vkey: string
  readonly size: number
  /** The keys before `vkey`, oldest first. Whoever knows one of them can follow them to `vkey`. */
  readonly formerKeys?: readonly HandedOverKey[]
}

/** The two stored texts of an entry. */
export type EntryTexts = Pick<SealedEntry, 'entry' | 'payload'>

/** What proves one record: its texts, the proof in the tlog-proof format, and the key that verifies it. */
export type RecordProof = EntryTexts & { readonly proof: string; readonly vkey: string }

/** Returns the first line of a bundle. */
export function bundleHeaderLine({ origin, vkey, size, formerKeys = [] }: BundleHeader): string {
  const formerly = formerKeys.length > 0 && {
    former_keys: formerKeys.map((key) => ({ vkey: key.vkey, checkpoint: key.checkpoint })),
  }
  return line({ format: LEDGER_BUNDLE_FORMAT, origin, vkey, size, ...formerly })
}

/** Returns the line of one entry. It contains the texts as strings, so that no reader can reformat them. */
export function bundleEntryLine({ entry, payload }: EntryTexts): string {
  return line({ entry, payload })
}

/** Returns the last line of a bundle. */
export function bundleCheckpointLine(checkpoint: string): string {
  return line({ checkpoint })
}

/** Returns the proof of one record as an object in its format. */
export function recordProofFile({ entry, payload, proof, vkey }: RecordProof) {
  return { format: RECORD_PROOF_FORMAT, entry, payload, proof, vkey }
}

/** Returns the file that proves one record. */
export function recordProofText(record: RecordProof): string {
  return line(recordProofFile(record))
}

function line(value: CanonicalValue): string {
  return `${canonicalJson(value)}\n`
}
