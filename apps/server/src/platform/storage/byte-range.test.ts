import assert from 'node:assert/strict'
import test from 'node:test'
import { requestedRange } from './byte-range.ts'

const ranges: [header: string | undefined, range: ReturnType<typeof requestedRange>][] = [
  [undefined, 'all'],
  ['bytes=0-', { first: 0, last: 9 }],
  ['bytes=2-4', { first: 2, last: 4 }],
  ['bytes=9-9', { first: 9, last: 9 }],
  ['bytes=2-400', { first: 2, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-30', { first: 0, last: 9 }],
  ['bytes=10-', 'none'],
  ['bytes=10-12', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=-', 'all'],
  ['bytes=4-2', 'all'],
  ['bytes=0-1,3-4', 'all'],
  ['lines=0-1', 'all'],
  ['bytes=0x1-', 'all'],
]

for (const [header, range] of ranges) {
  test(`of ten bytes, "${header}" asks for ${JSON.stringify(range)}`, () => {
    assert.deepEqual(requestedRange(header, 10), range)
  })
}
