import { createHash, randomBytes } from 'node:crypto'

/** 256 bits: beyond any guessing, so that a plain hash hides it well enough. */
const TOKEN_BYTES = 32

/** A token for a link that works once, with the hash by which it is known again. */
export function makeOneTimeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashOneTimeToken(token) }
}

/** What is stored of a token. */
export function hashOneTimeToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest()
}
