import { createHash, randomBytes } from 'node:crypto'
import { CALENDAR_FEED_PATH } from '@plumbline/contract'

const SECRET_BYTES = 32

/** What the address of a feed names. */
export interface FeedToken {
  readonly workspaceId: string
  readonly feedId: string
  readonly secret: string
}

/** A new secret: nobody guesses it, so that the address alone opens the feed. */
export function newFeedSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** What is stored of a secret. A hash without salt suffices for 256 random bits. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/**
 * The address of a feed. The token stands in the query, which logs of requests leave out; calendar programs keep it and
 * send nothing else.
 */
export function feedAddress(publicUrl: string, { workspaceId, feedId, secret }: FeedToken): string {
  return `${publicUrl}${CALENDAR_FEED_PATH}?token=${workspaceId}.${feedId}.${secret}`
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Reads a token; undefined for what is none. */
export function readFeedToken(token: unknown): FeedToken | undefined {
  if (typeof token !== 'string') return undefined
  const [workspaceId = '', feedId = '', secret = '', ...rest] = token.split('.')
  const isOne = rest.length === 0 && UUID.test(workspaceId) && UUID.test(feedId)
  return isOne ? { workspaceId, feedId, secret } : undefined
}
