import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { ApiFailure, workspaceApi } from '../api/index.ts'
import { firstWorkspace, sessionQuery, type Session } from '../state/session.ts'
import { rootRoute } from './root.tsx'

/** The URL in the codes on labels: redirects to the instrument in the user's workspace that contains it. */
export const shortAddressRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/i/$instrumentId',
  beforeLoad: async ({ context, location, params: { instrumentId } }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session === null) throw redirect({ to: '/sign-in', search: { next: location.href } })
    const workspaceId = await workspaceOf(session, instrumentId)
    if (workspaceId === undefined) throw notFound()
    throw redirect({
      to: '/w/$workspaceId/instruments/$instrumentId',
      params: { workspaceId, instrumentId },
      replace: true,
    })
  },
})

/** Searches the workspaces one after the other, the last used one first; most users have only one. */
async function workspaceOf(session: Session, instrumentId: string): Promise<string | undefined> {
  const last = firstWorkspace(session)
  const others = session.memberships.filter((one) => one !== last)
  for (const membership of last === undefined ? [] : [last, ...others]) {
    if (await hasInstrument(membership.workspace_id, instrumentId)) return membership.workspace_id
  }
  return undefined
}

/** Returns whether a workspace contains an instrument; false for an invalid ID. Other failures are thrown. */
async function hasInstrument(workspaceId: string, instrumentId: string): Promise<boolean> {
  try {
    await workspaceApi(workspaceId).getInstrument({ params: { instrument_id: instrumentId } })
    return true
  } catch (error) {
    if (error instanceof ApiFailure && [403, 404, 422].includes(error.status)) return false
    throw error
  }
}
