import { assertSize, nodeHash, type NodeId } from './merkle-tree.ts'
import {
  completeNodesOf,
  hashOfRange,
  parentOf,
  splitOf,
  type NodeLookup,
  type SubtreeRange,
} from './subtree-range.ts'

/** A claim that the tree of `from` leaves is the beginning of the tree of `to` leaves. */
export type ConsistencyClaim = {
  readonly from: number
  readonly to: number
  readonly fromRoot: Buffer
  readonly toRoot: Buffer
  readonly proof: readonly Buffer[]
}

/**
 * Returns the stored nodes needed for a consistency proof between two sizes. Throws RangeError if `from` is 0 (an
 * empty tree proves nothing) or greater than `to`.
 */
export function nodesForConsistency(from: number, to: number): NodeId[] {
  return rangesOf(from, to).flatMap(completeNodesOf)
}

/**
 * Returns the proof that the tree of `from` leaves is the beginning of the tree of `to` leaves (RFC 6962, 2.1.2);
 * empty if the sizes are equal. Throws RangeError if `from` is 0 or greater than `to`, and any error of the lookup.
 */
export function consistencyProof(from: number, to: number, lookup: NodeLookup): Buffer[] {
  return rangesOf(from, to).map((range) => hashOfRange(range, lookup))
}

/** Whether the proof leads to both roots (RFC 9162, 2.1.4.2). False from size 0, which proves nothing. */
export function verifyConsistency({ from, to, fromRoot, toRoot, proof }: ConsistencyClaim): boolean {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 1 || from > to) return false
  if (from === to) return proof.length === 0 && fromRoot.equals(toRoot)
  const [first, ...path] = isPowerOfTwo(from) ? [fromRoot, ...proof] : proof
  if (first === undefined) return false
  const climbed = climb(from, to, first, path)
  return climbed !== undefined && climbed.fromHash.equals(fromRoot) && climbed.toHash.equals(toRoot)
}

/** Returns both roots that follow from the proof, or undefined if it has too many or too few hashes. */
function climb(from: number, to: number, first: Buffer, path: readonly Buffer[]) {
  let [node, last] = [from - 1, to - 1]
  while (node % 2 === 1) [node, last] = [parentOf(node), parentOf(last)]
  let [fromHash, toHash] = [first, first]
  for (const sibling of path) {
    if (last === 0) return undefined
    if (node % 2 === 1 || node === last) {
      fromHash = nodeHash(sibling, fromHash)
      toHash = nodeHash(sibling, toHash)
      while (node % 2 === 0 && node !== 0) [node, last] = [parentOf(node), parentOf(last)]
    } else {
      toHash = nodeHash(toHash, sibling)
    }
    ;[node, last] = [parentOf(node), parentOf(last)]
  }
  return last === 0 ? { fromHash, toHash } : undefined
}

/** SUBPROOF of RFC 6962, 2.1.2, walked down from the root; the deepest subtree comes first. */
function rangesOf(from: number, to: number): SubtreeRange[] {
  assertSizes(from, to)
  const ranges: SubtreeRange[] = []
  let range: SubtreeRange = { start: 0, end: to }
  while (range.end !== from) {
    const split = splitOf(range)
    const left = { start: range.start, end: split }
    const right = { start: split, end: range.end }
    ranges.unshift(from <= split ? right : left)
    range = from <= split ? left : right
  }
  // A range that begins at 0 is the earlier tree itself, whose root the verifier already has.
  return range.start === 0 ? ranges : [range, ...ranges]
}

function assertSizes(from: number, to: number): void {
  assertSize(from)
  assertSize(to)
  if (from === 0)
    throw new RangeError('Every tree begins with the empty tree: there is nothing to prove from size 0.')
  if (from > to) throw new RangeError(`A tree of ${from} leaves cannot be the beginning of one with ${to}.`)
}

function isPowerOfTwo(size: number): boolean {
  return 2 ** Math.round(Math.log2(size)) === size
}
