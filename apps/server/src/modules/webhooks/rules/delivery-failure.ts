import { deliveryFailures, type DeliveryFailure } from '@plumbline/contract'

/** Error codes of the runtime, of TLS and of the HTTP client, and what each means to the owner of an endpoint. */
const FAILURES: Readonly<Record<string, DeliveryFailure>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'closed_early',
  EPIPE: 'closed_early',
  UND_ERR_SOCKET: 'connection_ended',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'closed_early',
  ETIMEDOUT: 'not_accepted',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  OWN_NETWORK_UNREACHED: 'own_network',
  RESPONSE_TOO_LONG: 'too_much_before_response',
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
  UND_ERR_DESTROYED: 'interrupted',
  UND_ERR_CLOSED: 'interrupted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_host',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_early',
  CERT_REVOKED: 'certificate_revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_chain',
}
const CODE_FAMILIES: readonly (readonly [RegExp, DeliveryFailure])[] = [
  [/^HPE_/, 'not_http'],
  [/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/, 'tls'],
  [/^(?:CERT_|UNABLE_TO_|ERR_CERT)/, 'certificate_unverified'],
]
const PLAIN_CODE = /^[A-Z][A-Z0-9_]{1,60}$/

/**
 * Returns one sentence for `last_error` from an error's code; the error's own message is omitted because it may quote
 * the request.
 */
export function transportFailure(code: string | undefined): string {
  if (code === undefined || !PLAIN_CODE.test(code)) return deliveryFailures.unknown
  // No member that every object inherits is a plain code.
  const failure = FAILURES[code] ?? CODE_FAMILIES.find(([form]) => form.test(code))?.[1]
  return failure ? deliveryFailures[failure] : deliveryFailures.unknown_code.replace('{code}', code)
}

/** Returns one sentence for a response outside 200 to 299. */
export function statusFailure(statusCode: number): string {
  const isRedirect = statusCode >= 300 && statusCode < 400
  return deliveryFailures[isRedirect ? 'redirected' : 'status'].replace('{status}', String(statusCode))
}

/** Returns one sentence for a receiver that sends interim responses and no response. */
export function interimFailure(max: number): string {
  return deliveryFailures.too_many_interim.replace('{max}', String(max))
}

/** Returns one sentence for an attempt that timed out. */
export function timeoutFailure(timeoutMs: number): string {
  return deliveryFailures.late.replace('{seconds}', String(timeoutMs / 1000))
}
