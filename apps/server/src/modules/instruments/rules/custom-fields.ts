/** Labels with their values, as stored: no value is empty. */
export type Labels = Readonly<Record<string, string>>

/**
 * Merges sent labels into those there are: labels that are not sent stay, an empty value deletes its
 * label (contract, "InstrumentUpdate"). Entries are read and made, never assigned, so that a label such as
 * `__proto__` is one like any other.
 */
export function mergeLabels(present: Labels, sent: Labels): Labels {
  const merged = new Map(Object.entries(present))
  for (const [label, value] of Object.entries(sent)) {
    if (value === '') merged.delete(label)
    else merged.set(label, value)
  }
  return Object.fromEntries(merged)
}
