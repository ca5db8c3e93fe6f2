import { AsyncLocalStorage } from 'node:async_hooks'
import { UnavailableError } from './errors.ts'

/** The deadline of a request passed while it was waiting. Results in 503 SERVICE_UNAVAILABLE. */
export class DeadlinePassed extends UnavailableError {
  constructor() {
    super('what the request needs', undefined)
    this.message = 'the deadline of the request passed'
    this.name = 'DeadlinePassed'
  }
}

/** The deadline of the current work, across asynchronous calls. */
const present = new AsyncLocalStorage<Deadline>()

/** Returns the deadline of the current work; undefined for background work. */
export function currentDeadline(): Deadline | undefined {
  return present.getStore()
}

/**
 * The time limit of a piece of work. Time passes only while work runs under it, so that the time in which a client
 * sends its body does not count. After it has passed, the caller gets a response, and the work can neither send a
 * statement nor commit.
 */
export class Deadline {
  #leftMs: number
  /** When the work running under it began; undefined while none does. */
  #beganAt: number | undefined
  #isPassed = false
  readonly #actions = new Set<() => void>()

  constructor(ms: number) {
    this.#leftMs = ms
  }

  /**
   * Runs work for which `currentDeadline` returns this deadline; returns its result.
   * @throws DeadlinePassed at the deadline, whatever the work is still waiting for
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.throwIfPassed()
    this.#beganAt = performance.now()
    const timer = setTimeout(() => this.#pass(), Math.max(0, this.#leftMs))
    try {
      return await this.race(present.run(this, work))
    } finally {
      clearTimeout(timer)
      this.#leftMs = this.leftMs
      this.#beganAt = undefined
    }
  }

  /** Remaining milliseconds for work under it; 0 after it has passed. */
  get leftMs(): number {
    if (this.#isPassed) return 0
    const takenMs = this.#beganAt === undefined ? 0 : performance.now() - this.#beganAt
    return Math.max(0, this.#leftMs - takenMs)
  }

  /** @throws DeadlinePassed */
  throwIfPassed(): void {
    if (this.#isPassed) throw new DeadlinePassed()
  }

  /** Calls the action when the deadline passes, or immediately if it has; returns a function that cancels this. */
  onPassed(action: () => void): () => void {
    if (this.#isPassed) action()
    this.#actions.add(action)
    return () => this.#actions.delete(action)
  }

  /** Makes this deadline pass no later than another one; returns a function that undoes this. */
  passWith(other: Deadline): () => void {
    return other.onPassed(() => this.#pass())
  }

  /**
   * Waits for a promise until the deadline.
   * @param release called with a value that arrives after the deadline
   * @throws DeadlinePassed
   */
  race<T>(awaited: Promise<T>, release?: (late: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const forget = this.onPassed(() => reject(new DeadlinePassed()))
      const end = (settle: () => void, late?: () => void) => {
        forget()
        if (this.#isPassed) late?.()
        else settle()
      }
      awaited.then(
        (value) => end(() => resolve(value), release && (() => release(value))),
        (error: Error) => end(() => reject(error)),
      )
    })
  }

  #pass(): void {
    this.#isPassed = true
    for (const action of this.#actions) action()
    this.#actions.clear()
  }
}
