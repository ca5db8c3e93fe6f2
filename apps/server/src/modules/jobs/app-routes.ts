import type { jobOperations } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { cancelJob, type CancelParts } from './cancel-job.ts'
import { serializeJob } from './serialize.ts'
import { listJobs, readJob } from './read-jobs.ts'

/** Handlers of the operations on background jobs. */
export function jobRoutes(parts: CancelParts): Handlers<typeof jobOperations, Actor> {
  const { kinds } = parts
  return {
    listJobs: async ({ caller, query }) => {
      const page = await listJobs(parts, caller, query)
      return { body: { ...page, data: page.data.map((job) => serializeJob(job, kinds)) } }
    },
    getJob: async ({ caller, params }) => ({
      body: serializeJob(await readJob(parts, caller, params.job_id), kinds),
    }),
    cancelJob: async ({ caller, params }) => ({
      body: serializeJob(await cancelJob(parts, caller, params.job_id), kinds),
    }),
  }
}
