import type { Authorisation, CertificateData } from './certificate-data.ts'
import { factsOf, section } from './compose-section.ts'
import type { Messages } from './messages.ts'
import type { Section } from './page-model.ts'

/** Who did the work and who is responsible for it, with the time and the meaning of the signature. */
export function composeAuthorisation(data: CertificateData, messages: Messages): Section {
  const { authorisation, timeZone } = data
  const facts = factsOf([
    [data.external ? messages.recordedBy : messages.performedBy, data.performedBy],
    [messages.recordedBy, data.enteredBy],
    [messages.authorisedBy, authorisation.name],
    [wayOf(authorisation, messages), timeOfDay(authorisation.at, timeZone)],
    [messages.mannerOfRelease, authorisation.automatic ? messages.automaticRelease : undefined],
    [messages.meaning, authorisation.meaning],
  ])
  const marked = facts.map((fact) =>
    fact.label === messages.authorisedBy ? { ...fact, strong: true } : fact,
  )
  return section(messages.authorisation, [{ kind: 'facts', facts: marked }], { together: true })
}

/** An approval is a person's decision; what a rule released is not called one. */
function wayOf({ automatic, signedElectronically }: Authorisation, messages: Messages): string {
  if (signedElectronically) return messages.signed
  return automatic ? messages.released : messages.approved
}

/** `2026-11-21 05:56:39 (UTC+01:00)`: the instant in the certificate's zone, with the offset in force then. */
function timeOfDay(instant: string, timeZone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  const time = local.toPlainTime().toString({ smallestUnit: 'second' })
  return `${local.toPlainDate().toString()} ${time} (UTC${local.offset})`
}
