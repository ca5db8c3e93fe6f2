import { because } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import { ApiError, invalidField } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { hasConsumers, writeEvents } from '../../../platform/outbox/index.ts'
import { withSettingsOfVersion, type Caller } from '../../access/index.ts'
import { enterEntries, lockHead, type AppendedEntry } from '../../ledger/index.ts'
import { fieldsOfNewBody, type NewInstrumentBody } from '../body-fields.ts'
import type { InstrumentDeps, VersionedInstrument } from './change-instrument.ts'
import { sitesOfNew, type ChosenSite, type SiteDetails } from '../choose-site.ts'
import { withModelDefaults } from './model-defaults.ts'
import { instrumentEvent } from '../events.ts'
import type { InstrumentRow } from '../instrument.ts'
import { instrumentPayload } from '../ledger-payload.ts'
import {
  insertInstruments,
  readSiteInputs,
  readTaken,
  type SiteInputs,
  type TakenFields,
} from './new-instrument-store.ts'
import { serializeDetail } from '../serialize.ts'
import { requirePlausibleTime } from '../plausible-time.ts'
import { scheduleOf } from '../schedule/schedule.ts'
import { responsibleRefusals } from './responsible-person.ts'
import { requireQuarantineRole } from './set-quarantine.ts'
import type { NewInstrument, StartingRecord, StartingRecords } from './starting-records.ts'
import { takenField } from '../store.ts'
import { etagOf } from '../version-tag.ts'

/** Dependencies of entering instruments. */
export interface CreateDeps extends InstrumentDeps {
  readonly startingRecords: StartingRecords
}

/**
 * Enters the instruments that pass every check in the register, in order and in a single statement. Of two with the
 * same tag or serial number the first is entered.
 * @param inputs of `inputsOfNew` in the same transaction
 * @returns each as it was entered, or its refusal: 403 FORBIDDEN for a quarantine by a technician; 422 for a time of
 * calibration more than a day in the future, too many labels or a place outside the caller's reach; 409 CONFLICT for
 * a tag or serial number already in use
 */
export async function enterInstruments(
  tx: Transaction,
  deps: CreateDeps,
  caller: Caller,
  inputs: readonly (NewInstrumentInputs | ApiError)[],
): Promise<(VersionedInstrument | ApiError)[]> {
  const prepared = inputs.map((input) => prepare(deps.clock, caller, input))
  const able = prepared.filter(isEntering)
  if (able.length === 0) return prepared as ApiError[]
  const instruments = able.map(({ instrument }) => instrument)
  const siteIds = [...new Set(instruments.map(({ siteId }) => siteId))]
  const { head, read } = await lockHead(tx, deps.clock, [
    readSiteInputs(tx, siteIds),
    readTaken(tx, instruments),
  ])
  const siteInputs = new Map((read[0] as SiteInputs[]).map((one) => [one.siteId, one]))
  const refusals = refusalsOf(able, read[1] as TakenFields[])
  const entering = able.filter((one) => !refusals.has(one))
  if (entering.length === 0) return prepared.map((one) => (isEntering(one) ? refusals.get(one)! : one))
  // They may have changed since the request arrived, but cannot change any more while the ledger's head is locked.
  const { settingsVersion } = (read[0] as SiteInputs[])[0] ?? {}
  const present = await withSettingsOfVersion(tx, caller, settingsVersion)
  const entered = await enterAll(tx, { ...deps, caller: present, head, siteInputs }, entering)
  return prepared.map((one) => (isEntering(one) ? (refusals.get(one) ?? entered.get(one)!) : one))
}

/** The inputs of entering an instrument: its site and location, and what its body and its model state. */
export interface NewInstrumentInputs {
  readonly named: ChosenSite
  readonly body: NewInstrumentBody
}

/**
 * Reads the sites and locations of new instruments and the defaults of their models, in one round trip.
 * @returns the inputs of each, or the refusal of a site or location out of reach, of a procedure that is not
 * released, or of a responsible person who cannot enter calibrations there
 */
