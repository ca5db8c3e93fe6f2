import type { Job as JobRead } from '@plumbline/contract'
import type { Job, JobKinds } from './job.ts'

/** Returns a job in the form that the app shows. */
export function serializeJob(job: Job, kinds: JobKinds): JobRead {
  return {
    id: job.jobId,
    kind: job.kind,
    state: job.state,
    requested_by: { id: job.requestedBy, name: job.requestedByName },
    requested_at: job.requestedAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    request: job.input as Record<string, unknown>,
    done: job.done,
    total: job.total,
    can_cancel:
      job.finishedAt === null && job.cancelRequestedAt === null && (kinds[job.kind]?.isCancellable ?? false),
    cancel_requested_at: job.cancelRequestedAt,
    result: job.result as Record<string, unknown> | null,
    error: job.error,
  }
}
