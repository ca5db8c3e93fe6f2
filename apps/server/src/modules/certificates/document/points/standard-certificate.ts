import type { StandardUncertainty } from '@plumbline/contract/procedure'
import { fill } from '../../../../platform/messages.ts'
import type { StandardCertificate } from '../certificate-data.ts'
import type { Messages } from '../messages.ts'
import { marked } from './decimal-mark.ts'

/** If there are more different uncertainties than this, the smallest and the largest are printed. */
const EACH_UP_TO = 3

/** Returns the issuer of a standard's certificate, and the uncertainty that it states where the standard was used. */
export function certificateFacts(
  certificate: StandardCertificate | undefined,
  messages: Messages,
): [label: string, value: string | undefined][] {
  const { issuer, uncertainties } = certificate ?? {}
  return [
    [messages.standardIssuer, issuer === 'own' ? messages.standardIssuerOwn : issuer?.provider],
    [
      messages.standardUncertainty,
      uncertainties && marked(inWords(uncertainties, messages), messages.decimalMark),
    ],
  ]
}

function inWords(uncertainties: readonly StandardUncertainty[], messages: Messages): string {
  const texts = new Map<string, StandardUncertainty[]>()
  for (const each of uncertainties) {
    const text = `${each.expanded} ${each.unit} (k = ${each.coverage_factor})`
    texts.set(text, [...(texts.get(text) ?? []), each])
  }
  const [[only] = ['']] = texts
  if (texts.size === 1) return only
  if (texts.size > EACH_UP_TO) return rangeOf(uncertainties, messages)
  return [...texts].map(([text, ofText]) => atNominals(text, ofText, messages)).join('; ')
}

function atNominals(text: string, stated: readonly StandardUncertainty[], messages: Messages): string {
  const nominals = stated.flatMap(({ nominal }) => (nominal ? `${nominal.value} ${nominal.unit}` : []))
  return nominals.length === 0
    ? text
    : fill(messages.standardUncertaintyAt, { uncertainty: text, nominals: nominals.join(', ') })
}

/** Returns the smallest and the largest uncertainty listed in the certificate, for each unit and coverage factor. */
function rangeOf(uncertainties: readonly StandardUncertainty[], messages: Messages): string {
  const groups = Map.groupBy(uncertainties, ({ unit, coverage_factor: factor }) => `${unit} (k = ${factor})`)
  return [...groups]
    .map(([unit, stated]) => {
      const sorted = stated
        .map(({ expanded }) => expanded)
        .toSorted((one, other) => Number(one) - Number(other))
      const [from, to] = [sorted[0]!, sorted.at(-1)!]
      return from === to ? `${from} ${unit}` : fill(messages.standardUncertaintyRange, { from, to, unit })
    })
    .join('; ')
}
