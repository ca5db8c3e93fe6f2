import {
  LIVE_BEAT_SECONDS,
  liveAreas,
  type AreasChanged,
  type LiveArea,
  type PageReady,
} from '@plumbline/contract'
import { retryDelay } from '../../base/retrying.ts'

/** After this long without data, the connection is considered lost, even without an error. */
const SILENCE_MS = (2 * LIVE_BEAT_SECONDS + 5) * 1000

/** A page that is hidden for less than this keeps its stream. */
const HIDDEN_FOR_MS = 10_000

/** If opening a stream took longer, changes may have been missed meanwhile. */
const OPENING_MS_MAX = 1000

/** Time as a stream measures it. */
export interface StreamTimers {
  /** Returns the milliseconds since a fixed point, such as the opening of the page. */
  now(): number
  /** Starts a timer; returns a function that cancels it. */
  start(act: () => void, ms: number): () => void
}

const browserTimers: StreamTimers = {
  now: () => performance.now(),
  start: (act, ms) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

/** How a page reacts to changes. */
export interface ChangeStreamOptions {
  /** Returns the URL of the stream for a page whose data were read the given number of milliseconds ago. */
  readonly url: (ageMs: number) => string
  /** Called with the areas to read again; all areas if changes may have been missed. */
  readonly onChange: (areas: readonly LiveArea[]) => void
  /** Window events after which the stream is opened without further delay. */
  readonly openAfter: readonly string[]
  /** Timers; the browser's own by default. */
  readonly timers?: StreamTimers
}

/**
 * Receives change notifications while the page is visible: opens one stream, and another one after an interruption, with
 * increasing delays. A hidden page closes its stream, because browsers open few connections to a server, and opens one
 * when it is visible again.
 */
export class ChangeStream {
  readonly #options: ChangeStreamOptions
  readonly #listening = new AbortController()
  #stream: EventSource | undefined
  readonly #timers: StreamTimers
  #cancelTimer: (() => void) | undefined
  #cancelHiding: (() => void) | undefined
  #tries = 0
  /** When the page was last known to be up to date. */
  #knownAt = 0

  constructor(options: ChangeStreamOptions) {
    this.#options = options
    this.#timers = options.timers ?? browserTimers
  }

  /** Opens the stream. */
  start(): void {
    const { signal } = this.#listening
    const openAnew = () => this.#openAnew()
    document.addEventListener('visibilitychange', () => this.#appearance(), { signal })
    for (const event of this.#options.openAfter) addEventListener(event, openAnew, { signal })
    this.#open()
  }

  /** Closes the stream permanently. */
  stop(): void {
    this.#listening.abort()
    this.#cancelHiding?.()
    this.#close()
  }

  #appearance(): void {
    this.#cancelHiding?.()
    if (document.hidden) this.#cancelHiding = this.#timers.start(() => this.#close(), HIDDEN_FOR_MS)
    else if (!this.#stream) this.#openAnew()
  }

  #openAnew(): void {
    this.#tries = 0
    this.#open()
  }

  #open(): void {
    this.#close()
    if (document.hidden) return
    const { url, onChange } = this.#options
    const openedAt = this.#timers.now()
    const stream = new EventSource(url(Math.ceil(openedAt - this.#knownAt)))
    this.#stream = stream
    this.#wait(SILENCE_MS)
    stream.addEventListener('error', () => this.#retry())
    stream.addEventListener('alive', () => this.#noteLife())
    stream.addEventListener('changed', (event) => {
      this.#noteLife()
      onChange(dataOf<AreasChanged>(event).changed)
    })
    stream.addEventListener('ready', (event) => {
      const isSure = !dataOf<PageReady>(event).missed && this.#timers.now() - openedAt < OPENING_MS_MAX
      this.#tries = 0
      this.#noteLife()
      if (!isSure) onChange(liveAreas)
    })
    stream.addEventListener('ended', () => {
      this.#close()
      // Reading again shows the user why requests are refused.
      onChange(liveAreas)
    })
  }

  #noteLife(): void {
    this.#knownAt = this.#timers.now()
    this.#wait(SILENCE_MS)
  }

  /** Opens another stream after a delay, half of which is random, so that pages do not all reconnect to a server at the same time. */
  #retry(): void {
    this.#close()
    const wait = retryDelay(this.#tries) * (0.5 + Math.random() / 2)
    this.#tries += 1
    this.#cancelTimer = this.#timers.start(() => this.#open(), wait)
  }

  #wait(ms: number): void {
    this.#cancelTimer?.()
    this.#cancelTimer = this.#timers.start(() => this.#retry(), ms)
  }

  #close(): void {
    this.#cancelTimer?.()
    this.#stream?.close()
    this.#stream = undefined
  }
}

function dataOf<Data>(event: Event): Data {
  return JSON.parse((event as MessageEvent<string>).data) as Data
}
