import { createHash } from 'node:crypto'

/** Number of hash characters in a tag: 132 bits, so that no two representations share one. */
const HASH_LENGTH = 22

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH)

/** Returns the tag of a version without a number of its own: the hash of what the resource shows. */
export function tagOf(shown: object): string {
  return `"${hashOf(JSON.stringify(shown))}"`
}

/**
 * Returns the strong entity tag of a representation: the version and a hash of its JSON, because values computed on
 * reading, such as a status that depends on today's date, change without a new version. Without a version it is only
 * the hash.
 */
export function representationTag(version: string | undefined, json: string): string {
  return version === undefined ? `"${hashOf(json)}"` : `${version.slice(0, -1)}.${hashOf(json)}"`
}

/** Returns the tag of a representation sent in a content coding, whose bytes differ (RFC 9110, 8.8.3.3). */
export function codedTag(tag: string, coding: string): string {
  return `${tag.slice(0, -1)}+${coding}"`
}

const withoutCoding = (tag: string): string => tag.replace(/\+\w+"$/, '"')

const tagsOf = (header: string): string[] => header.split(',').map((named) => named.trim())

/**
 * Whether an If-Match header matches a resource of this version (RFC 9110, 13.1.1): an asterisk matches all, a list
 * matches the versions it names, whatever has been computed since. Weak tags never match, because what they name may
 * differ in bytes.
 */
export function admitsTag(ifMatch: string, version: string): boolean {
  if (ifMatch.trim() === '*') return true
  const start = `${version.slice(0, -1)}.`
  return tagsOf(ifMatch).some((named) => withoutCoding(named) === version || named.startsWith(start))
}

/**
 * Returns the tag of an If-None-Match header that names this representation in any coding, by weak comparison (RFC
 * 9110, 13.1.2); undefined if none does. An asterisk names every representation.
 */
export function matchedTag(ifNoneMatch: string, tag: string): string | undefined {
  if (ifNoneMatch.trim() === '*') return tag
  const strong = tagsOf(ifNoneMatch).map((named) => named.replace(/^W\//, ''))
  return strong.find((named) => withoutCoding(named) === tag)
}
