import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryFailures, type DeliveryFailure } from '@plumbline/contract'
import { interimFailure, statusFailure, timeoutFailure, transportFailure } from './delivery-failure.ts'

const CODES: Partial<Record<DeliveryFailure, string>> = {
  connection_refused: 'ECONNREFUSED',
  closed_early: 'ECONNRESET EPIPE UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  connection_ended: 'UND_ERR_SOCKET',
  not_accepted: 'ETIMEDOUT',
  unreachable: 'EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL',
  own_network: 'OWN_NETWORK_UNREACHED',
  too_much_before_response: 'RESPONSE_TOO_LONG',
  headers_too_large: 'UND_ERR_HEADERS_OVERFLOW',
  interrupted: 'UND_ERR_DESTROYED UND_ERR_CLOSED',
  certificate_host: 'ERR_TLS_CERT_ALTNAME_INVALID',
  certificate_expired: 'CERT_HAS_EXPIRED',
  certificate_early: 'CERT_NOT_YET_VALID',
  certificate_revoked: 'CERT_REVOKED',
  certificate_self_signed: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  certificate_issuer: 'SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  certificate_chain: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  certificate_unverified: 'CERT_UNTRUSTED UNABLE_TO_GET_CRL ERR_CERT_X',
  not_http: 'HPE_INVALID_CONSTANT',
  tls: 'ERR_SSL_WRONG_VERSION_NUMBER ERR_TLS_HANDSHAKE_TIMEOUT EPROTO',
}

for (const [failure, codes] of Object.entries(CODES)) {
  test(`${codes} is told as ${failure}`, () => {
    for (const code of codes.split(' '))
      assert.equal(transportFailure(code), deliveryFailures[failure as DeliveryFailure], code)
  })
}

test('a code is named up to 61 characters, and where it only contains a known one', () => {
  for (const code of ['A'.repeat(61), 'X_CERT_REVOKED', 'X_ERR_SSL_Y', 'EPROTONOSUPPORT'])
    assert.equal(transportFailure(code), `The request could not be completed (${code}).`)
  assert.equal(transportFailure('A'.repeat(62)), 'The request could not be completed.')
})

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
  assert.equal(interimFailure(16), 'The receiver sent more than 16 interim responses (status 1xx).')
  assert.equal(timeoutFailure(15_000), 'The receiver did not send a complete response within 15 s.')
})

test('a code that is not a plain code is left out', () => {
  for (const code of [undefined, '', 'constructor', 'whsec_secret', 'A\nB', 'toString']) {
    assert.equal(transportFailure(code), 'The request could not be completed.')
  }
})
