import { Type } from 'typebox'
import { CalendarDate, Closed, Nullable, TrimmedText, Uuid } from '../shared/values.ts'

/** Longest number of a purchase order. */
export const PURCHASE_ORDER_LENGTH_MAX = 120

/** Details of a shipment that people enter; null if not entered. */
export const shipmentContent = {
  provider_id: Nullable(Uuid({ description: 'The provider that the instrument was sent to.' })),
  purchase_order: Nullable(
    TrimmedText(PURCHASE_ORDER_LENGTH_MAX, {
      description: 'Purchase order number.',
      examples: ['PO-2026-0417'],
    }),
  ),
  expected_return: Nullable(
    CalendarDate({
      description:
        'The last day on which the instrument is expected back. After this day, the return is overdue.',
    }),
  ),
  cost: Nullable(
    Type.String({
      pattern: '^[0-9]{1,12}([.][0-9]{1,4})?$',
      description: 'Cost of the calibration, as a decimal number.',
      examples: ['480.00'],
    }),
  ),
  currency: Nullable(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'ISO 4217 currency code of the cost; null if there is no cost.',
      examples: ['EUR'],
    }),
  ),
}

/** One trip of an instrument to a provider. */
export const Shipment = Closed(
  {
    sent_out_on: Nullable(
      CalendarDate({
        description: 'The day on which the instrument was sent out, in the time zone of the workspace.',
      }),
    ),
    ...shipmentContent,
  },
  { $id: 'Shipment', description: 'One shipment of an instrument to a provider and back.' },
)
export type Shipment = Type.Static<typeof Shipment>

/** A shipment, as examples show it. */
export const exampleShipment: Shipment = {
  sent_out_on: '2026-11-09',
  provider_id: '019345ba-0d31-7b42-9c1e-4f7a20b8d563',
  purchase_order: 'PO-2026-0417',
  expected_return: '2026-11-30',
  cost: '480.00',
  currency: 'EUR',
}
