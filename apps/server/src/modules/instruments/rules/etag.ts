/** The strong entity tag of a version: the place of the last change in the ledger. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/**
 * Whether an If-Match header admits a version (RFC 9110, 13.1.1): the asterisk admits all, a list those
 * it names. Weak tags never match, since what they name may differ in bytes.
 */
export function admitsVersion(ifMatch: string, version: number): boolean {
  if (ifMatch.trim() === '*') return true
  return ifMatch.split(',').some((tag) => tag.trim() === etagOf(version))
}
