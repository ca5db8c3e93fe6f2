import { SegmentedControl } from '@mantine/core'
import { t } from '../../base/messages.ts'

/** The scale of the y axis of a deviation chart. */
export type DeviationScale = 'unit' | 'percent'

/** Deviations in their unit, or in percent of their tolerance, so that different points compare. */
export function ScaleChoice({
  unit,
  scale,
  onScale,
}: {
  unit: string
  scale: DeviationScale
  onScale: (scale: DeviationScale) => void
}) {
  return (
    <SegmentedControl
      size="xs"
      value={scale}
      onChange={(value) => onScale(value)}
      aria-label={t('drift.scale')}
      data={[
        { value: 'unit', label: unit === '' ? t('drift.deviation') : t('drift.inUnit', { unit }) },
        { value: 'percent', label: t('drift.inPercent') },
      ]}
    />
  )
}
