import { ApiError } from '../errors.ts'
import { carryOutGroup } from '../grouping.ts'
import type { Response } from './call.ts'
import { envelopeOf, isFault, refusalOf } from './error-response.ts'
import type { Log } from '../log.ts'

/** How the items of a batch are carried out. */
export interface BatchWork<Sent> {
  readonly log: Log
  /** Throws the refusal of an item, before any lookup. */
  readonly check: (sent: Sent) => void
  /** Returns how many items at the front of a queue can share a transaction: at least one. */
  readonly fitting: (queue: readonly Sent[]) => number
  /** Carries out items in one transaction; returns a response or refusal for each. */
  readonly together: (sent: readonly Sent[]) => Promise<(Response | ApiError)[]>
}

/** The outcome of an item of a batch; either `body` or `error` is present. */
export interface BatchResult {
  readonly index: number
  readonly status: number
  readonly body?: unknown
  readonly error?: ReturnType<typeof envelopeOf>
}

/**
 * Carries out the items of a batch in order, each as if it were sent alone. Those that can share a transaction commit
 * together; if a group fails for a reason other than a refusal, its items are carried out one by one.
 * @returns the outcome of each; never throws for a problem with a single item
 */
export async function respondToBatch<Sent>(
  items: readonly Sent[],
  work: BatchWork<Sent>,
): Promise<BatchResult[]> {
  const outcomes: (Response | ApiError | undefined)[] = items.map((sent) =>
    refusalEarly(() => work.check(sent)),
  )
  const queue = [...items.keys()].filter((index) => outcomes[index] === undefined)
  while (queue.length > 0) {
    const group = queue.splice(0, work.fitting(queue.map((index) => items[index]!)))
    const sent = group.map((index) => items[index]!)
    for (const [at, outcome] of (await carryOutGroup(sent, work.together)).entries()) {
      outcomes[group[at]!] = outcome instanceof Error ? refused(work.log, outcome) : outcome
    }
  }
  return outcomes.map((outcome, index) => resultOf(outcome!, index))
}

/** Returns the refusal of an item; other errors are logged. */
function refused(log: Log, error: Error): ApiError {
  const refusal = refusalOf(error)
  if (isFault(refusal)) log.error({ err: refusal.cause ?? refusal }, 'an item of a batch failed')
  return refusal
}

function refusalEarly(check: () => void): ApiError | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return refusalOf(error)
  }
}

function resultOf(outcome: Response | ApiError, index: number): BatchResult {
  if (outcome instanceof ApiError) return { index, status: outcome.status, error: envelopeOf(outcome) }
  return { index, status: outcome.status ?? 200, body: outcome.body }
}
