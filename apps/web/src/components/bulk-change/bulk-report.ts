import { csvHead, csvLines, type BulkChangeOutcome } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { refusalText } from '../../base/refusals.ts'

/** Returns the outcome for each instrument as a CSV file: UTF-8 with a byte order mark, like the server's exports. */
export function reportCsv(outcomes: readonly BulkChangeOutcome[]): string {
  const head = ['asset_tag', 'name', 'outcome', 'reason', 'id']
  const rows = outcomes.map((one) => [
    one.asset_tag,
    one.name,
    t(`bulk.outcome.${one.outcome}`),
    one.error ? refusalText(one.error) : '',
    one.instrument_id,
  ])
  return csvHead(head) + csvLines(rows)
}

/** Returns the number of rows by outcome. */
export function countsOf(rows: readonly { outcome: string }[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
