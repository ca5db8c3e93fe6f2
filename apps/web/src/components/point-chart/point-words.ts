import type { MeasuredPhase, Measurement } from '@plumbline/contract'
import { isMeasuredPhase } from '@plumbline/contract/measurement'
import { t } from '../../base/messages.ts'
import { signed } from '../calibration-record/verdict.ts'
import { withUnit } from '../points/with-unit.ts'
import { percentShown, phaseFigures } from '../points/point-figures.ts'
import { pointName } from '../points/point-name.ts'

/** What a point says, as the chart shows it and screen readers speak it; its name first. */
export function pointWords(point: Measurement): string[] {
  const { nominal, uncertainty } = point
  const [found, left] = [point.as_found, point.as_left].map((phase) =>
    isMeasuredPhase(phase) ? phase : null,
  )
  const unit = nominal?.unit ?? ''
  const last = left ?? found ?? null
  const limits = last && phaseFigures(last, nominal?.value ?? null)
  return [
    pointName(point),
    ...(found ? [t('drift.foundAt', { reading: phaseWords(found, point) })] : []),
    ...(left ? [t('drift.leftAt', { reading: phaseWords(left, point) })] : []),
    ...(limits === null || (limits.lower === null && limits.upper === null)
      ? []
      : [`${t('point.limits')}: ${limitWords(limits.lower, limits.upper, unit)}`]),
    ...(uncertainty?.expanded
      ? [t('drift.uncertaintyAt', { uncertainty: withUnit(uncertainty.expanded, uncertainty.unit ?? unit) })]
      : []),
  ]
}

function phaseWords(phase: MeasuredPhase, { nominal }: Measurement): string {
  const { mean, deviation } = phaseFigures(phase, nominal?.value ?? null)
  const unit = nominal?.unit ?? ''
  const percent = phase.percent_of_tolerance
  return [
    withUnit(mean, unit),
    ...(deviation === null ? [] : [t('point.deviation', { deviation: withUnit(signed(deviation), unit) })]),
    ...(percent === null ? [] : [t('drift.ofTolerance', { percent: percentShown(percent) })]),
    ...(phase.verdict === 'out' ? [t('drift.outside')] : []),
  ].join(', ')
}

function limitWords(lower: string | null, upper: string | null, unit: string): string {
  if (lower !== null && upper !== null) return t('point.between', { lower, upper: withUnit(upper, unit) })
  return lower === null ? `≤ ${withUnit(upper!, unit)}` : `≥ ${withUnit(lower, unit)}`
}
