import { useQueries } from '@tanstack/react-query'
import type { CalibrationRecord, CalibrationStanding } from '@plumbline/contract'
import { standingQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../workspace.ts'

/** How another record belongs to one: it was corrected by it, corrects it, or would. */
export type Relation = 'corrected' | 'correction' | 'openCorrection'

/** Another record of a story, with the entries that tell of it. */
export interface RelatedRecord {
  readonly relation: Relation
  readonly standing: CalibrationStanding
}

/** What a record corrects and what corrects it; undefined until everything is read. */
export function useRelatedRecords(
  record: CalibrationRecord | undefined,
  standing: CalibrationStanding | undefined,
): { records: readonly RelatedRecord[] | undefined; error: Error | null } {
  const { workspaceId } = useWorkspace()
  const ids = record && standing ? idsOf(record, standing) : []
  const answers = useQueries({ queries: ids.map(({ id }) => standingQuery(workspaceId, id)) })
  const error = answers.find((answer) => answer.error !== null)?.error ?? null
  const records = answers.flatMap(({ data }, place) =>
    data ? [{ relation: ids[place]!.relation, standing: data }] : [],
  )
  return { records: record && standing && records.length === ids.length ? records : undefined, error }
}

function idsOf(
  record: CalibrationRecord,
  standing: CalibrationStanding,
): { relation: Relation; id: string }[] {
  const ids = {
    corrected: record.supersedes_id,
    correction: record.superseded_by_id,
    openCorrection: standing.open_correction_id,
  }
  return Object.entries(ids).flatMap(([relation, id]) =>
    id === null ? [] : [{ relation: relation as Relation, id }],
  )
}
