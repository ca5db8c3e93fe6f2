import { queryOptions } from '@tanstack/react-query'
import type { OwnSession, Page, SignInMethods, TwoFactor } from '@plumbline/contract'
import { send } from '../api.ts'
import { ofMyAccount } from '../session.ts'

/** Most sessions that are shown; nobody is signed in from more places and knows them. */
const SESSIONS_SHOWN_MAX = 100

/** Where the person is signed in, the last used first. */
export const mySessionsQuery = queryOptions({
  queryKey: ['my-sessions'],
  queryFn: async () =>
    (await ofMyAccount<Page<OwnSession>>('GET', `/sessions?limit=${SESSIONS_SHOWN_MAX}`)).data,
  staleTime: 0,
})

/** Whether the person signs in with a second factor. */
export const myTwoFactorQuery = queryOptions({
  queryKey: ['my-two-factor'],
  queryFn: () => ofMyAccount<TwoFactor>('GET', '/two-factor'),
  staleTime: 0,
})

/** How people may sign in here; it changes with the settings of the server alone. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: async () => (await send<SignInMethods>('GET', '/api/auth/sign-in/methods')).body,
  staleTime: Infinity,
})
