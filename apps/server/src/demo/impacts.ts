import type { SeededRandom } from './seeded-random.ts'
import type { Family } from './families.ts'
import type { PlannedRecord } from './history.ts'

/** Share of findings for which somebody stated the impact. */
const STATED = 0.6

const impacts = [
  'Parts measured since the last calibration were checked again; none lies outside.',
  'Used for rough work only; no product is affected.',
  'The deviation is small against the tolerance of the parts; none was called back.',
  'Two lots were held back and measured again.',
]

/** Impact stated for instruments whose range of use is limited from then on. */
const IMPACT_OF_LIMITED = 'Had been used in the upper half of its range only; no product is affected.'

/** Returns the records with the impact of those that were out of tolerance; for a few it has not been stated. */
export function withImpacts(
  randomNumbers: SeededRandom,
  records: readonly PlannedRecord[],
  { tolerance }: Family,
): PlannedRecord[] {
  return records.map((record) => {
    const isLimited = record.result === 'LIMITED_CALIBRATION'
    if (!isLimited && !isOutside(record, tolerance)) return record
    if (!randomNumbers.happens(STATED)) return record
    return { ...record, impact: isLimited ? IMPACT_OF_LIMITED : randomNumbers.pick(impacts) }
  })
}

/** Compares the reading as it is rounded for the record: if rounding brings it within tolerance, there is no finding. */
function isOutside({ asFound, nominal }: PlannedRecord, tolerance: number): boolean {
  return Math.abs(Number.parseFloat(asFound) - Number.parseFloat(nominal)) > tolerance * (1 + 1e-9)
}
