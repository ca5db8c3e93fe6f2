import { queryOptions } from '@tanstack/react-query'
import type { ResetLinkPerson, SetupOffer } from '@plumbline/contract'
import { SIGN_IN, send } from '../api.ts'

/** Whom a reset link is for; it fails for a link that is no longer good. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: async () =>
      (await send<ResetLinkPerson>('POST', `${SIGN_IN}/reset-password/check`, { body: { token } })).body.user,
    staleTime: Infinity,
  })

/** What the form of the set-up offers; it fails with 404 once somebody exists. */
export const setupQuery = (token: string) =>
  queryOptions({
    queryKey: ['setup', token],
    queryFn: async () => (await send<SetupOffer>('POST', `${SIGN_IN}/setup/check`, { body: { token } })).body,
    staleTime: Infinity,
  })
