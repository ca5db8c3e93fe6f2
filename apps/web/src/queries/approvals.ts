import { queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** Maximum number of records listed; the others follow once these are decided. */
const QUEUE_MAX = 500

/** How often the count in the navigation is refreshed. */
const COUNT_FRESH_MS = 60_000

/** Records pending a decision, the oldest first. */
export const approvalsQuery = (workspaceId: string, siteId: string | undefined) =>
  queryOptions({
    queryKey: [workspaceId, 'approvals', siteId ?? null],
    queryFn: () =>
      workspaceApi(workspaceId).listApprovals.all({ query: { site_id: siteId }, max: QUEUE_MAX }),
  })

/** Instruments with a calibration pending approval that would take effect once approved. */
export const pendingInstrumentsQuery = (workspaceId: string) =>
  queryOptions({
    ...approvalsQuery(workspaceId, undefined),
    select: (waiting) =>
      new Map(
        waiting
          .filter(({ calibration }) => calibration.supersedes_id === null)
          .map(({ calibration }) => [calibration.instrument_id, calibration.performed_at ?? '']),
      ),
  })

/** The number of records pending approval, at all sites to which the user has access. */
export const waitingCountQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'approvals', 'count'],
    queryFn: async ({ signal }) => {
      const api = workspaceApi(workspaceId)
      return (await api.listApprovals({ query: { limit: 1 }, signal })).pagination.total
    },
    refetchInterval: COUNT_FRESH_MS,
  })
