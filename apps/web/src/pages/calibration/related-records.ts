import { useQueries } from '@tanstack/react-query'
import type { CalibrationRecord, CalibrationDetails } from '@plumbline/contract'
import { detailsQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** How another record belongs to one: it was corrected by it, corrects it, or would. */
export type Relation = 'corrected' | 'correction' | 'openCorrection'

/** Another record of a history, with its entries. */
export interface RelatedRecord {
  readonly relation: Relation
  readonly details: CalibrationDetails
}

/** Returns the records that a record corrects and is corrected by; undefined until all are loaded. */
export function useRelatedRecords(
  record: CalibrationRecord | undefined,
  details: CalibrationDetails | undefined,
): { records: readonly RelatedRecord[] | undefined; error: Error | null } {
  const { workspaceId } = useWorkspace()
  const ids = record && details ? idsOf(record, details) : []
  const responses = useQueries({ queries: ids.map(({ id }) => detailsQuery(workspaceId, id)) })
  const error = responses.find((response) => response.error !== null)?.error ?? null
  const records = responses.flatMap(({ data }, index) =>
    data ? [{ relation: ids[index]!.relation, details: data }] : [],
  )
  return { records: record && details && records.length === ids.length ? records : undefined, error }
}

function idsOf(record: CalibrationRecord, details: CalibrationDetails): { relation: Relation; id: string }[] {
  const ids = {
    corrected: record.supersedes_id,
    correction: record.superseded_by_id,
    openCorrection: details.open_correction_id,
  }
  return Object.entries(ids).flatMap(([relation, id]) =>
    id === null ? [] : [{ relation: relation as Relation, id }],
  )
}
