import { assertSize, EMPTY_ROOT, foldSubtrees, type NodeId, type TreeNode } from './merkle-tree.ts'

/** Adjacent leaves, from `start` up to but not including `end`, whose common hash is a node of some tree. */
export type SubtreeRange = { readonly start: number; readonly end: number }

/** Returns the hash of a complete subtree. Throws Error if it is not known. */
export type NodeLookup = (node: NodeId) => Buffer

/** Returns a lookup among nodes that have been fetched. The lookup throws Error for any other node. */
export function lookupAmong(nodes: readonly TreeNode[]): NodeLookup {
  const hashes = new Map(nodes.map((node) => [keyOf(node), node.hash]))
  return (node) => {
    const hash = hashes.get(keyOf(node))
    if (hash === undefined) throw new Error(`Tree node ${node.index} of level ${node.level} is missing.`)
    return hash
  }
}

/** Returns the complete subtrees of which a tree of this size consists, largest first: those of its edge. */
export function nodesForRoot(size: number): NodeId[] {
  assertSize(size)
  return completeNodesOf({ start: 0, end: size })
}

/** Returns the root that the tree had at this size, regardless of how much it has grown since. */
export function rootAt(size: number, lookup: NodeLookup): Buffer {
  return size === 0 ? EMPTY_ROOT : hashOfRange({ start: 0, end: size }, lookup)
}

/**
 * Returns the complete subtrees whose hashes give the hash of a range, from left to right. Only a range at the right
 * edge of a tree consists of more than one: its own root is not stored, because it changes with every append.
 */
export function completeNodesOf({ start, end }: SubtreeRange): NodeId[] {
  const nodes: NodeId[] = []
  let at = start
  while (at < end) {
    let level = 0
    let width = 1
    while (at % (width * 2) === 0 && width * 2 <= end - at) {
      level += 1
      width *= 2
    }
    nodes.push({ level, index: at / width })
    at += width
  }
  return nodes
}

/** Returns the hash of a range, computed from its complete subtrees. */
export function hashOfRange(range: SubtreeRange, lookup: NodeLookup): Buffer {
  const hash = foldSubtrees(completeNodesOf(range).map(lookup))
  if (hash === undefined) throw new Error(`The range from ${range.start} to ${range.end} holds no leaf.`)
  return hash
}

/**
 * Returns where a tree over this range splits: after the largest power of two of leaves that leaves a remainder (RFC
 * 6962, 2.1).
 */
export function splitOf({ start, end }: SubtreeRange): number {
  let width = 1
  while (width * 2 < end - start) width *= 2
  return start + width
}

/** Returns the index, one level up, of the parent of this node. */
export function parentOf(index: number): number {
  return Math.floor(index / 2)
}

function keyOf({ level, index }: NodeId): string {
  return `${level}/${index}`
}
