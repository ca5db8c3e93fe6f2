import { optionalTexts, type OptionalText } from '@plumbline/contract'

/** Returns a value for each text that an instrument may go without: the API takes them as they are and clears them by null. */
export function ofTexts<Value>(valueOf: (name: OptionalText) => Value): Record<OptionalText, Value> {
  const values = optionalTexts.map((name) => [name, valueOf(name)] as const)
  return Object.fromEntries(values) as Record<OptionalText, Value>
}
