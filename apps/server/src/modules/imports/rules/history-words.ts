import { calibrationResults, type CalibrationResult, type CalibrationType } from '@plumbline/contract'
import { comparable } from './cell-text.ts'

const RESULTS: Readonly<Record<CalibrationResult, string>> = {
  PASS: `
    pass passed ok good accept accepted acceptable conform conforms conforming compliant complies intolerance
    withintolerance within bestanden io inordnung gut konform`,
  PASS_WITH_ADJUSTMENT: `
    adjusted passadjusted passafteradjustment passwithadjustment passedafteradjustment passedwithadjustment
    justiert bestandennachjustierung`,
  LIMITED_CALIBRATION: `limited limitedcalibration limiteduse restricted eingeschrankt`,
  FAIL: `
    fail failed reject rejected nok nonconforming notconforming doesnotconform noncompliant outoftolerance oot out
    nichtbestanden nio nichtinordnung`,
  DAMAGED: `damaged broken defective defekt beschadigt`,
}

const TYPES: Readonly<Record<CalibrationType, string>> = {
  in_house: `inhouse internal int own intern eigene`,
  external_certificate: `
    external externalcertificate ext extern vendor outside laboratory lab supplier fremd externalcalibration`,
}

const wordsOf = <Word extends string>(table: Readonly<Record<Word, string>>) =>
  new Map(
    Object.entries<string>(table).flatMap(([word, names]) =>
      [comparable(word), ...names.trim().split(/\s+/)].map((name) => [name, word as Word] as const),
    ),
  )

const results = wordsOf(RESULTS)
const types = wordsOf(TYPES)

/** Returns the result that a word of a history means; undefined for an unknown word. */
export function readResult(word: string): CalibrationResult | undefined {
  return results.get(comparable(word))
}

/** Returns the type of calibration that a word of a history means; undefined for an unknown word. */
export function readType(word: string): CalibrationType | undefined {
  return types.get(comparable(word))
}

/** Returns the result of a record whose rows each state one: the worst. */
export function worstResult(
  stated: readonly (CalibrationResult | undefined)[],
): CalibrationResult | undefined {
  const order: readonly CalibrationResult[] = [
    'DAMAGED',
    'FAIL',
    'LIMITED_CALIBRATION',
    'PASS_WITH_ADJUSTMENT',
  ]
  return (
    order.find((result) => stated.includes(result)) ?? calibrationResults.find((one) => stated.includes(one))
  )
}
