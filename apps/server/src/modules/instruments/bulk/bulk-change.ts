import {
  because,
  type AppInstrument,
  type BulkChange,
  type BulkChangeForecast,
  type BulkChangeOutcome,
  type BulkChangePreview,
  type BulkChangeRequest,
  type BulkChangeState,
} from '@plumbline/contract'
import { readOnce, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { ApiError, itemRefusal, notFound, validationError } from '../../../platform/errors.ts'
import { withIdempotency, type Caller } from '../../access/index.ts'
import type { CanonicalValue } from '../../ledger/index.ts'
import type { InstrumentChangeBody } from '../body-fields.ts'
import { changeWithin, previewChange, type Decide } from '../register/change-instrument.ts'
import { statusDecision } from '../register/change-status.ts'
import { requireReachableSite } from '../choose-site.ts'
import type { InstrumentRow } from '../instrument.ts'
import { serializeAppInstrument } from '../serialize.ts'
import { findWholeInstruments, reachesInstrument, refusingTaken } from '../store.ts'
import { requireSettingRole } from '../register/setting-role.ts'
import { updateDecision, type UpdateDeps } from '../register/update-instrument.ts'

/** Operation name under which repeated changes of several instruments are recognized. */
export const BULK_CHANGE_OPERATION = 'bulkChangeInstruments'

/**
 * Changes several instruments one after another, each by the rules of a single change and in its own transaction, so
 * that one refusal does not block the others. If both fields and status change, the fields come first. Duplicate IDs
 * count once. Under an Idempotency-Key each instrument is changed once, whichever requests name it, and a repetition
 * returns its first outcome; refused changes are tried again.
 * @returns the outcome of each, in the order of the IDs
 * @throws 422 VALIDATION_ERROR or INVALID_REQUEST for a change that fits no instrument, or a key that was used for
 * another change; 503 REQUEST_IN_PROGRESS while another request with the key changes one of them
 */
export async function changeInstruments(
  deps: UpdateDeps,
  caller: Caller,
  { instrument_ids: ids, change, reason }: BulkChangeRequest,
  idempotencyKey: string | undefined,
): Promise<BulkChangeOutcome[]> {
  const queries = deps.db.in(caller.workspaceId)
  await requireFitting(queries, caller, change)
  const known = await byId(queries, caller, ids)
  const results: BulkChangeOutcome[] = []
  for (const id of new Set(ids)) {
    const outcome = await refusable(async () => {
      const isChanged = await changeOne(deps, caller, id, { change, reason, idempotencyKey })
      return { outcome: isChanged ? 'changed' : 'unchanged', error: null } as const
    })
    results.push({ ...namesOf(id, known.get(id)), ...outcome })
  }
  return results
}

/**
 * Returns what a change would mean for each of several instruments, by the same rules. Writes nothing.
 * @throws 422 VALIDATION_ERROR or INVALID_REQUEST for a change that fits no instrument
 */
export async function previewChanges(
  deps: UpdateDeps,
  caller: Caller,
  { instrument_ids: ids, change }: BulkChangePreview,
): Promise<BulkChangeForecast[]> {
  // All of them have the same site and location.
  const queries = readOnce(deps.db.in(caller.workspaceId))
  await requireFitting(queries, caller, change)
  const known = await byId(queries, caller, ids)
  const decisions = decisionsOn(deps, caller, change, ANY_REASON)
  const results: BulkChangeForecast[] = []
  for (const id of new Set(ids)) {
    const row = known.get(id)
    const outcome = await refusable(async () => {
      if (!row) throw notFound()
      return forecastOf(deps, caller, row, await previewOf(queries, caller, row, { decisions, deps }))
    })
    results.push({ ...namesOf(id, row), before: null, after: null, ...outcome })
  }
  return results
}

/**
 * @throws 403 FORBIDDEN for settings that the caller's role may not change; 422 for an incomplete interval, and for a
 * place outside the caller's reach
 */
export async function requireFitting(
  queries: WorkspaceQueries,
  caller: Caller,
  change: BulkChange,
): Promise<void> {
  requireSettingRole(caller, change)
  const { calibration_interval_value: value, calibration_interval_unit: unit } = change
  if ((value === undefined) !== (unit === undefined)) {
    const missing = value === undefined ? 'value' : 'unit'
    const loc = ['body', 'change', `calibration_interval_${missing}`]
    throw validationError([{ loc, reason: because('field.other_half_missing'), type: 'missing' }])
  }
  await requireReachableSite(queries, caller, change)
}

async function byId(
  queries: WorkspaceQueries,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, InstrumentRow>> {
  const rows = await findWholeInstruments(queries, ids, caller.siteIds)
  return new Map(rows.map((row) => [row.instrumentId, row]))
}

function namesOf(
  id: string,
  row: InstrumentRow | undefined,
): Pick<BulkChangeOutcome, 'instrument_id' | 'asset_tag' | 'name'> {
  return { instrument_id: id, asset_tag: row?.assetTag ?? null, name: row?.name ?? null }
}

/** Returns the fields of a change without the status, which a different operation sets. */
function fieldsOf({ status: _status, ...fields }: BulkChange): InstrumentChangeBody | null {
  return Object.keys(fields).length === 0 ? null : fields
}

interface OneChange {
  readonly change: BulkChange
  readonly reason: string
  readonly idempotencyKey: string | undefined
}

async function changeOne(
  deps: UpdateDeps,
  caller: Caller,
  instrumentId: string,
  { change, reason, idempotencyKey }: OneChange,
): Promise<boolean> {
  const decisions = decisionsOn(deps, caller, change, reason)
  const request = {
    operation: BULK_CHANGE_OPERATION,
    key: idempotencyKey && `${idempotencyKey}:${instrumentId}`,
    // A change that passed its schema contains only text, integers and nulls.
    content: { change, reason } as unknown as CanonicalValue,
    reaches: (tx: WorkspaceQueries, subjectId: string) => reachesInstrument(tx, subjectId, caller.siteIds),
  }
  const response = await refusingTaken(
    withIdempotency(deps, caller, request, async (tx) => {
      let isChanged = false
      for (const decide of decisions) {
        const changed = await changeWithin(tx, deps.clock, caller, instrumentId, decide)
        isChanged ||= changed.isChanged
      }
      return { subjectId: instrumentId, status: 200, body: { isChanged } }
    }),
  )
  // A stored response is a body that was returned earlier.
  return (response.body as { isChanged: boolean }).isChanged
}

/** Placeholder for the reason in a preview, where none is given yet. */
const ANY_REASON = '…'

function decisionsOn(deps: UpdateDeps, caller: Caller, change: BulkChange, reason: string): Decide[] {
  const body = fieldsOf(change)
  const { status } = change
  return [
    ...(body ? [updateDecision(deps, caller, { body, reason })] : []),
    ...(status ? [statusDecision(deps, caller, { status, reason })] : []),
  ]
}

async function previewOf(
  queries: WorkspaceQueries,
  caller: Caller,
  row: InstrumentRow,
  { decisions, deps }: { decisions: readonly Decide[]; deps: UpdateDeps },
): Promise<{ after: InstrumentRow; isChanged: boolean }> {
  const at = deps.clock.now().toISOString()
  let previewed = { after: row, isChanged: false }
  for (const decide of decisions) {
    const next = previewChange(previewed.after, await decide(previewed.after, queries), caller, at)
    previewed = { after: next.after, isChanged: previewed.isChanged || next.isChanged }
  }
  return previewed
}

function forecastOf(
  { clock }: UpdateDeps,
  { workspace }: Caller,
  before: InstrumentRow,
  { after, isChanged }: { after: InstrumentRow; isChanged: boolean },
): Pick<BulkChangeForecast, 'outcome' | 'error' | 'before' | 'after'> {
  const now = clock.now()
  return {
    outcome: isChanged ? 'changes' : 'unchanged',
    error: null,
    before: stateOf(serializeAppInstrument(before, workspace, now)),
    after: stateOf(serializeAppInstrument(after, workspace, now)),
  }
}

function stateOf(instrument: AppInstrument): BulkChangeState {
  return {
    due_date: instrument.due_date,
    compliance_status: instrument.compliance_status,
    status: instrument.status,
    site_id: instrument.site_id,
    location_id: instrument.location_id,
    grace_days: instrument.grace_days,
    calibration_interval_value: instrument.calibration_interval_value,
    calibration_interval_unit: instrument.calibration_interval_unit,
    tolerance_spec: instrument.tolerance_spec,
    category: instrument.category,
    procedure_id: instrument.procedure_id,
    responsible_id: instrument.responsible_id,
  }
}

type Refused = { outcome: 'refused'; error: NonNullable<BulkChangeOutcome['error']> }

/**
 * Converts a refusal to an outcome; other errors are rethrown, as are those that concern the whole request: its key.
 */
async function refusable<Outcome>(work: () => Promise<Outcome>): Promise<Outcome | Refused> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || concernsKey(error)) throw error
    return { outcome: 'refused', error: itemRefusal(unreached(error)) }
  }
}

function concernsKey({ code, details }: ApiError): boolean {
  return code === 'REQUEST_IN_PROGRESS' || details?.['field'] === 'Idempotency-Key'
}

/** The person named a row rather than a URL, so an error about a URL would be misleading. */
function unreached(error: ApiError): ApiError {
  if (error.code !== 'NOT_FOUND') return error
  return new ApiError('NOT_FOUND', { reason: because('instrument.unreachable') })
}
