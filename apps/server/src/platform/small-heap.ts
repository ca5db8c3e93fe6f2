import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Calls of `withSmallHeap` that have not ended. */
let running = 0

/**
 * Keeps the heap of the process small while millions of rows pass through it. The young generation stays at its initial
 * size, which V8 would otherwise let grow, and the old generation is collected after it has grown by a fifth instead of
 * several times over. For separate commands: call it before they load their modules, some of which survive the first
 * collections.
 */
export function keepHeapSmall(): void {
  running += 1
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=20')
}

/**
 * Does some work with a small heap, for long work in a server. Afterwards V8 decides again how often to collect, unless
 * other such work is still running.
 */
export async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  keepHeapSmall()
  // The flags take effect with the next collection, until which the heap could still grow by more than all of the work needs.
  if (running === 1) collectGarbage()
  try {
    return await work()
  } finally {
    running -= 1
    if (running === 0) {
      // V8's own values.
      setFlagsFromString('--semi-space-growth-factor=2')
      setFlagsFromString('--heap-growing-percent=0')
    }
  }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  gc()
}
