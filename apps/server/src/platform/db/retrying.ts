import { isRetryable } from './failures.ts'
import type { Queries } from './queries.ts'

/** Maximum number of attempts at a transaction after deadlocks before the error is thrown. */
const ATTEMPTS_MAX = 4

/** Each call is a transaction of its own, which can be restarted. */
export function repeated(queries: Queries): Queries {
  return {
    batch: (statements) => retrying(() => queries.batch(statements)),
    rows: (statement) => retrying(() => queries.rows(statement)),
  }
}

/** Deadlocks and serialization failures roll everything back, so the work can simply be restarted. */
export async function retrying<T>(attempt: () => Promise<T>, attemptsMax = ATTEMPTS_MAX): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tried === attemptsMax || !isRetryable(error)) throw error
    }
  }
}
