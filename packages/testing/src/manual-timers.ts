interface Timer {
  readonly endsAt: number
  readonly act: () => void
}

/** Time that passes only when a test advances it, for code that takes its timers as an argument. */
export class ManualTimers {
  #nowMs = 0
  readonly #running = new Set<Timer>()

  /** Returns the time that has passed, in milliseconds. */
  readonly now = (): number => this.#nowMs

  /** Starts a timer; returns a function that cancels it. */
  readonly start = (act: () => void, ms: number): (() => void) => {
    const timer = { endsAt: this.#nowMs + ms, act }
    this.#running.add(timer)
    return () => void this.#running.delete(timer)
  }

  /** Lets time pass; timers that end meanwhile run in the order of their ends, each at its time. */
  advance(ms: number): void {
    const until = this.#nowMs + ms
    for (let next = this.#first(until); next; next = this.#first(until)) {
      this.#running.delete(next)
      this.#nowMs = next.endsAt
      next.act()
    }
    this.#nowMs = until
  }

  #first(until: number): Timer | undefined {
    const ended = [...this.#running].filter(({ endsAt }) => endsAt <= until)
    return ended.toSorted((one, other) => one.endsAt - other.endsAt)[0]
  }
}
