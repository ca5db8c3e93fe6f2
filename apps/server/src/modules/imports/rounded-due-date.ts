import { addDays } from '../compliance/index.ts'

/** Number of days by which registers round a due date. */
const ROUNDED_DAYS = 1

/**
 * Returns how a due date that a file states compares with the computed one. It is the same if the file may have rounded
 * it.
 */
export function statedAgainst(stated: string, computed: string): 'earlier' | 'same' | 'later' {
  if (stated < addDays(computed, -ROUNDED_DAYS)) return 'earlier'
  return stated <= addDays(computed, ROUNDED_DAYS) ? 'same' : 'later'
}
