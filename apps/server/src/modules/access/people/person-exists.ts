import type { Queries } from '../../../platform/db/index.ts'
import { anyPerson } from '../people-store.ts'

/**
 * Returns a function that resolves with whether this deployment has people. People are never removed, so the database
 * is queried only until there is one.
 */
export function createPersonExists(queries: Queries): () => Promise<boolean> {
  let known = false
  return async () => {
    known ||= await anyPerson(queries)
    return known
  }
}
