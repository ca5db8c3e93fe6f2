import { because, type InstrumentDetail } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/db/index.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Answer } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import { writeEvents } from '../../platform/outbox/index.ts'
import { answerOnce, withPresentSettings, type Caller } from '../access/index.ts'
import { appendEntries, type CanonicalValue } from '../ledger/index.ts'
import { fieldsOfNewBody, type NewInstrumentBody } from './body-fields.ts'
import type { InstrumentDeps, VersionedInstrument } from './change-instrument.ts'
import { placeOfNew, requireSomeSite, type Place } from './choose-place.ts'
import { instrumentEvent } from './events.ts'
import { instrumentPayload } from './ledger-payload.ts'
import { presentDetail } from './present.ts'
import { etagOf } from './version-tag.ts'
import { requireQuarantineRole } from './set-quarantine.ts'
import type { NewInstrument, StartingRecord, StartingRecords } from './starting-records.ts'
import { insertInstrument, reachesInstrument, refusingTaken } from './store.ts'
import { storeScheduled, zonesOf } from './store-scheduled.ts'

/** What entering instruments works with. */
export interface CreateDeps extends InstrumentDeps {
  readonly startingRecords: StartingRecords
}

/** Name under which repeated creations are known. */
export const CREATE_OPERATION = 'createInstrument'

/** How far ahead a clock may be that states a time of calibration (decisions, section 7). */
const FUTURE_MS_MAX = 24 * 60 * 60 * 1000

/**
 * Enters an instrument in the register, once for each Idempotency-Key.
 * @throws 403 FORBIDDEN for a caller without sites; 422 for a time of calibration more than a day ahead,
 * too many labels or a place out of reach; 409 CONFLICT for a taken tag or serial number
 */
export async function createInstrument(
  deps: CreateDeps,
  caller: Caller,
  body: NewInstrumentBody,
  idempotencyKey: string | undefined,
): Promise<Answer & { body: InstrumentDetail }> {
  requireSomeSite(caller)
  // Before a replay is looked for: a body that cannot be used is refused whatever was sent before.
  readBody(deps.clock, caller, body)
  const answer = await refusingTaken(
    answerOnce(
      deps,
      caller,
      {
        operation: CREATE_OPERATION,
        key: idempotencyKey,
        // A body that passed its schema holds text, whole numbers and booleans alone.
        content: body as unknown as CanonicalValue,
        reaches: (tx, subjectId) => reachesInstrument(tx, subjectId, caller.siteIds),
      },
      async (tx) => {
        const { detail, etag } = await enterInstrument(tx, deps, caller, body)
        return { subjectId: detail.id, status: 201, body: detail, headers: { etag } }
      },
    ),
  )
  // A stored answer is the body that this operation gave before.
  return answer as Answer & { body: InstrumentDetail }
}

/**
 * Enters one instrument within a transaction, for callers that enter several. A taken tag or serial
 * number shows as the violation of its constraint: wrap the transaction in `refusingTaken`.
 */
export async function enterInstrument(
  tx: Transaction,
  { clock, startingRecords }: CreateDeps,
  caller: Caller,
  body: NewInstrumentBody,
): Promise<VersionedInstrument> {
  const [place, { workspace }] = await Promise.all([
    placeOfNew(tx, caller, body),
    withPresentSettings(tx, caller),
  ])
  const instrument = newInstrument(readBody(clock, caller, body), place)
  const { last_calibration_date: performedAt } = body
  const starting = performedAt
    ? await startingRecords.draft(tx, { instrument, performedAt, actor: caller, workspace })
    : undefined
  const subject = { type: 'instrument', id: instrument.instrumentId } as const
  const created = {
    kind: 'instrument.created',
    subject,
    payload: instrumentPayload.write(instrument),
  } as const
  const places = await appendEntries(tx, clock, caller, [created, ...(starting?.entries ?? [])])
  const { at, index } = places.at(-1)!
  const { row, zones } = await storeScheduled(
    tx,
    { ...instrument, ...basisOf(starting, performedAt), createdAt: at, updatedAt: at, ledgerIndex: index },
    zonesOf(workspace, instrument),
    (scheduled, held) => insertInstrument(tx, scheduled, held),
  )
  starting?.insert(tx, places.slice(1))
  const detail = presentDetail(row, { ...workspace, ...zones }, clock.now())
  writeEvents(tx, [instrumentEvent({ type: 'instrument.created' }, detail, at)])
  return { detail, etag: etagOf(index) }
}

type NewFields = ReturnType<typeof readBody>

/** Fields of a body, checked as far as that needs no database. */
function readBody(clock: Clock, caller: Caller, body: NewInstrumentBody) {
  const isQuarantined = body.is_quarantined ?? false
  if (isQuarantined) requireQuarantineRole(caller)
  const performedAt = body.last_calibration_date ?? null
  if (performedAt !== null && Date.parse(performedAt) > clock.now().getTime() + FUTURE_MS_MAX) {
    throw invalidField('last_calibration_date', because('field.in_future'), 'too_late')
  }
  return { ...fieldsOfNewBody(body), isQuarantined }
}

function newInstrument(fields: NewFields, place: Place): NewInstrument {
  return {
    instrumentId: newId(),
    ...fields,
    ...place,
    status: 'active',
    statusBeforeSendingOut: null,
    sentOutOn: null,
    quarantineCalibrationId: null,
    retiredAt: null,
    extensionUntil: null,
    extensionReason: null,
    extensionGrantedAt: null,
    extensionGrantedBy: null,
    extensionBasisId: null,
    extensionHolds: false,
    basisCalibrationId: null,
    basisPerformedAt: null,
    basisResult: null,
    complianceGroup: 'never',
    dueDate0: null,
    dueDate1: null,
    siteDueDate0: null,
    siteDueDate1: null,
  }
}

function basisOf(starting: StartingRecord | undefined, performedAt: string | null | undefined) {
  if (!starting || !performedAt) return {}
  return {
    basisCalibrationId: starting.calibrationId,
    basisPerformedAt: performedAt,
    basisResult: 'PASS',
  } as const
}
