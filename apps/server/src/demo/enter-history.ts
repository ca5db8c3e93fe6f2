import type { Caller } from '../modules/access/index.ts'
import {
  appendOne,
  correctCalibration,
  voidCalibration,
  type CalibrationBody,
} from '../modules/calibrations/index.ts'
import { followRecords } from '../modules/findings/index.ts'
import { addDays, today } from '../modules/compliance/index.ts'
import {
  changeStatus,
  extendDueDate,
  findInstrument,
  retireInstrument,
  sendInstrumentOut,
} from '../modules/instruments/index.ts'
import { providerNames, shipmentTo } from './demo-providers.ts'
import type { FillParts } from './fill-parts.ts'
import type { PlannedRecord } from './history.ts'
import { measurementsOf, type EnteredProcedure } from './procedures/index.ts'
import type { PlannedInstrument } from './program.ts'

/** The people of the demo. */
export interface DemoPeople {
  manager: Caller
  technician: Caller
}

/** An instrument of the demo that has been created. */
export interface EnteredInstrument {
  instrumentId: string
  planned: PlannedInstrument
  /** The procedure it follows; undefined if its family has none. */
  procedure: EnteredProcedure | undefined
  /** IDs of the instruments created earlier, from which the reference standards are taken. */
  idsByTag: ReadonlyMap<string, string>
  /** IDs of the providers, by name. */
  providerIds: ReadonlyMap<string, string>
}

/** Appends the calibrations of an instrument over the years, and corrects or voids some of them. */
export async function enterHistory(
  parts: FillParts,
  people: DemoPeople,
  entered: EnteredInstrument,
): Promise<void> {
  const { db, clock } = parts
  const { instrumentId, planned } = entered
  const done = planned.records.filter((record) => record.afterwards !== 'pending')
  const { technician, manager } = people
  const appended = await db.transaction(technician.workspaceId, async (tx) => {
    const ids: string[] = []
    for (const record of done) {
      ids.push(
        (await appendOne(tx, { clock, followRecords }, technician, instrumentId, bodyOf(record, entered))).id,
      )
    }
    return ids
  })
  for (const [index, record] of done.entries()) {
    const calibrationId = appended[index]!
    if (record.afterwards === 'voided') {
      await voidCalibration({ db, clock, followRecords }, manager, calibrationId, {
        reason: 'Recorded for the wrong instrument.',
      })
    }
    if (record.afterwards === 'corrected') {
      const body = { ...bodyOf(record, entered), notes: 'Humidity was misread.', humidity: '51 % RH' }
      await correctCalibration({ db, clock, followRecords }, manager, calibrationId, {
        ...body,
        correction_reason: 'Humidity was misread.',
      })
    }
  }
}

/** Appends the records that are still pending approval. */
export async function recordPending(
  { db, clock }: FillParts,
  technician: Caller,
  entered: EnteredInstrument,
): Promise<void> {
  const { planned, instrumentId } = entered
  const waits = planned.records.filter((record) => record.afterwards === 'pending')
  if (waits.length === 0 || planned.fate === 'retired' || planned.fate === 'reference_only') return
  await db.transaction(technician.workspaceId, async (tx) => {
    for (const record of waits)
      await appendOne(tx, { clock, followRecords }, technician, instrumentId, bodyOf(record, entered))
  })
}

/** Returns the request body that appends a record. */
export function bodyOf(record: PlannedRecord, entered: EnteredInstrument): CalibrationBody {
  const { external } = record
  const { planned, idsByTag, providerIds } = entered
  return {
    result: record.result,
    performed_at: record.performedAt,
    ...readingsOf(record, entered),
    ...(external ? sourceOf(external, providerIds) : ownWorkOf(record, { planned, idsByTag })),
    ...(planned.family.decisionRule !== undefined && { decision_rule: planned.family.decisionRule }),
    ...(record.impact !== null && { out_of_tolerance_impact: record.impact }),
    ...(record.result === 'LIMITED_CALIBRATION' && { restriction_notes: 'Upper half of the range only.' }),
  }
}

/** Returns the points of the procedure, or a single reading for older records and for instruments without a procedure. */
function readingsOf(
  record: PlannedRecord,
  { planned, procedure }: EnteredInstrument,
): Partial<CalibrationBody> {
  if (procedure && record.hasPoints) {
    const seed = `${planned.assetTag} ${planned.records.indexOf(record)}`
    return { measurements: measurementsOf(procedure, record.deviation, seed) }
  }
  return {
    nominal_value: record.nominal,
    tolerance: record.tolerance,
    as_found_reading: record.asFound,
    as_left_reading: record.asLeft,
    measurement_uncertainty: record.uncertainty,
    coverage_factor: '2',
    confidence_level: '95 %',
  }
}

function sourceOf(
  { provider, certificateNumber }: NonNullable<PlannedRecord['external']>,
  providerIds: ReadonlyMap<string, string>,
): CalibrationBody {
  return {
    calibration_type: 'external_certificate',
    provider_id: providerIds.get(provider) ?? null,
    certificate_number: certificateNumber,
    traceability_reference: `${provider}, ${certificateNumber}`,
  }
}

/** Returns the ambient conditions and the reference standard, which only in-house calibrations state. */
function ownWorkOf(
  { temperature, humidity }: PlannedRecord,
  { planned, idsByTag }: Pick<EnteredInstrument, 'planned' | 'idsByTag'>,
): CalibrationBody {
  const { against } = planned.family
  const standardId = against === null ? undefined : idsByTag.get(`${against}-01`)
  return {
    calibration_type: 'in_house',
    temperature,
    humidity,
    ...(standardId !== undefined && {
      reference_standard: `${against}-01`,
      reference_standard_asset_id: standardId,
      traceability_reference: 'SI through the national institute',
    }),
  }
}

/** Number of days by which due dates are extended in the demo. */
const EXTENSION_DAYS = 45

/** Applies the planned final state of an instrument. */
export async function applyPlannedState(
  parts: FillParts,
  manager: Caller,
  { instrumentId, planned, providerIds }: EnteredInstrument,
): Promise<void> {
  const { fate, assetTag } = planned
  const move = (status: 'REFERENCE_ONLY' | 'out_of_service', reason: string) =>
    changeStatus(parts, manager, instrumentId, { status, reason })
  const noted = { assetTag, now: parts.clock.now(), timeZone: manager.workspace.timeZone }
  switch (fate) {
    case 'in_use':
      return
    case 'retired':
      await retireInstrument(parts, manager, instrumentId, { reason: 'Worn beyond repair.' })
      return
    case 'reference_only':
      await move('REFERENCE_ONLY', 'Serves for demonstration only.')
      return
    case 'sent_out':
      await sendInstrumentOut(parts, manager, instrumentId, shipmentTo(providerNames[0]!, providerIds, noted))
      return
    case 'out_of_service':
      await move('out_of_service', 'Kept in reserve.')
      return
    case 'extended':
      await extend(parts, manager, instrumentId)
  }
}

/** Extends the due date of an instrument. Does nothing if its last calibration failed, since only a pass can be extended. */
async function extend(parts: FillParts, manager: Caller, instrumentId: string): Promise<void> {
  const row = await findInstrument(parts.db.in(manager.workspaceId), instrumentId, null)
  if (!row?.dueDate0 || row.complianceGroup !== 'scheduled') return
  const now = today(parts.clock.now(), manager.workspace.timeZone)
  const until = addDays(row.dueDate0 > now ? row.dueDate0 : now, EXTENSION_DAYS)
  await extendDueDate(parts, manager, instrumentId, {
    until,
    reason: 'Low use; extended until the shutdown.',
  })
}
