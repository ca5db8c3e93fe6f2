import { queryOptions } from '@tanstack/react-query'
import { ownAccountApi, visitorApi } from '../api/index.ts'

/** Maximum number of sessions shown. */
const SESSIONS_SHOWN_MAX = 100

/** The sessions of the user, the most recently used first. */
export const mySessionsQuery = queryOptions({
  queryKey: ['my-sessions'],
  queryFn: async ({ signal }) =>
    (await ownAccountApi.listOwnSessions({ query: { limit: SESSIONS_SHOWN_MAX }, signal })).data,
  staleTime: 0,
})

/** Maximum number of failed attempts shown; more would tell the user nothing new. */
const FAILURES_SHOWN_MAX = 20

/** Failed attempts to sign in as the user, the latest first, with their total number. */
export const myFailedSignInsQuery = queryOptions({
  queryKey: ['my-failed-sign-ins'],
  queryFn: ({ signal }) => ownAccountApi.listFailedSignIns({ query: { limit: FAILURES_SHOWN_MAX }, signal }),
  staleTime: 0,
})

/** Accounts at identity providers with which the user can sign in. */
export const myProviderAccountsQuery = queryOptions({
  queryKey: ['my-provider-accounts'],
  queryFn: async ({ signal }) => (await ownAccountApi.listProviderAccounts({ query: {}, signal })).data,
  staleTime: 0,
})

/** Whether the user signs in with a second factor. */
export const myTwoFactorQuery = queryOptions({
  queryKey: ['my-two-factor'],
  queryFn: ({ signal }) => ownAccountApi.getTwoFactor({ signal }),
  staleTime: 0,
})

/** The sign-in methods of this server; only its settings change them. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: ({ signal }) => visitorApi.getSignInMethods({ signal }),
  staleTime: Infinity,
})
