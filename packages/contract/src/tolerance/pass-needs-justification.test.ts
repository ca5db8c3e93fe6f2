import assert from 'node:assert/strict'
import { test } from 'node:test'
import vectors from '../../test/vectors/tolerance.json' with { type: 'json' }
import { passNeedsJustification } from './pass-needs-justification.ts'

const outside = { nominalValue: '10 mm', tolerance: '0.1', asFoundReading: '10.3 mm' }

test('the vectors are refused or accepted as they say', () => {
  for (const vector of vectors) {
    const record = {
      result: vector.result,
      nominalValue: vector.nominal_value,
      tolerance: vector.tolerance,
      asFoundReading: vector.final_reading,
    }
    const expected = vector.write_refused_without_justification
    assert.equal(passNeedsJustification(record), expected, `vector ${vector.id}`)
    const justified = { ...record, outOfToleranceImpact: 'Used only below 5 mm.' }
    assert.equal(passNeedsJustification(justified), false, `vector ${vector.id} justified`)
  }
})

test('only a pass outside tolerance needs a justification', () => {
  for (const result of ['PASS', 'PASS_WITH_ADJUSTMENT']) {
    assert.equal(passNeedsJustification({ ...outside, result }), true)
  }
  for (const result of ['LIMITED_CALIBRATION', 'FAIL', 'DAMAGED', 'pass', '', null, undefined]) {
    assert.equal(passNeedsJustification({ ...outside, result }), false)
  }
})

test('a justification of white space is missing', () => {
  for (const outOfToleranceImpact of [null, undefined, '', ' ', '\n\t', '\u00A0']) {
    assert.equal(passNeedsJustification({ ...outside, result: 'PASS', outOfToleranceImpact }), true)
  }
})

test('an instrument adjusted back into tolerance needs none', () => {
  const adjusted = { ...outside, result: 'PASS_WITH_ADJUSTMENT', asLeftReading: '10.02 mm' }
  assert.equal(passNeedsJustification(adjusted), false)
})
