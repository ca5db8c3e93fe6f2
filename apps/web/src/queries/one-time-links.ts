import { queryOptions } from '@tanstack/react-query'
import { visitorApi } from '../api/index.ts'

/** The user of a reset link and their other sign-in methods; fails for a link that is no longer valid. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: () => visitorApi.checkResetLink({ body: { token } }),
    staleTime: Infinity,
  })

/** The invitation of a link; fails for a link that is no longer valid. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => visitorApi.checkInvitation({ body: { token } }),
    staleTime: 0,
  })

/** The choices offered by the set-up form; fails with 404 once a user exists. */
export const setupQuery = (token: string) =>
  queryOptions({
    queryKey: ['setup', token],
    queryFn: () => visitorApi.checkSetupLink({ body: { token } }),
    staleTime: Infinity,
  })
