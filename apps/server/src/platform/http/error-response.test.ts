import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalOf } from './error-response.ts'

test('every refusal of the framework is a client error, even one that is unknown', () => {
  const codeFor = (code: string, statusCode: number) =>
    refusalOf(Object.assign(new Error('x'), { code, statusCode })).code
  assert.equal(codeFor('FST_ERR_OF_A_LATER_VERSION', 400), 'INVALID_REQUEST')
  assert.equal(codeFor('FST_ERR_OF_A_LATER_VERSION', 415), 'INVALID_REQUEST')
  assert.equal(codeFor('FST_ERR_OF_A_LATER_VERSION', 413), 'PAYLOAD_TOO_LARGE')
  assert.equal(codeFor('FST_ERR_OF_A_LATER_VERSION', 500), 'INTERNAL_ERROR')
  assert.equal(codeFor('ECONNREFUSED', 400), 'INTERNAL_ERROR')
})
