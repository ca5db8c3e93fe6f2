import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../messages.ts'
import styles from './drift-chart.module.css'
import type { DriftChart } from './drift-geometry.ts'

/** What the marks mean; only those that occur. */
export function DriftLegend({ chart }: { chart: DriftChart }) {
  const marks = chart.records.flatMap((one) => one.marks)
  const entries: [boolean, string, ReactNode][] = [
    [
      marks.some(({ kind }) => kind === 'found'),
      t('drift.asFound'),
      <g key="found" className={styles.mark} data-kind="found">
        <circle cx="10" cy="8" r="4.5" />
      </g>,
    ],
    [
      marks.some(({ kind }) => kind === 'left'),
      t('drift.asLeft'),
      <g key="left" className={styles.mark} data-kind="left">
        <circle cx="10" cy="8" r="3.5" />
      </g>,
    ],
    [
      marks.some(({ isOutside }) => isOutside),
      t('drift.outOfTolerance'),
      <g key="outside" className={styles.mark} data-kind="found" data-outside>
        <circle cx="10" cy="8" r="4.5" />
        <path d="M4 2 16 14M16 2 4 14" />
      </g>,
    ],
    [
      chart.records.some(({ adjustment }) => adjustment !== null),
      t('drift.adjustment'),
      <path key="adjustment" className={styles.adjustment} d="M10 2V13M6.5 8.5 10 13 13.5 8.5" />,
    ],
    [
      chart.bands.length > 0,
      t('drift.tolerance'),
      <g key="band" className={styles.band}>
        <rect x="1" y="3" width="18" height="10" />
        <path d="M1 3H19M1 13H19" />
      </g>,
    ],
    [
      marks.some(({ bar }) => bar !== null),
      t('drift.uncertainty'),
      <path key="bar" className={styles.bar} d="M10 2V14M7 2h6M7 14h6" />,
    ],
    [
      chart.projection !== null,
      t('drift.estimateBand'),
      <g key="estimate">
        <rect className={styles.projectionBand} x="1" y="3" width="18" height="10" />
        <path className={styles.projection} d="M1 8H19" />
      </g>,
    ],
  ]
  return (
    <Group gap="md" mb="xs" className={styles.legend} aria-hidden="true">
      {entries
        .filter(([occurs]) => occurs)
        .map(([, label, drawing]) => (
          <span key={label} className={styles.legendEntry}>
            <svg width="20" height="16" viewBox="0 0 20 16">
              {drawing}
            </svg>
            {label}
          </span>
        ))}
    </Group>
  )
}
