import { redirect } from '@tanstack/react-router'
import { sessionQuery } from '../state/session.ts'
import type { RouterContext } from './root.tsx'

/**
 * Leads anyone who is not signed in to the sign-in, and a person whose password somebody else has made to the choice of
 * another one; both come back to the address afterwards.
 */
export async function requireSession({ queryClient }: RouterContext, href: string): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery)
  if (session === null) throw redirect({ to: '/sign-in', search: { next: href } })
  if (session.must_change_password) throw redirect({ to: '/change-password', search: { next: href } })
}
