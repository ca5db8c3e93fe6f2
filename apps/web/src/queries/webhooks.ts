import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { WebhookDeliveryRead } from '@plumbline/contract'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** Polling intervals while a change is imminent, and otherwise. */
const LOOK_SOON_MS = 1500
const LOOK_LATER_MS = 5000

/** Polling interval while a user waits for the outcome. */
const OUTCOME_EVERY_MS = 500

/** All endpoints in order of creation. */
export const webhooksQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'webhooks'],
    queryFn: () => workspaceApi(workspaceId).listWebhooks.all(),
    staleTime: 0,
    retry: false,
    refetchInterval: LOOK_LATER_MS,
  })

/** An endpoint with its version. */
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
 * A page of the delivery log, newest first, polled while it is open: what was just sent is not in the log
 * yet, and a delivery between attempts changes without the user.
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

/** Returns whether a change is imminent: there are no deliveries yet, or an attempt is due within a minute. */
function moves(deliveries: readonly WebhookDeliveryRead[]): boolean {
  const soon = Date.now() + 60_000
  return (
    deliveries.length === 0 ||
    deliveries.some(({ next_attempt_at: next }) => next !== null && Date.parse(next) < soon)
  )
}

/** A page of the events that endpoints subscribe to, newest first, polled like the delivery log. */
export const eventsQuery = (workspaceId: string, query: QueryOf<'listWebhookEvents'>) =>
  queryOptions({
    queryKey: [workspaceId, 'webhooks', 'events', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).listWebhookEvents({ query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      moves(state.data?.data.flatMap(({ deliveries }) => deliveries) ?? []) ? LOOK_SOON_MS : LOOK_LATER_MS,
  })

/** A delivery with its attempts, polled until it is resolved. */
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

/** The outcome of an event that was just sent to an endpoint; null until it is in the log. */
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

/** Returns whether there will be no further attempt. */
function isResolved(delivery: WebhookDeliveryRead | null | undefined): boolean {
  return delivery?.status === 'succeeded' || delivery?.status === 'exhausted'
}
