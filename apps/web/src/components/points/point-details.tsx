import type { Measurement } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { coverageText } from './coverage-text.ts'
import { withUnit } from './with-unit.ts'
import type { PointRow } from './point-rows.ts'
import styles from './points.module.css'

/** The expanded uncertainty of a point, and what it is expanded by. */
export function UncertaintyText({ row: { point, unit } }: { row: PointRow }) {
  const { uncertainty } = point
  if (!uncertainty) return '–'
  const { expanded, relative_percent: relative, coverage_factor: factor } = uncertainty
  const level = coverageText(uncertainty)
  if (!expanded && !relative) return <span className={styles.aside}>{t('point.byBudget')}</span>
  const by = [factor && `k\u00a0=\u00a0${factor}`, level?.replace(' %', '\u00a0%')].filter(Boolean)
  return (
    <>
      <div>
        {expanded
          ? withUnit(expanded, uncertainty.unit ?? unit)
          : t('point.percent', { percent: Number(relative) })}
      </div>
      <div className={styles.aside}>{by.join(', ')}</div>
    </>
  )
}

/** The nominal value of a point. */
export function NominalText({ row: { point, unit } }: { row: PointRow }) {
  return point.nominal ? withUnit(point.nominal.value, unit) : '–'
}

/** What was remarked on a point; null for nothing. */
export function remarksOf({ external, note }: Measurement): string | null {
  const words = [external && t('point.external'), note].filter(Boolean)
  return words.length === 0 ? null : words.join(' · ')
}
