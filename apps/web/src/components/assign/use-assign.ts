import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ASSIGNED_MAX } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { performersQuery } from '../../queries/people.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { showToast } from '../toast.tsx'

/** Who can be chosen: those who manage assign to everybody who calibrates, others to themselves. */
export function useAssignable(): { value: string; label: string }[] {
  const { workspaceId, session, role } = useWorkspace()
  const isManaging = may.manage(role)
  const { data = [] } = useQuery({ ...performersQuery(workspaceId), enabled: isManaging })
  const others = isManaging ? data.filter(({ id }) => id !== session.user.id) : []
  return [session.user, ...others].map(({ id, name }) => ({ value: id, label: name }))
}

/** Work to assign. */
export interface Assigning {
  readonly ids: readonly string[]
  /** Empty for nobody. */
  readonly assignee: string
  /** Empty: no day in particular. */
  readonly plannedFor: string
}

/** Returns a function that assigns the next calibration of instruments, in requests of as many as one takes, and says so. */
export function useAssign(): (work: Assigning) => Promise<void> {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  return async ({ ids, assignee, plannedFor }) => {
    let count = 0
    for (let at = 0; at < ids.length; at += ASSIGNED_MAX) {
      const body = {
        instrument_ids: ids.slice(at, at + ASSIGNED_MAX),
        assignee_id: assignee || null,
        planned_for: (assignee && plannedFor) || null,
      }
      count += (await api.assignWork({ body })).assigned
    }
    await queries.invalidateQueries({ queryKey: [workspaceId, 'due'] })
    showToast(t(assignee === '' ? 'worklist.unassigned' : 'worklist.assigned', { count }))
  }
}
