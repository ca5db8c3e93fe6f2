import { sql, type RowStream, type Snapshot } from '../../platform/db/index.ts'
import { recordedColumns, type DigestRow, type ReadModel, type RowColumns } from '../ledger/index.ts'
import {
  apiKeyFields,
  invitationFields,
  membershipFields,
  personFields,
  serviceAccountFields,
} from './ledger-payload.ts'

export const personRows: ReadModel = {
  table: 'people',
  id: 'id',
  key: ['id'],
  isShared: true,
  unique: { email: sql`t.id::text` },
  beginning: { created_at: sql`statement_timestamp()`, updated_at: sql`statement_timestamp()` },
}
export const membershipRows: ReadModel = { table: 'memberships', id: 'person_id' }
export const serviceAccountRows: ReadModel = { table: 'service_accounts', id: 'service_account_id' }
export const invitationRows: ReadModel = {
  table: 'invitations',
  id: 'invitation_id',
  unique: { email: sql`t.invitation_id::text` },
}
export const keyRows: ReadModel = {
  table: 'api_keys',
  id: 'key_id',
  key: ['key_id'],
  unique: { prefix: sql`t.key_id::text` },
  irreplaceable: ['salt', 'hash'],
}

/** Memberships of a member elsewhere, except for the sample data of this workspace. */
const elsewhere = sql`
  select from memberships other
  where other.person_id = m.person_id and other.workspace_id <> m.workspace_id
    and not exists (
      select from sample_workspaces s
      where s.workspace_id = other.workspace_id and s.sample_of = m.workspace_id)`

/** Members who also belong to another workspace, active there or not. */
export async function peopleOfOtherWorkspaces(snapshot: Snapshot): Promise<string[]> {
  const rows = await snapshot.rows<{ personId: string }>(sql`
    select m.person_id as "personId"
    from memberships m
    where m.workspace_id = ${snapshot.workspaceId}
      and exists (${elsewhere})`)
  return rows.map((row) => row.personId)
}

/** Names and addresses of members who belong only to this workspace. */
export function streamPersonRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select p.id, ${recordedColumns(personFields, { of: 'p' })}
    from memberships m
    join people p on p.id = m.person_id
    where m.workspace_id = ${snapshot.workspaceId}
      and not exists (${elsewhere})`)
}

export function streamMembershipRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select person_id, ${recordedColumns(membershipFields)}, is_active, created_at, updated_at
    from memberships
    where workspace_id = ${snapshot.workspaceId}`)
}

export function streamServiceAccountRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select service_account_id, ${recordedColumns(serviceAccountFields)}, is_active, created_at, updated_at
    from service_accounts
    where workspace_id = ${snapshot.workspaceId}`)
}

export function streamInvitationRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select invitation_id, ${recordedColumns(invitationFields)}, state, created_at, updated_at
    from invitations
    where workspace_id = ${snapshot.workspaceId}`)
}

/** Walks the SHA-256 of each key's salt and hash. */
export function streamKeyDigests(snapshot: Snapshot): RowStream<DigestRow> {
  return snapshot.stream(sql`
    select key_id as "rowId", encode(sha256(salt || hash), 'hex') as digest
    from api_keys
    where workspace_id = ${snapshot.workspaceId}`)
}

/** Walks keys without their salt and hash. */
export function streamKeyRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select key_id, ${recordedColumns(apiKeyFields)}, revoked_at, rate_limit_per_minute, created_at
    from api_keys
    where workspace_id = ${snapshot.workspaceId}`)
}
