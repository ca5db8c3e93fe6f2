import { statedNominal, statedUncertainty } from '@plumbline/contract/procedure'
import { capabilityAboveOf, scopeLineOf } from '@plumbline/contract/reading'
import { comparisonUnder, outOfTolerance, withUnits } from '@plumbline/contract/tolerance'
import type { CalibrationRow, Snapshot } from '../calibrations/index.ts'
import type { Measurement, Reading } from './document/certificate-data.ts'
import { present } from './serialize-members.ts'
import { signedDeviation } from './rules/signed-deviation.ts'

/** Returns the single reading of a record, and the server's comparison of it; undefined if the record states none. */
export function certifiedReading(calibration: CalibrationRow, snapshot: Snapshot): Measurement | undefined {
  const stated = withUnits(calibration, snapshot.instrument.unit_of_measure)
  const measurement = present({
    nominal: stated.nominalValue,
    tolerance: stated.tolerance,
    asFound: readingOf(calibration, snapshot, 'asFoundReading', stated.asFoundReading),
    asLeft: readingOf(calibration, snapshot, 'asLeftReading', stated.asLeftReading),
    uncertainty: stated.measurementUncertainty,
    coverageFactor: calibration.coverageFactor,
    confidenceLevel: calibration.confidenceLevel,
    capability: capabilityAbove(calibration, snapshot),
  })
  return Object.keys(measurement).length > 0 ? measurement : undefined
}

/** The server's own comparison of the sent values, so that paper and API always agree. */
function readingOf(
  calibration: CalibrationRow,
  snapshot: Snapshot,
  name: 'asFoundReading' | 'asLeftReading',
  value: string | null,
): Reading | undefined {
  if (value === null || value.trim() === '') return undefined
  const { verdict, deviation } = outOfTolerance({
    nominalValue: calibration.nominalValue,
    tolerance: calibration.tolerance,
    asLeftReading: calibration[name],
    unitOfMeasure: snapshot.instrument.unit_of_measure,
  })
  const word = { inside: 'within', outside: 'outside', not_comparable: undefined } as const
  const printed = deviation === null ? null : signedDeviation(deviation, value)
  // Within or outside is a statement of conformity, which requires a rule that is exactly this comparison.
  const isStated = comparisonUnder(calibration.decisionRule) === 'limits'
  return { value, ...present({ deviation: printed, verdict: isStated ? word[verdict] : undefined }) }
}

/** Returns the capability of the accredited laboratory if the stated uncertainty is below it (ILAC-P14). */
function capabilityAbove(calibration: CalibrationRow, snapshot: Snapshot): string | null {
  const { accreditation_scope: scope, instrument } = snapshot
  const unitOfMeasure = instrument.unit_of_measure
  const nominal = statedNominal(calibration.nominalValue, unitOfMeasure)
  const stated = statedUncertainty({ ...calibration, unitOfMeasure })
  if (!calibration.accredited || !scope || nominal === null || stated === null) return null
  // The lines frozen by a record were selected by its quantity.
  return capabilityAboveOf(scopeLineOf(scope, { quantity: null, nominal }), nominal, stated)
}