export async function inputsOfNew(
  tx: Transaction,
  caller: Caller,
  bodies: readonly NewInstrumentBody[],
): Promise<(NewInstrumentInputs | ApiError)[]> {
  const [sites, completed] = await Promise.all([
    sitesOfNew(tx, caller, bodies),
    withModelDefaults(tx, bodies),
  ])
  const inputs = sites.map((named, at): NewInstrumentInputs | ApiError => {
    const body = completed[at]!
    if (named instanceof ApiError) return named
    return body instanceof ApiError ? body : { named, body }
  })
  const named = inputs.filter((input): input is NewInstrumentInputs => !(input instanceof ApiError))
  const refusals = await responsibleRefusals(
    tx,
    named.map(({ body, named: { site } }) => ({ personId: body.responsible_id, siteId: site.siteId })),
  )
  const refusalOf = new Map(named.map((input, at) => [input, refusals[at]]))
  return inputs.map((input) => (input instanceof ApiError ? input : (refusalOf.get(input) ?? input)))
}

/**
 * Enters one instrument within a transaction, for callers that do more in it.
 * @throws the refusal of `enterInstruments`
 */
export async function enterInstrument(
  tx: Transaction,
  deps: CreateDeps,
  caller: Caller,
  body: NewInstrumentBody,
): Promise<VersionedInstrument> {
  const [entered] = await enterInstruments(tx, deps, caller, await inputsOfNew(tx, caller, [body]))
  if (entered instanceof ApiError) throw entered
  return entered!
}

type NewFields = ReturnType<typeof readNewBody>

/**
 * Returns the fields of a body after all checks that need no database.
 * @throws 403 FORBIDDEN for a quarantine by a technician; 422 for an impossible time of calibration, too many labels,
 * or a missing interval, unless the instrument serves only as a reference
 */
export function readNewBody(clock: Clock, caller: Caller, body: NewInstrumentBody) {
  const isQuarantined = body.is_quarantined ?? false
  if (isQuarantined) requireQuarantineRole(caller)
  requirePlausibleTime(clock, 'last_calibration_date', body.last_calibration_date)
  const fields = { ...fieldsOfNewBody(body), isQuarantined, status: body.status ?? 'active' }
  if (fields.calibrationIntervalValue === null && fields.status !== 'REFERENCE_ONLY') {
    throw invalidField('calibration_interval_value', because('field.missing'), 'missing')
  }
  return fields
}

/** An instrument about to be entered, with the data of its starting record. */
interface Entering {
  readonly instrument: NewInstrument
  readonly siteDetails: SiteDetails
  /** Null if it has no starting record. */
  readonly performedAt: string | null
  readonly nextDueDate: string | null
}

function isEntering(one: Entering | ApiError): one is Entering {
  return !(one instanceof ApiError)
}

