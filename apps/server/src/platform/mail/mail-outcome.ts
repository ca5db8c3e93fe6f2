import type { MailResult } from '@plumbline/contract'

/** Why a message was not handed over. */
export type MailProblem = NonNullable<MailResult['fault']>

/** What became of handing a message over. */
export type MailOutcome =
  | { readonly state: 'sent'; readonly response: string }
  /** The server will not take this message to this address, now or later. */
  | { readonly state: 'refused'; readonly problem: MailProblem; readonly detail: string }
  /** Nothing was delivered, and another attempt may succeed. */
  | { readonly state: 'not_sent'; readonly problem: MailProblem; readonly detail: string }
  /** The connection broke when the server had the content: whether it was delivered is not known. */
  | { readonly state: 'unknown'; readonly problem: MailProblem; readonly detail: string }

/** What the library says of a failure. */
interface Failure {
  readonly message: string
  readonly code?: string
  /** The SMTP command that it is about. */
  readonly command?: string
  /** Of the server; undefined where it said nothing. */
  readonly responseCode?: number
  /** The whole line of the server. */
  readonly response?: string
}

/** What a failure means, by RFC 5321: 5xx is for good and 4xx is not. */
export function outcomeOfFailure(error: unknown, isContentSent: boolean): MailOutcome {
  const failure: Failure = error instanceof Error ? error : { message: String(error) }
  const problem = problemOf(failure)
  const detail = oneLine(failure.response ?? failure.message)
  const { responseCode } = failure
  if (responseCode === undefined && isContentSent) return { state: 'unknown', problem, detail }
  // Sender and sign-in are of the settings: with others the same message passes.
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

/** Node.js names certificates that are not accepted by a code, and what OpenSSL says otherwise by its words. */
function isOfEncryption(code: string | undefined, message: string): boolean {
  return /CERT|UNABLE_TO_VERIFY/.test(code ?? '') || /\bSSL\b|\bTLS\b|certificate/i.test(message)
}

/** Longest part of a server's words that is kept: enough for its reason. */
const DETAIL_LENGTH_MAX = 300

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, DETAIL_LENGTH_MAX)
}
