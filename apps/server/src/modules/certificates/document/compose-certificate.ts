import { fill, messagesOf } from '../../../platform/messages.ts'
import type { Authorisation, CertificateData } from './certificate-data.ts'
import { composeConformity, composeResults, composeTraceability } from './compose-results.ts'
import { factsOf, present, section } from './compose-section.ts'
import type { Messages } from './messages.ts'
import type { PageModel, Section, Verification } from './page-model.ts'
import { marked } from './points/decimal-mark.ts'

/** Converts a certificate's data into the labelled texts of its pages, omitting everything that has no data. */
export function composeCertificate(data: CertificateData): PageModel {
  const messages = messagesOf('certificate', data.language)
  const title = data.external ? messages.titleExternal : messages.title
  const replacement = composeReplacement(data, messages)
  const verification = composeVerification(data, messages)
  return {
    language: data.language,
    paper: data.paper === 'letter' ? 'us-letter' : 'a4',
    documentTitle: `${title} ${data.number}`,
    author: data.laboratory.name,
    title,
    number: { label: messages.number, value: data.number },
    pageOf: composePageOf(messages),
    laboratory: composeLaboratory(data, messages),
    ...(replacement ? { replacement } : {}),
    summary: composeSummary(data, messages),
    sections: composeSections(data, messages),
    ...(verification ? { verification } : {}),
    attachmentLabel: messages.attachment,
    end: `${messages.end} ${data.number}`,
  }
}

function composeLaboratory({ laboratory }: CertificateData, messages: Messages): PageModel['laboratory'] {
  const address = present(laboratory.address)
  const accreditation = present(laboratory.accreditation)
  return {
    name: laboratory.name,
    ...(address ? { address } : {}),
    ...(accreditation ? { accreditation } : {}),
    logoLabel: fill(messages.logo, { laboratory: laboratory.name }),
  }
}

function composePageOf(messages: Messages): PageModel['pageOf'] {
  const [before = '', between = '', after = ''] = messages.page.split(/\{pages?\}/)
  return { before, between, after }
}

function composeReplacement(data: CertificateData, messages: Messages): PageModel['replacement'] {
  const replaced = data.replaces
  if (!replaced) return undefined
  const sentence = replaced.issuedOn
    ? fill(messages.replacesOf, { number: replaced.number, date: replaced.issuedOn })
    : fill(messages.replaces, { number: replaced.number })
  const reason = present(replaced.reason)
  return {
    title: messages.replacement,
    sentences: reason ? [sentence, fill(messages.replacesReason, { reason })] : [sentence],
  }
}

function composeSummary(data: CertificateData, messages: Messages): PageModel['summary'] {
  const result = messages[data.result]
  return factsOf([
    [messages.result, data.overruled ? fill(messages.resultByDecision, { result }) : result],
    [messages.receivedOn, data.receivedOn],
    [messages.performedOn, data.performedOn],
    [messages.issuedOn, data.issuedOn],
  ])
}

function composeSections(data: CertificateData, messages: Messages): Section[] {
  return [
    composeOverruled(data, messages),
    section(messages.customer, [{ kind: 'paragraph', text: data.customer ?? '' }]),
    composeItem(data, messages),
    composeProcedure(data, messages),
    composeResults(data, messages),
    section(messages.restriction, [{ kind: 'emphasis', text: data.restriction ?? '' }]),
    composeConformity(data, messages),
    composeTraceability(data, messages),
    composeOpinions(data, messages),
    section(messages.notes, [{ kind: 'paragraph', text: data.notes ?? '' }]),
    composeAuthorisation(data, messages),
    composeStatements(data, messages),
  ].filter((part) => part.blocks.length > 0)
}

/** A pass despite readings that do not conform is always printed, with who decided, over how many readings, and why. */
function composeOverruled({ overruled, result }: CertificateData, messages: Messages): Section {
  if (!overruled) return section(messages.result, [])
  const { by, points, reason } = overruled
  const words = { result: messages[result], by }
  const decided = points
    ? fill(messages.overruledPoints, {
        ...words,
        count: String(points.nonconforming),
        total: String(points.total),
      })
    : fill(messages.overruledReading, words)
  const why = reason ? fill(messages.overruledReason, { reason }) : messages.overruledWithoutReason
  return section(messages.result, [{ kind: 'emphasis', text: `${decided} ${why}` }])
}

