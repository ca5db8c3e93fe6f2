import type { Shipment } from '@plumbline/contract'
import { formatDate, formatMoney } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'

/** Returns the labeled details of a shipment except the provider; null for each that is not set. */
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
    [t('shipment.cost'), cost && formatMoney(cost, currency!)],
  ]
}
