import { admitsTag } from '../../platform/http/index.ts'

/** Returns the strong entity tag of a version: the index of the last change in the ledger. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/** Whether an If-Match header matches a version. */
export function admitsVersion(ifMatch: string, version: number): boolean {
  return admitsTag(ifMatch, etagOf(version))
}
