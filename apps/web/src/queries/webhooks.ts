import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { WebhookDeliveryRead } from '@plumbline/contract'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** Between two looks at something that is about to move, and at what stands. */
const LOOK_SOON_MS = 1500
const LOOK_LATER_MS = 5000

/** A person waits for this response. */
const OUTCOME_EVERY_MS = 500

/** Every endpoint, in the order in which they were made. */
export const webhooksQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'webhooks'],
    queryFn: () => workspaceApi(workspaceId).listWebhooks.all(),
    staleTime: 0,
    retry: false,
    refetchInterval: LOOK_LATER_MS,
  })

/** One endpoint with its version. */
export const webhookQuery = (workspaceId: string, webhookId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'webhooks', webhookId],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getWebhook.versioned({ params: { id: webhookId }, signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: LOOK_LATER_MS,
  })

/**
 * A page of the delivery log, newest first, looked at again as long as it is open: what was just sent stands
 * in no row yet, and a delivery between its attempts moves on its own.
 */
export const deliveriesQuery = (workspaceId: string, webhookId: string, query: QueryOf<'listDeliveries'>) =>
  queryOptions({
    queryKey: [workspaceId, 'webhooks', webhookId, 'deliveries', query],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listDeliveries({ params: { id: webhookId }, query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (moves(state.data?.data ?? []) ? LOOK_SOON_MS : LOOK_LATER_MS),
  })

/** Whether something is about to happen: nothing stands there yet, or an attempt is due within a minute. */
function moves(deliveries: readonly WebhookDeliveryRead[]): boolean {
  const soon = Date.now() + 60_000
  return (
    deliveries.length === 0 ||
    deliveries.some(({ next_attempt_at: next }) => next !== null && Date.parse(next) < soon)
  )
}

/** A page of the events that endpoints subscribe to, newest first, looked at again as the delivery log is. */
export const eventsQuery = (workspaceId: string, query: QueryOf<'listWebhookEvents'>) =>
  queryOptions({
    queryKey: [workspaceId, 'webhooks', 'events', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).listWebhookEvents({ query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      moves(state.data?.data.flatMap(({ deliveries }) => deliveries) ?? []) ? LOOK_SOON_MS : LOOK_LATER_MS,
  })

/** One delivery with its attempts, looked at again until it is resolved. */
export const deliveryQuery = (workspaceId: string, webhookId: string, deliveryId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'webhooks', webhookId, 'deliveries', deliveryId],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getDelivery({
        params: { id: webhookId, delivery_id: deliveryId },
        signal,
      }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (moves(state.data ? [state.data] : []) ? LOOK_SOON_MS : LOOK_LATER_MS),
  })

/** What became of an event that was just sent to an endpoint; null until it stands in the log. */
export const outcomeQuery = (workspaceId: string, webhookId: string, eventId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'webhooks', webhookId, 'deliveries', { eventId }],
    queryFn: async ({ signal }): Promise<WebhookDeliveryRead | null> => {
      const page = await workspaceApi(workspaceId).listDeliveries({
        params: { id: webhookId },
        query: { event_id: eventId },
        signal,
      })
      return page.data[0] ?? null
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (isResolved(state.data) ? false : OUTCOME_EVERY_MS),
  })

/** Whether no attempt comes any more. */
function isResolved(delivery: WebhookDeliveryRead | null | undefined): boolean {
  return delivery?.status === 'succeeded' || delivery?.status === 'exhausted'
}
