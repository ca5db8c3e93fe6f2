import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Job } from '@plumbline/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure, type WorkspaceApi } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { sessionQuery } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { useAttempt } from '../form/use-attempt.ts'

/** Leaves room in the name of the sample data for what says that they are. */
const NAME_LENGTH_MAX = 200

/** Between two looks at how far the sample data are. */
const LOOK_EVERY_MS = 500

/**
 * Has the sample data made, or finds those that there are or are being made, and goes there when they are there.
 * @param isAwaited whether a person still waits for them; the server goes on without
 */
export function useOpenSample(isAwaited: boolean) {
  const { api, workspace } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { busy, error, attempt } = useAttempt()
  const [job, setJob] = useState<Job>()
  const awaited = useRef(isAwaited)
  useEffect(() => {
    awaited.current = isAwaited
    return () => {
      awaited.current = false
    }
  }, [isAwaited])
  const goTo = async (workspaceId: string) => {
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
    await navigate({ to: '/w/$workspaceId/today', params: { workspaceId }, search: { site: undefined } })
  }
  const open = () =>
    attempt(async () => {
      const name = t('sample.name', { name: workspace.name.slice(0, NAME_LENGTH_MAX) })
      while (awaited.current) {
        const asked = await api.putInSampleWorkspace({ body: { name } })
        setJob(asked.job ?? undefined)
        if (asked.job === null) return goTo(asked.workspace_id)
        const last = await followed(api, asked.job, () => awaited.current, setJob)
        if (last?.state === 'failed' || last?.state === 'cancelled') return
      }
    })
  const stop = async ({ id }: Job) => setJob(await api.cancelJob({ params: { job_id: id } }))
  return { open, stop, busy, error, job }
}

/**
 * Looks at a job until it has ended or nobody waits for it; returns how it stood last. Undefined where another person
 * asked for it and the person sees only their own: then to ask again is all that can be done.
 */
async function followed(
  api: WorkspaceApi,
  begun: Job,
  isAwaited: () => boolean,
  show: (job: Job) => void,
): Promise<Job | undefined> {
  for (let job = begun; ;) {
    if (job.finished_at !== null || !isAwaited()) return job
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    try {
      job = await api.getJob({ params: { job_id: job.id } })
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'NOT_FOUND') return undefined
      throw error
    }
    show(job)
  }
}
