import { useEffect } from 'react'

/** Long enough for a page or a menu that has a better place to give the focus there itself. */
const PATIENCE_MS = 30

/**
 * Keeps the focus from getting lost: when what has it leaves the page, as dialogs, finished acts and drafts of a
 * page that loads do, it goes back to what opened the dialog, or else to the title of the page. Otherwise keys
 * would begin again at the top of the window, and a screen reader would fall silent.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const openers = new WeakMap<Element, HTMLElement>()
    let held: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const dialog = dialogOf(target)
      const opener = held && placeOf(held)
      if (dialog && opener && !dialog.contains(opener) && !openers.has(dialog)) openers.set(dialog, opener)
      held = target
    }
    const bringBack = () => {
      if (!held || held.isConnected || !isLost()) return
      const place = openerOf(held, openers) ?? document.getElementById('page-title')
      place?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (!held || held.isConnected) return
      clearTimeout(timer)
      timer = setTimeout(bringBack, PATIENCE_MS)
    })
    addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      removeEventListener('focusin', remember)
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
}

/** What opened the dialog that held the focus; where that was a dialog too, which has left, what opened that one. */
function openerOf(held: HTMLElement, openers: WeakMap<Element, HTMLElement>): HTMLElement | undefined {
  const dialog = dialogOf(held)
  const opener = dialog ? openers.get(dialog) : undefined
  return opener === undefined || opener.isConnected ? opener : openerOf(opener, openers)
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function dialogOf(element: Element): Element | null {
  return element.closest('[role=dialog]')
}

/** What stays when something was opened from it: an entry of a menu leaves with the menu, its button does not. */
function placeOf(element: HTMLElement): HTMLElement | null {
  const button = element.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : element
}
