import { assertSize, nodeHash, type NodeId } from './merkle-tree.ts'
import {
  completeNodesOf,
  hashOfRange,
  parentOf,
  splitOf,
  type NodeLookup,
  type SubtreeRange,
} from './subtree-range.ts'

/** A claim that the leaf with this hash is at `index` in the tree with this size and root. */
export type InclusionClaim = {
  readonly index: number
  readonly size: number
  readonly leafHash: Buffer
  readonly root: Buffer
  readonly proof: readonly Buffer[]
}

/**
 * Returns the stored nodes needed to prove leaf `index` in the tree of `size` leaves: at most 2 log2 n. Throws
 * RangeError if the tree has no such leaf.
 */
export function nodesForInclusion(index: number, size: number): NodeId[] {
  return siblingsOf(index, size).flatMap(completeNodesOf)
}

/**
 * Returns the path that proves leaf `index` in the tree of `size` leaves, from the leaf upwards (RFC 6962, 2.1.1).
 * Throws RangeError if the tree has no such leaf, and any error of the lookup.
 */
export function inclusionProof(index: number, size: number, lookup: NodeLookup): Buffer[] {
  return siblingsOf(index, size).map((range) => hashOfRange(range, lookup))
}

/** Whether the proof leads from the leaf to the root (RFC 9162, 2.1.3.2). */
export function verifyInclusion({ index, size, leafHash, root, proof }: InclusionClaim): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return false
  let node = index
  let last = size - 1
  let hash = leafHash
  for (const sibling of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash)
      // The last node of a level, if it has no sibling, stands in for its parents until it has one.
      while (node % 2 === 0 && node !== 0) [node, last] = [parentOf(node), parentOf(last)]
    } else {
      hash = nodeHash(hash, sibling)
    }
    ;[node, last] = [parentOf(node), parentOf(last)]
  }
  return last === 0 && hash.equals(root)
}

/** Returns the sibling subtrees along the path from the root down to the leaf, the one nearest the leaf first. */
function siblingsOf(index: number, size: number): SubtreeRange[] {
  assertSize(size)
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`A tree of ${size} leaves has no leaf ${index}.`)
  }
  const siblings: SubtreeRange[] = []
  let range: SubtreeRange = { start: 0, end: size }
  while (range.end - range.start > 1) {
    const split = splitOf(range)
    const left = { start: range.start, end: split }
    const right = { start: split, end: range.end }
    siblings.unshift(index < split ? right : left)
    range = index < split ? left : right
  }
  return siblings
}
