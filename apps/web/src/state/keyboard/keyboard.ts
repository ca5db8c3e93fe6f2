import { KeyBursts, type StartTimer } from './key-bursts.ts'

/** After this time without the palette's field, keys belong to the page again. */
const PATIENCE_MS = 10_000

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

const startTimer: StartTimer = (act, delayMs) => {
  const timer = setTimeout(act, delayMs)
  return () => clearTimeout(timer)
}

/** Where text is typed, or a letter chooses an entry. */
const FIELDS = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [role=menu], [role=listbox]'

const bursts = new KeyBursts(startTimer)

/** The request for the search over everything. */
export const searchRequest = new SearchRequest(startTimer)

let onScan: ((text: string) => void) | undefined

/** Calls back with each code that is scanned outside fields and dialogs; returns what ends it. */
export function listenForScans(listener: (text: string) => void): () => void {
  onScan = listener
  return () => {
    if (onScan === listener) onScan = undefined
  }
}

/** Runs the act of a shortcut of a single key, unless the key belongs to a burst, as of a barcode scanner. */
export function whenSingleKey(act: () => void): void {
  bursts.whenSingle(act)
}

/**
 * Hears every key before any page does. Installed before the first page is shown, since what is typed after Ctrl+K
 * must be lost neither while the page nor while the palette loads.
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

/** The palette is closed, asked for but without the focus, or open. */
type SearchState = 'closed' | 'asked' | 'open'

/** The text typed before the field of the palette had the focus. */
interface TypedAhead {
  readonly text: string
  /** Whether Enter was pressed after it. */
  readonly entered: boolean
}
