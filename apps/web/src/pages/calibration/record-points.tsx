import { Title } from '@mantine/core'
import type { CalibrationRecordWithMeasurements } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { HysteresisTable } from '../../components/points/hysteresis-table.tsx'
import { PointsHead } from '../../components/points/points-head.tsx'
import { PrintedPoints } from '../../components/points/points-table.tsx'
import styles from './record-print.module.css'

/** All points of a record on paper, with each repeated reading; nothing for a record without any. */
export function RecordPoints({ record }: { record: CalibrationRecordWithMeasurements }) {
  const { measurements } = record
  if (measurements.length === 0) return null
  return (
    <section>
      <Title order={3} className={styles.partTitle}>
        {t('point.title')}
      </Title>
      <PointsHead record={record} />
      <PrintedPoints measurements={measurements} />
      <HysteresisTable measurements={measurements} />
    </section>
  )
}
