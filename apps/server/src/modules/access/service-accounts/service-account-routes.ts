import { pageOf, type ServiceAccount, type serviceAccountOperations } from '@plumbline/contract'
import type { Handlers } from '../../../platform/http/index.ts'
import { requireAllSites } from '../../workspaces/index.ts'
import type { AccessParts } from '../app-routes.ts'
import type { Caller } from '../caller.ts'
import { changeServiceAccount, createServiceAccount } from './change-service-account.ts'
import { listServiceAccounts, type ServiceAccountRow } from './service-account-store.ts'

/** Handlers of service accounts. */
export function serviceAccountRoutes(parts: AccessParts): Handlers<typeof serviceAccountOperations, Caller> {
  return {
    listServiceAccounts: async ({ caller, query }) => {
      const accounts = await listServiceAccounts(parts.db.in(caller.workspaceId))
      const page = accounts.slice(query.offset, query.offset + query.limit)
      return { body: pageOf(page.map(serialize), accounts.length, query) }
    },
    createServiceAccount: async ({ caller, body: { name, role, site_ids: siteIds = null } }) => {
      requireAllSites(caller)
      return { body: serialize(await createServiceAccount(parts, caller, { name, role, siteIds })) }
    },
    updateServiceAccount: async ({ caller, params, body }) => {
      requireAllSites(caller)
      const { name, role, site_ids: siteIds, is_active: isActive } = body
      const change = { name, role, siteIds, isActive }
      return { body: serialize(await changeServiceAccount(parts, caller, params.service_account_id, change)) }
    },
  }
}

function serialize(account: ServiceAccountRow): ServiceAccount {
  return {
    id: account.serviceAccountId,
    name: account.name,
    role: account.role,
    site_ids: account.siteIds,
    is_active: account.isActive,
    created_at: account.createdAt,
    updated_at: account.updatedAt,
  }
}
