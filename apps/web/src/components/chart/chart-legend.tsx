import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../base/messages.ts'
import styles from './chart.module.css'

/** A mark with its meaning, and whether the chart has it. */
export interface LegendEntry {
  label: string
  drawing: ReactNode
  occurs: boolean
}

/** The legend of the marks that occur. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <Group gap="md" mb="xs" className={styles.legend} aria-hidden="true">
      {entries
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

/** Which of the marks common to all charts of readings occur in this one. */
export interface SharedMarks {
  found: boolean
  left: boolean
  outside: boolean
  adjusted: boolean
  limits: boolean
  bars: boolean
}

/** The entries of marks that all charts of readings share. */
export function sharedEntries(occurs: SharedMarks): LegendEntry[] {
  const entry = (label: string, isThere: boolean, drawing: ReactNode) => ({
    label,
    occurs: isThere,
    drawing,
  })
  return [
    entry(t('drift.asFound'), occurs.found, <Circle kind="found" radius={4.5} />),
    entry(t('drift.asLeft'), occurs.left, <Circle kind="left" radius={3.5} />),
    entry(
      t('drift.outOfTolerance'),
      occurs.outside,
      <g className={styles.mark} data-kind="found" data-outside>
        <circle cx="10" cy="8" r="4.5" />
        <path d="M4 2 16 14M16 2 4 14" />
      </g>,
    ),
    entry(
      t('drift.adjustment'),
      occurs.adjusted,
      <path className={styles.adjustment} d="M10 2V13M6.5 8.5 10 13 13.5 8.5" />,
    ),
    entry(t('drift.tolerance'), occurs.limits, <Band />),
    entry(t('drift.uncertainty'), occurs.bars, <path className={styles.bar} d="M10 2V14M7 2h6M7 14h6" />),
  ]
}

function Circle({ kind, radius }: { kind: 'found' | 'left'; radius: number }) {
  return (
    <g className={styles.mark} data-kind={kind}>
      <circle cx="10" cy="8" r={radius} />
    </g>
  )
}

function Band() {
  return (
    <g className={styles.band}>
      <rect x="1" y="3" width="18" height="10" />
      <path d="M1 3H19M1 13H19" />
    </g>
  )
}
