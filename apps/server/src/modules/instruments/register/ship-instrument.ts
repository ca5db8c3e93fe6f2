import { because, type Receipt, type SendOut, type ShipmentUpdate } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { ApiError, invalidField } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { today } from '../../compliance/index.ts'
import { requireUsableProvider } from '../../providers/index.ts'
import { emptyShipment, type InstrumentRow, type ShipmentFields } from '../instrument.ts'
import {
  changeInstrument,
  type ChangeEntry,
  type Decide,
  type InstrumentDeps,
  type VersionedInstrument,
} from './change-instrument.ts'
import { requireActive } from './require-active.ts'

/**
 * Sends an instrument out for calibration: changes its status and records shipment details.
 * @throws 404 NOT_FOUND; 409 ASSET_RETIRED; 409 CONFLICT if it is already out; 422 INVALID_REQUEST for an unknown or
 * archived provider; 422 VALIDATION_ERROR for a return before today, an incomplete cost, and as `changeStatus`
 */
export function sendInstrumentOut(
  deps: InstrumentDeps,
  caller: Caller,
  instrumentId: string,
  { reason = null, ...stated }: SendOut,
): Promise<VersionedInstrument> {
  const shipment: ShipmentFields = { ...emptyShipment, ...stated }
  return changeInstrument(deps, caller, instrumentId, async (row, queries) => {
    requireActive(row)
    if (row.status === 'OUT_FOR_CALIBRATION') throw conflict('instrument.out_already')
    if (row.calibrationIntervalValue === null) throw invalidField('status', because('field.interval_first'))
    const sentOutOn = today(deps.clock.now(), caller.workspace.timeZone)
    await requireSound(queries, shipment, sentOutOn)
    const out = { status: 'OUT_FOR_CALIBRATION', statusBeforeSendingOut: row.status, sentOutOn } as const
    return movedBy(row, { kind: 'instrument.status_changed', fields: { ...out, shipment }, reason })
  })
}

/**
 * Changes the shipment details of an instrument that is out; if nothing differs, nothing is logged.
 * @throws as `sendInstrumentOut`; 409 CONFLICT if it is not out
 */
export function updateShipment(
  deps: InstrumentDeps,
  caller: Caller,
  instrumentId: string,
  { reason = null, ...stated }: ShipmentUpdate,
): Promise<VersionedInstrument> {
  return changeInstrument(deps, caller, instrumentId, async (row, queries) => {
    const before = requireShipment(row)
    const shipment = { ...before, ...stated }
    await requireSound(queries, shipment, row.sentOutOn, before)
    return {
      entries: [{ kind: 'instrument.shipment_updated', fields: { shipment }, reason }],
      event: 'instrument.updated',
    }
  })
}

/**
 * Receives an instrument that was out, with the cost if the invoice has arrived: it returns to its previous status.
 * @throws 404 NOT_FOUND; 409 ASSET_RETIRED; 409 CONFLICT if it is not out; 422 VALIDATION_ERROR for an incomplete
 * cost
 */
export function receiveInstrument(
  deps: InstrumentDeps,
  caller: Caller,
  instrumentId: string,
  { reason = null, ...stated }: Receipt,
): Promise<VersionedInstrument> {
  return changeInstrument(deps, caller, instrumentId, async (row, queries) => {
    const before = requireShipment(row)
    const shipment = { ...before, ...stated }
    await requireSound(queries, shipment, row.sentOutOn, before)
    const status = row.statusBeforeSendingOut ?? 'in_service'
    const fields = { status, statusBeforeSendingOut: null, sentOutOn: null, shipment: null }
    const moved = movedBy(
      row,
      ...(Object.keys(stated).length === 0
        ? []
        : [{ kind: 'instrument.shipment_updated', fields: { shipment } } as const]),
      { kind: 'instrument.status_changed', fields, reason },
    )
    return { ...moved, endedShipment: shipment }
  })
}

/** Returns the change made by these entries, the last of which moves an instrument to another status. */
function movedBy(row: InstrumentRow, ...entries: ChangeEntry[]): Awaited<ReturnType<Decide>> {
  const reason = entries.at(-1)?.reason ?? null
  return { entries, event: { type: 'instrument.status_changed', previousStatus: row.status, reason } }
}

function requireShipment(row: InstrumentRow): ShipmentFields {
  requireActive(row)
  if (row.status !== 'OUT_FOR_CALIBRATION') throw conflict('instrument.not_out')
  return row.shipment ?? emptyShipment
}

/** Checks only what differs from the previous details. */
async function requireSound(
  queries: WorkspaceQueries,
  shipment: ShipmentFields,
  sentOutOn: string | null,
  before: ShipmentFields = emptyShipment,
): Promise<void> {
  const { provider_id: providerId, expected_return: expected, cost, currency } = shipment
  if (cost !== null && currency === null) throw halfMissing('currency')
  if (cost === null && currency !== null) throw halfMissing('cost')
  if (
    expected !== null &&
    expected !== before.expected_return &&
    sentOutOn !== null &&
    expected < sentOutOn
  ) {
    throw invalidField('expected_return', because('field.before_sent_out', { sent: sentOutOn }), 'too_early')
  }
  if (providerId !== null && providerId !== before.provider_id) {
    await requireUsableProvider(queries, providerId)
  }
}

function halfMissing(field: 'cost' | 'currency'): Error {
  return invalidField(field, because('field.cost_and_currency'), 'missing')
}

function conflict(reason: 'instrument.out_already' | 'instrument.not_out'): ApiError {
  return new ApiError('CONFLICT', { reason: because(reason) })
}
