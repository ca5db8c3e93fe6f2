import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromBase64, toBase64, toHex, utf8 } from '../src/bytes.ts'
import { parseCanonical } from '../src/canonical.ts'
import { hashLeaf, LeafHashes, treeRoot } from '../src/tree.ts'

const publicLeaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]

const publicRoots: [size: number, root: string][] = [
  [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
]

test('the published leaves have the published roots', async () => {
  const leaves = new LeafHashes()
  for (const hex of publicLeaves) leaves.push(await hashLeaf(Buffer.from(hex, 'hex')))
  for (const [size, root] of publicRoots) assert.equal(toHex(await treeRoot(leaves, size)), root)
})

test('bytes have one base64 form, and no other text is read as them', () => {
  for (const length of [0, 1, 2, 3, 32]) {
    const bytes = new Uint8Array(length).fill(0xfb)
    assert.deepEqual(fromBase64(toBase64(bytes)), bytes)
  }
  for (const text of ['+/', '+x==', ' +/v7', '+/v7\n', '-_v7', '+', '===='])
    assert.equal(fromBase64(text), undefined, text)
})

test('half of a surrogate pair has no bytes', () => {
  assert.deepEqual(utf8('\u{1f4cf}'), Uint8Array.of(0xf0, 0x9f, 0x93, 0x8f))
  for (const text of ['\ud800', 'a\udc00b'])
    assert.throws(() => utf8(text), {
      fault: { kind: 'malformed', index: null, sentence: 'A text holds half of a surrogate pair.' },
    })
})

const canonical = [
  '{}',
  '[]',
  '"\u2028"',
  '{"__proto__":1,"a":[null,true]}',
  '{"\u{1f600}":1,"\ufb33":2}',
  '0',
  '-1',
]

for (const text of canonical) {
  test(`${JSON.stringify(text)} is canonical`, () => {
    assert.deepEqual(parseCanonical(text), JSON.parse(text))
  })
}

test('nesting is followed for 64 levels below the first, of lists and of objects', () => {
  const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`
  for (const text of [lists(65), objects(64)]) assert.deepEqual(parseCanonical(text), JSON.parse(text))
  for (const text of [lists(66), objects(65)]) assert.throws(() => parseCanonical(text), /not canonical/)
})

const notCanonical: [title: string, text: string][] = [
  ['white space', '{"a": 1}'],
  ['another order', '{"b":1,"a":2}'],
  ['order by code points', '{"\ufb33":2,"\u{1f600}":1}'],
  ['a doubled member', '{"a":1,"a":1}'],
  ['a needless escape', '"\\u0041"'],
  ['an escaped slash', '"\\/"'],
  ['an upper-case escape', '"\\u001F"'],
  ['a fraction', '1.5'],
  ['a fraction of nothing', '[1.0]'],
  ['an exponent', '1e2'],
  ['minus zero', '-0'],
  ['an integer beyond 2^53 - 1', '9007199254740992'],
  ['half of a surrogate pair', '"\\ud800"'],
  ['half of a surrogate pair in a name', '{"\\udc00":1}'],
  ['no end', '['],
  ['nothing', ''],
  ['nesting without end', '['.repeat(5000) + ']'.repeat(5000)],
]

for (const [title, text] of notCanonical) {
  test(`a text with ${title} is not canonical`, () => {
    assert.throws(() => parseCanonical(text), /not canonical/)
  })
}
