import { useEffect } from 'react'

/** Delay that lets a page or menu move the focus to a more suitable element itself. */
const PATIENCE_MS = 30

/**
 * Prevents loss of focus: if the focused element is removed, as with dialogs, completed actions and placeholders of a
 * loading page, the focus returns to the element that opened the dialog, or else to the page title. Otherwise keyboard
 * navigation would start again at the top of the window, and a screen reader would fall silent.
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

/** Returns the element that opened the dialog with the focus; if it was in a dialog that is also gone, the element that opened that one. */
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

/** Returns the element that remains after something was opened from it: for a menu item, the button of the menu. */
function placeOf(element: HTMLElement): HTMLElement | null {
  const button = element.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : element
}
