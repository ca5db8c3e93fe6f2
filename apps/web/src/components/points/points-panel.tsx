import { Button } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import type { CalibrationRecordWithMeasurements } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { Panel } from '../panel.tsx'
import { HysteresisTable } from './hysteresis-table.tsx'
import { PointCards } from './point-cards.tsx'
import { hasFacts } from './point-facts.tsx'
import styles from './points.module.css'
import { PointsHead } from './points-head.tsx'
import { PointsTable } from './points-table.tsx'
import { useWidth } from '../use-width.ts'

/** Points that are shown at once: more take longer than a page may take to open. */
const SHOWN_AT_ONCE = 100

/** Points with which a page opens: as many as a window shows. The others follow while one looks at these. */
const SHOWN_FIRST = 20

/** Pixels that a table of points takes; what has less room shows a card for each point. */
const TABLE_WIDTH_MIN = 620

/** The points of a record, the first hundred until all are asked for; nothing for a record without any. */
export function PointsPanel({ record }: { record: CalibrationRecordWithMeasurements }) {
  const { measurements } = record
  const [showsAll, setShowsAll] = useState(false)
  const [withFacts, setWithFacts] = useState(false)
  const [ref, width] = useWidth()
  const shown = Math.min(measurements.length, showsAll ? Infinity : SHOWN_AT_ONCE)
  const drawn = useDeferredValue(shown, Math.min(shown, SHOWN_FIRST))
  if (measurements.length === 0) return null
  const count = measurements.length
  const points = { measurements, shown: drawn, withFacts }
  return (
    <Panel title={t('point.title')}>
      <PointsHead record={record} />
      {measurements.some(hasFacts) && (
        <Button
          variant="subtle"
          size="compact-md"
          mb="xs"
          className={styles.factsButton}
          aria-expanded={withFacts}
          onClick={() => setWithFacts(!withFacts)}
        >
          {t(withFacts ? 'point.hideDetails' : 'point.showDetails')}
        </Button>
      )}
      <div ref={ref}>
        {width >= TABLE_WIDTH_MIN && <PointsTable {...points} />}
        {width > 0 && width < TABLE_WIDTH_MIN && <PointCards {...points} />}
      </div>
      {shown < count && (
        <Button variant="default" mt="sm" onClick={() => setShowsAll(true)}>
          {t('point.showAll', { count })}
        </Button>
      )}
      <HysteresisTable measurements={measurements} />
    </Panel>
  )
}
