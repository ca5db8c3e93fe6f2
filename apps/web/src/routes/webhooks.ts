import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { numberOf, taken, textOf, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

export const webhooksRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
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
  component: lazyRouteComponent(() => import('../pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
})

export const deliveryRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'webhooks/$webhookId/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('../pages/webhooks/delivery-page.tsx'), 'DeliveryPage'),
})
