import {
  conditionAtUse,
  type CalibrationRow,
  type RecordedMeasurements,
  type Snapshot,
} from '../calibrations/index.ts'
import type { CertifiedPoints, PointStandard, StandardCertificate } from './document/certificate-data.ts'

type FrozenStandard = RecordedMeasurements['standards'][number]

/**
 * Returns the points of a record and the standards that they name, except for the standard of the whole record, which
 * is stated before them. A provider's standards are in its own certificate.
 */
export function certifiedPoints(
  { points, standards }: RecordedMeasurements,
  { reference_standard: ofRecord, accreditation_scope: scope }: Snapshot,
  {
    calibrationType,
    serviceProvider,
    accredited,
  }: Pick<CalibrationRow, 'calibrationType' | 'serviceProvider' | 'accredited'>,
): CertifiedPoints {
  const provider = serviceProvider?.trim()
  const named =
    calibrationType === 'external_certificate' ? [] : standards.filter(({ id }) => id !== ofRecord?.id)
  return {
    measurements: points,
    standards: named.map(pointStandard),
    ...(provider ? { provider } : {}),
    ...(accredited && scope && { scope }),
  }
}

/** Returns the condition of a standard when it was used, and the date until which its calibration was valid. */
export function validityAtUse(standard: FrozenStandard): Pick<PointStandard, 'condition' | 'dueOn'> {
  const { due_date: dueOn } = standard
  return { condition: conditionAtUse(standard), ...(dueOn !== null && { dueOn }) }
}

/** Returns what the certificate of a standard states; empty for records of earlier releases. */
export function certificateOf(standard: FrozenStandard): StandardCertificate {
  const { calibration_type: type, service_provider: stated, certificate_number: number } = standard
  const { uncertainties = [] } = standard
  const provider = stated?.trim()
  // A record that states no type is the laboratory's own work.
  const isOwn = type !== undefined && type !== 'external_certificate' && number !== null
  return {
    ...(type === 'external_certificate' && provider ? { issuer: { provider } } : isOwn && { issuer: 'own' }),
    ...(uncertainties.length > 0 && { uncertainties }),
  }
}

function pointStandard(standard: FrozenStandard): PointStandard {
  const { id, name, certificate_number: certificateNumber } = standard
  const identity = [standard.asset_tag, standard.serial_number].filter((part) => part !== null)
  return {
    id,
    name,
    identity: identity.join(', '),
    ...validityAtUse(standard),
    certificate: certificateOf(standard),
    ...(certificateNumber !== null && { certificateNumber }),
  }
}
