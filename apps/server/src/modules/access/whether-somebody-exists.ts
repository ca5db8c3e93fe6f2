import type { Queries } from '../../platform/db/index.ts'
import { anyPerson } from './people-store.ts'

/**
 * Answers the question whether this deployment has people. Nobody is ever removed, so the database is
 * asked only until it says yes.
 */
export function whetherSomebodyExists(queries: Queries): () => Promise<boolean> {
  let known = false
  return async () => {
    known ||= await anyPerson(queries)
    return known
  }
}
