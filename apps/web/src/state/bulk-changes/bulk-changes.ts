import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BulkChange, BulkChangeOutcome, BulkChangeReport, Job } from '@plumbline/contract'
import { workspaceApi, type WorkspaceApi } from '../../api/index.ts'
import { may } from '../session.ts'
import { useWorkspace } from '../workspace.ts'
import { isOver, runOfJob, type BulkRun, type BulkSubject } from './bulk-run.ts'

/** How often a page polls the progress of a running change. */
const ASK_EVERY_MS = 1000

/** Storage key of the last bulk change whose result the user has seen on this device. */
const SEEN_KEY = 'plumbline-bulk-change-seen'
const seenQuery = queryOptions({
  queryKey: ['bulk-change-seen'],
  queryFn: () => localStorage.getItem(SEEN_KEY) ?? '',
  staleTime: Infinity,
  networkMode: 'always',
})

const latestQuery = (workspaceId: string, personId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'jobs', 'bulk_change', personId],
    queryFn: async ({ signal }): Promise<BulkRun | null> => {
      const query = { kind: 'bulk_change', requested_by: personId, limit: 1 } as const
      const { data } = await workspaceApi(workspaceId).listJobs({ query, signal })
      return data[0] ? runOfJob(data[0]) : null
    },
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data && !isOver(state.data) ? ASK_EVERY_MS : false),
  })

/** The latest bulk change that the user has started, on any device, and the actions on it. */
export function useBulkChange() {
  const { api, workspaceId, session, role } = useWorkspace()
  const queries = useQueryClient()
  const query = latestQuery(workspaceId, session.user.id)
  const { data: latest } = useQuery({ ...query, enabled: may.write(role) })
  const { data: seenId } = useQuery(seenQuery)
  const show = (job: Job) => queries.setQueryData(query.queryKey, runOfJob(job))
  return {
    latest: latest ?? undefined,
    isSeen: latest?.id === seenId,
    /** Starts a bulk change; only once for each key, even if the request is repeated. */
    begin: async (subject: BulkSubject, change: BulkChange, reason: string, key: string): Promise<string> => {
      const about = 'ids' in subject ? { instrument_ids: subject.ids } : { filter: subject.filter }
      const body = { ...about, change, reason }
      const job = await api.startBulkChange({ body, idempotencyKey: key })
      show(job)
      return job.id
    },
    /** Stops after the batch in progress; the remaining instruments are not changed. */
    stop: async (run: BulkRun) => {
      show(await api.cancelJob({ params: { job_id: run.id } }))
    },
    /** Records that the user has seen the result. */
    see: (run: BulkRun) => {
      localStorage.setItem(SEEN_KEY, run.id)
      queries.setQueryData(seenQuery.queryKey, run.id)
    },
  }
}

/** Returns the outcomes so far, one for each instrument. */
export async function outcomesOf(api: WorkspaceApi, runId: string): Promise<BulkChangeOutcome[]> {
  const outcomes: BulkChangeOutcome[] = []
  for (let part: number | null = 0; part !== null;) {
    const page: BulkChangeReport = await api.listBulkChangeOutcomes({
      params: { job_id: runId },
      query: { part },
    })
    outcomes.push(...page.results)
    part = page.next_part
  }
  return outcomes
}
