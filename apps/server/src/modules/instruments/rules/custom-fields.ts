/** Labels with their values, as stored: no value is empty. */
export type Labels = Readonly<Record<string, string>>

/**
 * Merges sent labels into the existing ones: labels that are not sent stay, an empty value deletes its label
 * (contract, "InstrumentUpdate"). Builds from entries and never assigns members, so a label such as `__proto__` is an
 * ordinary label.
 */
export function mergeLabels(present: Labels, sent: Labels): Labels {
  const merged = new Map(Object.entries(present))
  for (const [label, value] of Object.entries(sent)) {
    if (value === '') merged.delete(label)
    else merged.set(label, value)
  }
  return Object.fromEntries(merged)
}
