import { setTimeout as delay } from 'node:timers/promises'

/** Only ends a hang: no test relies on being faster than this, not even on a busy machine. */
export const HANG_MS = 120_000

/** Polling interval. */
const LOOK_MS = 20

/**
 * Waits until a state is reached, no matter how long it takes; if it hangs, the error states `what` was
 * expected.
 */
export async function until(isSo: () => boolean | Promise<boolean>, what = 'a state'): Promise<void> {
  for (const end = Date.now() + HANG_MS; !(await isSo()); await delay(LOOK_MS)) {
    if (Date.now() > end) throw new Error(`${what} was not reached within ${HANG_MS / 1000} s`)
  }
}
