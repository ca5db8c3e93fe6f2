import { DELIVERY_COUNT_MAX, type AppWebhook } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { tIfKnown } from '../../base/messages.ts'
import type { StatusAppearance } from '../../components/status/status-appearance.ts'

/** Whether an endpoint gets events, and whether they arrive. */
export function endpointAppearance(endpoint: AppWebhook): StatusAppearance {
  if (!endpoint.is_active) return { word: 'webhook.off', symbol: 'struck', family: 'neutral' }
  const isFailing = endpoint.failing_deliveries > 0 || endpoint.exhausted_in_a_row > 0
  return isFailing
    ? { word: 'webhook.failing', symbol: 'triangle', family: 'soon' }
    : { word: 'webhook.active', symbol: 'dot', family: 'good' }
}

/** The appearance of each delivery status; an unknown status is shown unchanged. */
export const deliveryAppearances: Readonly<Record<string, StatusAppearance>> = {
  pending: { word: 'delivery.pending', symbol: 'arrow', family: 'away' },
  failed: { word: 'delivery.failed', symbol: 'triangle', family: 'soon' },
  succeeded: { word: 'delivery.succeeded', symbol: 'dot', family: 'good' },
  exhausted: { word: 'delivery.exhausted', symbol: 'square', family: 'bad' },
}

/** Returns the label of an event type; unknown types are returned unchanged. */
export function eventWords(type: string): string {
  return tIfKnown(`eventType.${type}`) ?? type
}

/** Deliveries as the server counts them: it stops at some point. */
export function countWords(count: number): string {
  return count < DELIVERY_COUNT_MAX ? formatCount(count) : `${formatCount(DELIVERY_COUNT_MAX)}+`
}
