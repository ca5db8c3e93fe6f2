import { fill } from '../../../platform/messages.ts'
import type { CertificateData, Measurement, Reading } from './certificate-data.ts'
import { factsOf, present, section } from './compose-section.ts'
import type { Messages } from './messages.ts'
import type { Block, ResultRow, ResultTable, Section } from './page-model.ts'
import {
  composePointRules,
  composePoints,
  composePointStandards,
  validityOf,
} from './points/compose-points.ts'
import { marked, resultsWithDecimalMark } from './points/decimal-mark.ts'
import type { Paper } from './points/point-columns.ts'
import { certificateFacts } from './points/standard-certificate.ts'
import { cellOf } from './quantity.ts'

/**
 * Returns the section of results: readings with their deviation, the certificate that contains them, or only the
 * outcome.
 */
export function composeResults(data: CertificateData, messages: Messages): Section {
  if (data.points) {
    const blocks = [
      ...composeExternal(data, messages),
      ...composePoints(data.points, paperOf(data, messages)),
    ]
    return section(messages.results, blocks, { wide: true })
  }
  const table = composeTable(data.measurement ?? {}, messages)
  const blocks: Block[] = [
    ...composeExternal(data, messages),
    { kind: 'results', table: resultsWithDecimalMark(table, messages.decimalMark) },
    ...composeCapability(data.measurement, messages),
  ]
  if (table.rows.length === 0 && !data.external) {
    const outcome = fill(messages.outcomeOnly, { result: messages[data.result] })
    blocks.unshift({ kind: 'paragraph', text: outcome })
  }
  return section(messages.results, blocks)
}

function paperOf({ external, points }: CertificateData, messages: Messages): Paper {
  return {
    messages,
    isExternal: external !== undefined,
    provider: external?.provider ?? points?.provider,
    scope: points?.scope,
  }
}

/** Returns the statement of conformity with its rule, and why a reading outside its tolerance was passed. */
export function composeConformity(data: CertificateData, messages: Messages): Section {
  if (data.points) return section(messages.conformity, composePointRules(data.points, data, messages))
  const facts = factsOf([
    [messages.decisionRule, data.conformity?.decisionRule],
    [messages.conformityStatement, data.conformity?.statement],
    [messages.outOfToleranceImpact, data.conformity?.outOfToleranceImpact],
  ])
  const reason = data.conformity?.withoutVerdicts
  const text = reason === undefined ? '' : messages[reason]
  return section(messages.conformity, [
    { kind: 'facts', facts },
    { kind: 'paragraph', text },
  ])
}

/** Returns the reference standard as it was when used, and the traceability chain above it. */
export function composeTraceability(data: CertificateData, messages: Messages): Section {
  const chain = data.traceability ?? {}
  const validUntil = present(chain.validUntil)
  const facts = factsOf([
    [messages.standard, chain.standard],
    [messages.standardIdentity, chain.identity],
    [messages.standardCertificate, chain.certificateNumber],
    ...certificateFacts(chain.certificate, messages),
    [messages.standardValidUntil, validUntil && fill(messages.standardValidUntilDate, { date: validUntil })],
    [messages.standardValidUntil, chain.unfit && validityOf(chain.unfit, messages)],
    [messages.traceabilityStatement, chain.statement],
  ])
  const ofPoints = data.points ? composePointStandards(data.points, messages) : []
  return section(messages.traceability, [{ kind: 'facts', facts }, ...ofPoints])
}

function composeExternal({ external }: CertificateData, messages: Messages): Block[] {
  if (!external) return []
  const facts = factsOf([
    [messages.provider, external.provider],
    [messages.providerCertificate, external.certificateNumber],
  ])
  return [
    { kind: 'paragraph', text: messages.external },
    { kind: 'facts', facts },
  ]
}

/** Printed below the table, as for points. */
function composeCapability(measurement: Measurement | undefined, messages: Messages): Block[] {
  const capability = marked(measurement?.capability ?? '', messages.decimalMark)
  return capability === ''
    ? []
    : [{ kind: 'paragraph', text: fill(messages.pointCapability, { capability }) }]
}

function composeTable(measurement: Measurement, messages: Messages): ResultTable {
  const rows = [
    quantityRow(messages.nominal, measurement.nominal),
    quantityRow(messages.tolerance, measurement.tolerance),
    readingRow(messages.asFound, measurement.asFound, messages),
    readingRow(messages.asLeft, measurement.asLeft, messages),
    quantityRow(messages.uncertainty, measurement.uncertainty),
    ...textRows([
      [messages.coverageFactor, measurement.coverageFactor],
      [messages.confidenceLevel, measurement.confidenceLevel],
    ]),
  ].filter((row) => row !== undefined)
  const heads = {
    value: messages.value,
    ...(rows.some((row) => row.deviation) ? { deviation: messages.deviation } : {}),
    ...(rows.some((row) => row.verdict) ? { assessment: messages.assessment } : {}),
  }
  return { rows, heads }
}

/** Rows of the table that contain text rather than quantities. */
function textRows(entries: Parameters<typeof factsOf>[0]): ResultRow[] {
  return factsOf(entries).map(({ label, value }) => ({ label, value: { text: value } }))
}

function quantityRow(label: string, text: string | undefined): ResultRow | undefined {
  const value = present(text)
  return value ? { label, value: cellOf(value) } : undefined
}

function readingRow(label: string, reading: Reading | undefined, messages: Messages): ResultRow | undefined {
  const row = quantityRow(label, reading?.value)
  if (!row || !reading) return undefined
  const deviation = present(reading.deviation)
  return {
    ...row,
    ...(deviation ? { deviation: cellOf(deviation) } : {}),
    ...(reading.verdict
      ? { verdict: messages[reading.verdict], outside: reading.verdict === 'outside' }
      : {}),
  }
}
