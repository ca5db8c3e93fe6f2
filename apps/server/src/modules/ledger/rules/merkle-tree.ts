import { hash } from 'node:crypto'

/**
 * The position of a complete subtree: it covers the leaves from `index * 2^level` up to but not including `(index +
 * 1) * 2^level`.
 */
export type NodeId = { readonly level: number; readonly index: number }

/** A complete subtree with its hash. Once written it never changes, whatever is appended later. */
export type TreeNode = NodeId & { readonly hash: Buffer }

/**
 * The right edge of a tree: its size and the roots of the complete subtrees of which it consists, largest first. This
 * is all that an append needs to know of the tree; it contains at most one hash per level.
 */
export type Edge = { readonly size: number; readonly hashes: readonly Buffer[] }

/** The result of appending: the new edge, and the nodes that became complete, including the leaf itself (level 0). */
export type Appended = { readonly edge: Edge; readonly completedNodes: readonly TreeNode[] }

/** Bytes of a SHA-256 hash. */
export const HASH_BYTES = 32

/** Distinguishes leaves from inner nodes, so that no inner node can pass for an entry (RFC 6962, 2.1). */
const LEAF_PREFIX = '\0'
const NODE_PREFIX = 0x01

/** The root of a tree without leaves: the hash of nothing (RFC 6962, 2.1). */
export const EMPTY_ROOT: Buffer = sha256(Buffer.alloc(0))

/** The edge of a tree without leaves. */
export const EMPTY_EDGE: Edge = { size: 0, hashes: [] }

/** Returns the hash of a leaf with the given bytes, or the given text in UTF-8 (RFC 6962, 2.1). */
export function leafHash(leaf: Buffer | string): Buffer {
  // Texts are hashed directly: there are millions, and their bytes are not needed for anything else.
  if (typeof leaf === 'string') return sha256(LEAF_PREFIX + leaf)
  return sha256(Buffer.concat([Buffer.from(LEAF_PREFIX), leaf]))
}

/** A single buffer for assembling inner nodes, because verification does so millions of times. */
const nodeBytes = Buffer.alloc(1 + 2 * HASH_BYTES, NODE_PREFIX)

/** Returns the hash of the node above two subtrees (RFC 6962, 2.1). */
export function nodeHash(left: Buffer, right: Buffer): Buffer {
  assertHash(left)
  assertHash(right)
  nodeBytes.set(left, 1)
  nodeBytes.set(right, 1 + HASH_BYTES)
  return sha256(nodeBytes)
}

function assertHash({ length }: Buffer): void {
  if (length !== HASH_BYTES) throw new Error(`A hash has ${HASH_BYTES} bytes, not ${length}.`)
}

/** Returns the SHA-256 of the given bytes, or of a text in UTF-8. */
export function sha256(bytes: Buffer | string): Buffer {
  // A string with one character per byte takes a third of the time of a buffer, which allocates its own memory.
  return Buffer.from(hash('sha256', bytes, 'binary'), 'binary')
}

/**
 * Returns the edge stored with a ledger's head, as read from the database. Throws Error if the number or length of
 * the hashes cannot belong to a tree of that size.
 */
export function edgeOf(size: number, hashes: readonly Buffer[]): Edge {
  assertSize(size)
  if (hashes.length !== onesIn(size) || hashes.some((stored) => stored.length !== HASH_BYTES)) {
    throw new Error(`The stored edge does not fit a tree of ${size} leaves.`)
  }
  return { size, hashes }
}

/** Returns the edge after one more leaf, given by its hash; at most log2 n + 1 nodes become complete. */
export function appendLeaf(edge: Edge, leaf: Buffer): Appended {
  const hashes = [...edge.hashes]
  const completedNodes = pushLeaf(hashes, edge.size, leaf)
  return { edge: { size: edge.size + 1, hashes }, completedNodes }
}

/**
 * Returns the edge after a batch of leaves, given by their hashes in order; equivalent to appending them one by one.
 */
export function appendLeaves(edge: Edge, leaves: readonly Buffer[]): Appended {
  const hashes = [...edge.hashes]
  const completedNodes = leaves.flatMap((leaf, index) => pushLeaf(hashes, edge.size + index, leaf))
  return { edge: { size: edge.size + leaves.length, hashes }, completedNodes }
}

/** Returns the root of the tree with this edge. */
export function rootOf(edge: Edge): Buffer {
  return foldSubtrees(edge.hashes) ?? EMPTY_ROOT
}

/** Throws RangeError unless the number can be the size of a tree. */
export function assertSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`A tree cannot have ${size} leaves.`)
}

/** Returns the hash over adjacent subtrees whose sizes decrease from left to right; undefined if there are none. */
export function foldSubtrees(hashes: readonly Buffer[]): Buffer | undefined {
  if (hashes.length === 0) return undefined
  return hashes.reduceRight((right, left) => nodeHash(left, right))
}

/**
 * Appends a leaf to the subtrees in `hashes` and joins those that have become equal in size, like the carry of a
 * binary counter.
 */
function pushLeaf(hashes: Buffer[], leafIndex: number, leaf: Buffer): TreeNode[] {
  const completed: TreeNode[] = [{ level: 0, index: leafIndex, hash: leaf }]
  let node = { level: 0, index: leafIndex, hash: leaf }
  while (node.index % 2 === 1) {
    const left = hashes.pop()
    if (left === undefined) throw new Error(`The edge lacks the subtree to the left of leaf ${leafIndex}.`)
    node = { level: node.level + 1, index: (node.index - 1) / 2, hash: nodeHash(left, node.hash) }
    completed.push(node)
  }
  hashes.push(node.hash)
  return completed
}

function onesIn(size: number): number {
  let ones = 0
  // Bitwise operators are limited to 32 bits; ledgers are not.
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) ones += rest % 2
  return ones
}
