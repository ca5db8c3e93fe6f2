import { RecordedPayload, type FieldTable } from '../ledger/index.ts'

/** What is recorded of a person. */
export const personFields = { email: 'email', name: 'name' } as const satisfies FieldTable

/** What is recorded of a membership. */
export const membershipFields = {
  role: 'role',
  siteIds: 'site_ids',
  accessEndsAt: 'access_ends_at',
} as const satisfies FieldTable

/** The payload of a new membership's entry: the rights, and the person as they were then. */
export const membershipPayload = new RecordedPayload({
  kinds: ['membership.created'],
  fields: { ...personFields, ...membershipFields },
})

/** What is recorded of an invitation. */
export const invitationFields = {
  email: 'email',
  name: 'name',
  role: 'role',
  siteIds: 'site_ids',
  accessEndsAt: 'access_ends_at',
} as const satisfies FieldTable

/** The payload of a new invitation's entry. */
export const invitationPayload = new RecordedPayload({
  kinds: ['invitation.created'],
  fields: invitationFields,
})

/** What is recorded of a service account. */
export const serviceAccountFields = {
  name: 'name',
  role: 'role',
  siteIds: 'site_ids',
} as const satisfies FieldTable

/** The payload of a new service account's entry. */
export const serviceAccountPayload = new RecordedPayload({
  kinds: ['service_account.created'],
  fields: serviceAccountFields,
})

/** What is recorded of an API key, without anything that identifies the secret. */
export const apiKeyFields = {
  name: 'name',
  prefix: 'prefix',
  scope: 'scope',
  ownerId: 'owner_id',
  siteIds: 'site_ids',
  expiresAt: 'expires_at',
} as const satisfies FieldTable

/** The payload of a new API key's entry. */
export const apiKeyPayload = new RecordedPayload({ kinds: ['api_key.created'], fields: apiKeyFields })
