import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import {
  consistencyProof,
  nodesForConsistency,
  verifyConsistency,
  type ConsistencyClaim,
} from './consistency-proof.ts'
import { inclusionProof, nodesForInclusion, verifyInclusion, type InclusionClaim } from './inclusion-proof.ts'
import { appendLeaves, EMPTY_EDGE, leafHash, nodeHash, type NodeId } from './merkle-tree.ts'
import { lookupAmong } from './subtree-range.ts'

const SIZE_MAX = 130
const hashes = Array.from({ length: SIZE_MAX }, (_, index) => leafHash(Buffer.from(`leaf ${index}`)))
const { completedNodes } = appendLeaves(EMPTY_EDGE, hashes)
const lookup = lookupAmong(completedNodes)

const knownRoots = new Map<string, Buffer>()

/** MTH of RFC 6962, 2.1, over the leaves from `start` to before `end`. */
function naiveRoot(start: number, end: number): Buffer {
  const known = knownRoots.get(`${start}-${end}`)
  if (known !== undefined) return known
  const split = naiveSplit(start, end)
  const root = end - start === 1 ? hashes[start]! : nodeHash(naiveRoot(start, split), naiveRoot(split, end))
  knownRoots.set(`${start}-${end}`, root)
  return root
}

function naiveSplit(start: number, end: number): number {
  let width = 1
  while (width * 2 < end - start) width *= 2
  return start + width
}

/** PATH of RFC 6962, 2.1.1. */
function naivePath(index: number, start: number, end: number): Buffer[] {
  if (end - start === 1) return []
  const split = naiveSplit(start, end)
  return index < split
    ? [...naivePath(index, start, split), naiveRoot(split, end)]
    : [...naivePath(index, split, end), naiveRoot(start, split)]
}

/** SUBPROOF of RFC 6962, 2.1.2. */
function naiveSubproof(from: number, start: number, end: number, isWhole: boolean): Buffer[] {
  if (from === end) return isWhole ? [] : [naiveRoot(start, end)]
  const split = naiveSplit(start, end)
  return from <= split
    ? [...naiveSubproof(from, start, split, isWhole), naiveRoot(split, end)]
    : [...naiveSubproof(from, split, end, false), naiveRoot(start, split)]
}

/** A look-up that knows nothing but the given nodes, as after one query for them. */
function lookupOnly(nodes: readonly NodeId[]) {
  return lookupAmong(nodes.map((node) => ({ ...node, hash: lookup(node) })))
}

function inclusionClaim(index: number, size: number): InclusionClaim {
  const proof = inclusionProof(index, size, lookup)
  return { index, size, leafHash: hashes[index]!, root: naiveRoot(0, size), proof }
}

function consistencyClaim(from: number, to: number): ConsistencyClaim {
  const proof = consistencyProof(from, to, lookup)
  return { from, to, fromRoot: naiveRoot(0, from), toRoot: naiveRoot(0, to), proof }
}

function flipped(bytes: Buffer, position: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[position % copy.length]! ^= 1 << (position % 8)
  return copy
}

test('every leaf of every tree up to 130 is proven by the path of RFC 6962, from the named nodes only', () => {
  for (let size = 1; size <= SIZE_MAX; size += 1) {
    for (let index = 0; index < size; index += 1) {
      const nodes = nodesForInclusion(index, size)
      const proof = inclusionProof(index, size, lookupOnly(nodes))
      assert.deepEqual(proof, naivePath(index, 0, size), `leaf ${index} of ${size}`)
      assert.ok(verifyInclusion(inclusionClaim(index, size)), `leaf ${index} of ${size}`)
      assert.ok(nodes.length <= 2 * Math.ceil(Math.log2(size)))
    }
  }
})

test('every pair of sizes up to 130 is proven as RFC 6962 defines it, from the named nodes only', () => {
  for (let to = 1; to <= SIZE_MAX; to += 1) {
    for (let from = 1; from <= to; from += 1) {
      const nodes = nodesForConsistency(from, to)
      const proof = consistencyProof(from, to, lookupOnly(nodes))
      assert.deepEqual(proof, naiveSubproof(from, 0, to, true), `${from} to ${to}`)
      assert.ok(verifyConsistency(consistencyClaim(from, to)), `${from} to ${to}`)
    }
  }
})

