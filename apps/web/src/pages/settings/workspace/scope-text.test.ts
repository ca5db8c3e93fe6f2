import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readScope, scopeText } from './scope-text.ts'

const voltage = {
  quantity: 'DC voltage',
  from: '1',
  to: '10',
  unit: 'V',
  cmc: '5',
  cmc_unit: 'µV',
  cmc_percent: '0.002',
  method: 'cg-15',
  since: '2024-01-01',
  until: null,
}
const length = { ...voltage, quantity: 'Length', unit: 'mm', cmc_percent: null, method: null, since: null }

test('a scope is read back from the text that it is edited as', () => {
  const text = 'DC voltage; 1; 10; V; 5; µV; 0.002; cg-15; 2024-01-01\nLength; 1; 10; mm; 5; µV'
  assert.equal(scopeText([voltage, length]), text)
  assert.deepEqual(readScope(text), [voltage, length])
  assert.equal(scopeText(null), '')
})

test('rows of a spreadsheet are read with tabs and decimal commas, and nothing is no scope', () => {
  assert.deepEqual(readScope('Length\t1\t10\tmm\t5\tµV\n\n'), [length])
  assert.deepEqual(
    readScope('Length; 1; 10,5; mm; 0,4')?.map(({ to, cmc }) => [to, cmc]),
    [['10.5', '0.4']],
  )
  assert.equal(readScope(' \n'), null)
  assert.deepEqual(
    readScope('Length')?.map(({ from, cmc }) => [from, cmc]),
    [['', null]],
  )
})