/** Identified as opinions, with their basis and who authorized them (ISO/IEC 17025:2017, 7.8.4.1 f and 7.8.7). */
function composeOpinions({ opinions, authorisation }: CertificateData, messages: Messages): Section {
  const text = present(opinions?.text)
  if (!text) return section(messages.opinions, [])
  const further = present(opinions?.basis)
  const basis = further
    ? fill(messages.opinionsBasisFurther, { basis: further })
    : messages.opinionsBasisResults
  const facts = factsOf([
    [messages.opinionsBasis, basis],
    [messages.opinionsReleasedBy, authorisation.name],
  ])
  return section(messages.opinions, [
    { kind: 'paragraph', text },
    { kind: 'facts', facts },
  ])
}

function composeItem({ item }: CertificateData, messages: Messages): Section {
  const facts = factsOf([
    [messages.itemName, item.name],
    [messages.manufacturer, item.manufacturer],
    [messages.model, item.model],
    [messages.serialNumber, item.serialNumber],
    [messages.assetTag, item.assetTag],
    [messages.condition, item.condition],
  ])
  return section(messages.item, [{ kind: 'facts', facts }])
}

function composeProcedure(data: CertificateData, messages: Messages): Section {
  const facts = factsOf([
    [messages.method, methodOf(data, messages)],
    [messages.deviations, data.deviations],
    [messages.placeOfWork, data.placeOfWork],
    [messages.temperature, data.temperature && marked(data.temperature, messages.decimalMark)],
    [messages.humidity, data.humidity && marked(data.humidity, messages.decimalMark)],
    [messages.recommendedDueOn, data.recommendedDueOn],
  ])
  return section(messages.procedure, [{ kind: 'facts', facts }])
}

/** Returns the stated method, and the procedure of the points. */
function methodOf({ method, procedure }: CertificateData, messages: Messages): string | undefined {
  const followed = procedure && fill(messages.procedureRevision, procedure)
  return [present(method), followed].filter((text) => text !== undefined).join('; ')
}

function composeStatements(data: CertificateData, messages: Messages): Section {
  const given = data.statements
  const further = present(given?.further)
  const statements = [
    present(given?.scope) ?? (data.external ? messages.scopeExternal : messages.scope),
    present(given?.reproduction) ?? messages.reproduction,
    ...(further ? [further] : []),
    fill(messages.timeZone, { zone: data.timeZone }),
  ]
  return section(messages.statements, [{ kind: 'statements', statements }], { together: true })
}

function composeVerification(data: CertificateData, messages: Messages): Verification | undefined {
  const { verificationUrl: url, ledger } = data
  if (!url && !ledger) return undefined
  const facts = factsOf([
    [messages.publicPage, url],
    [
      messages.ledger,
      ledger && fill(messages.ledgerPlace, { index: `${ledger.index}`, treeSize: `${ledger.treeSize}` }),
    ],
    [messages.root, ledger?.root],
  ])
  const qrLabel = fill(messages.qrCode, { url: url ?? '' })
  return { title: messages.verification, facts, ...(url ? { sentence: messages.verify, qrLabel } : {}) }
}

/** Returns who did the work and who is responsible for it, with the time and meaning of the signature. */
function composeAuthorisation(data: CertificateData, messages: Messages): Section {
  const { authorisation, timeZone } = data
  const facts = factsOf([
    [data.external ? messages.recordedBy : messages.performedBy, data.performedBy],
    [messages.recordedBy, data.enteredBy],
    [messages.authorisedBy, authorisation.name],
    [wayOf(authorisation, messages), timeOfDay(authorisation.at, timeZone)],
    [messages.mannerOfRelease, authorisation.automatic ? messages.automaticRelease : undefined],
    [messages.meaning, authorisation.meaning],
  ])
  const emphasized = facts.map((fact) =>
    fact.label === messages.authorisedBy ? { ...fact, strong: true } : fact,
  )
  return section(messages.authorisation, [{ kind: 'facts', facts: emphasized }], { together: true })
}

/** An approval is a person's decision; a release by rule is not called one. */
function wayOf({ automatic, signedElectronically }: Authorisation, messages: Messages): string {
  if (signedElectronically) return messages.signed
  return automatic ? messages.released : messages.approved
}

/**
 * Returns the time in the certificate's time zone, with the offset in force then: `2026-11-21 05:56:39 (UTC+01:00)`.
 */
function timeOfDay(instant: string, timeZone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  const time = local.toPlainTime().toString({ smallestUnit: 'second' })
  return `${local.toPlainDate().toString()} ${time} (UTC${local.offset})`
}
