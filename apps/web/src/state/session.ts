import { queryOptions } from '@tanstack/react-query'
import type { Me, Role } from '@plumbline/contract'
import { ApiFailure, ownAccountApi, visitorApi } from '../api/index.ts'
import { queryClient } from '../queries/query-client.ts'
import { drafts } from './drafts/record-draft.ts'

/** The user who is signed in and the workspaces they can access. */
export type Session = Me

/** A workspace of the user, with their role in it. */
export type Membership = Me['memberships'][number]

/** Dispatched on the window when a user has signed in. */
export const SIGNED_IN_EVENT = 'plumbline:signed-in'

/** The storage key of the last workspace, which is opened next time. */
const LAST_WORKSPACE_KEY = 'plumbline-workspace'

/**
 * Returns whether this page is used before signing in. Having no session is normal there, so the session is queried in a
 * way that is not refused, because browsers report refused requests as errors.
 */
function isEntryPage(): boolean {
  return !/^\/(?:w|account)(?:\/|$)/.test(location.pathname)
}

let isFirstQuestion = true

/** Returns whether the page says that nobody is signed in; valid for the first query only. */
export function isKnownSignedOut(): boolean {
  return isFirstQuestion && document.querySelector('meta[name=session][content=none]') !== null
}

/** The signed-in person; null if no one is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    const isNobody = isKnownSignedOut()
    isFirstQuestion = false
    if (isNobody) return null
    try {
      if (isEntryPage() && (await visitorApi.getSession()) === null) return null
      return await ownAccountApi.getMe()
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) return null
      throw error
    }
  },
  staleTime: 5 * 60_000,
})

/**
 * Signs a user in, or completes the first step if a code is required.
 * @returns whether the session has started; otherwise `takeSecondStep` starts it
 * @throws {ApiFailure} UNAUTHORIZED for wrong credentials, RATE_LIMITED after too many attempts
 */
export async function signIn(email: string, password: string): Promise<boolean> {
  const outcome = await visitorApi.signIn({ body: { email, password } })
  if (!('user' in outcome)) return false
  await meetSession()
  return true
}

/**
 * Starts the session with a code of the authenticator app or a recovery code.
 * @throws {ApiFailure} for `code` if it is wrong, UNAUTHORIZED if the first step was too long ago
 */
export async function takeSecondStep(code: string): Promise<void> {
  await visitorApi.takeSecondStep({ body: { code } })
  await meetSession()
}

/** The next page must see the new session, not the cached absence of one. */
async function meetSession(): Promise<void> {
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  dispatchEvent(new Event(SIGNED_IN_EVENT))
}

/**
 * Signs out: clears everything that was read from memory, and the user's drafts from the device, which others may use.
 * Records that are waiting to be sent remain until their user signs in again.
 */
export async function signOut(): Promise<void> {
  await visitorApi.signOut()
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  if (session) drafts.removeUnsentOf(session.user.id)
  queryClient.clear()
}

/** Returns the workspace to open first: the last one used, else the first in the list, with sample data last. */
export function firstWorkspace({ memberships }: Session): Membership | undefined {
  const last = localStorage.getItem(LAST_WORKSPACE_KEY)
  return (
    memberships.find(({ workspace_id }) => workspace_id === last) ??
    memberships.find(({ sample_of }) => sample_of === null) ??
    memberships[0]
  )
}

/** Remembers the workspace that is open. */
export function rememberWorkspace(workspaceId: string): void {
  localStorage.setItem(LAST_WORKSPACE_KEY, workspaceId)
}

/** The properties that determine a user's permissions in a workspace. */
export type Rights = Pick<Membership, 'role'> & {
  /** Sites the user can access; null for all sites. */
  readonly siteIds: Membership['site_ids']
}

/** The user's permissions, by the same rules as the app API. The server makes the decision. */
export const may = {
  /** Settings, people and keys of the whole workspace. */
  administer: ({ role, siteIds }: Rights): boolean => role === 'admin' && siteIds === null,
  /** Actions that concern no single site: adding a site, reading the whole activity log. */
  manageAll: ({ role, siteIds }: Rights): boolean => may.manage(role) && siteIds === null,
  /** Start a verification of the ledger; it changes nothing, so auditors may do it too. */
  verify: ({ role, siteIds }: Rights): boolean => role !== 'technician' && siteIds === null,
  manage: (role: Role): boolean => role === 'admin' || role === 'manager',
  write: (role: Role): boolean => role !== 'auditor',
}
