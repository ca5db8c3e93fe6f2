import { comparisonUnder, isNamedDecisionRule } from '@plumbline/contract/tolerance'
import { FALLBACK_LANGUAGE, messagesOf } from '../../platform/messages.ts'
import {
  type CalibrationRow,
  conditionAtUse,
  enteredByOf,
  ledgerMeasurements,
  serializeCalibration,
  type RecordedMeasurements,
  type Snapshot,
} from '../calibrations/index.ts'
import { computedDueDate, localDate } from '../compliance/index.ts'
import { canonicalJson, type CanonicalValue } from '../ledger/index.ts'
import { certificateOf, certifiedPoints, validityAtUse } from './certified-points.ts'
import { certifiedReading } from './certified-reading.ts'
import type {
  Authorisation,
  CertificateData,
  Conformity,
  LaboratoryLogo,
  LedgerPosition,
  ReplacedCertificate,
  Traceability,
} from './document/certificate-data.ts'
import { isAccredited, laboratoryOf, zoneOf } from './laboratory.ts'
import { overruledDecision } from './overruled-decision.ts'
import { present } from './serialize-members.ts'

/** The data from which a certificate is composed, as found in the database when it is issued. */
export interface CertificateSource {
  readonly calibration: CalibrationRow
  readonly snapshot: Snapshot
  /** Null for a record with a single reading. */
  readonly measurements: RecordedMeasurements | null
  readonly number: string
  /** The instant of issue, in API format. */
  readonly issuedAt: string
  readonly logo: LaboratoryLogo | undefined
  readonly replaces: ReplacedCertificate | undefined
  readonly ledger: LedgerPosition
  readonly verificationUrl: string
}

/** Returns what is printed, from what the record froze (ISO/IEC 17025:2017, 7.8.2 and 7.8.4). */
export function composeData(source: CertificateSource): CertificateData {
  const { calibration, snapshot, measurements, number, issuedAt, ledger, verificationUrl } = source
  const laboratory = laboratoryOf(snapshot.workspace.laboratory, snapshot.site.laboratory)
  const timeZone = zoneOf(snapshot)
  const { instrument } = snapshot
  const isExternal = isOfProvider(calibration)
  const procedure = procedureOf(calibration)
  return {
    language: laboratory.language ?? FALLBACK_LANGUAGE,
    paper: laboratory.paper ?? 'a4',
    number,
    issuedAt,
    timeZone,
    laboratory: present({
      name: laboratory.name ?? snapshot.workspace.name,
      address: laboratory.address,
      accreditation: isAccredited(calibration) ? laboratory.accreditation : null,
      logo: source.logo,
    }),
    item: itemOf(source),
    result: calibration.result,
    performedOn: localDate(calibration.performedAt, timeZone),
    issuedOn: localDate(issuedAt, timeZone),
    ...present({
      customer: calibration.customer ?? laboratory.default_customer,
      receivedOn: calibration.receivedAt && localDate(calibration.receivedAt, timeZone),
      recommendedDueOn: laboratory.show_recommended_due_date ? dueDateOf(source, timeZone) : undefined,
      placeOfWork: calibration.placeOfWork ?? (isExternal ? null : ownPlaceOf(snapshot)),
      method: calibration.method ?? (isExternal || procedure ? null : instrument.method),
      procedure,
      deviations: calibration.deviationFromProcedure,
      temperature: calibration.temperature,
      humidity: calibration.humidity,
      measurement: measurements ? undefined : certifiedReading(calibration, snapshot),
      overruled: isExternal ? undefined : overruledDecision(source),
      points: measurements && certifiedPoints(measurements, snapshot, calibration),
      external: externalOf(calibration),
      conformity: conformityOf(source, laboratory.language ?? FALLBACK_LANGUAGE),
      traceability: traceabilityOf(calibration, snapshot, measurements !== null),
      restriction: calibration.restrictionNotes,
      opinions: opinionsOf(calibration),
      notes: calibration.notes,
      performedBy: isExternal ? undefined : calibration.performedBy,
      enteredBy: isExternal || isEnteredByOther(calibration) ? enteredByOf(calibration) : undefined,
      replaces: source.replaces,
      statements: laboratory.statements,
    }),
    authorisation: authorisationOf(calibration),
    ledger,
    verificationUrl,
    record: canonicalJson({ number, record: attachedRecord(source), snapshot }),
  }
}

function itemOf({ calibration, snapshot: { instrument } }: CertificateSource): CertificateData['item'] {
  return present({
    name: instrument.name,
    manufacturer: instrument.manufacturer,
    model: instrument.model,
    serialNumber: instrument.serial_number,
    assetTag: instrument.asset_tag,
    condition: calibration.itemCondition,
  })
}

/** Returns the procedure that a record follows; undefined if none. */
function procedureOf({ procedureCode: code, procedureRevision: revision }: CalibrationRow) {
  return code === null || revision === null ? undefined : { code, revision: String(revision) }
}

function dueDateOf({ calibration, snapshot }: CertificateSource, timeZone: string): string | undefined {
  const { calibration_interval_value: value, calibration_interval_unit: unit } = snapshot.instrument
  if (value === null) return undefined
  const interval = { value, unit } as Parameters<typeof computedDueDate>[0]['interval']
  return computedDueDate({
    performedAt: calibration.performedAt,
    timeZone,
    interval,
    result: calibration.result,
    stated: calibration.nextDueDate,
  })
}

function externalOf(calibration: CalibrationRow): CertificateData['external'] {
  if (!isOfProvider(calibration)) return undefined
  return {
    certificateNumber: calibration.certificateNumber ?? '',
    ...present({ provider: calibration.serviceProvider }),
  }
}

