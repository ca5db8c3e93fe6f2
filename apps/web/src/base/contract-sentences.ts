import { refusals } from '@plumbline/contract'

/** The refusal texts that are taken from the contract, by message key; the message files contain all others. */
export const contractSentences: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(refusals).map(([key, sentence]) => [`refusal.${key}`, sentence]),
)
