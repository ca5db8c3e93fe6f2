import type { Measurement } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import type { PointRow } from './point-rows.ts'
import { expandedBy } from './point-units.ts'
import styles from './points.module.css'
import { withUnit } from './with-unit.ts'

/** The expanded uncertainty of a point with its coverage. */
export function UncertaintyText({ row }: { row: PointRow }) {
  const { uncertainty } = row.point
  if (!uncertainty) return '–'
  return (
    <>
      <UncertaintyFigure row={row} />
      {isStated(uncertainty) && <div className={styles.aside}>{expandedBy(uncertainty)}</div>}
    </>
  )
}

/**
 * The expanded uncertainty of a point without its coverage.
 * @param unitInHead the unit in the heading of the column, which is then omitted
 */
export function UncertaintyFigure({
  row: { point, unit },
  unitInHead = null,
}: {
  row: PointRow
  unitInHead?: string | null
}) {
  const { uncertainty } = point
  if (!uncertainty) return '–'
  if (!isStated(uncertainty)) return <span className={styles.aside}>{t('point.byBudget')}</span>
  const { expanded, relative_percent: relative } = uncertainty
  if (!expanded) return t('point.percent', { percent: Number(relative) })
  const own = uncertainty.unit ?? unit
  return withUnit(expanded, own === unitInHead ? '' : own)
}

/** Whether an uncertainty is a figure, and does not follow from a budget. */
function isStated({ expanded, relative_percent: relative }: NonNullable<Measurement['uncertainty']>) {
  return Boolean(expanded || relative)
}

/** The nominal value of a point. */
export function NominalText({
  row: { point, unit },
  hideUnit = false,
}: {
  row: PointRow
  /** Whether the head of its column names the unit. */
  hideUnit?: boolean
}) {
  return point.nominal ? withUnit(point.nominal.value, hideUnit ? '' : unit) : '–'
}

/** Returns the remarks on a point, or null. */
export function remarksOf({ external, note }: Measurement): string | null {
  const words = [external && t('point.external'), note].filter(Boolean)
  return words.length === 0 ? null : words.join(' · ')
}
