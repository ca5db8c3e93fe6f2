import { admitsTag } from '../../platform/http/index.ts'

/** The strong entity tag of a version: the place of the last change in the ledger. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/** Whether an If-Match header admits a version. */
export function admitsVersion(ifMatch: string, version: number): boolean {
  return admitsTag(ifMatch, etagOf(version))
}
