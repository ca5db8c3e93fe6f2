import { Type } from 'typebox'
import { defineOperations } from '../../shared/operation.ts'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { CalendarDate, Closed, NameText, Nullable, OneOf, Timestamp, Uuid } from '../../shared/values.ts'

const keyScopes = ['read', 'write'] as const

/** An API key as it can be shown: never the key itself. */
export const ApiKeyRead = Closed(
  {
    id: Uuid(),
    name: Type.String(),
    scope: OneOf(keyScopes),
    prefix: Type.String({ description: 'First characters of the key, to tell keys apart.' }),
    owner_user_id: Nullable(
      Uuid({ description: 'The person on whose behalf it acts; null for a service account.' }),
    ),
    service_account_id: Nullable(
      Uuid({ description: 'The service account it acts as; null if it acts on behalf of a person.' }),
    ),
    created_by: Nullable(
      Uuid({
        description:
          "The person who created it. For independent approval, what the key enters counts as this person's work. Null if created on the command line.",
      }),
    ),
    site_ids: Nullable(Type.Array(Uuid(), { description: 'Null for all sites that its owner can access.' })),
    expires_at: Nullable(Timestamp()),
    revoked_at: Nullable(Timestamp()),
    rate_limit_per_minute: Nullable(
      Type.Integer({ description: 'Requests per minute set by an operator; null for the default limit.' }),
    ),
    last_used_at: Nullable(Timestamp({ description: 'Accurate to the minute; null if unknown.' })),
    created_at: Timestamp(),
  },
  { $id: 'ApiKey' },
)
export type ApiKeyRead = Type.Static<typeof ApiKeyRead>

/** A new key, in full. */
export const ApiKeyCreated = Closed(
  { ...ApiKeyRead.properties, key: Type.String({ description: 'Shown only here, so store it now.' }) },
  { $id: 'ApiKeyCreated' },
)
export type ApiKeyCreated = Type.Static<typeof ApiKeyCreated>

/** Body of POST /api-keys. */
export const ApiKeyCreate = Closed(
  {
    name: NameText(255),
    scope: OneOf(keyScopes),
    service_account_id: Type.Optional(
      Nullable(
        Uuid({
          description:
            'The service account that the key acts as. Defaults to acting on behalf of the current user.',
        }),
      ),
    ),
    site_ids: Type.Optional(Nullable(Type.Array(Uuid(), { maxItems: 1000 }))),
    expires_at: Type.Optional(Nullable(Timestamp())),
  },
  { $id: 'ApiKeyCreate' },
)
export type ApiKeyCreate = Type.Static<typeof ApiKeyCreate>

/** Number of days for which the use of keys is stored, including the current day in UTC. */
export const KEY_USE_DAYS = 30

/** The use of a key. */
export const ApiKeyUse = Closed(
  {
    first_day: CalendarDate({
      description: `First day of the counts, which cover ${KEY_USE_DAYS} days including today.`,
    }),
    uses: Type.Array(
      Closed({
        day: CalendarDate({ description: 'In UTC.' }),
        operation: Type.String({ description: 'Name of the operation in the API reference.' }),
        requests: Type.Integer({
          description: 'Includes refused requests, except those refused by the rate limit.',
        }),
      }),
      { description: 'Latest day first; within a day, sorted by operation name.' },
    ),
  },
  { $id: 'ApiKeyUse' },
)
export type ApiKeyUse = Type.Static<typeof ApiKeyUse>

const key: ApiKeyRead = {
  id: '019345b3-2d4e-7f60-9182-a3b4c5d6e7f8',
  name: 'ERP',
  scope: 'write',
  prefix: 'ctk_Vt3kQm8y',
  owner_user_id: null,
  service_account_id: '019345b3-6f70-7a81-92a3-b4c5d6e7f809',
  created_by: '019345b1-8e5c-7a90-bd11-3e6f2a4c8d75',
  site_ids: null,
  expires_at: null,
  revoked_at: null,
  rate_limit_per_minute: null,
  last_used_at: null,
  created_at: '2026-11-21T04:56:39.123Z',
}

const managed = { tag: 'API keys', roles: ['admin'] } as const

/** Keys of the public API. */
export const apiKeyOperations = defineOperations({
  listApiKeys: {
    ...managed,
    method: 'GET',
    path: '/api-keys',
    summary: 'List API keys',
    description: 'In order of creation, including revoked keys.',
    scope: 'read',
    query: Closed({ ...pageQuery }),
    reply: {
      status: 200,
      schema: PageOf(ApiKeyRead, 'ApiKeyPage'),
      description: 'A page of keys.',
      example: { data: [key], pagination: { limit: 50, offset: 0, total: 1, has_more: false } },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  createApiKey: {
    ...managed,
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key',
    description:
      'The key acts on behalf of the current user or as a service account, with the role and sites that its owner has at the time of each request. A key cannot be created on behalf of another person.',
    scope: 'write',
    body: ApiKeyCreate,
    reply: {
      status: 201,
      schema: ApiKeyCreated,
      description: 'The key, shown in full only this once.',
      example: { ...key, key: 'ctk_Vt3kQm8yR1xWz5uJb7Hn2Lc9Pd4Sf6Ga0KeYi8Ot3Ex' },
    },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
  getApiKeyUse: {
    ...managed,
    method: 'GET',
    path: '/api-keys/{key_id}/use',
    summary: 'Read the usage of an API key',
    description:
      'How often the key called each operation on each of the last days. Servers write their counts once a minute; counts not yet written are lost if a server is killed.',
    scope: 'read',
    params: Closed({ key_id: Uuid() }),
    reply: {
      status: 200,
      schema: ApiKeyUse,
      description: 'Its use.',
      example: {
        first_day: '2026-10-23',
        uses: [{ day: '2026-11-21', operation: 'listInstruments', requests: 1440 }],
      },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  revokeApiKey: {
    ...managed,
    method: 'POST',
    path: '/api-keys/{key_id}/revoke',
    summary: 'Revoke an API key immediately and permanently',
    scope: 'write',
    params: Closed({ key_id: Uuid() }),
    reply: {
      status: 200,
      schema: ApiKeyRead,
      description: 'The revoked key.',
      example: { ...key, revoked_at: '2026-11-22T09:00:00.000Z' },
    },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
