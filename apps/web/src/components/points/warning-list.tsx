import type { CalibrationRecordWithMeasurements, Measurement, RecordWarning } from '@plumbline/contract'
import { finalPhase } from '@plumbline/contract/measurement'
import { t, tIfKnown } from '../../base/messages.ts'
import { Notice } from '../notice.tsx'
import { pointName } from './point-name.ts'
import styles from './points.module.css'

/** Maximum number of points named on a line; the others are counted. */
const NAMED_MAX = 5

/** Warnings as sentences, each with its points. */
export function WarningList({
  warnings,
  measurements,
}: {
  warnings: readonly RecordWarning[]
  /** The points to which the indexes of the warnings refer. */
  measurements: readonly Measurement[]
}) {
  return (
    <ul className={styles.warnings}>
      {warnings.map(({ code, message, points }) => (
        <li key={`${code} ${points.join(' ')}`}>
          {tIfKnown(`warning.code.${code}`) ?? message}
          <PointNames measurements={points.flatMap((index) => measurements[index] ?? [])} />
        </li>
      ))}
    </ul>
  )
}

/** The points of a warning, on a line below it. */
function PointNames({ measurements }: { measurements: readonly Measurement[] }) {
  if (measurements.length === 0) return null
  const more = measurements.length - NAMED_MAX
  const names = measurements.slice(0, NAMED_MAX).map(pointName).join('; ')
  return <div>{more > 0 ? t('warning.andMore', { names, count: more }) : names}</div>
}

/** The warnings of a record, except those about its result and reference standard, which other notices explain. */
export function WarningsNotice({ record }: { record: CalibrationRecordWithMeasurements }) {
  const warnings = record.warnings.filter(({ code, points }) => !isShownElsewhere(code, points))
  if (warnings.length === 0) return null
  return (
    <Notice tone="warning" title={t('warning.title', { count: warnings.length })}>
      <WarningList warnings={warnings} measurements={record.measurements} />
    </Notice>
  )
}

/** Returns whether a separate notice, with the reason stated in the record, says the same. */
export function isShownElsewhere(code: string, points: readonly number[]): boolean {
  return code === 'result_against_decision' || (code.startsWith('standard_') && points.length === 0)
}

/** All warnings of a record, with its points out of tolerance first, for approvers. */
export function ApprovalWarnings({ record }: { record: CalibrationRecordWithMeasurements }) {
  const { warnings, measurements } = record
  const out = measurements.filter((point) => finalPhase(point)?.verdict === 'out')
  if (warnings.length === 0 && out.length === 0) return null
  const title =
    warnings.length > 0
      ? t('warning.title', { count: warnings.length })
      : t('warning.pointsOut', { count: out.length })
  return (
    <Notice tone="warning" title={title}>
      {out.length > 0 && (
        <div className={styles.pointsOut}>
          {warnings.length > 0 && t('warning.pointsOut', { count: out.length })}
          <PointNames measurements={out} />
        </div>
      )}
      <WarningList warnings={warnings} measurements={measurements} />
    </Notice>
  )
}
