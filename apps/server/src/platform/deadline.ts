import { AsyncLocalStorage } from 'node:async_hooks'
import { UnavailableError } from './errors.ts'

/** What a request waited for did not come before its deadline. Becomes 503 SERVICE_UNAVAILABLE. */
export class DeadlinePassed extends UnavailableError {
  constructor() {
    super('what the request needs', undefined)
    this.message = 'the deadline of the request passed'
    this.name = 'DeadlinePassed'
  }
}

/** The deadline of the work that runs, from wherever it is asked. */
const present = new AsyncLocalStorage<Deadline>()

/** The deadline that the present work has, undefined for work that nobody waits for. */
export function currentDeadline(): Deadline | undefined {
  return present.getStore()
}

/**
 * The time that a piece of work may take. It passes only while work runs under it, so that the time in which a
 * client sends its body is not counted. Once it has passed, the caller gets a response, and the work
 * itself can neither send a statement nor commit.
 */
export class Deadline {
  #leftMs: number
  /** When the work began that runs under it; undefined while none does. */
  #beganAt: number | undefined
  #isPassed = false
  readonly #actions = new Set<() => void>()

  constructor(ms: number) {
    this.#leftMs = ms
  }

  /**
   * Runs work that finds this deadline by `currentDeadline`, and returns what it returns.
   * @throws DeadlinePassed at the deadline, whatever the work still waits for
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

  /** Milliseconds that work under it may still take; 0 once it has passed. */
  get leftMs(): number {
    if (this.#isPassed) return 0
    const takenMs = this.#beganAt === undefined ? 0 : performance.now() - this.#beganAt
    return Math.max(0, this.#leftMs - takenMs)
  }

  /** @throws DeadlinePassed */
  throwIfPassed(): void {
    if (this.#isPassed) throw new DeadlinePassed()
  }

  /** Calls the action when the deadline passes, at once when it has; returns how to forget it. */
  onPassed(action: () => void): () => void {
    if (this.#isPassed) action()
    this.#actions.add(action)
    return () => this.#actions.delete(action)
  }

  /** Lets this one pass with another, at the latest; returns how to undo that. */
  passWith(other: Deadline): () => void {
    return other.onPassed(() => this.#pass())
  }

  /**
   * Waits for a promise until the deadline.
   * @param release takes what comes after it
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
