import type { SampleWorkspace, sampleWorkspaceOperations } from '@plumbline/contract'
import type { WorkspaceParts } from '../demo/fill-parts.ts'
import { putInSample, takeOutSample } from '../demo/sample-workspace.ts'
import type { Caller } from '../modules/access/index.ts'
import type { Handlers } from '../platform/http/index.ts'

/** Handlers of trying things out with sample data. */
export function sampleWorkspaceRoutes(
  parts: WorkspaceParts,
): Handlers<typeof sampleWorkspaceOperations, Caller> {
  return {
    putInSampleWorkspace: async ({ caller, body }) => ({
      body: { workspace_id: await putInSample(parts, caller, body.name) } satisfies SampleWorkspace,
    }),
    takeOutSampleWorkspace: async ({ caller }) => {
      await takeOutSample(parts, caller)
      return {}
    },
  }
}
