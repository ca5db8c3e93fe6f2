import { redirect } from '@tanstack/react-router'
import { sessionQuery } from '../state/session.ts'
import type { RouterContext } from './root.tsx'

/**
 * Redirects visitors who are not signed in to the sign-in page, and users whose password was set by somebody else to the
 * page that changes it; both return to the URL afterwards. Users without a second factor that a workspace requires are
 * redirected to the page that sets it up.
 */
export async function requireSession(
  { queryClient }: RouterContext,
  href: string,
  workspaceId?: string,
): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery)
  if (session === null) throw redirect({ to: '/sign-in', search: { next: href } })
  if (session.must_change_password) throw redirect({ to: '/change-password', search: { next: href } })
  const opened = session.memberships.find(({ workspace_id: id }) => id === workspaceId)
  if (opened?.needs_second_factor) throw redirect({ to: '/account' })
}
