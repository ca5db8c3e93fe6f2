import { Worker } from 'node:worker_threads'
import { because, type RefusalReason } from '@plumbline/contract'
import { invalidField } from '../../../platform/errors.ts'
import type { Weakness } from './estimate-weakness.ts'
import type { Estimate, EstimateTask } from './estimator-main.ts'

/**
 * Requires that a chosen password is not easily guessed.
 * @param field its name in the request
 * @param personal names and addresses related to the person, which a guesser would also try
 * @throws 422 VALIDATION_ERROR naming the field
 */
export async function requireStrongPassword(
  field: string,
  password: string,
  personal: readonly string[],
): Promise<void> {
  const weakness = await weaknessOf(password, personal)
  if (weakness) throw invalidField(field, REASONS[weakness])
}

const REASONS: Readonly<Record<Weakness, RefusalReason>> = {
  repeated: because('field.password_repeated'),
  sequence: because('field.password_sequence'),
  personal: because('field.password_personal'),
  common: because('field.password_common'),
}

/** Returns why a password is easily guessed; undefined if it is not. Runs in a separate thread. */
export async function weaknessOf(
  password: string,
  personal: readonly string[],
): Promise<Weakness | undefined> {
  estimator ??= new EstimatorThread(() => {
    estimator = undefined
  })
  return estimator.estimate(password, personal)
}

let estimator: EstimatorThread | undefined

const PROGRAM = new URL('./estimator-main.ts', import.meta.url)

/**
 * Its lists take 30 MB, and most processes never need them: the thread starts with the first password, and ends a
 * while after the last.
 */
const IDLE_MS = 60_000

/** Estimates passwords without delaying other requests. */
class EstimatorThread {
  readonly #thread = new Worker(PROGRAM)
  readonly #waiting = new Map<number, PromiseWithResolvers<Weakness | undefined>>()
  readonly #onEnd: () => void
  #lastId = 0
  #idle: NodeJS.Timeout | undefined

  /** @param onEnd called when the thread accepts no more passwords */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
    this.#thread.on('message', ({ id, weakness }: Estimate) => {
      this.#waiting.get(id)?.resolve(weakness)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.#rest()
    })
    this.#thread.on('error', (error) => this.#end(error))
  }

  estimate(password: string, personal: readonly string[]): Promise<Weakness | undefined> {
    clearTimeout(this.#idle)
    // The process stays alive while a person waits, but not for an idle thread.
    this.#thread.ref()
    this.#lastId += 1
    const response: PromiseWithResolvers<Weakness | undefined> = Promise.withResolvers()
    this.#waiting.set(this.#lastId, response)
    // A port of a thread has no origin, as a window has.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#thread.postMessage({ id: this.#lastId, password, personal } satisfies EstimateTask)
    return response.promise
  }

  #rest(): void {
    this.#thread.unref()
    this.#idle = setTimeout(() => this.#end(new Error('the thread was idle')), IDLE_MS).unref()
  }

  #end(error: unknown): void {
    this.#onEnd()
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
    void this.#thread.terminate()
  }
}
