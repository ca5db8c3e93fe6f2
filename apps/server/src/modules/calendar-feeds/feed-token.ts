import { createHash, randomBytes } from 'node:crypto'
import { CALENDAR_FEED_PATH } from '@plumbline/contract'

const SECRET_BYTES = 32

/** Content of a feed's URL. */
export interface FeedToken {
  readonly workspaceId: string
  readonly feedId: string
  readonly secret: string
}

/** Returns a new secret that cannot be guessed, because the URL alone gives access to the feed. */
export function newFeedSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** Returns the stored form of a secret. A hash without salt suffices for 256 random bits. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/**
 * Returns the URL of a feed. The token is in the query, which request logs omit; calendar programs store the URL and
 * send no other credentials.
 */
export function feedAddress(publicUrl: string, { workspaceId, feedId, secret }: FeedToken): string {
  return `${publicUrl}${CALENDAR_FEED_PATH}?token=${workspaceId}.${feedId}.${secret}`
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Reads a token; undefined if it is invalid. */
export function readFeedToken(token: unknown): FeedToken | undefined {
  if (typeof token !== 'string') return undefined
  const [workspaceId = '', feedId = '', secret = '', ...rest] = token.split('.')
  const isOne = rest.length === 0 && UUID.test(workspaceId) && UUID.test(feedId)
  return isOne ? { workspaceId, feedId, secret } : undefined
}
