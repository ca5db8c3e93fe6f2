import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparisonUnder, namedDecisionRules } from './decision-rule.ts'

test('without a decision rule a comparison states no conformity', () => {
  for (const text of [null, undefined, '', '  ', ' \u00a0']) assert.equal(comparisonUnder(text), 'none')
})

test('simple acceptance is the comparison with the limits, in whatever words it is named', () => {
  const texts = [
    'simple_acceptance',
    'Simple acceptance',
    'Simple acceptance, ILAC-G8:09/2019, 4.2.1',
    'ILAC-G8 binary statement for simple acceptance rule (w = 0)',
    'Simple acceptance (shared risk)',
    'shared risk',
    'Einfache Akzeptanz',
  ]
  for (const text of texts) assert.equal(comparisonUnder(text), 'limits', text)
})

test('every other rule asks for more than the comparison with the limits', () => {
  const texts = [
    ...namedDecisionRules.filter((rule) => rule !== 'simple_acceptance'),
    'Guard band w = U',
    'Simple acceptance with a guard band of 20 %',
    'Simple acceptance, w = U',
    'Not simple acceptance',
    'As agreed with the customer',
    'ILAC-G8',
  ]
  for (const text of texts) assert.equal(comparisonUnder(text), 'other', text)
})
