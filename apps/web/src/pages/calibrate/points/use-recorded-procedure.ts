import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CalibrationRecordWithMeasurements } from '@plumbline/contract'
import { instrumentPoints } from '@plumbline/contract/procedure'
import { instrumentPointsQuery, revisionQuery } from '../../../queries/procedures.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { procedureOfRevision } from './record-entries.ts'
import type { PointsProcedure } from './use-form-points.ts'

/**
 * Returns the revision that a record followed, and that its correction follows, too. Returns null for a record that followed
 * none, or if the instrument now follows another procedure: budgets are then computed when the correction is saved.
 */
export function useRecordedProcedure(record: CalibrationRecordWithMeasurements): PointsProcedure | null {
  const { workspaceId } = useWorkspace()
  const { procedure_code: code, procedure_revision: revision } = record
  const now = useQuery({
    ...instrumentPointsQuery(workspaceId, record.instrument_id),
    enabled: code !== null,
  })
  const procedure = now.data?.procedure
  const followed = code !== null && procedure?.code === code ? procedure.id : null
  const { data } = useQuery({
    ...revisionQuery(workspaceId, followed ?? '', revision ?? 0),
    enabled: followed !== null && revision !== null,
  })
  return useMemo(
    () =>
      data
        ? procedureOfRevision(data.body, instrumentPoints(data.body.points, null), data.body.procedure_id)
        : null,
    [data],
  )
}
