import type { Type } from 'typebox'
import { Job, jobExample } from './job.ts'
import { defineOperations } from '../shared/operation.ts'
import { Closed, NameText, Nullable, Uuid } from '../shared/values.ts'

/** Body of POST /sample-workspace. */
const SampleWorkspaceRequest = Closed(
  {
    name: NameText(255, { description: 'Name of the sample workspace, if one is created.' }),
  },
  { $id: 'SampleWorkspaceRequest' },
)

/** The workspace that has, or will have, the sample data. */
export const SampleWorkspace = Closed(
  {
    workspace_id: Uuid({ description: 'The sample workspace.' }),
    job: Nullable({ ...Job, description: 'The job that creates it; null if it already exists.' }),
  },
  { $id: 'SampleWorkspace' },
)
export type SampleWorkspace = Type.Static<typeof SampleWorkspace>

const tag = 'Workspace'
const roles = ['admin', 'manager'] as const

/** Operations on sample data, which are in a separate workspace. */
export const sampleWorkspaceOperations = defineOperations({
  putInSampleWorkspace: {
    method: 'POST',
    path: '/sample-workspace',
    tag,
    summary: 'Create or join the sample workspace',
    description:
      'Starts a job that creates a workspace with about fifty synthetic instruments and their history; the current user becomes a member with the same role. `GET /jobs/{job_id}` shows the progress, and cancelling it leaves nothing behind. There is only one sample workspace: while it is being created, everyone gets the same job; if it exists, the user becomes a member. Call this again when the job has ended. No entries are added to the ledger of the current workspace, and webhooks cannot be created in the sample workspace.',
    scope: 'write',
    roles,
    body: SampleWorkspaceRequest,
    reply: {
      status: 200,
      schema: SampleWorkspace,
      description: 'The sample workspace, which may still be being created.',
      example: {
        workspace_id: '019345e7-3d2a-7b61-8c4f-1a2b3c4d5e6f',
        job: {
          ...jobExample,
          kind: 'sample_data',
          request: {
            name: 'Plant Hamburg (sample data)',
            workspace_id: '019345e7-3d2a-7b61-8c4f-1a2b3c4d5e6f',
          },
          done: 12,
          total: 47,
        },
      },
    },
    errors: [
      'INVALID_REQUEST',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
    ],
  },
  takeOutSampleWorkspace: {
    method: 'DELETE',
    path: '/sample-workspace',
    tag,
    summary: 'Remove the sample workspace',
    description:
      'Removes it permanently for everyone: all memberships and keys of the sample workspace end. New sample data can be created afterwards.',
    scope: 'write',
    roles,
    reply: { status: 204, description: 'The sample workspace has been removed.' },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
