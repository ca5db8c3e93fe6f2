/** How much of a response is read before the connection is closed. */
export const RESPONSE_BYTES_MAX = 65_536
/** In UTF-16 units, so that the excerpt fits wherever a text of this length does. */
export const SNIPPET_LENGTH_MAX = 500
/** Enough to redact secrets before truncating, so that no part of one is left at the end of the excerpt. */
const REDACTION_WINDOW = 4 * SNIPPET_LENGTH_MAX

/**
 * C0, DEL and C1, and characters that reorder or hide text in a log: bidirectional marks, line separators, byte order
 * mark.
 */
const CONTROL_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu
/** A receiver may echo what it was sent, or its own credentials; neither belongs in a log that people read. */
const SECRETS = [
  /whsec_[\w+/=-]*/gi,
  /ctk_[\w-]*/gi,
  /\bt=\d+,\s*v1=[0-9a-f]+/gi,
  /\bv1=[0-9a-f]{16,}/gi,
  /\b(?:bearer|basic)\s+[\w.~+/=-]{8,}/gi,
]
const REMOVED = '[removed]'

/**
 * Returns an excerpt of a response's body for the delivery log; null if there is nothing to read. Control characters
 * and secrets are removed; bytes that are not UTF-8 become the replacement character.
 */
export function responseSnippet(body: Uint8Array): string | null {
  const text = new TextDecoder().decode(body.subarray(0, RESPONSE_BYTES_MAX))
  const plain = text.replaceAll(CONTROL_CHARACTERS, '').slice(0, REDACTION_WINDOW)
  const safe = SECRETS.reduce((rest, secret) => rest.replaceAll(secret, REMOVED), plain)
  const snippet = cutWhole(safe, SNIPPET_LENGTH_MAX)
  return snippet.trim() === '' ? null : snippet
}

/** Cuts to at most `length` units without leaving half a surrogate pair. */
function cutWhole(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
