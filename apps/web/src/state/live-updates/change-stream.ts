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

/** Leaving a window for a moment is worth no new stream. */
const HIDDEN_FOR_MS = 10_000

/** A stream that took longer to open says of no stretch for sure that nothing happened in it. */
const OPENING_MS_MAX = 1000

/** How a page reacts to changes. */
export interface ChangeStreamOptions {
  /** Address of the stream for a page that read what it shows so many milliseconds ago. */
  readonly url: (ageMs: number) => string
  /** Called with what to read again: all of it where something may have been missed. */
  readonly onChange: (areas: readonly LiveArea[]) => void
  /** Events of the window after which there is no reason to wait any longer. */
  readonly openAfter: readonly string[]
}

/**
 * Receives signals of changes while the page is visible: opens one stream, and after a break another one, with growing
 * waits. A hidden page closes its stream, since browsers open few connections to a server, and opens one when it is
 * looked at again.
 */
export class ChangeStream {
  readonly #options: ChangeStreamOptions
  readonly #listening = new AbortController()
  #stream: EventSource | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #hiding: ReturnType<typeof setTimeout> | undefined
  #tries = 0
  /** When the page was last known to show what is so; nothing that it shows is older than itself. */
  #knownAt = 0

  constructor(options: ChangeStreamOptions) {
    this.#options = options
  }

  /** Opens the stream. */
  start(): void {
    const { signal } = this.#listening
    const openAnew = () => this.#openAnew()
    document.addEventListener('visibilitychange', () => this.#look(), { signal })
    for (const event of this.#options.openAfter) addEventListener(event, openAnew, { signal })
    this.#open()
  }

  /** Closes the stream permanently. */
  stop(): void {
    this.#listening.abort()
    clearTimeout(this.#hiding)
    this.#close()
  }

  #look(): void {
    clearTimeout(this.#hiding)
    if (document.hidden) this.#hiding = setTimeout(() => this.#close(), HIDDEN_FOR_MS)
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
    const openedAt = performance.now()
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
      const isSure = !dataOf<PageReady>(event).missed && performance.now() - openedAt < OPENING_MS_MAX
      this.#tries = 0
      this.#noteLife()
      if (!isSure) onChange(liveAreas)
    })
    stream.addEventListener('ended', () => {
      this.#close()
      // The refusal of any request says why.
      onChange(liveAreas)
    })
  }

  #noteLife(): void {
    this.#knownAt = performance.now()
    this.#wait(SILENCE_MS)
  }

  /** Opens another stream after a while, half of it at random: pages that lost one server do not all come back at once. */
  #retry(): void {
    this.#close()
    const wait = retryDelay(this.#tries) * (0.5 + Math.random() / 2)
    this.#tries += 1
    this.#timer = setTimeout(() => this.#open(), wait)
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#retry(), ms)
  }

  #close(): void {
    clearTimeout(this.#timer)
    this.#stream?.close()
    this.#stream = undefined
  }
}

function dataOf<Data>(event: Event): Data {
  return JSON.parse((event as MessageEvent<string>).data) as Data
}
