import { pageOf, type JobListQuery, type Page } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Job } from './job.ts'
import { findJob, pageOfJobs } from './store.ts'

/** Returns a page of the jobs that the actor may see, newest first. */
export async function listJobs(
  { db }: { db: Database },
  actor: Actor,
  query: JobListQuery,
): Promise<Page<Job>> {
  const { limit, offset, kind, requested_by: asked } = query
  const personId = seesAll(actor) ? asked : (actor.userId ?? undefined)
  if (!seesAll(actor) && asked !== undefined && asked !== actor.userId) return pageOf([], 0, query)
  const { rows, total } = await pageOfJobs(db.in(actor.workspaceId), { limit, offset, kind, personId })
  return pageOf(rows, total, query)
}

/**
 * Returns a job that the actor may see.
 * @throws 404 NOT_FOUND
 */
export async function readJob({ db }: { db: Database }, actor: Actor, jobId: string): Promise<Job> {
  const job = await findJob(db.in(actor.workspaceId), jobId)
  if (!job || (!seesAll(actor) && job.requestedBy !== actor.userId)) throw notFound()
  return job
}

/** A job of another person may name items that the actor has no access to. */
function seesAll({ role, siteIds }: Actor): boolean {
  return siteIds === null && (role === 'admin' || role === 'manager')
}
