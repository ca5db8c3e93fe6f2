import { redirect } from '@tanstack/react-router'
import { sessionQuery } from '../state/session.ts'
import type { RouterContext } from './root.tsx'

/**
 * Leads anyone who is not signed in to the sign-in, and a person whose password somebody else has made to the choice of
 * another one; both come back to the address afterwards. A person without the second factor that a workspace requires is led to
 * where it is set up.
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
