import type { SampleWorkspace, sampleWorkspaceOperations } from '@plumbline/contract'
import type { WorkspaceParts } from '../demo/fill-parts.ts'
import { askForSample, takeOutSample } from '../demo/sample-workspace.ts'
import type { Caller } from '../modules/access/index.ts'
import { findJob, serializeJob, type JobKinds } from '../modules/jobs/index.ts'
import type { Handlers } from '../platform/http/index.ts'

/** Handlers of the sample workspace. */
export function sampleWorkspaceRoutes(
  parts: WorkspaceParts & { readonly kinds: JobKinds },
): Handlers<typeof sampleWorkspaceOperations, Caller> {
  return {
    putInSampleWorkspace: async ({ caller, body }) => {
      const { workspaceId, jobId } = await askForSample(parts, caller, body.name)
      const job = jobId === null ? undefined : await findJob(parts.db.in(caller.workspaceId), jobId)
      const response: SampleWorkspace = {
        workspace_id: workspaceId,
        job: job ? serializeJob(job, parts.kinds) : null,
      }
      return { body: response }
    },
    takeOutSampleWorkspace: async ({ caller }) => {
      await takeOutSample(parts, caller)
      return {}
    },
  }
}