/** A basis without opinions is meaningless. */
function opinionsOf({ opinions, opinionsBasis }: CalibrationRow): CertificateData['opinions'] {
  if (opinions === null || opinions.trim() === '') return undefined
  return { text: opinions, ...present({ basis: opinionsBasis }) }
}

/**
 * Conformity is stated only under a named rule (ISO/IEC 17025:2017, 7.8.6.2); without one the reason is printed
 * instead.
 */
function conformityOf(
  { calibration, measurements }: CertificateSource,
  language: string,
): Conformity | undefined {
  const comparison = comparisonUnder(calibration.decisionRule)
  const isDecided = measurements?.points.some(({ decision }) => decision !== null)
  const conformity = present({
    decisionRule: ruleName(calibration.decisionRule, language),
    withoutVerdicts: withoutVerdicts(calibration, comparison),
    statement: comparison === 'none' && !isDecided ? undefined : calibration.conformityStatement,
    outOfToleranceImpact: calibration.outOfToleranceImpact,
  })
  return Object.keys(conformity).length > 0 ? conformity : undefined
}

function withoutVerdicts(
  calibration: CalibrationRow,
  comparison: ReturnType<typeof comparisonUnder>,
): Conformity['withoutVerdicts'] {
  if (comparison === 'limits') return undefined
  if (comparison === 'other') return 'otherRule'
  return isOfProvider(calibration) ? 'noRuleExternal' : 'noRule'
}

/** The name of a rule that was chosen from the list; otherwise the words of the record. */
function ruleName(rule: string | null, language: string): string | null {
  if (rule === null || !isNamedDecisionRule(rule)) return rule
  return messagesOf('certificate', language)[`rule_${rule}`]
}

/**
 * The register's data about a standard complete the text only for in-house work.
 * @param hasPoints if true, an unfit standard is identified as such, like standards of individual points
 */
function traceabilityOf(
  calibration: CalibrationRow,
  { reference_standard: frozen }: Snapshot,
  hasPoints: boolean,
): Traceability | undefined {
  const used = isOfProvider(calibration) ? null : frozen
  const { referenceStandardCertificateNumber: stated } = calibration
  const traceability = present({
    standard: calibration.referenceStandard ?? used?.name,
    identity: used
      ? [used.asset_tag, used.serial_number].filter((part) => part !== null).join(', ')
      : undefined,
    certificateNumber: stated ?? used?.certificate_number,
    // The register's data refer to the certificate that it knows.
    certificate:
      used && (stated ?? used.certificate_number) === used.certificate_number
        ? certificateOf(used)
        : undefined,
    // Printed as the validity at the time of use, so only if it was valid then.
    validUntil: used && conditionAtUse(used) === 'valid' ? used.due_date : undefined,
    unfit: used && hasPoints && conditionAtUse(used) !== 'valid' ? validityAtUse(used) : undefined,
    statement: calibration.traceabilityReference,
  })
  return Object.keys(traceability).length > 0 ? traceability : undefined
}

/**
 * Whether a provider did the work. Its certificate describes place, procedure and standards; those of the laboratory
 * itself do not apply and are never filled in.
 */
function isOfProvider({ calibrationType }: CalibrationRow): boolean {
  return calibrationType === 'external_certificate'
}

function ownPlaceOf({ location, site }: Snapshot): string {
  return location?.name ?? site.name
}

function isEnteredByOther(calibration: CalibrationRow): boolean {
  const { enteredByPersonId, performedByPersonId, performedBy } = calibration
  return enteredByOf(calibration) !== performedBy || isOtherPerson(enteredByPersonId, performedByPersonId)
}

/** Distinguishes two people with the same name. Records of earlier releases do not identify the person. */
function isOtherPerson(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other
}

function authorisationOf(calibration: CalibrationRow): Authorisation {
  const { decidedBy, decidedAt, approvedAutomatically, signatureMeaning } = calibration
  if (decidedBy === null || decidedAt === null)
    throw new Error('a certificate was asked for an undecided record')
  return {
    name: decidedBy,
    at: decidedAt,
    ...(approvedAutomatically && { automatic: true }),
    ...(signatureMeaning !== null && { meaning: signatureMeaning, signedElectronically: true }),
  }
}

/**
 * Returns the record as attached: without members about points if it has a single reading, without the comparison
 * made when it is read, and without the procedure unless it follows one.
 */
function attachedRecord({
  calibration,
  measurements,
}: {
  calibration: CalibrationRow
  measurements: RecordedMeasurements | null
}): CanonicalValue {
  const {
    measurement_count,
    points_out,
    points_out_as_found,
    points_without_final,
    tolerance_verdict: _verdict,
    tolerance_verdict_reason: _reason,
    ...whole
  } = serializeCalibration(calibration)
  const {
    procedure_id,
    procedure_code,
    procedure_revision,
    deviation_from_procedure,
    opinions,
    opinions_basis,
    ...record
  } = whole
  const later = { deviation_from_procedure, opinions, opinions_basis }
  const stated = Object.entries(later).filter(([, value]) => value !== null)
  const said = { ...record, ...Object.fromEntries(stated) }
  if (!measurements) return said
  const followed = procedure_id === null ? {} : { procedure_id, procedure_code, procedure_revision }
  const points = ledgerMeasurements(measurements)
  return {
    ...said,
    ...followed,
    measurement_count,
    points_out,
    points_out_as_found,
    points_without_final,
    measurements: points,
  }
}
