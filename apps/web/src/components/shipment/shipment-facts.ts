import type { Shipment } from '@plumbline/contract'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'

/** What is noted of a shipment beside its provider, with the label of each; null where nothing is. */
export function shipmentFacts(
  shipment: Shipment | null,
  today: string,
): [label: string, value: string | null][] {
  if (shipment === null) return []
  const { expected_return: expected, cost, currency } = shipment
  const date = expected && formatDate(expected)
  const isOverdue = expected !== null && expected < today
  return [
    [t('shipment.purchaseOrder'), shipment.purchase_order],
    [t('shipment.expectedReturn'), isOverdue ? t('shipment.overdue', { date: date! }) : date],
    [t('shipment.cost'), cost && `${cost} ${currency}`],
  ]
}
