import { Deadline, DeadlinePassed, currentDeadline } from './deadline.ts'
import { UnavailableError } from './errors.ts'

/** How simultaneous requests are executed together. */
export interface Grouping<Item, Result> {
  /** Returns how many items from the front of a queue can be executed together; at least one. */
  readonly fitting: (queue: readonly Item[]) => number
  /** Executes a group; returns the result of each item in order, or the error that concerns only this item. */
  readonly carryOut: (group: readonly Item[]) => Promise<readonly (Result | Error)[]>
  /** Time limit of a group. */
  readonly deadlineMs: number
  /** Maximum number of waiting items of one name. */
  readonly waitingMax?: number
  /**
   * How long a group waits for more items if the previous group had several, for work whose cost hardly depends on the number
   * of items. No wait by default.
   * @param takenMs duration of the previous group
   */
  readonly gathersMs?: (takenMs: number) => number
}

/** Executes an item, together with others of the same name. */
export type CarryOut<Item, Result> = (name: string, item: Item) => Promise<Result>

/** More requests than any deployment executes within one deadline; further ones would time out. */
const WAITING_MAX = 2000

/** Too many requests are waiting. Results in 503 SERVICE_UNAVAILABLE. */
class QueueFull extends UnavailableError {
  constructor() {
    super('what the request needs', undefined)
    this.message = 'too many requests wait already'
    this.name = 'QueueFull'
  }
}

interface Waiting<Item, Result> {
  readonly item: Item
  /** The deadline of the request; undefined for background work. */
  readonly deadline: Deadline | undefined
  readonly outcome: PromiseWithResolvers<Result>
}

/** The waiting items of one name, and the function to call when another one arrives. */
interface Queue<Item, Result> {
  readonly waiting: Waiting<Item, Result>[]
  arrived: () => void
}

/**
 * Executes simultaneous requests together: those that arrive while a group of the same name is being executed wait for it and
 * form the next group. A single request does not wait. The deadline of a group is the earliest of its members. A request
 * whose deadline passes while it waits leaves the queue, so that it is not executed after its 503.
 * @throws DeadlinePassed; UnavailableError if too many requests wait; the error of `carryOut` for the item
 */
export function inGroups<Item, Result>(grouping: Grouping<Item, Result>): CarryOut<Item, Result> {
  const { fitting, carryOut, deadlineMs, waitingMax = WAITING_MAX, gathersMs } = grouping
  /** Queues by name; there is one while a group with the name is being executed. */
  const queues = new Map<string, Queue<Item, Result>>()

  const run = async (name: string, queue: Queue<Item, Result>): Promise<void> => {
    const { waiting } = queue
    while (waiting.length > 0) {
      const startedAt = performance.now()
      const group = waiting.splice(0, fitting(waiting.map(({ item }) => item)))
      await settle(group)
      const takenMs = performance.now() - startedAt
      if (gathersMs && group.length > 1) await gather(queue, group.length, gathersMs(takenMs))
    }
    queues.delete(name)
  }

  const settle = async (taken: readonly Waiting<Item, Result>[]): Promise<void> => {
    const group = taken.filter(({ deadline }) => deadline?.leftMs !== 0)
    const outcomes = await carryOutGroup(group, async (some) => {
      const shared = new Deadline(deadlineMs)
      const undo = some.map(({ deadline }) => deadline && shared.passWith(deadline))
      try {
        return await shared.run(() => carryOut(some.map(({ item }) => item)))
      } finally {
        for (const each of undo) each?.()
      }
    })
    for (const [index, { outcome }] of group.entries()) {
      const own = outcomes[index]!
      if (own instanceof Error) outcome.reject(own)
      else outcome.resolve(own)
    }
  }

  return (name, item) => {
    const queue = queues.get(name) ?? { waiting: [], arrived: () => undefined }
    const { waiting } = queue
    if (waiting.length >= waitingMax) return Promise.reject(new QueueFull())
    const deadline = currentDeadline()
    const one: Waiting<Item, Result> = { item, deadline, outcome: Promise.withResolvers() }
    waiting.push(one)
    queue.arrived()
    if (!queues.has(name)) {
      queues.set(name, queue)
      void run(name, queue)
    }
    return deadline ? untilPassed(deadline, one, waiting) : one.outcome.promise
  }
}

/** Waits until this many more items have arrived, or the time has passed. */
async function gather<Item, Result>(queue: Queue<Item, Result>, more: number, ms: number): Promise<void> {
  const enough = queue.waiting.length + more
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  queue.arrived = () => {
    if (queue.waiting.length >= enough) resolve()
  }
  await promise
  clearTimeout(timer)
  queue.arrived = () => undefined
}

/** Waits for the outcome; removes the request from its queue when its deadline passes. */
function untilPassed<Item, Result>(
  deadline: Deadline,
  one: Waiting<Item, Result>,
  queue: Waiting<Item, Result>[],
): Promise<Result> {
  const forget = deadline.onPassed(() => {
    const index = queue.indexOf(one)
    if (index !== -1) queue.splice(index, 1)
    one.outcome.reject(new DeadlinePassed())
  })
  return one.outcome.promise.finally(forget)
}

/**
 * Executes items together, and if that fails as a whole, one by one, because one of them may be the cause. After a deadline or a
 * broken connection nothing is executed again: the request may already have failed, and must not be written later.
 * @returns the outcome of each item, in order
 */
export async function carryOutGroup<Item, Result>(
  items: readonly Item[],
  carryOut: (group: readonly Item[]) => Promise<readonly (Result | Error)[]>,
): Promise<readonly (Result | Error)[]> {
  if (items.length === 0) return []
  try {
    return await carryOut(items)
  } catch (error) {
    const failure = error as Error
    if (items.length === 1 || failure instanceof UnavailableError) return items.map(() => failure)
    const outcomes: (Result | Error)[] = []
    for (const item of items) {
      const before = outcomes.at(-1)
      const [own] = before instanceof UnavailableError ? [before] : await carryOutGroup([item], carryOut)
      outcomes.push(own!)
    }
    return outcomes
  }
}
