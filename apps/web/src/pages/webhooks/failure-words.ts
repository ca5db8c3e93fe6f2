import { tIfKnown } from '../../base/messages.ts'
import { readFailure } from './read-failure.ts'

/** Why an attempt failed, as the log keeps it, in the person's language; what is not known here stays as it is. */
export function failureWords(error: string): string {
  const found = readFailure(error)
  return (found && tIfKnown(found.key, found.values)) ?? error
}
