import { Type } from 'typebox'
import { defineOperations } from '../../shared/operation.ts'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { Closed, Nullable, OneOf, Timestamp, TrimmedText, Uuid } from '../../shared/values.ts'

/** Roles that a service account can have: it changes no settings and no rights, and reads as others do. */
export const serviceAccountRoles = ['manager', 'technician'] as const

/** The identity that a program uses in the public API. It cannot sign in. */
export const ServiceAccount = Closed(
  {
    id: Uuid(),
    name: Type.String({ description: 'As printed on records and certificates.' }),
    role: OneOf(serviceAccountRoles),
    site_ids: Nullable(Type.Array(Uuid(), { description: 'Sites that it can access; null for all sites.' })),
    is_active: Type.Boolean({ description: 'If false, none of its keys is accepted.' }),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { $id: 'ServiceAccount' },
)
export type ServiceAccount = Type.Static<typeof ServiceAccount>

const siteIds = Nullable(Type.Array(Uuid(), { maxItems: 1000 }))

/** Body of POST /service-accounts. */
export const ServiceAccountCreate = Closed(
  {
    name: TrimmedText(255),
    role: OneOf(serviceAccountRoles),
    site_ids: Type.Optional(siteIds),
  },
  { $id: 'ServiceAccountCreate' },
)
export type ServiceAccountCreate = Type.Static<typeof ServiceAccountCreate>

/** Body of PATCH /service-accounts/{service_account_id}: only sent keys change. */
export const ServiceAccountUpdate = Closed(
  {
    name: Type.Optional(TrimmedText(255)),
    role: Type.Optional(OneOf(serviceAccountRoles)),
    site_ids: Type.Optional(siteIds),
    is_active: Type.Optional(Type.Boolean()),
  },
  { $id: 'ServiceAccountUpdate' },
)
export type ServiceAccountUpdate = Type.Static<typeof ServiceAccountUpdate>

const account: ServiceAccount = {
  id: '019345b3-6f70-7a81-92a3-b4c5d6e7f809',
  name: 'ERP',
  role: 'technician',
  site_ids: null,
  is_active: true,
  created_at: '2026-11-21T04:56:39.123Z',
  updated_at: '2026-11-21T04:56:39.123Z',
}

const managed = { tag: 'API keys', roles: ['admin'] } as const
const writeErrors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_ERROR',
] as const

/** Operations on service accounts. */
export const serviceAccountOperations = defineOperations({
  listServiceAccounts: {
    ...managed,
    method: 'GET',
    path: '/service-accounts',
    summary: 'List service accounts',
    description: 'Sorted by name, including deactivated accounts.',
    scope: 'read',
    query: Closed({ ...pageQuery }),
    reply: {
      status: 200,
      schema: PageOf(ServiceAccount, 'ServiceAccountPage'),
      description: 'A page of service accounts.',
      example: { data: [account], pagination: { limit: 50, offset: 0, total: 1, has_more: false } },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  createServiceAccount: {
    ...managed,
    method: 'POST',
    path: '/service-accounts',
    summary: 'Create a service account',
    description:
      'A program acts as the service account through API keys created for it. For independent approval, what such a key enters also counts as entered by the person who created the key.',
    scope: 'write',
    body: ServiceAccountCreate,
    reply: {
      status: 201,
      schema: ServiceAccount,
      description: 'The service account.',
      example: account,
    },
    errors: writeErrors,
  },
  updateServiceAccount: {
    ...managed,
    method: 'PATCH',
    path: '/service-accounts/{service_account_id}',
    summary: 'Change the permissions of a service account, or deactivate it',
    description: 'Only the members that are sent are changed. Its API keys are affected immediately.',
    scope: 'write',
    params: Closed({ service_account_id: Uuid() }),
    body: ServiceAccountUpdate,
    reply: {
      status: 200,
      schema: ServiceAccount,
      description: 'The service account after the change.',
      example: account,
    },
    errors: writeErrors,
  },
})
