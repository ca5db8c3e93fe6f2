import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../../base/messages.ts'
import styles from './drift-chart.module.css'
import type { DriftChart } from './drift-geometry.ts'

/** A mark with its meaning, and whether the chart has it. */
interface Entry {
  label: string
  drawing: ReactNode
  occurs: boolean
}

/** What the marks mean; only those that occur. */
export function DriftLegend({ chart }: { chart: DriftChart }) {
  return (
    <Group gap="md" mb="xs" className={styles.legend} aria-hidden="true">
      {[...pointEntries(chart), ...rangeEntries(chart)]
        .filter(({ occurs }) => occurs)
        .map(({ label, drawing }) => (
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

/** Readings, and what was done between two of them. */
function pointEntries({ records }: DriftChart): Entry[] {
  const marks = records.flatMap((one) => one.marks)
  return [
    {
      label: t('drift.asFound'),
      occurs: marks.some(({ kind }) => kind === 'found'),
      drawing: (
        <g className={styles.mark} data-kind="found">
          <circle cx="10" cy="8" r="4.5" />
        </g>
      ),
    },
    {
      label: t('drift.asLeft'),
      occurs: marks.some(({ kind }) => kind === 'left'),
      drawing: (
        <g className={styles.mark} data-kind="left">
          <circle cx="10" cy="8" r="3.5" />
        </g>
      ),
    },
    {
      label: t('drift.outOfTolerance'),
      occurs: marks.some(({ isOutside }) => isOutside),
      drawing: (
        <g className={styles.mark} data-kind="found" data-outside>
          <circle cx="10" cy="8" r="4.5" />
          <path d="M4 2 16 14M16 2 4 14" />
        </g>
      ),
    },
    {
      label: t('drift.adjustment'),
      occurs: records.some(({ adjustment }) => adjustment !== null),
      drawing: <path className={styles.adjustment} d="M10 2V13M6.5 8.5 10 13 13.5 8.5" />,
    },
  ]
}

/** Tolerance, uncertainty of readings, and projection. */
function rangeEntries({ bands, records, projection }: DriftChart): Entry[] {
  return [
    {
      label: t('drift.tolerance'),
      occurs: bands.length > 0,
      drawing: (
        <g className={styles.band}>
          <rect x="1" y="3" width="18" height="10" />
          <path d="M1 3H19M1 13H19" />
        </g>
      ),
    },
    {
      label: t('drift.uncertainty'),
      occurs: records.some(({ marks }) => marks.some(({ bar }) => bar !== null)),
      drawing: <path className={styles.bar} d="M10 2V14M7 2h6M7 14h6" />,
    },
    {
      label: t('drift.estimateBand'),
      occurs: projection !== null,
      drawing: (
        <g>
          <rect className={styles.projectionBand} x="1" y="3" width="18" height="10" />
          <path className={styles.projection} d="M1 8H19" />
        </g>
      ),
    },
  ]
}
