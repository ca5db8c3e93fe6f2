import type { MailResult } from '@plumbline/contract'

/** Why a message could not be sent. */
export type MailProblem = NonNullable<MailResult['fault']>

/** The outcome of sending a message. */
export type MailOutcome =
  | { readonly state: 'sent'; readonly response: string }
  /** The server permanently refuses this message to this address. */
  | { readonly state: 'refused'; readonly problem: MailProblem; readonly detail: string }
  /** Nothing was delivered, and another attempt may succeed. */
  | { readonly state: 'not_sent'; readonly problem: MailProblem; readonly detail: string }
  /** The connection broke after the server got the content: whether it was delivered is unknown. */
  | { readonly state: 'unknown'; readonly problem: MailProblem; readonly detail: string }

/** A failure as reported by the library. */
interface Failure {
  readonly message: string
  readonly code?: string
  /** The SMTP command that failed. */
  readonly command?: string
  /** Code of the server's response; undefined if there was none. */
  readonly responseCode?: number
  /** The complete response line of the server. */
  readonly response?: string
}

/** Returns the outcome that a failure means according to RFC 5321: 5xx is permanent and 4xx is not. */
export function outcomeOfFailure(error: unknown, isContentSent: boolean): MailOutcome {
  const failure: Failure = error instanceof Error ? error : { message: String(error) }
  const problem = problemOf(failure)
  const detail = oneLine(failure.response ?? withoutOpenSslCode(failure.message))
  const { responseCode } = failure
  if (responseCode === undefined && isContentSent) return { state: 'unknown', problem, detail }
  // Sender and sign-in depend on the settings: with others the same message is accepted.
  const isOfMessage = problem === 'recipient' || problem === 'content'
  const isForGood = responseCode !== undefined && responseCode >= 500 && isOfMessage
  return { state: isForGood ? 'refused' : 'not_sent', problem, detail }
}

function problemOf({ code, command = '', responseCode, message }: Failure): MailProblem {
  if (code === 'EAUTH' || command.startsWith('AUTH')) return 'sign_in'
  if (code === 'ETLS' || command === 'STARTTLS') return 'tls'
  if (code === 'ETIMEDOUT') return 'timeout'
  if (code === 'EDNS') return 'unreachable'
  if (responseCode === undefined) return isOfEncryption(code, message) ? 'tls' : 'unreachable'
  if (responseCode < 500) return 'busy'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  if (code === 'EMESSAGE' || command === 'DATA') return 'content'
  return 'other'
}

/** Node.js reports certificates that are not accepted by a code, and other problems of OpenSSL by their message. */
function isOfEncryption(code: string | undefined, message: string): boolean {
  return /CERT|UNABLE_TO_VERIFY/.test(code ?? '') || /\bSSL\b|\bTLS\b|certificate/i.test(message)
}

/** Messages of OpenSSL, such as `2A…:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:…:`. */
const OPENSSL_MESSAGE = /error:[0-9A-F]+:([^:]*):[^:]*:([^:]+)/i

/** Returns the message of a failure without the numbers and source files that OpenSSL adds: "SSL routines: wrong version number". */
function withoutOpenSslCode(message: string): string {
  const [, library, reason] = OPENSSL_MESSAGE.exec(message) ?? []
  return library === undefined || reason === undefined ? message : `${library}: ${reason}`
}

/** Maximum length that is kept of a server's message: enough for its reason. */
const DETAIL_LENGTH_MAX = 300

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, DETAIL_LENGTH_MAX)
}
