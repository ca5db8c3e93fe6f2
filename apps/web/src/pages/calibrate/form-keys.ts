import type { KeyboardEvent } from 'react'

/** Gauges and scanners end a reading with Enter: it must not save half a record. */
export function onFormKey(event: KeyboardEvent<HTMLFormElement>, save: () => void): void {
  if (event.key !== 'Enter') return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    save()
  } else if (event.target instanceof HTMLInputElement && !event.defaultPrevented) {
    event.preventDefault()
    focusAfter(event.currentTarget, event.target)
  }
}

function focusAfter(form: HTMLFormElement, input: HTMLInputElement): void {
  const fields = [...form.elements].filter(
    (one): one is HTMLElement =>
      one.matches('input:enabled, textarea:enabled, select:enabled') && !isSameChoice(one, input),
  )
  fields[fields.indexOf(input) + 1]?.focus()
}

function isSameChoice(one: Element, input: HTMLInputElement): boolean {
  return one !== input && input.type === 'radio' && one instanceof HTMLInputElement && one.name === input.name
}
