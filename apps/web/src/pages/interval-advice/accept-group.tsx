import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { GroupIntervalAdvice, Interval } from '@plumbline/contract'
import { useState } from 'react'
import { t } from '../../base/messages.ts'
import { newKey } from '../../base/retrying.ts'
import { AcceptDialog } from '../../components/interval-advice/accept-dialog.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { groupName, namesOf } from './group-search.ts'

/** Accepts a suggestion for a group: a bulk edit of the instruments that have the current interval. */
export function AcceptGroup({ advice, onClose }: { advice: GroupIntervalAdvice; onClose: () => void }) {
  const accept = useGroupAcceptance(advice)
  return (
    <AcceptDialog
      advice={advice}
      object={groupName(advice.group)}
      consequence={t('intervalAdvice.groupConsequence', { count: advice.instruments_at_current_interval })}
      onClose={onClose}
      onAccept={accept}
    />
  )
}

/** Under a key for each reason: what is sent again after a lost response is the same request. */
function useGroupAcceptance({ group, current_interval: current }: GroupIntervalAdvice) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [keys] = useState(() => new Map<string, string>())
  return async ({ value, unit }: Interval, reason: string) => {
    const idempotencyKey = keys.get(reason) ?? newKey()
    keys.set(reason, idempotencyKey)
    const body = {
      ...namesOf(group),
      current_interval_value: current!.value,
      current_interval_unit: current!.unit,
      calibration_interval_value: value,
      calibration_interval_unit: unit,
      reason,
    }
    await api.acceptIntervalAdvice({ body, idempotencyKey })
    await queries.invalidateQueries({ queryKey: [workspaceId] })
    await navigate({ to: '/w/$workspaceId/instruments/change', params: { workspaceId } })
  }
}
