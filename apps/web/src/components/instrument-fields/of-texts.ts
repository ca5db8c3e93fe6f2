import { optionalTexts, type OptionalText } from '@plumbline/contract'

/** Returns a value for each optional text of an instrument, which the API accepts as typed and clears by null. */
export function ofTexts<Value>(valueOf: (name: OptionalText) => Value): Record<OptionalText, Value> {
  const values = optionalTexts.map((name) => [name, valueOf(name)] as const)
  return Object.fromEntries(values) as Record<OptionalText, Value>
}
