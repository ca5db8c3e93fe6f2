import { tIfKnown } from '../../base/messages.ts'

/** What is written on a key in the person's language; a letter or a sign is its own name. */
export function keyName(key: string): string {
  return tIfKnown(`keyName.${key}`) ?? key
}
