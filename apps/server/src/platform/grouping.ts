import { Deadline, DeadlinePassed, currentDeadline } from './deadline.ts'
import { UnavailableError } from './errors.ts'

/** How requests that come at once are carried out together. */
export interface Grouping<Item, Result> {
  /** How many items from the front of a queue can be carried out together: one at least. */
  readonly fitting: (queue: readonly Item[]) => number
  /** Carries a group out; returns the result of each in their order, or what refuses it alone. */
  readonly carryOut: (group: readonly Item[]) => Promise<readonly (Result | Error)[]>
  /** Longest that a group may take. */
  readonly deadlineMs: number
  /** How many items of one name may wait. */
  readonly waitingMax?: number
  /**
   * How long a group waits for those of the group before it to come again, where that one had several: for work that costs much more
   * than its items. None unless it is given.
   * @param takenMs what the group before it took
   */
  readonly gathersMs?: (takenMs: number) => number
}

/** Carries an item out, with others of the same name. */
export type CarryOut<Item, Result> = (name: string, item: Item) => Promise<Result>

/** As many requests as any deployment carries out within one deadline; more would all time out. */
const WAITING_MAX = 2000

/** Too many requests wait already. Becomes 503 SERVICE_UNAVAILABLE. */
class QueueFull extends UnavailableError {
  constructor() {
    super('what the request needs', undefined)
    this.message = 'too many requests wait already'
    this.name = 'QueueFull'
  }
}

interface Waiting<Item, Result> {
  readonly item: Item
  /** Of the request; undefined for work that nobody waits for. */
  readonly deadline: Deadline | undefined
  readonly outcome: PromiseWithResolvers<Result>
}

/** Those of one name that wait, and what is called when another one comes. */
interface Queue<Item, Result> {
  readonly waiting: Waiting<Item, Result>[]
  arrived: () => void
}

/**
 * Carries requests out together that come at once: those that arrive while a group of the same name is under way wait for it
 * and share the next one. A request that comes alone waits for nobody. A group has as long as the member that has least; a
 * request whose deadline passes while it waits leaves, so that after its 503 nothing of it is carried out.
 * @throws DeadlinePassed; UnavailableError where too many wait; what `carryOut` refuses the item with
 */
export function inGroups<Item, Result>(grouping: Grouping<Item, Result>): CarryOut<Item, Result> {
  const { fitting, carryOut, deadlineMs, waitingMax = WAITING_MAX, gathersMs } = grouping
  /** By name; a name is listed while a group of it is under way. */
  const queues = new Map<string, Queue<Item, Result>>()

  const run = async (name: string, queue: Queue<Item, Result>): Promise<void> => {
    const { waiting } = queue
    while (waiting.length > 0) {
      const begunAt = performance.now()
      const group = waiting.splice(0, fitting(waiting.map(({ item }) => item)))
      await settle(group)
      const takenMs = performance.now() - begunAt
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

/** Waits until as many wait as were carried out, beside those that wait already, or the time has passed. */
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

/** Waits for the outcome; takes the request out of its queue when its deadline passes. */
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
 * Carries items out together, and where that fails as a whole one by one, since one of them may be the cause. After a deadline
 * or a broken connection nothing is carried out again: it may have been refused already, and must not be written later.
 * @returns the outcome of each, in their order
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
