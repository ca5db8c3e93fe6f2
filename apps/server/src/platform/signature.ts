import { createHmac, timingSafeEqual } from 'node:crypto'

/** Length of a shortened signature: 128 bits cannot be guessed, and URLs and keys stay short (RFC 2104, section 5). */
export const SHORT_SIGNATURE_BYTES = 16

/** Signs a text with a key: HMAC-SHA256 (RFC 2104), 32 bytes. */
export function signatureOf(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Returns the first 16 bytes of the same signature. */
export function shortSignatureOf(key: Buffer | string, text: string): Buffer {
  return signatureOf(key, text).subarray(0, SHORT_SIGNATURE_BYTES)
}

/**
 * Whether the bytes are the signature of a text with one of the keys, compared in constant time.
 * @param sign how the text was signed
 */
export function isSignedWith(
  keys: readonly (Buffer | string)[],
  text: string,
  signature: Buffer,
  sign: typeof signatureOf = signatureOf,
): boolean {
  return keys.some((key) => {
    const expected = sign(key, text)
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}
