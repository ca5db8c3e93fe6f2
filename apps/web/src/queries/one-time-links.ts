import { queryOptions } from '@tanstack/react-query'
import { visitorApi } from '../api/index.ts'

/** Whom a reset link is for, and what else signs them in; it fails for a link that is no longer good. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: () => visitorApi.checkResetLink({ body: { token } }),
    staleTime: Infinity,
  })

/** What a link invites to; it fails for a link that is no longer good. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => visitorApi.checkInvitation({ body: { token } }),
    staleTime: 0,
  })

/** What the form of the set-up offers; it fails with 404 once a person exists. */
export const setupQuery = (token: string) =>
  queryOptions({
    queryKey: ['setup', token],
    queryFn: () => visitorApi.checkSetupLink({ body: { token } }),
    staleTime: Infinity,
  })
