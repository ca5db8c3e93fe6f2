import { Type } from 'typebox'
import { BulkChange, bulkChangeOperations, BulkChangeOutcome, InstrumentIdQuery } from './bulk-change.ts'
import { StatusChange } from './instrument.ts'
import { Job, jobExample } from '../job.ts'
import { defineOperations } from '../../shared/operation.ts'
import { Closed, Nullable, Uuid } from '../../shared/values.ts'

const { after: _after, limit: _limit, ...filters } = InstrumentIdQuery.properties

/** Maximum number of a part. */
const PARTS_MAX = 2_147_483_647

/** Maximum number of instruments that a background change lists by ID; a filter has no such limit. */
export const BULK_CHANGE_IDS_MAX = 20_000

/** Body of POST /instruments/bulk-changes. */
export const BulkChangeJobRequest = Closed(
  {
    instrument_ids: Type.Optional(
      Type.Array(Uuid(), {
        minItems: 1,
        maxItems: BULK_CHANGE_IDS_MAX,
        description: 'Processed in this order; duplicates are processed once.',
      }),
    ),
    filter: Type.Optional(
      Closed(filters, {
        description: 'All instruments that match these filters when the job processes them.',
      }),
    ),
    change: BulkChange,
    reason: StatusChange.properties.reason,
  },
  { $id: 'BulkChangeJobRequest', description: 'Either instruments or a filter.' },
)
export type BulkChangeJobRequest = Type.Static<typeof BulkChangeJobRequest>

/** The outcome so far for some of the instruments of a background change. */
export const BulkChangeReport = Closed(
  {
    results: Type.Array(BulkChangeOutcome),
    next_part: Nullable(
      Type.Integer({ description: 'Cursor for the next part; null if there are no more.' }),
    ),
  },
  { $id: 'BulkChangeReport' },
)
export type BulkChangeReport = Type.Static<typeof BulkChangeReport>

const { bulkChangeInstruments } = bulkChangeOperations
const [outcome] = bulkChangeInstruments.reply.example.results
const tag = bulkChangeInstruments.tag

/** Operations that change many instruments in the background. */
export const bulkChangeJobOperations = defineOperations({
  startBulkChange: {
    method: 'POST',
    tag,
    scope: 'write',
    roles: bulkChangeInstruments.roles,
    path: '/instruments/bulk-changes',
    summary: 'Edit many instruments in the background',
    description:
      'Starts a job that changes each instrument separately, as a bulk edit request does, with the permissions that the person has at the time of each change. It continues after the requester signs out; `GET /jobs/{job_id}` shows the progress, `result` counts the outcomes, and cancelling leaves the remaining instruments unchanged.',
    headers: bulkChangeInstruments.headers,
    body: BulkChangeJobRequest,
    reply: {
      status: 201,
      schema: Job,
      description: 'The job.',
      example: {
        ...jobExample,
        kind: 'bulk_change',
        request: {
          instrument_ids: [outcome.instrument_id],
          change: { grace_days: 3 },
          reason: 'Review',
        },
        total: 1,
        done: 0,
      },
    },
    errors: bulkChangeInstruments.errors,
  },
  listBulkChangeOutcomes: {
    method: 'GET',
    path: '/instruments/bulk-changes/{job_id}/outcomes',
    tag,
    summary: 'Read the outcome of each instrument of a background edit',
    description: 'For users who can see the job; in processing order, about a thousand at a time.',
    scope: 'read',
    params: Closed({ job_id: Uuid() }),
    query: Closed({ part: Type.Integer({ minimum: 0, maximum: PARTS_MAX, default: 0 }) }),
    reply: {
      status: 200,
      schema: BulkChangeReport,
      description: 'Outcomes.',
      example: { results: [outcome], next_part: null },
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
