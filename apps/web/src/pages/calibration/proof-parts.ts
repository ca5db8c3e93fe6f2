import type { LedgerProof } from '@plumbline/contract'

/** The parts of a proof that people compare and write down. */
export interface ProofParts {
  /** Name of the ledger. */
  readonly ledger: string
  /** Place of the record's entry. */
  readonly index: number
  /** SHA-256 of the whole record as it was entered, in hex. */
  readonly recordHash: string
  /** Entries that the checkpoint counts. */
  readonly size: number
  /** Root of the tree over them, in base64. */
  readonly root: string
  /** The signature under the checkpoint, as its note has it. */
  readonly signature: string
  readonly verifierKey: string
}

/** Reads entry, place and checkpoint out of a proof of the form plumbline-record/1. */
export function proofParts({ entry, proof, vkey }: LedgerProof): ProofParts {
  const { index, payload_sha256: recordHash } = JSON.parse(entry) as { index: number; payload_sha256: string }
  // Index and path come before the first empty line, the signed checkpoint after it.
  const note = proof.slice(proof.indexOf('\n\n') + 2)
  const [ledger = '', size = '', root = ''] = note.split('\n')
  const signature = note.slice(note.indexOf('\n\n') + 2).trim()
  return { ledger, index, recordHash, size: Number(size), root, signature, verifierKey: vkey }
}
