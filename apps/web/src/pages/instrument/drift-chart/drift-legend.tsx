import { t } from '../../../base/messages.ts'
import { ChartLegend, sharedEntries } from '../../../components/chart/chart-legend.tsx'
import styles from '../../../components/chart/chart.module.css'
import type { DriftChart } from './drift-geometry.ts'

/** The legend of the marks that occur. */
export function DriftLegend({ chart: { records, bands, projection } }: { chart: DriftChart }) {
  const marks = records.flatMap((one) => one.marks)
  return (
    <ChartLegend
      entries={[
        ...sharedEntries({
          found: marks.some(({ kind }) => kind === 'found'),
          left: marks.some(({ kind }) => kind === 'left'),
          outside: marks.some(({ isOutside }) => isOutside),
          adjusted: records.some(({ adjustment }) => adjustment !== null),
          limits: bands.length > 0,
          bars: marks.some(({ bar }) => bar !== null),
        }),
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
      ]}
    />
  )
}
