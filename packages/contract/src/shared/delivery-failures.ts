import type { RefusalKey } from './refusals.ts'

/**
 * Every message that explains why a delivery attempt failed, by key, with placeholders in braces. They are
 * stored in `last_error` verbatim; the application looks up the key and shows the message in the user's
 * language.
 */
export const deliveryFailures = {
  certificate_chain: 'The certificate of the receiver cannot be verified; its chain may be incomplete.',
  certificate_early: 'The certificate of the receiver is not valid yet.',
  certificate_expired: 'The certificate of the receiver has expired.',
  certificate_host: 'The certificate of the receiver is for another host name.',
  certificate_issuer: 'The certificate of the receiver was not issued by a known authority.',
  certificate_revoked: 'The certificate of the receiver was revoked.',
  certificate_self_signed: 'The certificate of the receiver is self-signed.',
  certificate_unverified: 'The certificate of the receiver cannot be verified.',
  closed_early: 'The receiver closed the connection before its response was complete.',
  connection_ended: 'The connection ended without a complete response.',
  connection_refused: 'The receiver refused the connection.',
  headers_too_large: 'The response headers were too large.',
  interrupted: 'The attempt was interrupted because the endpoint was changed or this server stopped.',
  late: 'The receiver did not send a complete response within {seconds} s.',
  not_accepted: 'The receiver did not accept the connection in time.',
  not_http: 'The response was not valid HTTP.',
  own_network:
    'No TLS connection to the receiver could be made. The receiver is in a private network, so the reason appears only in the server log.',
  redirected: 'The receiver responded with status {status}; redirects are not followed.',
  secret_unreadable: 'The signing secret of this endpoint can no longer be read; rotate it.',
  status: 'The receiver responded with status {status}.',
  tls: 'The receiver and this server could not agree on a TLS connection.',
  too_many_interim: 'The receiver sent more than {max} interim responses (status 1xx).',
  too_much_before_response: 'The receiver sent too much data before its response began.',
  unknown: 'The request could not be completed.',
  unknown_code: 'The request could not be completed ({code}).',
  unreachable: 'The network of the receiver cannot be reached.',
} as const

/** The reason why an attempt failed. */
export type DeliveryFailure = keyof typeof deliveryFailures

/** Refusals of addresses as version 0.1.0 wrote them in `last_error`, where these sentences remain. */
export const earlierRefusals = {
  'webhook.address_not_public': 'The address in the url is not public.',
  'webhook.host_internal': 'The host name belongs to a private network or to this host.',
  'webhook.host_not_public': 'The host resolves to an address that is not public.',
  'webhook.needs_https': 'The url must begin with https://.',
} as const satisfies Partial<Record<RefusalKey, string>>

/**
 * Failures as earlier versions wrote them in `last_error`, where these sentences remain. The order matters to readers: a
 * placeholder also matches longer text, so `redirected` comes before `status`.
 */
export const earlierFailures = {
  closed_early: 'The receiver closed the connection before its answer was complete.',
  connection_ended: 'The connection ended without a complete answer.',
  headers_too_large: 'The headers of the answer were too large.',
  interrupted: 'The attempt was broken off because the endpoint was changed or this server stopped.',
  late: 'The receiver gave no complete answer within {seconds} s.',
  not_http: 'The answer was not valid HTTP.',
  own_network:
    'No TLS connection to the receiver came about. It is in a private network: its operator finds the reason in the log of this server.',
  redirected: 'The receiver answered with status {status}; redirects are not followed.',
  secret_unreadable: 'The signing secret of this endpoint cannot be read any more; rotate it.',
  status: 'The receiver answered with status {status}.',
  too_many_interim: 'The receiver sent more than {max} interim answers (status 1xx).',
  too_much_before_response: 'The receiver sent too much data before its answer began.',
} as const satisfies Partial<Record<DeliveryFailure, string>>
