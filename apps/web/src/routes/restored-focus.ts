import { useEffect } from 'react'

/** Delay that lets a page or menu move the focus to a more suitable element itself. */
const PATIENCE_MS = 30

/**
 * Prevents loss of focus: if the focused element is removed, as with dialogs, completed actions and placeholders of a
 * loading page, the focus returns to the element that opened the dialog, or else to the page title. Otherwise keyboard
 * navigation would start again at the top of the window, and a screen reader would fall silent.
 */
export function useRestoredFocus(): void {
  useEffect(() => {
    const openers = new WeakMap<Element, HTMLElement>()
    let lastFocused: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const dialog = dialogOf(target)
      const opener = lastFocused && remainingElement(lastFocused)
      if (dialog && opener && !dialog.contains(opener) && !openers.has(dialog)) openers.set(dialog, opener)
      lastFocused = target
    }
    const bringBack = () => {
      if (!lastFocused || lastFocused.isConnected || !isLost()) return
      const fallback = openerOf(lastFocused, openers) ?? document.getElementById('page-title')
      fallback?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (!lastFocused || lastFocused.isConnected) return
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

/** Returns the element that opened the dialog with the focus; if it was in a dialog that is also gone, the element that opened that one. */
function openerOf(lastFocused: HTMLElement, openers: WeakMap<Element, HTMLElement>): HTMLElement | undefined {
  const dialog = dialogOf(lastFocused)
  const opener = dialog ? openers.get(dialog) : undefined
  return opener === undefined || opener.isConnected ? opener : openerOf(opener, openers)
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function dialogOf(element: Element): Element | null {
  return element.closest('[role=dialog]')
}

/** Returns the element that remains after something was opened from it: for a menu item, the button of the menu. */
function remainingElement(element: HTMLElement): HTMLElement | null {
  const button = element.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : element
}
