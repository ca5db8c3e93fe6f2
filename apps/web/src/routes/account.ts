import { createRoute, redirect } from '@tanstack/react-router'
import { sessionQuery } from '../state/session.ts'
import { laterPage } from './later-page.ts'
import { requireSession } from './require-session.ts'
import { rootRoute } from './root.tsx'
import { taken, textOf, type RawSearch } from './search.ts'

/** The user's own account, which does not belong to a workspace. */
export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  beforeLoad: async ({ context, location }) => requireSession(context, location.href),
  component: laterPage(() => import('../pages/account/account-page.tsx'), 'AccountPage'),
})

/** Replaces a password that was set by somebody else. */
export const changePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/change-password',
  validateSearch: (search: RawSearch) => taken({ next: textOf(search, 'next') }),
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session === null) throw redirect({ to: '/sign-in' })
  },
  component: laterPage(
    () => import('../pages/change-password/change-password-page.tsx'),
    'ChangePasswordPage',
  ),
})
