import type { ServiceAccount } from '@plumbline/contract'
import { empty, sql, type Transaction, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** The account as which a program acts in one workspace. */
export interface ServiceAccountRow {
  serviceAccountId: string
  name: string
  role: ServiceAccount['role']
  /** Sites that it has access to; null: all. */
  siteIds: string[] | null
  isActive: boolean
  createdAt: string
  updatedAt: string
}

const columns = sql`
  service_account_id as "serviceAccountId", name, role, site_ids as "siteIds", is_active as "isActive",
  created_at as "createdAt", updated_at as "updatedAt"`

/** Returns all service accounts of a workspace, by name. */
export async function listServiceAccounts(queries: WorkspaceQueries): Promise<ServiceAccountRow[]> {
  return queries.rows<ServiceAccountRow>(sql`
    select ${columns} from service_accounts
    where workspace_id = ${queries.workspaceId}
    order by name, service_account_id`)
}

/** Returns a service account; on request locked against changes until the transaction ends. */
export async function findServiceAccount(
  queries: WorkspaceQueries,
  serviceAccountId: string,
  { lock = false } = {},
): Promise<ServiceAccountRow | undefined> {
  const [row] = await queries.rows<ServiceAccountRow>(sql`
    select ${columns} from service_accounts
    where workspace_id = ${queries.workspaceId} and service_account_id = ${serviceAccountId}
    ${lock ? sql`for no key update` : empty}`)
  return row
}

export async function insertServiceAccount(tx: Transaction, account: ServiceAccountRow): Promise<void> {
  await tx.rows(sql`
    insert into service_accounts (
      workspace_id, service_account_id, name, role, site_ids, is_active, created_at, updated_at
    ) values (
      ${tx.workspaceId}, ${account.serviceAccountId}, ${account.name}, ${account.role},
      ${account.siteIds}::uuid[], ${account.isActive}, ${account.createdAt}, ${account.updatedAt}
    )`)
}

export async function updateServiceAccount(tx: Transaction, account: ServiceAccountRow): Promise<void> {
  await tx.rows(sql`
    update service_accounts
    set name = ${account.name}, role = ${account.role}, site_ids = ${account.siteIds}::uuid[],
      is_active = ${account.isActive}, updated_at = ${account.updatedAt}
    where workspace_id = ${tx.workspaceId} and service_account_id = ${account.serviceAccountId}`)
}
