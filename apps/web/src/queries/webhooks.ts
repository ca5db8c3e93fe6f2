import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ActivityEntry, Page, WebhookDeliveryRead, WebhookRead } from '@plumbline/contract'
import { ApiFailure, everyRow, workspaceApi, type Query } from '../api.ts'

/** Every endpoint, in the order in which they were made. */
export const webhooksQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'webhooks'],
    queryFn: () => everyRow<WebhookRead>(workspaceApi(workspaceId), '/webhooks'),
    staleTime: 0,
    retry: false,
  })

/** One endpoint. */
export const webhookQuery = (workspaceId: string, webhookId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'webhooks', webhookId],
    queryFn: ({ signal }) => workspaceApi(workspaceId).get<WebhookRead>(`/webhooks/${webhookId}`, {}, signal),
    staleTime: 0,
    retry: false,
  })

/** Between two looks at a log in which something moves, and at one that stands. */
const LOOK_SOON_MS = 1500
const LOOK_LATER_MS = 10_000

/**
 * A page of the delivery log, newest first, looked at again as long as it is open: what was just sent stands
 * in no row yet, and a delivery between its attempts moves on its own.
 */
export const deliveriesQuery = (workspaceId: string, webhookId: string, query: Query) =>
  queryOptions({
    queryKey: [workspaceId, 'webhooks', webhookId, 'deliveries', query],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).get<Page<WebhookDeliveryRead>>(
        `/webhooks/${webhookId}/deliveries`,
        query,
        signal,
      ),
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

/** The entry by which the server itself switched an endpoint off; null where the log is not open to the person. */
export const disabledEntryQuery = (workspaceId: string, webhookId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'webhooks', webhookId, 'disabled'],
    queryFn: async ({ signal }): Promise<ActivityEntry | null> => {
      const query = { subject_id: webhookId, action: 'webhook.disabled', limit: 1 }
      try {
        const page = await workspaceApi(workspaceId).get<Page<ActivityEntry>>('/activity', query, signal)
        return page.data[0] ?? null
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return null
        throw error
      }
    },
    staleTime: 0,
  })
