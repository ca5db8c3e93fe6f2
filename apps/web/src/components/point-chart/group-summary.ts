import { t } from '../../base/messages.ts'
import { withUnit } from '../points/with-unit.ts'
import { percentShown } from '../points/point-figures.ts'
import type { ChartGroup, ChartPoint } from './chart-groups.ts'

/** What a chart of points shows, in sentences: how many are out, and which lies furthest off as found. */
export function groupSummary({ points, unit }: ChartGroup): string {
  const out = (kind: 'found' | 'left') => points.filter((point) => point[kind]?.isOutside).length
  const hasLeft = points.some(({ left }) => left !== null)
  const without = points.filter(({ limits }) => limits === null).length
  return [
    t('chart.summary', { count: points.length, out: out('found') }),
    hasLeft && t('chart.summaryLeft', { out: out('left') }),
    worstWords(points, unit),
    without > 0 && t('chart.withoutLimits', { count: without }),
  ]
    .filter(Boolean)
    .join(' ')
}

function worstWords(points: readonly ChartPoint[], unit: string): string | null {
  let worst: { percent: number; nominal: string } | undefined
  for (const { found, nominalText: nominal } of points) {
    const percent = found?.percent ?? null
    if (percent === null || (worst !== undefined && Math.abs(percent) <= worst.percent)) continue
    worst = { percent: Math.abs(percent), nominal }
  }
  if (worst === undefined) return null
  return t('chart.worst', {
    percent: percentShown(String(worst.percent)),
    nominal: withUnit(worst.nominal, unit),
  })
}
