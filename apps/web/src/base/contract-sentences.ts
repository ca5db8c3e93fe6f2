import { refusals } from '@plumbline/contract'

/** The contract's sentences on refusals, by their keys among the texts of the application, which says the others in its own words. */
export const contractSentences: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(refusals).map(([key, sentence]) => [`refusal.${key}`, sentence]),
)
