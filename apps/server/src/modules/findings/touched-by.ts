import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { findTouched } from '../traceability/index.ts'
import type { FindingRow, FindingWindow, TouchedRow } from './finding.ts'
import { findJudgements, instrumentsOf } from './store.ts'

/**
 * Returns the calibrations that a finding affects, by level and time, each with its judgement: according to the current
 * records for an open finding, and as judged for a closed one.
 */
export async function touchedBy(
  queries: WorkspaceQueries,
  finding: FindingRow,
  { from, to }: FindingWindow,
): Promise<TouchedRow[]> {
  const judgements = await findJudgements(queries, finding.findingId)
  if (finding.closedAt !== null) {
    const ids = judgements.map(({ calibrationId }) => calibrationId)
    const instruments = await instrumentsOf(queries, ids)
    return judgements.map((judgement) => {
      const { calibrationId, level, viaId } = judgement
      return { calibrationId, level, viaId, judgement, instrumentId: instruments.get(calibrationId)! }
    })
  }
  const byId = new Map(judgements.map((judgement) => [judgement.calibrationId, judgement]))
  const touched = await findTouched(queries, { standardId: finding.instrumentId, from, to })
  return touched
    .filter(({ calibrationId }) => calibrationId !== finding.calibrationId)
    .map(({ calibrationId, instrumentId, level, viaId }) => {
      const judgement = byId.get(calibrationId) ?? null
      return { calibrationId, instrumentId, level, viaId, judgement }
    })
}
