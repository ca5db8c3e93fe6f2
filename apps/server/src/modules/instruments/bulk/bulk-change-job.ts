import type {
  BulkChange,
  BulkChangeJobRequest,
  BulkChangeOutcome,
  BulkChangeReport,
  Job,
} from '@plumbline/contract'
import { because } from '@plumbline/contract'
import type { Transaction } from '../../../platform/db/index.ts'
import { unusableValue } from '../../../platform/errors.ts'
import { actingMember, withIdempotency, type Caller } from '../../access/index.ts'
import { outcomesFrom, readJob, requestJob, type JobKind, type RunningJob } from '../../jobs/index.ts'
import type { CanonicalValue } from '../../ledger/index.ts'
import { changeInstruments, requireFitting } from './bulk-change.ts'
import { listAppInstruments, listInstrumentIds } from '../list/list-instruments.ts'
import type { RegisterDeps } from '../routes.ts'

/** Operation name under which repeated requests for a background change are recognized. */
export const START_BULK_CHANGE_OPERATION = 'startBulkChange'

/** Number of instruments per part: few enough that progress is visible, many enough that the job stays fast. */
const PART = 50

/** Number of parts per page of outcomes. */
const PARTS_OF_PAGE = 20

type Filter = NonNullable<BulkChangeJobRequest['filter']>

/** The input of the job: instruments in order, or a filter. */
type Input = { change: BulkChange; reason: string } & ({ instrument_ids: string[] } | { filter: Filter })

/** Where the work continues. */
interface Position {
  /** The last instrument processed; null before the first. */
  readonly after: string | null
  /** The part in progress as originally selected, however the filter has changed since. */
  readonly pending: readonly string[] | null
}

/** Number of instruments per outcome. */
type Counts = Record<BulkChangeOutcome['outcome'], number>

/**
 * Creates a job that changes many instruments; only once per Idempotency-Key.
 * @returns the ID of the job
 * @throws 422 VALIDATION_ERROR or INVALID_REQUEST for a change that fits no instrument, for both or neither of IDs
 * and filter, or for a key that was used for another change
 */
export async function startBulkChange(
  deps: RegisterDeps,
  caller: Caller,
  body: BulkChangeJobRequest,
  key: string | undefined,
): Promise<string> {
  const { instrument_ids: ids, filter, change, reason } = body
  if ((ids === undefined) === (filter === undefined)) {
    throw unusableValue('instrument_ids', because('bulk_change.ids_or_filter'))
  }
  await requireFitting(deps.db.in(caller.workspaceId), caller, change)
  const chosen = ids && [...new Set(ids)]
  const total = chosen ? chosen.length : await countOf(deps, caller, filter!)
  const input: Input = { change, reason, ...(chosen ? { instrument_ids: chosen } : { filter: filter! }) }
  const request = {
    operation: START_BULK_CHANGE_OPERATION,
    key,
    // A body that passed its schema contains only text, integers and nulls.
    content: input as unknown as CanonicalValue,
    reaches: async () => true,
  }
  const response = await withIdempotency(deps, caller, request, async (tx) => {
    const jobId = enterBulkChange(tx, deps, caller, { input, total })
    return { subjectId: jobId, status: 201, body: { jobId } }
  })
  return (response.body as { jobId: Job['id'] }).jobId
}

/**
 * Creates a job that changes many instruments, in a transaction of the caller, who has checked the change.
 * @returns the ID of the job
 */
export function enterBulkChange(
  tx: Transaction,
  deps: RegisterDeps,
  caller: Caller,
  { input, total }: { readonly input: Input; readonly total: number },
): string {
  return requestJob(tx, deps, caller, { kind: 'bulk_change', input, total })
}

async function countOf(deps: RegisterDeps, caller: Caller, filter: Filter): Promise<number> {
  const page = await listAppInstruments(deps, caller, { ...filter, limit: 1, offset: 0 })
  return page.pagination.total
}

/**
 * A change of many instruments as a job. A part is recorded before it is started, and each instrument is changed once
 * under the key of the job, so a process that takes the job over finds what is done and does the rest.
 */
export function bulkChangeJob(deps: RegisterDeps): JobKind {
  return {
    isCancellable: true,
    takesTurns: true,
    carryOut: async (job) => {
      let position = (job.position as Position | null) ?? { after: null, pending: null }
      let counts = (job.result as Counts | null) ?? { changed: 0, unchanged: 0, refused: 0 }
      for (;;) {
        const ids = position.pending ?? (await nextPart(deps, job, position.after))
        const last = ids.at(-1)
        if (last === undefined) return counts
        await job.step(async () => ({ position: { ...position, pending: ids } }))
        const outcomes = await changePart(deps, job, ids)
        counts = counted(counts, outcomes)
        position = { after: last, pending: null }
        await job.step(async () => ({ position, done: sum(counts), outcomes, result: counts }))
      }
    },
  }
}

/** @throws 403 FORBIDDEN if the person may no longer change instruments */
async function changePart(
  deps: RegisterDeps,
  job: RunningJob,
  ids: readonly string[],
): Promise<BulkChangeOutcome[]> {
  const { change, reason } = job.input as Input
  const caller = await callerOf(deps, job)
  return changeInstruments(deps, caller, { instrument_ids: [...ids], change, reason }, job.jobId)
}

async function nextPart(
  deps: RegisterDeps,
  job: RunningJob,
  after: string | null,
): Promise<readonly string[]> {
  const input = job.input as Input
  if ('instrument_ids' in input) {
    const from = after === null ? 0 : input.instrument_ids.indexOf(after) + 1
    return input.instrument_ids.slice(from, from + PART)
  }
  const query = { ...input.filter, limit: PART, ...(after !== null && { after }) }
  return (await listInstrumentIds(deps, await callerOf(deps, job), query)).ids
}

function callerOf(deps: RegisterDeps, { workspaceId, requestedBy }: RunningJob): Promise<Caller> {
  if (requestedBy === null) throw new Error('a change of many instruments that no person asked for')
  return actingMember(deps, workspaceId, requestedBy)
}

function counted(before: Counts, outcomes: readonly BulkChangeOutcome[]): Counts {
  const counts = { ...before }
  for (const { outcome } of outcomes) counts[outcome] += 1
  return counts
}

function sum({ changed, unchanged, refused }: Counts): number {
  return changed + unchanged + refused
}

/**
 * Returns the outcomes of a background change for the instruments that the actor may see, from a part on.
 * @throws 404 NOT_FOUND
 */
export async function readOutcomes(
  deps: RegisterDeps,
  caller: Caller,
  jobId: string,
  part: number,
): Promise<BulkChangeReport> {
  await readJob(deps, caller, jobId)
  const queries = deps.db.in(caller.workspaceId)
  const page = await outcomesFrom(queries, jobId, part, PARTS_OF_PAGE)
  return { results: page.outcomes as BulkChangeOutcome[], next_part: page.nextPart }
}
