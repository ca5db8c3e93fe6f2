import { deliveryFailures, earlierFailures, earlierRefusals, refusals } from '@plumbline/contract'

/** The message with the same meaning as a sentence of the log, and the values of its placeholders. */
export function readFailure(error: string): { key: string; values: Record<string, string> } | undefined {
  for (const { key, form } of forms) {
    const match = form.exec(error)
    if (match) return { key, values: { ...match.groups } }
  }
  return undefined
}

/** A refused address is shown by the reason of its refusal. */
const sentences = [
  ...Object.entries(deliveryFailures).map(([name, text]) => ({ key: `deliveryFailure.${name}`, text })),
  ...Object.entries(earlierFailures).map(([name, text]) => ({ key: `deliveryFailure.${name}`, text })),
  ...Object.entries(refusals)
    .filter(([name]) => name.startsWith('webhook.'))
    .map(([name, text]) => ({ key: `refusal.${name}`, text })),
  ...Object.entries(earlierRefusals).map(([name, text]) => ({ key: `refusal.${name}`, text })),
]

const forms = sentences.map(({ key, text }) => {
  const plain = text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  return { key, form: new RegExp(`^${plain.replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')}$`) }
})
