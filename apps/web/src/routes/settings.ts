import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { workspaceRoute } from './workspace.tsx'

/** Settings of the workspace: one page for each area, below a navigation of their own. */
const settingsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('../pages/settings/settings-frame.tsx'), 'SettingsFrame'),
})

const startOfSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/w/$workspaceId/settings/workspace', params })
  },
})

const workspaceSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'workspace',
  component: lazyRouteComponent(
    () => import('../pages/settings/workspace/workspace-settings-page.tsx'),
    'WorkspaceSettingsPage',
  ),
})

/** Every address below Settings. */
export const settingsRoutes = settingsRoute.addChildren([startOfSettingsRoute, workspaceSettingsRoute])
