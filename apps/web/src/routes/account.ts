import { createRoute, redirect } from '@tanstack/react-router'
import { sessionQuery } from '../state/session.ts'
import { laterPage } from './later-page.ts'
import { rootRoute } from './root.tsx'

/** The person's own account, which belongs to no workspace. */
export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session === null) throw redirect({ to: '/sign-in', search: { next: location.href } })
  },
  component: laterPage(() => import('../pages/account/account-page.tsx'), 'AccountPage'),
})
