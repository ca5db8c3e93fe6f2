import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coverageInWords, isPpm } from './read-uncertainty.ts'

const words: [text: string | null | undefined, percent: number | null][] = [
  ['95 %', 95],
  ['95%', 95],
  [' 95.45 % ', 95.45],
  ['95,45 %', 95.45],
  ['approx. 95 %', 95],
  ['About 95 %', 95],
  ['approximately 99 %', 99],
  ['ca. 95 %', 95],
  ['rund 95 %', 95],
  ['not 95 %', null],
  ['95 % (k = 2)', null],
  ['k = 2', null],
  ['100 %', null],
  ['95', null],
  ['', null],
  [null, null],
  [undefined, null],
]
for (const [text, percent] of words) {
  test(`the words ${JSON.stringify(text)} state ${percent ?? 'no'} percent`, () => {
    assert.equal(coverageInWords(text), percent)
  })
}

test('parts per million are the unit ppm alone', () => {
  for (const unit of ['ppm', ' ppm ']) assert.ok(isPpm(unit))
  for (const unit of ['ppmv', 'V', '', null, undefined]) assert.ok(!isPpm(unit))
})
