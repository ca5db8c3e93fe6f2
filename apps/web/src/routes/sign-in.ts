import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { sessionQuery } from '../state/session.ts'
import { rootRoute } from './root.tsx'
import { taken, textOf } from './search.ts'

/**
 * `next` is the URL to continue with after signing in; the identity provider redirects back here with a
 * `problem`, or with the `step` that remains.
 */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search) =>
    taken({
      next: textOf(search, 'next'),
      problem: textOf(search, 'problem'),
      step: search['step'] === 'code' ? ('code' as const) : undefined,
    }),
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session !== null) throw redirect({ to: '/' })
  },
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

export const noWorkspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/no-workspace',
  component: lazyRouteComponent(() => import('../pages/sign-in/no-workspace-page.tsx'), 'NoWorkspacePage'),
})
