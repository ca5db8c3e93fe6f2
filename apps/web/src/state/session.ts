import { queryOptions } from '@tanstack/react-query'
import type { Me, Role } from '@plumbline/contract'
import { ApiFailure, ownAccountApi, visitorApi } from '../api/index.ts'
import { queryClient } from '../queries/query-client.ts'
import { drafts } from './drafts/record-draft.ts'

/** The person who is signed in, and the workspaces that are open to them. */
export type Session = Me

/** A workspace that the person belongs to, with their role there. */
export type Membership = Me['memberships'][number]

/** Heard on the window when a person has signed in. */
export const SIGNED_IN_EVENT = 'plumbline:signed-in'

/** The storage key of the last workspace, which is opened next time. */
const LAST_WORKSPACE_KEY = 'plumbline-workspace'

/**
 * Whether people come to this page before they sign in. There being nobody is the usual case: it is asked for
 * in a way that is no refusal, which browsers would report as a fault.
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
 * Signs a person in, or takes the first step where a code is asked for after it.
 * @returns whether the session has begun; otherwise `takeSecondStep` begins it
 * @throws {ApiFailure} UNAUTHORIZED for a wrong pair, RATE_LIMITED after too many tries
 */
export async function signIn(email: string, password: string): Promise<boolean> {
  const outcome = await visitorApi.signIn({ body: { email, password } })
  if (!('user' in outcome)) return false
  await meetSession()
  return true
}

/**
 * Begins the session with a code of the authenticator or a recovery code.
 * @throws {ApiFailure} naming `code` when it is wrong, UNAUTHORIZED when the first step is too long ago
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
 * Signs out here: nothing that was read stays in memory, and nothing that the person had begun to enter stays
 * on a device that others use. Records that wait to be sent do stay, until their person signs in again.
 */
export async function signOut(): Promise<void> {
  await visitorApi.signOut()
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  if (session) drafts.removeUnsentOf(session.user.id)
  queryClient.clear()
}

/** The workspace to open first: the last one, else the first of the list, a real one before sample data. */
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

/** What decides on what one may do in a workspace. */
export type Rights = Pick<Membership, 'role'> & {
  /** Sites that one reaches; null: all of them. */
  readonly siteIds: Membership['site_ids']
}

/** What one may do, as the app API decides it; the server stays the judge. */
export const may = {
  /** Settings, people and keys of the whole workspace. */
  administer: ({ role, siteIds }: Rights): boolean => role === 'admin' && siteIds === null,
  /** Whatever is of no single site: a site to be added, the whole activity log. */
  manageAll: ({ role, siteIds }: Rights): boolean => may.manage(role) && siteIds === null,
  /** Have the ledger computed again; it changes nothing, so an auditor may too. */
  verify: ({ role, siteIds }: Rights): boolean => role !== 'technician' && siteIds === null,
  manage: (role: Role): boolean => role === 'admin' || role === 'manager',
  write: (role: Role): boolean => role !== 'auditor',
}
