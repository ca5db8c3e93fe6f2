import { Wrong } from './verdict.ts'

/**
 * The UTF-8 bytes of a text. A lone surrogate has no UTF-8 form: it would silently become another character.
 */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  if (!text.isWellFormed()) throw new Wrong('malformed', 'A text holds half of a surrogate pair.')
  return new TextEncoder().encode(text)
}

/** The bytes of a base64 text; undefined unless the text is their canonical, padded form. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text)
    // Re-encoding detects white space, missing padding and stray bits, which atob accepts.
    return btoa(binary) === text ? Uint8Array.from(binary, (char) => char.charCodeAt(0)) : undefined
  } catch {
    return undefined
  }
}

/** The standard base64 form of bytes. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Bytes in lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether two byte strings are the same. Nothing here is secret, so the time it takes does not matter. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place])
}

/** Concatenates byte strings. */
export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
