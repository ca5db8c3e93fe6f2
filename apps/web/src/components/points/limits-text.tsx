import type { MeasurementTolerance } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import type { PhaseFigures } from './point-figures.ts'
import { withUnit } from './with-unit.ts'

/** Within which values a point is within tolerance; of a tolerance that a person judges, its text. */
export function LimitsText({
  limits,
  tolerance = null,
  unit,
}: {
  limits: Pick<PhaseFigures, 'lower' | 'upper'> | null
  tolerance?: MeasurementTolerance | null | undefined
  unit: string
}) {
  const lower = limits?.lower ?? null
  const upper = limits?.upper ?? null
  if (lower !== null && upper !== null) return t('point.between', { lower, upper: withUnit(upper, unit) })
  if (lower !== null) return `≥ ${withUnit(lower, unit)}`
  if (upper !== null) return `≤ ${withUnit(upper, unit)}`
  return tolerance?.text ?? '–'
}
