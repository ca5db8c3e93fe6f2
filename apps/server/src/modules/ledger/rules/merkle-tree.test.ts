import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import {
  appendLeaf,
  appendLeaves,
  edgeOf,
  EMPTY_EDGE,
  EMPTY_ROOT,
  HASH_BYTES,
  leafHash,
  nodeHash,
  rootOf,
  type Edge,
  type TreeNode,
} from './merkle-tree.ts'
import { lookupAmong, nodesForRoot, rootAt } from './subtree-range.ts'

/** Leaves and roots that implementations of RFC 6962 test themselves with. */
const publicLeaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'))

const publicRoots: [size: number, root: string][] = [
  [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
]

for (const [size, root] of publicRoots) {
  test(`the root of the first ${size} public leaves is the published one`, () => {
    const { edge } = appendLeaves(EMPTY_EDGE, publicLeaves.slice(0, size).map(leafHash))
    assert.equal(rootOf(edge).toString('hex'), root)
  })
}

/** The definition of RFC 6962, 2.1, as it stands there. */
function naiveRoot(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves
  if (first === undefined) return EMPTY_ROOT
  if (leaves.length === 1) return leafHash(first)
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return nodeHash(naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)))
}

function leavesUpTo(size: number): Buffer[] {
  return Array.from({ length: size }, (_, index) => Buffer.from(`leaf ${index}`))
}

test('every tree up to 130 leaves has the root that RFC 6962 defines, when it is made and later', () => {
  const leaves = leavesUpTo(130)
  const nodes: TreeNode[] = []
  let edge: Edge = EMPTY_EDGE
  for (const leaf of leaves) {
    const appended = appendLeaf(edge, leafHash(leaf))
    edge = appended.edge
    nodes.push(...appended.completedNodes)
    assert.deepEqual(rootOf(edge), naiveRoot(leaves.slice(0, edge.size)))
  }
  const lookup = lookupAmong(nodes)
  for (let size = 0; size <= 130; size += 1) {
    assert.deepEqual(rootAt(size, lookup), naiveRoot(leaves.slice(0, size)), `root at ${size}`)
  }
})

test('each complete node is returned once, with its last leaf', () => {
  const leaves = leavesUpTo(130)
  let edge: Edge = EMPTY_EDGE
  const seen = new Set<string>()
  for (const leaf of leaves) {
    const appended = appendLeaf(edge, leafHash(leaf))
    edge = appended.edge
    for (const { level, index, hash } of appended.completedNodes) {
      assert.equal((index + 1) * 2 ** level, edge.size)
      assert.deepEqual(hash, naiveRoot(leaves.slice(index * 2 ** level, edge.size)))
      assert.ok(!seen.has(`${level}/${index}`))
      seen.add(`${level}/${index}`)
    }
  }
  // 130 leaves, 65 pairs, 32 fours, 16, 8, 4, 2 and 1 of 128.
  assert.equal(seen.size, 130 + 65 + 32 + 16 + 8 + 4 + 2 + 1)
})

test('appending in batches gives the same edge and nodes as appending one by one', () => {
  const hashes = leavesUpTo(300).map(leafHash)
  assertProperty(
    fc.property(fc.array(fc.nat({ max: 60 }), { maxLength: 5 }), (batchSizes) => {
      let batched: Edge = EMPTY_EDGE
      const nodes: TreeNode[] = []
      for (const batchSize of batchSizes) {
        const appended = appendLeaves(batched, hashes.slice(batched.size, batched.size + batchSize))
        batched = appended.edge
        nodes.push(...appended.completedNodes)
      }
      const atOnce = appendLeaves(EMPTY_EDGE, hashes.slice(0, batched.size))
      assert.deepEqual({ edge: batched, completedNodes: nodes }, atOnce)
    }),
    { numRuns: 50 },
  )
})

test('appending does not change the edge that it was given', () => {
  const { edge } = appendLeaves(EMPTY_EDGE, leavesUpTo(7).map(leafHash))
  const before = [...edge.hashes]
  appendLeaf(edge, leafHash(Buffer.from('another')))
  assert.deepEqual(edge, { size: 7, hashes: before })
})

test('a stored edge has the hashes of the nodes of which the root is made', () => {
  const { edge, completedNodes } = appendLeaves(EMPTY_EDGE, leavesUpTo(77).map(leafHash))
  assert.deepEqual(edgeOf(77, nodesForRoot(77).map(lookupAmong(completedNodes))), edge)
})

test('indexes above 2^32 are exact', () => {
  const size = 2 ** 40 + 2 ** 33 + 1
  const hashes = [1, 2, 3].map((fill) => Buffer.alloc(HASH_BYTES, fill))
  const { edge, completedNodes } = appendLeaf(edgeOf(size, hashes), Buffer.alloc(HASH_BYTES))
  assert.deepEqual(nodesForRoot(edge.size), [
    { level: 40, index: 0 },
    { level: 33, index: 128 },
    { level: 1, index: 2 ** 39 + 2 ** 32 },
  ])
  assert.deepEqual(
    completedNodes.map(({ level, index }) => ({ level, index })),
    [
      { level: 0, index: size },
      { level: 1, index: 2 ** 39 + 2 ** 32 },
    ],
  )
})

const impossibleEdges: [title: string, size: number, hashes: Buffer[]][] = [
  ['a hash too few', 3, [EMPTY_ROOT]],
  ['a hash too many', 4, [EMPTY_ROOT, EMPTY_ROOT]],
  ['a short hash', 1, [Buffer.alloc(31)]],
  ['a negative size', -1, []],
  ['a fraction of a leaf', 0.5, []],
]

for (const [title, size, hashes] of impossibleEdges) {
  test(`a stored edge with ${title} is refused`, () => assert.throws(() => edgeOf(size, hashes), /leaves/))
}

test('a node is made of hashes of 32 bytes only', () => {
  const hash = Buffer.alloc(HASH_BYTES)
  for (const length of [0, HASH_BYTES - 1, HASH_BYTES + 1]) {
    const other = Buffer.alloc(length)
    assert.throws(() => nodeHash(other, hash), new RegExp(`32 bytes, not ${length}`))
    assert.throws(() => nodeHash(hash, other), new RegExp(`32 bytes, not ${length}`))
  }
})

test('an edge that lacks the node to the left of a leaf refuses it', () => {
  assert.throws(
    () => appendLeaf({ size: 1, hashes: [] }, EMPTY_ROOT),
    /lacks the subtree to the left of leaf 1/,
  )
})

test('an error names the missing node', () => {
  assert.throws(() => lookupAmong([])({ level: 3, index: 5 }), /Tree node 5 of level 3 is missing/)
})
