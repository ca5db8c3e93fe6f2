import type { WebhookRead } from '@plumbline/contract'
import type { StatusLook } from '../../components/status/status-look.ts'

/** Whether an endpoint gets events. */
export function endpointLook({ is_active }: Pick<WebhookRead, 'is_active'>): StatusLook {
  return is_active
    ? { word: 'webhook.active', symbol: 'dot', family: 'good' }
    : { word: 'webhook.off', symbol: 'struck', family: 'neutral' }
}

/** How a delivery stands; a status that came later is told as it is. */
export const deliveryLooks: Readonly<Record<string, StatusLook>> = {
  pending: { word: 'delivery.pending', symbol: 'arrow', family: 'away' },
  failed: { word: 'delivery.failed', symbol: 'triangle', family: 'soon' },
  succeeded: { word: 'delivery.succeeded', symbol: 'dot', family: 'good' },
  exhausted: { word: 'delivery.exhausted', symbol: 'square', family: 'bad' },
}
