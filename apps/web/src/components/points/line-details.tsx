import type { ReactNode } from 'react'
import { t } from '../../base/messages.ts'
import { LimitsText } from './limits-text.tsx'
import { missingWords, repeatsWords } from './phase-text.tsx'
import { factsOf, hasFacts } from './point-facts.tsx'
import { remarksOf } from './point-details.tsx'
import { hasOwnLimits, type PointRow } from './point-rows.ts'
import { expandedBy } from './point-units.ts'
import styles from './points.module.css'

/** What a line of a table leaves to say of its point. */
export interface DetailsShown {
  /** Whether the head of the column of uncertainties says what all are expanded by. */
  readonly coverageInHead: boolean
  /** Whether test uncertainty ratio, probabilities and standard belong to it; paper leaves them to the certificate. */
  readonly withFacts: boolean
}

/** Whether there is more to say of a point than its line does. */
export function hasDetails(row: PointRow, shown: DetailsShown): boolean {
  return writtenDetails(row, shown).length > 0 || (shown.withFacts && hasFacts(row.point))
}

/** All that the line of a point leaves out, each with its name. */
export function LineDetails({ row, shown }: { row: PointRow; shown: DetailsShown }) {
  const details = [...writtenDetails(row, shown), ...(shown.withFacts ? factsOf(row.point) : [])]
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

function writtenDetails(row: PointRow, { coverageInHead }: DetailsShown): readonly Detail[] {
  const { point } = row
  const remarks = remarksOf(point)
  const by = point.uncertainty ? expandedBy(point.uncertainty) : ''
  const tolerance = point.tolerance?.text?.trim()
  return [
    ...(remarks === null ? [] : [[t('point.note'), remarks] as const]),
    ...phaseDetails(row, 'found'),
    ...phaseDetails(row, 'left'),
    ...(tolerance ? [[t('point.limits'), tolerance] as const] : []),
    ...(by === '' || coverageInHead ? [] : [[t('drift.uncertainty'), by] as const]),
  ]
}

/** Why a phase was not measured, its repeated readings, and the limits that it alone has. */
function phaseDetails(row: PointRow, phase: 'found' | 'left'): readonly Detail[] {
  const figures = row[phase]
  const words = figures === null ? missingWords(row.point[`as_${phase}`]) : null
  const repeats = figures !== null && figures.readings.length > 1
  const ownLimits = figures !== null && hasOwnLimits(figures, row)
  if (words === null && !repeats && !ownLimits) return []
  const value = (
    <>
      {words}
      {repeats && `${repeatsWords(figures, row.unit)}: ${figures.readings.join('; ')}`}
      {ownLimits && (
        <div>
          {t('point.limits')} <LimitsText limits={figures} unit={row.unit} />
        </div>
      )}
    </>
  )
  return [[t(`calibrationField.as_${phase}_reading`), value]]
}
