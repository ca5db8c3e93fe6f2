import { tIfKnown } from '../../base/messages.ts'

/** Returns the label of a key in the user's language; letters and signs are returned unchanged. */
export function keyName(key: string): string {
  return tIfKnown(`keyName.${key}`) ?? key
}
