import { Type } from 'typebox'
import { REASON_LENGTH_MAX } from '../../public/calibration.ts'
import { instrumentParams } from '../../public/instrument-operations.ts'
import { exampleShipment, Shipment, shipmentContent } from '../../public/shipment.ts'
import { defineOperations } from '../../shared/operation.ts'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { Closed, Nullable, OneOf, TrimmedText, Uuid } from '../../shared/values.ts'
import { appInstrumentOperations } from './instrument.ts'

const stated = {
  provider_id: Type.Optional(shipmentContent.provider_id),
  purchase_order: Type.Optional(shipmentContent.purchase_order),
  expected_return: Type.Optional(shipmentContent.expected_return),
  cost: Type.Optional(shipmentContent.cost),
  currency: Type.Optional(shipmentContent.currency),
}
const reason = Type.Optional(Nullable(TrimmedText(REASON_LENGTH_MAX, { description: 'Remark or reason.' })))

/** Body of POST /instruments/{instrument_id}/send-out. */
export const SendOut = Closed({ ...stated, reason }, { $id: 'InstrumentSendOut' })
export type SendOut = Type.Static<typeof SendOut>

/** Body of PATCH /instruments/{instrument_id}/shipment: only sent keys change. */
export const ShipmentUpdate = Closed({ ...stated, reason }, { $id: 'ShipmentUpdate' })
export type ShipmentUpdate = Type.Static<typeof ShipmentUpdate>

/** Body of POST /instruments/{instrument_id}/receive. */
export const Receipt = Closed(
  { cost: stated.cost, currency: stated.currency, reason },
  { $id: 'InstrumentReceipt' },
)
export type Receipt = Type.Static<typeof Receipt>

/** An instrument that is out for calibration. */
export const OpenShipment = Closed(
  {
    instrument_id: Uuid(),
    asset_tag: Type.String(),
    name: Type.String(),
    site_id: Uuid(),
    shipment: Shipment,
  },
  { $id: 'OpenShipment' },
)
export type OpenShipment = Type.Static<typeof OpenShipment>

const listQuery = Closed({
  ...pageQuery,
  site_id: Type.Optional(Uuid({ description: 'Only instruments at this site.' })),
  overdue: Type.Optional(
    OneOf(['true'], {
      description: 'Only those whose expected return date has passed, in the time zone of the workspace.',
    }),
  ),
})

const { reply, ...moving } = appInstrumentOperations.changeInstrumentStatus
const shared = { tag: moving.tag, scope: 'write', roles: moving.roles, params: instrumentParams } as const

/** Operations on shipments to providers. */
export const shipmentOperations = defineOperations({
  listShipments: {
    method: 'GET',
    path: '/shipments',
    tag: moving.tag,
    summary: 'List the instruments that are out for calibration',
    description: 'Earliest expected return first; instruments without one come last.',
    scope: 'read',
    query: listQuery,
    reply: {
      status: 200,
      schema: PageOf(OpenShipment, 'OpenShipmentPage'),
      description: 'A page of instruments.',
      example: {
        data: [
          {
            instrument_id: reply.example.id,
            asset_tag: 'CAL-0042',
            name: 'Digital caliper 150 mm',
            site_id: '019345b2-6a1c-7d3e-8f00-2b7c5d1e9a10',
            shipment: exampleShipment,
          },
        ],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR'],
  },
  sendInstrumentOut: {
    method: 'POST',
    path: '/instruments/{instrument_id}/send-out',
    ...shared,
    summary: 'Send an instrument out for calibration',
    description:
      'Sets the status to OUT_FOR_CALIBRATION and stores the provider, purchase order, expected return and cost. 409 if it is already out; 422 for an archived provider.',
    body: SendOut,
    reply: { ...reply, description: 'The instrument, now out for calibration.' },
    errors: moving.errors,
  },
  updateShipment: {
    method: 'PATCH',
    path: '/instruments/{instrument_id}/shipment',
    ...shared,
    summary: 'Change the shipment of an instrument that is out for calibration',
    description:
      'For example, a later return date. Only the members that are sent are changed. 409 if it is not out.',
    body: ShipmentUpdate,
    reply: { ...reply, description: 'The instrument after the change.' },
    errors: moving.errors,
  },
  receiveInstrument: {
    method: 'POST',
    path: '/instruments/{instrument_id}/receive',
    ...shared,
    summary: 'Receive an instrument that was out for calibration',
    description:
      'Returns the instrument to its previous status; a quarantine remains. The calibration is recorded separately. 409 if it is not out.',
    body: Receipt,
    reply: { ...reply, description: 'The returned instrument.' },
    errors: moving.errors,
  },
})
