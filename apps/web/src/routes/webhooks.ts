import { createRoute } from '@tanstack/react-router'
import { laterPage } from './later-page.ts'
import { numberOf, taken, textOf, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

export const webhooksRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'webhooks',
  component: laterPage(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

export const webhookEventsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'webhooks/events',
  validateSearch: (search: RawSearch) =>
    taken({ page: numberOf(search, 'page'), event: textOf(search, 'event') }),
  component: laterPage(() => import('../pages/webhooks/events-page.tsx'), 'EventsPage'),
})

export const webhookRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'webhooks/$webhookId',
  validateSearch: (search: RawSearch) =>
    taken({
      page: numberOf(search, 'page'),
      status: textOf(search, 'status'),
      event: textOf(search, 'event'),
    }),
  component: laterPage(() => import('../pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
})

export const deliveryRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'webhooks/$webhookId/deliveries/$deliveryId',
  component: laterPage(() => import('../pages/webhooks/delivery-page.tsx'), 'DeliveryPage'),
})
