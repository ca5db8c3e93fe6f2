import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isExtensionActive } from './due-extension.ts'

const extension = { until: '2026-07-01', isOfBasis: true }
const basis = { result: 'PASS', computedDueDate: '2026-06-15' }

test('an extension applies while it is later than the computed due date', () => {
  assert.equal(isExtensionActive(extension, basis), true)
  assert.equal(isExtensionActive(extension, { ...basis, computedDueDate: '2026-06-30' }), true)
  assert.equal(isExtensionActive(extension, { ...basis, computedDueDate: '2026-07-01' }), false)
  assert.equal(isExtensionActive(extension, { ...basis, computedDueDate: '2026-07-02' }), false)
})

test('an extension ends with the record that it was granted on', () => {
  assert.equal(isExtensionActive({ ...extension, isOfBasis: false }, basis), false)
})

test('an extension never covers a failed basis', () => {
  for (const result of ['FAIL', 'DAMAGED']) {
    assert.equal(isExtensionActive(extension, { ...basis, result }), false)
  }
})
