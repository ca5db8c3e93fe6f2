import { createRoute } from '@tanstack/react-router'
import { laterPage } from './later-page.ts'
import { rootRoute } from './root.tsx'
import { taken, textOf, type RawSearch } from './search.ts'

/** The token makes the link valid, once. */
const linkSearch = (search: RawSearch) => taken({ token: textOf(search, 'token') })

/** Creates the first workspace and its admin. */
export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: linkSearch,
  component: laterPage(() => import('../pages/setup/setup-page.tsx'), 'SetupPage'),
})

/** Accepts an invitation to a workspace. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  validateSearch: linkSearch,
  component: laterPage(() => import('../pages/invitation/invitation-page.tsx'), 'InvitationPage'),
})

/** Replaces a forgotten password. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: linkSearch,
  component: laterPage(() => import('../pages/reset-password/reset-password-page.tsx'), 'ResetPasswordPage'),
})
