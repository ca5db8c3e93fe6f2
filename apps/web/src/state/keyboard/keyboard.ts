import { KeyBursts, type StartTimer } from './key-bursts.ts'
import { SearchRequest } from './search-request.ts'

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
