import type { ReactNode } from 'react'
import { t } from '../../base/messages.ts'
import { missingWords, repeatsWords } from './phase-text.tsx'
import { factsOf, hasFacts } from './point-facts.tsx'
import { remarksOf } from './point-details.tsx'
import type { PointRow } from './point-rows.ts'
import { expandedBy } from './point-units.ts'
import styles from './points.module.css'

/** The details of a point that its row does not show. */
export interface DetailsShown {
  /** Whether to include test uncertainty ratio, probabilities and standard, which a printed page leaves to the certificate. */
  readonly withFacts: boolean
  /** Whether to include the coverage factor, if neither the row nor the heading shows it. */
  readonly withCoverage: boolean
}

/** Whether a point has details that its row does not show. */
export function hasDetails(row: PointRow, shown: DetailsShown): boolean {
  const isWritten = writtenDetails(row).length > 0 || coverageDetails(row, shown).length > 0
  return isWritten || (shown.withFacts && hasFacts(row.point))
}

/** All that the line of a point leaves out, each with its name. */
export function LineDetails({ row, shown }: { row: PointRow; shown: DetailsShown }) {
  const details = [
    ...writtenDetails(row),
    ...coverageDetails(row, shown),
    ...(shown.withFacts ? factsOf(row.point) : []),
  ]
  return (
    <dl className={styles.facts}>
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Detail = readonly [name: string, value: ReactNode]

function writtenDetails(row: PointRow): readonly Detail[] {
  const { point } = row
  const remarks = remarksOf(point)
  const tolerance = point.tolerance?.text?.trim()
  const { direction, position, text } = point.conditions ?? {}
  return [
    ...(remarks === null ? [] : [[t('point.note'), remarks] as const]),
    ...(direction ? [[t('point.direction'), t(`point.direction.${direction}`)] as const] : []),
    ...(position ? [[t('point.position'), position] as const] : []),
    ...(text ? [[t('point.conditions'), text] as const] : []),
    ...phaseDetails(row, 'found'),
    ...phaseDetails(row, 'left'),
    ...(tolerance ? [[t('point.limits'), tolerance] as const] : []),
  ]
}

function coverageDetails({ point }: PointRow, { withCoverage }: DetailsShown): readonly Detail[] {
  const by = withCoverage && point.uncertainty ? expandedBy(point.uncertainty) : ''
  return by === '' ? [] : [[t('drift.uncertainty'), by]]
}

/** Why a phase was not measured, or its repeated readings. */
function phaseDetails(row: PointRow, phase: 'found' | 'left'): readonly Detail[] {
  const figures = row[phase]
  const words = figures === null ? missingWords(row.point[`as_${phase}`]) : null
  const repeats = figures !== null && figures.readings.length > 1
  const value = repeats ? `${repeatsWords(figures, row.unit)}: ${figures.readings.join('; ')}` : words
  return value === null ? [] : [[t(`calibrationField.as_${phase}_reading`), value]]
}
