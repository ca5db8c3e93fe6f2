import type { TouchedCount } from '@plumbline/contract'
import { formatCount, formatPercent } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'

/** A percent of tolerance in words; a dash where none could be computed. */
export function sizeText(percent: string | null): string {
  return percent === null ? '–' : formatPercent(Number(percent) / 100)
}

/** Returns how many of the affected calibrations are assessed; a dash if they were not counted. */
export function judgedText(touched: TouchedCount | null): string {
  if (touched === null) return '–'
  if (touched.total === 0) return t('findings.touchesNothing')
  const [judged, total] = [touched.total - touched.unjudged, touched.total].map((count) => formatCount(count))
  return t('findings.judgedOf', { judged: judged!, total: total! })
}
