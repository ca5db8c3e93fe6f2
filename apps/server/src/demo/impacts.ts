import type { Chance } from './chance.ts'
import type { Family } from './families.ts'
import type { PlannedRecord } from './history.ts'

/** Share of findings of which a person wrote down what they meant. */
const STATED = 0.6

const impacts = [
  'Parts measured since the last calibration were checked again; none lies outside.',
  'Used for rough work only; no product is affected.',
  'The deviation is small against the tolerance of the parts; none was called back.',
  'Two lots were held back and measured again.',
]

/** Of those that are used in a part of their range from then on. */
const IMPACT_OF_LIMITED = 'Had been used in the upper half of its range only; no product is affected.'

/** Records with what was written of those that were not in order; a few are still without a word. */
export function withImpacts(
  chance: Chance,
  records: readonly PlannedRecord[],
  { tolerance }: Family,
): PlannedRecord[] {
  return records.map((record) => {
    const isLimited = record.result === 'LIMITED_CALIBRATION'
    if (!isLimited && !isOutside(record, tolerance)) return record
    if (!chance.happens(STATED)) return record
    return { ...record, impact: isLimited ? IMPACT_OF_LIMITED : chance.pick(impacts) }
  })
}

/** As the readings are written down: what rounding brings back inside is no finding. */
function isOutside({ asFound, nominal }: PlannedRecord, tolerance: number): boolean {
  return Math.abs(Number.parseFloat(asFound) - Number.parseFloat(nominal)) > tolerance * (1 + 1e-9)
}
