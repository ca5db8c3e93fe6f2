import type { Type } from 'typebox'
import { Job, jobExample } from './job.ts'
import { defineOperations } from '../shared/operation.ts'
import { Closed, NameText, Nullable, Uuid } from '../shared/values.ts'

/** Body of POST /sample-workspace. */
const SampleWorkspaceRequest = Closed(
  {
    name: NameText(255, { description: 'What the workspace of sample data is called, where it is made.' }),
  },
  { $id: 'SampleWorkspaceRequest' },
)

/** Where the sample data of a workspace stand, or will stand. */
export const SampleWorkspace = Closed(
  {
    workspace_id: Uuid({ description: 'The workspace of sample data.' }),
    job: Nullable({ ...Job, description: 'The job that makes it; null where it is there.' }),
  },
  { $id: 'SampleWorkspace' },
)
export type SampleWorkspace = Type.Static<typeof SampleWorkspace>

const tag = 'Workspace'
const roles = ['admin', 'manager'] as const

/** Trying things out with sample data, in a workspace of their own. */
export const sampleWorkspaceOperations = defineOperations({
  putInSampleWorkspace: {
    method: 'POST',
    path: '/sample-workspace',
    tag,
    summary: 'Try things out with sample data',
    description:
      'Enters a job that makes a workspace of some fifty synthetic instruments with their history, of which the asking person is a member in the same role; `GET /jobs/{job_id}` says how far it is, and cancelling it leaves nothing behind. There is one at a time: while it is made, everybody gets the same job, and where it exists, the person is let into it. So ask again when the job has ended. The ledger of this workspace gets no entries, and webhooks cannot be made there.',
    scope: 'write',
    roles,
    body: SampleWorkspaceRequest,
    reply: {
      status: 200,
      schema: SampleWorkspace,
      description: 'Where the sample data stand, or will stand when the job has ended.',
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
    summary: 'Take the sample data out',
    description:
      'For everybody and for good: nobody belongs to the workspace of sample data any more, and its keys end. New sample data can be put in afterwards.',
    scope: 'write',
    roles,
    reply: { status: 204, description: 'They are out.' },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
