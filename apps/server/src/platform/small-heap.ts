import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Minimum size of the young generation during work with a small heap, in bytes. In a busy server it grows to 64 MB. */
const YOUNG_MIN = 6_000_000

/** Maximum number of surviving bytes until it has that size. */
const SURVIVING_MAX = 4 * YOUNG_MIN

/** Number of `withSmallHeap` calls in progress. */
let running = 0

/**
 * Keeps the heap of the process small while millions of rows pass through it. The young generation keeps its initial
 * size, which V8 would otherwise increase, and the old generation is collected after it has grown by a fifth instead of
 * several times over. For separate commands: call it before they load their modules, some of which survive the first
 * collections.
 */
export function keepHeapSmall(): void {
  running += 1
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=20')
}

/**
 * Runs work with a small heap, for long work in a server. Afterwards V8 decides again how often to collect, unless
 * other such work is still running.
 */
export async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  // The flags take effect with the next collection, until which the heap could still grow by more than all of the work needs.
  if (running === 0) shrinkHeap()
  keepHeapSmall()
  try {
    return await work()
  } finally {
    running -= 1
    if (running === 0) {
      // Defaults of V8.
      setFlagsFromString('--semi-space-growth-factor=2')
      setFlagsFromString('--heap-growing-percent=0')
    }
  }
}

/**
 * Collects garbage and makes the young generation small. An ordinary collection would keep its size and all freed
 * pages, which together are more than the work needs.
 */
function shrinkHeap(): void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options: object) => void
  setFlagsFromString('--no-expose-gc')
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  // At its minimum size, so many objects would survive it that long work took half as much processor time again. It
  // only grows through surviving objects.
  const surviving: number[][] = []
  for (let bytes = 0; bytes < SURVIVING_MAX && youngBytes() < YOUNG_MIN; bytes += 8000) {
    surviving.push(Array.from({ length: 1000 }, () => 0))
  }
}

/** Size of the young generation in bytes. */
function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')!.space_size
}
