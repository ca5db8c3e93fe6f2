import { Title } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { t } from '../../base/messages.ts'
import { DecisionText } from './decision-text.tsx'
import { LimitsText } from './limits-text.tsx'
import { PhaseText } from './phase-text.tsx'
import { hasFacts, PointFacts } from './point-facts.tsx'
import { settingName } from './recorded-name.ts'
import { NominalText, remarksOf, UncertaintyText } from './point-details.tsx'
import { hasLimits, isStated, limitsOf, pointElementId, pointGroups, type PointRow } from './point-rows.ts'
import styles from './points.module.css'
import type { PointsProps } from './points-table.tsx'

/** The points of a record on a phone, as cards instead of table rows. */
export const PointCards = memo(function PointCards({
  measurements,
  shown = measurements.length,
  withRules,
  withFacts = false,
}: PointsProps) {
  return (
    <>
      {pointGroups(measurements.slice(0, shown)).map(({ key, name, rows }) => (
        <section key={key} className={styles.cardGroup}>
          {name !== '' && <Title order={3}>{name}</Title>}
          <ul className={styles.cards} aria-label={name || t('point.caption')}>
            {rows.map((row) => (
              <li key={row.key}>
                <PointCard row={row} withRules={withRules} withFacts={withFacts} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
})

/** A point with what there is to say of it: empty lines would only lengthen the page. */
function PointCard({ row, withRules, withFacts }: { row: PointRow; withRules: boolean; withFacts: boolean }) {
  const { point, unit } = row
  const remarks = remarksOf(point)
  const setting = settingName(point)
  return (
    <dl className={styles.card} id={pointElementId(row.key)} tabIndex={-1}>
      <Line label={t('drift.nominal')}>
        <strong>
          <NominalText row={row} />
        </strong>
        {setting !== '' && ` · ${setting}`}
      </Line>
      {point.conditions?.text && <Line label={t('point.conditions')}>{point.conditions.text}</Line>}
      {hasLimits(row) && (
        <Line label={t('point.limits')}>
          <LimitsText limits={limitsOf(row)} tolerance={point.tolerance} unit={unit} />
        </Line>
      )}
      {isStated(point, 'found') && (
        <Phase row={row} phase="found" label={t('calibrationField.as_found_reading')} />
      )}
      {isStated(point, 'left') && (
        <Phase row={row} phase="left" label={t('calibrationField.as_left_reading')} />
      )}
      {point.uncertainty && (
        <Line label={t('drift.uncertainty')}>
          <UncertaintyText row={row} />
        </Line>
      )}
      {point.decision && (
        <Line label={t('point.decision')}>
          <DecisionText decision={point.decision} withRule={withRules} />
        </Line>
      )}
      {remarks !== null && <Line label={t('point.note')}>{remarks}</Line>}
      {withFacts && hasFacts(point) && (
        <Line label={t('point.more')}>
          <PointFacts point={point} />
        </Line>
      )}
    </dl>
  )
}

function Phase({ row, phase, label }: { row: PointRow; phase: 'found' | 'left'; label: string }) {
  return (
    <Line label={label}>
      <PhaseText row={row} phase={phase} />
    </Line>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
