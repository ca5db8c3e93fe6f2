import { because, type Measurement, type RefusalReason, type ScopeLine } from '@plumbline/contract'
import { statedNominal, statedUncertainty } from '@plumbline/contract/procedure'
import { linesInside, scopeLineOf, type ScopedValue } from '@plumbline/contract/reading'
import { isBlank } from '@plumbline/contract/tolerance'
import { invalidField } from '../../../platform/errors.ts'
import { localDate } from '../../compliance/index.ts'
import type { Laboratory } from '../../workspaces/index.ts'
import type { StatedFields } from '../record.ts'
import type { MeasuredWork } from './standard-at-use.ts'

/** Whether the laboratory's accreditation covers a record, and the lines of its scope that do. */
export interface Accreditation {
  readonly accredited: boolean
  /** Null if the workspace has no scope. */
  readonly scope: readonly ScopeLine[] | null
}

/** What determines whether a record is accredited. */
export interface AccreditedWork extends MeasuredWork {
  readonly stated: StatedFields
  readonly instrument: { readonly category: string | null; readonly siteLaboratory: Laboratory }
  readonly timeZone: string
}

/**
 * Returns whether the accreditation covers a record: as stated in the body; otherwise whether it covers the whole
 * record. Nothing is covered without uncertainty and traceability, outside the scope if there is one, or if another
 * laboratory did the work (ILAC-P8, ILAC-P14; measurements, section 4).
 * @throws 422 VALIDATION_ERROR for a record that claims accreditation and is not covered at any point
 */
export function accreditationOf(
  work: AccreditedWork,
  { accreditation, accreditation_scope: lines }: Laboratory,
): Accreditation {
  const { body, stated, instrument, timeZone } = work
  const day = localDate(stated.performedAt, timeZone)
  const values = valuesOf(work)
  const scope = lines ? linesInside(lines, day, values) : null
  const covered = values.filter(
    (value) => value.isOwn && value.hasUncertainty && (scope === null || scopeLineOf(scope, value)),
  )
  const obstacle = obstacleOf(work, values, covered)
  if (body.accredited === true && obstacle !== null) throw invalidField('accredited', obstacle)
  const isAccreditedHere = !isBlank(instrument.siteLaboratory.accreditation ?? accreditation)
  const isCovered = obstacle === null && covered.length === values.length && isAccreditedHere
  return { accredited: body.accredited ?? isCovered, scope }
}

/** Returns why no part of a record is covered; null if some part is. */
function obstacleOf(
  { stated, points }: AccreditedWork,
  values: readonly CoveredValue[],
  covered: readonly CoveredValue[],
): RefusalReason | null {
  if (stated.calibrationType === 'external_certificate') return because('field.accredited_record_external')
  if (!isTraceable(stated, points)) return because('field.accredited_needs_standard')
  if (!values.some(({ isOwn, hasUncertainty }) => isOwn && hasUncertainty)) {
    return because('field.accredited_record_uncertainty')
  }
  return covered.length === 0 ? because('field.accredited_needs_scope') : null
}

/** Traceable through a named standard, for the record or for each point, or through what the record states. */
function isTraceable(
  { referenceStandard, referenceStandardAssetId, traceabilityReference }: StatedFields,
  points: readonly Measurement[] | undefined,
): boolean {
  if (!isBlank(referenceStandard) || referenceStandardAssetId !== null || !isBlank(traceabilityReference)) {
    return true
  }
  return points !== undefined && points.every(({ standard_asset_id: id }) => id !== null)
}

interface CoveredValue extends ScopedValue {
  /** Whether the laboratory itself measured it, without stating that it is outside its accreditation. */
  readonly isOwn: boolean
  readonly hasUncertainty: boolean
}

function valuesOf(work: AccreditedWork): CoveredValue[] {
  const { stated, points, unitOfMeasure } = work
  const { category } = work.instrument
  if (points) {
    return points.map((point) => ({
      quantity: point.function ?? category,
      nominal: point.nominal,
      isOwn: !point.external && point.accredited !== false,
      hasUncertainty: [point, point.as_found, point.as_left].some((each) => each?.uncertainty != null),
    }))
  }
  return [
    {
      quantity: category,
      nominal: statedNominal(stated.nominalValue, unitOfMeasure),
      isOwn: true,
      hasUncertainty: statedUncertainty({ ...stated, unitOfMeasure }) !== null,
    },
  ]
}
