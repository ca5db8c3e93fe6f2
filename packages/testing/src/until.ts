import { setTimeout as delay } from 'node:timers/promises'

/** Bounds a hang and nothing else: no test counts on being quicker, on a machine that is busy with other work neither. */
export const HANG_MS = 120_000

/** Between two looks. */
const LOOK_MS = 20

/** Waits until a state is reached, however long that takes; a hang fails with `what` was waited for. */
export async function until(isSo: () => boolean | Promise<boolean>, what = 'a state'): Promise<void> {
  for (const end = Date.now() + HANG_MS; !(await isSo()); await delay(LOOK_MS)) {
    if (Date.now() > end) throw new Error(`${what} was not reached within ${HANG_MS / 1000} s`)
  }
}
