import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { PageOf, pageQuery } from '../shared/page.ts'
import { ItemRefusal } from '../shared/refusals.ts'
import { Closed, Nullable, OneOf, Timestamp, Uuid } from '../shared/values.ts'

/** Kinds of background work. */
export const jobKinds = ['bulk_change', 'import', 'ledger_verification', 'sample_data', 'time_zone'] as const
export type JobKindName = (typeof jobKinds)[number]

/** State of a job; the last three are final. */
export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

const AnyObject = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description })

/** Background work that a person requested. */
export const Job = Closed(
  {
    id: Uuid(),
    kind: OneOf(jobKinds),
    state: OneOf(jobStates),
    requested_by: Closed({
      id: Nullable(Uuid({ description: 'Null if started by the server itself.' })),
      name: Type.String(),
    }),
    requested_at: Timestamp(),
    started_at: Nullable(Timestamp()),
    finished_at: Nullable(Timestamp()),
    request: AnyObject('What was asked for.'),
    done: Type.Integer({ description: 'Number of items processed so far.' }),
    total: Nullable(Type.Integer({ description: 'Total number of items; null if unknown.' })),
    can_cancel: Type.Boolean({ description: 'Whether it can still be cancelled.' }),
    cancel_requested_at: Nullable(Timestamp()),
    result: Nullable(AnyObject('What has come of it so far.')),
    error: Nullable(ItemRefusal),
  },
  { $id: 'Job' },
)
export type Job = Type.Static<typeof Job>

/** Query of GET /jobs. */
export const JobListQuery = Closed({
  ...pageQuery,
  requested_by: Type.Optional(Uuid({ description: 'Only jobs requested by this person.' })),
  kind: Type.Optional(OneOf(jobKinds)),
})
export type JobListQuery = Type.Static<typeof JobListQuery>

/** An example of a job. */
export const jobExample: Job = {
  id: '019345f0-7a11-7c22-8d33-4e445f556a66',
  kind: 'ledger_verification',
  state: 'running',
  requested_by: { id: '019345a1-0b1c-7d2e-8f30-415263748596', name: 'Quinn Manager' },
  requested_at: '2026-11-21T04:57:01.000Z',
  started_at: '2026-11-21T04:57:01.040Z',
  finished_at: null,
  request: {},
  done: 12000,
  total: 48210,
  can_cancel: true,
  cancel_requested_at: null,
  result: null,
  error: null,
}

const tag = 'Jobs'
const params = Closed({ job_id: Uuid() })

/** Operations on background work. */
export const jobOperations = defineOperations({
  listJobs: {
    method: 'GET',
    path: '/jobs',
    tag,
    summary: 'List background jobs',
    description: 'Newest first. Admins and managers without site limits see all jobs; others see their own.',
    scope: 'read',
    query: JobListQuery,
    reply: {
      status: 200,
      schema: PageOf(Job, 'JobPage'),
      description: 'A page of jobs.',
      example: { data: [jobExample], pagination: { limit: 50, offset: 0, total: 1, has_more: false } },
    },
    errors: ['VALIDATION_ERROR'],
  },
  getJob: {
    method: 'GET',
    path: '/jobs/{job_id}',
    tag,
    summary: 'Read a background job',
    scope: 'read',
    params,
    reply: { status: 200, schema: Job, description: 'The current state of the job.', example: jobExample },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
  cancelJob: {
    method: 'POST',
    path: '/jobs/{job_id}/cancel',
    tag,
    summary: 'Cancel a background job',
    description:
      'The job stops after its current unit of work; completed work is kept. A job that has ended is not changed. A time zone change cannot be cancelled.',
    scope: 'write',
    // Whoever may start a job may cancel it, including auditors, who may start a verification.
    roles: ['admin', 'manager', 'technician', 'auditor'],
    params,
    reply: {
      status: 200,
      schema: Job,
      description: 'The job, which stops soon.',
      example: { ...jobExample, cancel_requested_at: '2026-11-21T04:57:09.000Z' },
    },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'],
  },
})