const sizeAndIndex = fc
  .integer({ min: 1, max: SIZE_MAX })
  .chain((size) => fc.tuple(fc.nat({ max: size - 1 }), fc.constant(size)))

test('an inclusion proof with a flipped bit, a missing or additional hash, or another index fails', () => {
  assertProperty(
    fc.property(sizeAndIndex, fc.nat(), ([index, size], position) => {
      const claim = inclusionClaim(index, size)
      const step = position % Math.max(claim.proof.length, 1)
      const wrongClaims: InclusionClaim[] = [
        { ...claim, leafHash: flipped(claim.leafHash, position) },
        { ...claim, root: flipped(claim.root, position) },
        { ...claim, proof: [...claim.proof, claim.root] },
        { ...claim, index: index + 1 },
        { ...claim, index: size },
        { ...claim, index: -1 },
        ...(claim.proof.length === 0
          ? []
          : [
              { ...claim, proof: claim.proof.with(step, flipped(claim.proof[step]!, position)) },
              { ...claim, proof: claim.proof.slice(1) },
              { ...claim, proof: claim.proof.slice(0, -1) },
            ]),
      ]
      assert.deepEqual(wrongClaims.filter(verifyInclusion), [])
    }),
  )
})

test('a consistency proof with a flipped bit, a missing or additional hash, or other sizes fails', () => {
  assertProperty(
    fc.property(sizeAndIndex, fc.nat(), ([index, to], position) => {
      const claim = consistencyClaim(index + 1, to)
      const step = position % Math.max(claim.proof.length, 1)
      const wrongClaims: ConsistencyClaim[] = [
        { ...claim, fromRoot: flipped(claim.fromRoot, position) },
        { ...claim, toRoot: flipped(claim.toRoot, position) },
        { ...claim, proof: [...claim.proof, claim.toRoot] },
        { ...claim, from: 0 },
        { ...claim, from: to + 1 },
        ...(claim.proof.length === 0
          ? []
          : [
              { ...claim, proof: claim.proof.with(step, flipped(claim.proof[step]!, position)) },
              { ...claim, proof: claim.proof.slice(1) },
              { ...claim, proof: claim.proof.slice(0, -1) },
              { ...claim, proof: [] },
            ]),
      ]
      assert.deepEqual(wrongClaims.filter(verifyConsistency), [])
    }),
  )
})

test('another history of the same size is not consistent', () => {
  const other = appendLeaves(EMPTY_EDGE, hashes.with(2, leafHash(Buffer.from('rewritten'))))
  const proof = consistencyProof(9, 20, lookupAmong(other.completedNodes))
  assert.ok(!verifyConsistency({ ...consistencyClaim(9, 20), proof }))
})

test('indexes and sizes beyond the tree are refused', () => {
  assert.throws(() => nodesForConsistency(0, 5), /nothing to prove from size 0/)
  assert.throws(() => consistencyProof(0, 0, lookup), /nothing to prove from size 0/)
  assert.throws(() => nodesForConsistency(6, 5), /6 leaves cannot be the beginning of one with 5/)
  assert.throws(() => nodesForInclusion(5, 5), /5 leaves has no leaf 5/)
  assert.throws(() => inclusionProof(0, 0, lookup), /0 leaves has no leaf 0/)
  assert.throws(() => nodesForInclusion(-1, 5), RangeError)
  for (const size of [-1, 1.5, Number.NaN, 2 ** 53]) {
    assert.throws(() => nodesForConsistency(1, size), /cannot have/)
    assert.throws(() => nodesForConsistency(size, 5), /cannot have/)
    assert.throws(() => nodesForInclusion(0, size), /cannot have/)
  }
})

test('proofs in a tree of more than 2^32 leaves name the right nodes', () => {
  const size = 2 ** 33 + 1
  assert.deepEqual(nodesForInclusion(size - 1, size), [{ level: 33, index: 0 }])
  assert.deepEqual(nodesForInclusion(0, size).slice(-2), [
    { level: 32, index: 1 },
    { level: 0, index: 2 ** 33 },
  ])
  assert.deepEqual(nodesForConsistency(2 ** 33, size), [{ level: 0, index: 2 ** 33 }])
})
