import { queryOptions } from '@tanstack/react-query'
import { ownAccountApi, visitorApi } from '../api/index.ts'

/** Most sessions that are shown; nobody is signed in from more places and knows them. */
const SESSIONS_SHOWN_MAX = 100

/** Where the person is signed in, the last used first. */
export const mySessionsQuery = queryOptions({
  queryKey: ['my-sessions'],
  queryFn: async ({ signal }) =>
    (await ownAccountApi.listOwnSessions({ query: { limit: SESSIONS_SHOWN_MAX }, signal })).data,
  staleTime: 0,
})

/** More than anybody reads; more of them give the same picture. */
const FAILURES_SHOWN_MAX = 20

/** Attempts to sign in as the person that failed, the latest first, with how many there were. */
export const myFailedSignInsQuery = queryOptions({
  queryKey: ['my-failed-sign-ins'],
  queryFn: ({ signal }) => ownAccountApi.listFailedSignIns({ query: { limit: FAILURES_SHOWN_MAX }, signal }),
  staleTime: 0,
})

/** Accounts of identity providers that sign the person in. */
export const myProviderAccountsQuery = queryOptions({
  queryKey: ['my-provider-accounts'],
  queryFn: async ({ signal }) => (await ownAccountApi.listProviderAccounts({ query: {}, signal })).data,
  staleTime: 0,
})

/** Whether the person signs in with a second factor. */
export const myTwoFactorQuery = queryOptions({
  queryKey: ['my-two-factor'],
  queryFn: ({ signal }) => ownAccountApi.getTwoFactor({ signal }),
  staleTime: 0,
})

/** How people may sign in here; it changes with the settings of the server alone. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: ({ signal }) => visitorApi.getSignInMethods({ signal }),
  staleTime: Infinity,
})
