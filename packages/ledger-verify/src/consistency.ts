import { sameBytes, toBase64 } from './bytes.ts'
import { openCheckpoint, readKey, type SignedCheckpoint } from './note.ts'
import { readHashes } from './record-proof.ts'
import { rootsFromProof } from './tree.ts'
import { judge, Wrong, type Verdict } from './verdict.ts'

/** Two checkpoints of one ledger as signed notes, and the hashes (base64) that should connect them. */
export type ConsistencyProof = {
  readonly earlier: string
  readonly later: string
  readonly proof: readonly string[]
  readonly vkey: string
}

/** What a consistency proof proves: the ledger of `to` entries begins with the ledger of `from` entries. */
export type ConsistencyFacts = {
  readonly origin: string
  readonly from: number
  readonly to: number
  /** The later root, in base64. */
  readonly root: string
}

/** Checks, with the key that the caller trusts, that a later checkpoint continues an earlier one. */
export function verifyConsistency(input: ConsistencyProof): Promise<Verdict<ConsistencyFacts>> {
  return judge(async () => {
    const key = await readKey(input.vkey)
    const earlier = await openCheckpoint(input.earlier, key)
    const later = await openCheckpoint(input.later, key)
    checkSizes(earlier, later)
    const roots = await rootsFromProof(earlier.size, later.size, earlier.root, readHashes(input.proof))
    if (!sameBytes(roots.earlier, earlier.root) || !sameBytes(roots.later, later.root)) {
      throw new Wrong('wrong_history', 'The proof does not join the two checkpoints.', within(earlier))
    }
    return { origin: later.origin, from: earlier.size, to: later.size, root: toBase64(later.root) }
  })
}

function checkSizes(earlier: SignedCheckpoint, later: SignedCheckpoint): void {
  if (earlier.size === 0) {
    throw new Wrong('malformed', 'A checkpoint of an empty ledger proves nothing about a later one.')
  }
  if (earlier.size > later.size) {
    const sentence = `The ledger had ${earlier.size} entries and now has ${later.size}: entries have vanished.`
    throw new Wrong('wrong_history', sentence, { index: later.size })
  }
  if (earlier.size === later.size && !sameBytes(earlier.root, later.root)) {
    const sentence = `Two different ledgers of ${later.size} entries were signed.`
    throw new Wrong('wrong_history', sentence, within(earlier))
  }
}

/** A proof alone cannot identify which of the entries covered by both checkpoints has changed. */
function within({ size }: SignedCheckpoint) {
  return { within: { from: 0, before: size } }
}
