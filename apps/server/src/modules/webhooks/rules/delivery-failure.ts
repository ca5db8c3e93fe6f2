/** Codes of the runtime, of TLS and of the HTTP client, and what each means to the owner of an endpoint. */
const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection before its answer was complete.',
  EPIPE: 'The receiver closed the connection before its answer was complete.',
  UND_ERR_SOCKET: 'The connection ended without a complete answer.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The receiver closed the connection before its answer was complete.',
  ETIMEDOUT: 'The receiver did not accept the connection in time.',
  EHOSTUNREACH: 'The network of the receiver cannot be reached.',
  ENETUNREACH: 'The network of the receiver cannot be reached.',
  EADDRNOTAVAIL: 'The network of the receiver cannot be reached.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer were too large.',
  UND_ERR_DESTROYED: 'The attempt was broken off because the endpoint was changed or this server stopped.',
  UND_ERR_CLOSED: 'The attempt was broken off because the endpoint was changed or this server stopped.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another host name.',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired.',
  CERT_NOT_YET_VALID: 'The certificate of the receiver is not valid yet.',
  CERT_REVOKED: 'The certificate of the receiver was revoked.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the receiver is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the receiver was not issued by a known authority.',
  UNABLE_TO_GET_ISSUER_CERT: 'The certificate of the receiver was not issued by a known authority.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate of the receiver was not issued by a known authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate of the receiver cannot be verified; its chain may be incomplete.',
}
const CODE_FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^HPE_/, 'The answer was not valid HTTP.'],
  [/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/, 'The receiver and this server could not agree on a TLS connection.'],
  [/^(?:CERT_|UNABLE_TO_|ERR_CERT)/, 'The certificate of the receiver cannot be verified.'],
]
const PLAIN_CODE = /^[A-Z][A-Z0-9_]{1,60}$/

/** One sentence for `last_error` from an error's code; the error's own message is left out, as it may quote the request. */
export function transportFailure(code: string | undefined): string {
  if (code === undefined || !PLAIN_CODE.test(code)) return 'The request could not be completed.'
  const known = Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined
  const family = CODE_FAMILIES.find(([form]) => form.test(code))?.[1]
  return known ?? family ?? `The request could not be completed (${code}).`
}

/** One sentence for an answer outside 200 to 299. */
export function statusFailure(statusCode: number): string {
  const isRedirect = statusCode >= 300 && statusCode < 400
  const answer = `The receiver answered with status ${statusCode}`
  return isRedirect ? `${answer}; redirects are not followed.` : `${answer}.`
}

/** One sentence for an attempt that was not over in time. */
export function timeoutFailure(timeoutMs: number): string {
  return `The receiver gave no complete answer within ${timeoutMs / 1000} s.`
}
