import { useQuery } from '@tanstack/react-query'
import type { AppInstrument } from '@plumbline/contract'
import { pendingOfQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../state/workspace.ts'
import type { Pending } from './pending-approval.tsx'

/** Returns the calibration of an instrument that is pending approval and would take effect once approved; null if there is none. */
export function usePending({
  id,
  last_calibration_at: last,
}: Pick<AppInstrument, 'id' | 'last_calibration_at'>): Pending | null {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(pendingOfQuery(workspaceId, id))
  const record = data?.find(({ performed_at }) => last === null || (performed_at ?? '') >= last)
  if (record?.created_at == null) return null
  return { calibration_id: record.id, entered_by: record.entered_by, entered_at: record.created_at }
}
