import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statusFailure, timeoutFailure, transportFailure } from './delivery-failure.ts'

test('a failure is described in one sentence that names what the receiver can fix', () => {
  assert.equal(transportFailure('ECONNREFUSED'), 'The receiver refused the connection.')
  assert.equal(transportFailure('HPE_INVALID_CONSTANT'), 'The response was not valid HTTP.')
  assert.equal(transportFailure('X_HPE_LIMIT'), 'The request could not be completed (X_HPE_LIMIT).')
  assert.match(transportFailure('ERR_SSL_WRONG_VERSION_NUMBER'), /TLS/)
  assert.match(transportFailure('CERT_SIGNATURE_FAILURE'), /certificate/)
  assert.equal(transportFailure('EMFILE'), 'The request could not be completed (EMFILE).')
  assert.equal(statusFailure(500), 'The receiver responded with status 500.')
  assert.equal(statusFailure(302), 'The receiver responded with status 302; redirects are not followed.')
  assert.match(statusFailure(300), /status 300; redirects are not followed/)
  assert.match(statusFailure(399), /status 399; redirects are not followed/)
  assert.equal(statusFailure(400), 'The receiver responded with status 400.')
  assert.equal(statusFailure(299), 'The receiver responded with status 299.')
  assert.equal(timeoutFailure(15_000), 'The receiver did not send a complete response within 15 s.')
})

test('a code that is not a plain code is left out', () => {
  for (const code of [undefined, '', 'constructor', 'whsec_secret', 'A\nB', 'toString']) {
    assert.equal(transportFailure(code), 'The request could not be completed.')
  }
})
