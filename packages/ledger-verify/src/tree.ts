import { joinBytes } from './bytes.ts'
import { Wrong } from './verdict.ts'

/** A SHA-256 hash. */
export type Hash = Uint8Array<ArrayBuffer>

/** Bytes of a hash. */
export const HASH_LENGTH = 32

/**
 * Below this number of leaves, both halves of a tree are hashed concurrently; above it, one after the other
 * to limit memory use.
 */
const PARALLEL_LEAVES_MAX = 1024

/** Initial capacity of the list of hashes, in leaves. */
const FIRST_CAPACITY = 1024

const LEAF_MARK = Uint8Array.of(0x00)
const NODE_MARK = Uint8Array.of(0x01)

/** SHA-256 of bytes. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Hash> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

/** The hash of a leaf (RFC 6962, section 2.1). */
export function hashLeaf(leaf: Uint8Array): Promise<Hash> {
  return sha256(joinBytes(LEAF_MARK, leaf))
}

/** The hashes of all leaves of a tree, 32 bytes each in one block, which grows as they come. */
export class LeafHashes {
  length = 0
  #bytes = new Uint8Array(FIRST_CAPACITY * HASH_LENGTH)

  /** Appends a hash. */
  push(hash: Hash): void {
    const start = this.length * HASH_LENGTH
    if (start === this.#bytes.length) this.#bytes = joinBytes(this.#bytes, new Uint8Array(start))
    this.#bytes.set(hash, start)
    this.length += 1
  }

  /** The hash at a place. */
  at(index: number): Hash {
    return this.#bytes.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH)
  }
}

/** The root of the tree over the first `size` leaves: MTH of RFC 6962, section 2.1, word for word. */
export function treeRoot(leaves: LeafHashes, size: number): Promise<Hash> {
  return size === 0 ? sha256(new Uint8Array(0)) : rootBetween(leaves, 0, size)
}

/**
 * The root to which an inclusion path leads from a leaf (RFC 6962, section 2.1.1). The path runs upward, so
 * its last hash belongs to the topmost split.
 */
export async function rootFromPath(
  index: number,
  size: number,
  leaf: Hash,
  path: readonly Hash[],
): Promise<Hash> {
  if (size === 1) {
    if (path.length > 0) throw new Wrong('wrong_root', 'The proof has more hashes than the tree has levels.')
    return leaf
  }
  const { rest, last } = popLast(path)
  const split = splitBelow(size)
  return index < split
    ? hashNode(await rootFromPath(index, split, leaf, rest), last)
    : hashNode(last, await rootFromPath(index - split, size - split, leaf, rest))
}

/** Two roots that a consistency proof leads to. */
export type RootPair = { readonly earlier: Hash; readonly later: Hash }

/**
 * The roots of the trees of `from` and `to` leaves to which a consistency proof leads (RFC 6962, section
 * 2.1.2). `known` is the earlier root: the proof omits it if the earlier tree is a complete subtree of the
 * later one.
 */
export function rootsFromProof(
  from: number,
  to: number,
  known: Hash,
  proof: readonly Hash[],
): Promise<RootPair> {
  return rootsBelow(from, to, proof, known)
}

/** `whole` is the earlier root while the subtree still begins at the first leaf, else undefined. */
async function rootsBelow(
  from: number,
  to: number,
  proof: readonly Hash[],
  whole: Hash | undefined,
): Promise<RootPair> {
  if (from === to) {
    const [hash, ...extra] = whole === undefined ? proof : [whole, ...proof]
    if (hash === undefined || extra.length > 0) throw wrongProofLength()
    return { earlier: hash, later: hash }
  }
  const { rest, last } = popLast(proof)
  const split = splitBelow(to)
  if (from <= split) {
    const { earlier, later } = await rootsBelow(from, split, rest, whole)
    return { earlier, later: await hashNode(later, last) }
  }
  const { earlier, later } = await rootsBelow(from - split, to - split, rest, undefined)
  return { earlier: await hashNode(last, earlier), later: await hashNode(last, later) }
}

async function rootBetween(leaves: LeafHashes, start: number, end: number): Promise<Hash> {
  if (end - start === 1) return leaves.at(start)
  const split = start + splitBelow(end - start)
  if (end - start > PARALLEL_LEAVES_MAX) {
    const left = await rootBetween(leaves, start, split)
    return hashNode(left, await rootBetween(leaves, split, end))
  }
  const [left, right] = await Promise.all([
    rootBetween(leaves, start, split),
    rootBetween(leaves, split, end),
  ])
  return hashNode(left, right)
}

function hashNode(left: Hash, right: Hash): Promise<Hash> {
  return sha256(joinBytes(NODE_MARK, left, right))
}

/** The largest power of two below a number of leaves greater than one. */
function splitBelow(size: number): number {
  return size <= 2 ? 1 : 2 * splitBelow(Math.ceil(size / 2))
}

function popLast(hashes: readonly Hash[]): { rest: readonly Hash[]; last: Hash } {
  const last = hashes.at(-1)
  if (last === undefined) throw wrongProofLength()
  return { rest: hashes.slice(0, -1), last }
}

function wrongProofLength(): Wrong {
  return new Wrong('wrong_root', 'The proof does not have as many hashes as these sizes need.')
}
