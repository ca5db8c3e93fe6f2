import { KeyBursts, type StartTimer } from './key-bursts.ts'

/** If the palette's field has not received the focus after this time, keys go to the page again. */
const PATIENCE_MS = 10_000

const NOTHING: TypedAhead = { text: '', entered: false }

/** The request for the search palette: buffers typed keys until the palette's field has the focus. */
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

  /** Opens the palette, with the initial text of its field. */
  ask(text = ''): void {
    if (this.#state !== 'closed') return
    this.#typed = { text, entered: false }
    this.#stopTimer = this.#startTimer(() => this.close(), PATIENCE_MS)
    this.#become('asked')
  }

  /** Buffers a key that is intended for the palette's field; returns whether the page must not receive it. */
  take(key: string): boolean {
    if (this.#state !== 'asked') return false
    const { text, entered } = this.#typed
    if (key === 'Escape') this.close()
    else if (key === 'Enter') this.#typed = { text, entered: true }
    else if (key === 'Backspace') this.#typed = { text: text.slice(0, -1), entered }
    else if (key.length === 1) this.#typed = { text: text + key, entered }
    return true
  }

  /** Reports that the palette's field has the focus; returns the keys typed until now, once. */
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

const startTimer: StartTimer = (action, delayMs) => {
  const timer = setTimeout(action, delayMs)
  return () => clearTimeout(timer)
}

/** Elements in which text is typed, or a letter selects an item. */
const FIELDS = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [role=menu], [role=listbox]'

const bursts = new KeyBursts(startTimer)

/** The request for the search palette of this window. */
export const searchRequest = new SearchRequest(startTimer)

let onScan: ((text: string) => void) | undefined

/** Calls the listener with each code that is scanned outside fields and dialogs; returns a function that stops it. */
export function listenForScans(listener: (text: string) => void): () => void {
  onScan = listener
  return () => {
    if (onScan === listener) onScan = undefined
  }
}

/** Runs the action of a single-key shortcut, unless the key belongs to a burst, such as from a barcode scanner. */
export function whenSingleKey(action: () => void): void {
  bursts.whenSingle(action)
}

/**
 * Receives every key before the pages do. Installed before the first page is shown, so that keys typed after Ctrl+K are
 * not lost while the page or the palette loads.
 */
export function listenForKeys(): void {
  addEventListener('keydown', onKeyDown, { capture: true })
}

function onKeyDown(event: KeyboardEvent): void {
  if (isSearchKey(event)) {
    swallow(event)
    searchRequest.ask()
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (searchRequest.take(event.key)) {
    swallow(event)
    return
  }
  if (isField(event.target)) {
    bursts.clear()
    return
  }
  const { ended, scanned } = bursts.take(event)
  // The Enter at the end of a code must not press the button that happens to have the focus.
  if (ended) swallow(event)
  if (scanned !== undefined && document.querySelector('[role=dialog]') === null) onScan?.(scanned)
}

/** Ctrl+K (⌘K), from fields too; pages outside a workspace have no palette. */
function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isAsked = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey
  return isAsked && location.pathname.startsWith('/w/')
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest(FIELDS) !== null)
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The palette is closed, requested but without the focus, or open. */
type SearchState = 'closed' | 'asked' | 'open'

/** The text typed before the field of the palette had the focus. */
interface TypedAhead {
  readonly text: string
  /** Whether Enter was pressed after it. */
  readonly entered: boolean
}
