import { createHash } from 'node:crypto'

/** Characters of a hash that a tag has: 132 bits, so that no two representations share one. */
const HASH_LENGTH = 22

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH)

/** The tag of a version without a number of its own: the hash of what the resource shows. */
export function tagOf(shown: object): string {
  return `"${hashOf(JSON.stringify(shown))}"`
}

/**
 * The strong entity tag of a representation: the version and a hash of its JSON, since what is computed when it is read, such as
 * a status that depends on today, changes without a new version. Without a version it is the hash alone.
 */
export function representationTag(version: string | undefined, json: string): string {
  return version === undefined ? `"${hashOf(json)}"` : `${version.slice(0, -1)}.${hashOf(json)}"`
}

/** The tag of a representation that is sent in a content coding: the bytes are others (RFC 9110, 8.8.3.3). */
export function codedTag(tag: string, coding: string): string {
  return `${tag.slice(0, -1)}+${coding}"`
}

const withoutCoding = (tag: string): string => tag.replace(/\+\w+"$/, '"')

const tagsOf = (header: string): string[] => header.split(',').map((named) => named.trim())

/**
 * Whether an If-Match header admits a resource of this version (RFC 9110, 13.1.1): the asterisk admits all, a list those whose
 * version it names, whatever has been computed since. Weak tags never match, since what they name may differ in bytes.
 */
export function admitsTag(ifMatch: string, version: string): boolean {
  if (ifMatch.trim() === '*') return true
  const start = `${version.slice(0, -1)}.`
  return tagsOf(ifMatch).some((named) => withoutCoding(named) === version || named.startsWith(start))
}

/**
 * The tag of an If-None-Match header that names this representation in any coding, weakly compared (RFC 9110, 13.1.2); undefined
 * where none does. The asterisk names every one.
 */
export function matchedTag(ifNoneMatch: string, tag: string): string | undefined {
  if (ifNoneMatch.trim() === '*') return tag
  const strong = tagsOf(ifNoneMatch).map((named) => named.replace(/^W\//, ''))
  return strong.find((named) => withoutCoding(named) === tag)
}
