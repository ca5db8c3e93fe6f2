import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CalibrationRecordWithMeasurements } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { Panel } from '../panel.tsx'
import { PointCards } from './point-cards.tsx'
import { PointsHead } from './points-head.tsx'
import { PointsTable } from './points-table.tsx'
import { useWidth } from '../use-width.ts'

/** Points that are shown at once: more take longer than a page may take to open. */
const SHOWN_AT_ONCE = 100

/** Pixels that a table of points takes; what has less room shows a card for each point. */
const TABLE_WIDTH_MIN = 620

/** The points of a record, the first hundred until all are asked for; nothing for a record without any. */
export function PointsPanel({ record }: { record: CalibrationRecordWithMeasurements }) {
  const { measurements } = record
  const [showsAll, setShowsAll] = useState(false)
  const [ref, width] = useWidth()
  if (measurements.length === 0) return null
  const count = measurements.length
  const shown = showsAll ? count : Math.min(count, SHOWN_AT_ONCE)
  return (
    <Panel title={t('point.title')}>
      <PointsHead record={record} />
      <div ref={ref}>
        {width >= TABLE_WIDTH_MIN && <PointsTable measurements={measurements} shown={shown} />}
        {width > 0 && width < TABLE_WIDTH_MIN && <PointCards measurements={measurements} shown={shown} />}
      </div>
      {shown < count && (
        <Button variant="default" mt="sm" onClick={() => setShowsAll(true)}>
          {t('point.showAll', { count })}
        </Button>
      )}
    </Panel>
  )
}
