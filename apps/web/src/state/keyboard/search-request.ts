import type { StartTimer } from './key-bursts.ts'

/** After this time without the palette's field, keys belong to the page again. */
const PATIENCE_MS = 10_000

/** The palette is closed, asked for but without the focus, or open. */
type SearchState = 'closed' | 'asked' | 'open'

/** What was typed before the palette's field had the focus. */
interface TypedAhead {
  readonly text: string
  /** Whether Enter was pressed after it. */
  readonly entered: boolean
}

const NOTHING: TypedAhead = { text: '', entered: false }

/** The request for the search palette: keeps what is typed from the request on until the palette's field has the focus. */
export class SearchRequest {
  #state: SearchState = 'closed'
  #typed = NOTHING
  #stopTimer = () => {}
  readonly #listeners = new Set<() => void>()
  readonly #startTimer: StartTimer

  constructor(startTimer: StartTimer) {
    this.#startTimer = startTimer
  }

  readonly state = (): SearchState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks for the palette, with a text that its field begins with. */
  ask(text = ''): void {
    if (this.#state !== 'closed') return
    this.#typed = { text, entered: false }
    this.#stopTimer = this.#startTimer(() => this.close(), PATIENCE_MS)
    this.#become('asked')
  }

  /** Takes a key that is meant for the palette's field; returns whether the page must not see it. */
  take(key: string): boolean {
    if (this.#state !== 'asked') return false
    const { text, entered } = this.#typed
    if (key === 'Escape') this.close()
    else if (key === 'Enter') this.#typed = { text, entered: true }
    else if (key === 'Backspace') this.#typed = { text: text.slice(0, -1), entered }
    else if (key.length === 1) this.#typed = { text: text + key, entered }
    return true
  }

  /** The palette's field has the focus: returns what was typed until now, once. */
  focused(): TypedAhead {
    if (this.#state !== 'asked') return NOTHING
    const typed = this.#typed
    this.#stopTimer()
    this.#typed = NOTHING
    this.#become('open')
    return typed
  }

  readonly close = (): void => {
    if (this.#state === 'closed') return
    this.#stopTimer()
    this.#typed = NOTHING
    this.#become('closed')
  }

  #become(state: SearchState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
