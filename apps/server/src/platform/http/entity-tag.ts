import { createHash } from 'node:crypto'

/** The strong entity tag of a resource that is small enough to be hashed as it is shown. */
export function tagOf(shown: object): string {
  return `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url')}"`
}

/**
 * Whether an If-Match header admits a resource of this tag (RFC 9110, 13.1.1): the asterisk admits all, a
 * list those that it names. Weak tags never match, since what they name may differ in bytes.
 */
export function admitsTag(ifMatch: string, tag: string): boolean {
  if (ifMatch.trim() === '*') return true
  return ifMatch.split(',').some((named) => named.trim() === tag)
}
