import type { ReactNode } from 'react'
import type { Measurement, MeasurementDecision } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { StandardName } from './differences/point-differences-table.tsx'
import { withUnit } from './with-unit.ts'
import { probabilityShown, ratioShown } from './shown-probability.ts'
import styles from './points.module.css'

/** Whether there is more to say of a point than its table shows: test uncertainty ratio, probabilities, its standard. */
export function hasFacts({ decision, standard_asset_id: standardId }: Measurement): boolean {
  return standardId !== null || (decision !== null && decisionFacts(decision, '').length > 0)
}

/** Test uncertainty ratio, guard band, probabilities and standard of a point. */
export function PointFacts({ point }: { point: Measurement }) {
  return (
    <dl className={styles.facts}>
      {factsOf(point).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The same, each with its name. */
export function factsOf(point: Measurement): readonly [name: string, value: ReactNode][] {
  const { decision, nominal, standard_asset_id: standardId } = point
  const facts = decision ? decisionFacts(decision, nominal?.unit ?? '') : []
  if (standardId === null) return facts
  return [
    ...facts,
    [t('calibrationField.reference_standard'), <StandardName key="standard" standardId={standardId} />],
  ]
}

function decisionFacts(decision: MeasurementDecision, unit: string): [name: string, value: string][] {
  const { tur, guard_band: guardBand, acceptance_lower: lower, acceptance_upper: upper } = decision
  const limits = [lower, upper].map((limit) => limit ?? '–').join(' … ')
  const facts: [string, string | null][] = [
    [t('point.tur'), tur === null ? null : formatCount(ratioShown(tur))],
    [t('point.guardBand'), guardBand === null ? null : withUnit(guardBand, unit)],
    [t('point.acceptance'), lower === null && upper === null ? null : withUnit(limits, unit)],
    [t('point.conformance'), probabilityText(decision.conformance_probability)],
    [t('point.falseAccept'), probabilityText(decision.false_accept_probability)],
    [t('point.falseReject'), probabilityText(decision.false_reject_probability)],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
}

function probabilityText(probability: number | null): string | null {
  if (probability === null) return null
  const { bound, percent } = probabilityShown(probability)
  if (bound === null) return t('point.percent', { percent })
  return t(bound === 'below' ? 'point.belowPercent' : 'point.abovePercent', { percent })
}