function prepare(clock: Clock, caller: Caller, input: NewInstrumentInputs | ApiError): Entering | ApiError {
  if (input instanceof ApiError) return input
  const { named, body } = input
  try {
    const instrument = newInstrument(readNewBody(clock, caller, body), named)
    // An empty date was refused by the schema.
    const { last_calibration_date: performedAt = null, next_due_date: nextDueDate = null } = body
    return { instrument, siteDetails: named.details, performedAt, nextDueDate }
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** Refuses identifiers already used by others or by an earlier item. */
function refusalsOf(all: readonly Entering[], taken: readonly TakenFields[]): Map<Entering, ApiError> {
  const refusals = new Map<Entering, ApiError>()
  const tags = new Set<string>()
  const numbers = new Set<string>()
  for (const [at, one] of all.entries()) {
    const { assetTag, serialNumber } = one.instrument
    if (taken[at]!.assetTag || tags.has(assetTag)) refusals.set(one, takenField('asset_tag'))
    else if (taken[at]!.serialNumber || (serialNumber !== null && numbers.has(serialNumber))) {
      refusals.set(one, takenField('serial_number'))
    } else {
      tags.add(assetTag)
      if (serialNumber !== null) numbers.add(serialNumber)
    }
  }
  return refusals
}

interface EnteringParts extends CreateDeps {
  readonly caller: Caller
  readonly head: Parameters<typeof enterEntries>[1]
  readonly siteInputs: ReadonlyMap<string, SiteInputs>
}

async function enterAll(
  tx: Transaction,
  { clock, startingRecords, caller, head, siteInputs }: EnteringParts,
  entering: readonly Entering[],
): Promise<Map<Entering, VersionedInstrument>> {
  const all = entering.map((one) => {
    const siteInput = siteInputs.get(one.instrument.siteId)!
    return { ...one, one, siteInput, instrument: { ...one.instrument, siteTimeZone: siteInput.siteTimeZone } }
  })
  const started = all.filter(hasStartingRecord)
  const drafted = await startingRecords.draft(tx, caller, started)
  const recordOf = new Map(started.map(({ one }, at) => [one, drafted.records[at]!]))
  const drafts = all.flatMap(({ one, instrument }) => [
    createdEntry(instrument),
    ...(recordOf.get(one)?.entries ?? []),
  ])
  const appended = enterEntries(tx, head, caller, drafts).values()
  const now = clock.now()
  const recordPlaces: AppendedEntry[][] = []
  const rows = all.map(({ one, siteInput, instrument }) => {
    const record = recordOf.get(one)
    const own = [appended.next().value!, ...(record?.entries ?? []).map(() => appended.next().value!)]
    if (record) recordPlaces.push(own.slice(1))
    return { one, siteInput, row: rowAtSite(instrument, own.at(-1)!, siteInput, basisOf(record, one)) }
  })
  insertInstruments(
    tx,
    rows.map(({ row }) => row),
  )
  drafted.insert(tx, recordPlaces)
  const entered = rows.map(({ one, siteInput, row }) => {
    const detail = serializeDetail(row, { ...caller.workspace, ...siteInput }, now)
    return [one, { detail, etag: etagOf(row.ledgerIndex) }] as const
  })
  if (hasConsumers(tx)) {
    const events = entered.map(([, { detail }]) =>
      instrumentEvent({ type: 'instrument.created' }, detail, head.at),
    )
    writeEvents(tx, events)
  }
  return new Map(entered)
}

function hasStartingRecord<One extends Entering>(one: One): one is One & { performedAt: string } {
  return one.performedAt !== null
}

function createdEntry(instrument: NewInstrument) {
  return {
    kind: 'instrument.created',
    subject: { type: 'instrument', id: instrument.instrumentId },
    payload: instrumentPayload.write(instrument),
  } as const
}

function rowAtSite(
  instrument: NewInstrument,
  { at, index }: AppendedEntry,
  siteInput: SiteInputs,
  basis: Partial<InstrumentRow>,
): InstrumentRow {
  const row = { ...instrument, ...basis, createdAt: at, updatedAt: at, ledgerIndex: index }
  return { ...row, ...scheduleOf(row, siteInput) }
}

function newInstrument(fields: NewFields, { site }: ChosenSite): NewInstrument {
  return {
    instrumentId: newId(),
    ...fields,
    ...site,
    statusBeforeSendingOut: null,
    sentOutOn: null,
    shipment: null,
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
    basisNextDueDate: null,
    complianceGroup: 'never',
    dueDate0: null,
    dueDate1: null,
    siteDueDate0: null,
    siteDueDate1: null,
  }
}

function basisOf(
  record: StartingRecord | undefined,
  { performedAt, nextDueDate }: Pick<Entering, 'performedAt' | 'nextDueDate'>,
): Partial<InstrumentRow> {
  if (!record) return {}
  return {
    basisCalibrationId: record.calibrationId,
    basisPerformedAt: performedAt,
    basisResult: 'PASS',
    basisNextDueDate: nextDueDate,
  }
}
