import { createHash, randomBytes } from 'node:crypto'

/** 256 bits, which cannot be guessed, so a plain hash is sufficient. */
const TOKEN_BYTES = 32

/** Returns a token for a one-time link, and the hash by which it is recognized. */
export function makeOneTimeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashOneTimeToken(token) }
}

/** Returns the stored hash of a token. */
export function hashOneTimeToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest()
}
