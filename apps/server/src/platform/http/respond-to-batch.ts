import { ApiError } from '../errors.ts'
import type { Response } from './call.ts'
import { envelopeOf, isFault, refusalOf } from './error-response.ts'
import type { Log } from '../log.ts'

/** An item of a batch with its place there. */
export interface BatchItem<Sent> {
  readonly index: number
  readonly sent: Sent
}

/** How the items of a batch are carried out. */
export interface BatchWork<Sent> {
  readonly log: Log
  /** Throws what refuses an item before anything is looked for. */
  readonly check: (sent: Sent) => void
  /** Takes from a queue, in its order, what can share a transaction: one item at least. */
  readonly take: (queue: BatchItem<Sent>[]) => BatchItem<Sent>[]
  /** Carries items out in one transaction; returns or refuses each by itself. */
  readonly together: (sent: readonly Sent[]) => Promise<(Response | ApiError)[]>
}

/** What became of an item of a batch; `body` or `error` is there. */
export interface BatchResult {
  readonly index: number
  readonly status: number
  readonly body?: unknown
  readonly error?: ReturnType<typeof envelopeOf>
}

/**
 * Carries out the items of a batch, each as if it were sent alone, in their order. Those that can share a transaction
 * commit together; what fails as a group for another reason than a refusal is carried out one by one.
 * @returns what became of each; nothing that concerns one item is thrown
 */
export async function respondToBatch<Sent>(
  items: readonly Sent[],
  work: BatchWork<Sent>,
): Promise<BatchResult[]> {
  const outcomes: (Response | ApiError)[] = []
  const queue: BatchItem<Sent>[] = []
  for (const [index, sent] of items.entries()) {
    const early = refusalEarly(() => work.check(sent))
    if (early) outcomes[index] = early
    else queue.push({ index, sent })
  }
  while (queue.length > 0) await respondToGroup(work, work.take(queue), outcomes)
  return outcomes.map(resultOf)
}

function refusalEarly(check: () => void): ApiError | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return refusalOf(error)
  }
}

async function respondToGroup<Sent>(
  work: BatchWork<Sent>,
  group: readonly BatchItem<Sent>[],
  outcomes: (Response | ApiError)[],
): Promise<void> {
  try {
    const responses = await work.together(group.map(({ sent }) => sent))
    for (const [place, { index }] of group.entries()) outcomes[index] = responses[place]!
  } catch (error) {
    if (group.length > 1) {
      for (const one of group) await respondToGroup(work, [one], outcomes)
      return
    }
    const refusal = refusalOf(error)
    if (isFault(refusal)) work.log.error({ err: refusal.cause ?? refusal }, 'an item of a batch failed')
    outcomes[group[0]!.index] = refusal
  }
}

function resultOf(outcome: Response | ApiError, index: number): BatchResult {
  if (outcome instanceof ApiError) return { index, status: outcome.status, error: envelopeOf(outcome) }
  return { index, status: outcome.status ?? 200, body: outcome.body }
}
