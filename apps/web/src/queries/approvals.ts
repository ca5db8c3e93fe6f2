import { queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** More than anybody decides on in one sitting; the rest follows once these are decided. */
const QUEUE_MAX = 500

/** How often the count in the rail is looked at again. */
const COUNT_FRESH_MS = 60_000

/** Records pending a decision, the oldest first. */
export const approvalsQuery = (workspaceId: string, siteId: string | undefined) =>
  queryOptions({
    queryKey: [workspaceId, 'approvals', siteId ?? null],
    queryFn: () =>
      workspaceApi(workspaceId).listApprovals.all({ query: { site_id: siteId }, max: QUEUE_MAX }),
  })

/** Instruments with a calibration that is pending approval and would count once it has it. */
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

/** How many records wait, at all sites that the person reaches. */
export const waitingCountQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'approvals', 'count'],
    queryFn: async ({ signal }) => {
      const api = workspaceApi(workspaceId)
      return (await api.listApprovals({ query: { limit: 1 }, signal })).pagination.total
    },
    refetchInterval: COUNT_FRESH_MS,
  })
