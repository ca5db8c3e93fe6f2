import type { SubjectType } from '@plumbline/contract'
import { sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** The subject of an entry. */
export interface Subject {
  readonly subjectType: SubjectType
  readonly subjectId: string
}

/** Selects `id` and `label` of the subjects with the given IDs; those that no longer exist have no row. */
type Naming = (workspaceId: string, ids: readonly string[]) => Sql

/** The current name of each type of subject, from the tables of its module. */
const namings: Readonly<Record<SubjectType, Naming>> = {
  calibration: (workspaceId, ids) => sql`
    select c.calibration_id::text as id, i.asset_tag as label
    from calibrations c
    join instruments i on i.workspace_id = c.workspace_id and i.instrument_id = c.instrument_id
    where c.workspace_id = ${workspaceId} and c.calibration_id = any(${ids}::uuid[])`,
  certificate: (workspaceId, ids) => sql`
    select certificate_id as id, number as label
    from certificates
    where workspace_id = ${workspaceId} and certificate_id = any(${ids}::text[])`,
  instrument: (workspaceId, ids) => sql`
    select instrument_id::text as id, asset_tag as label
    from instruments
    where workspace_id = ${workspaceId} and instrument_id = any(${ids}::uuid[])`,
  finding: (workspaceId, ids) => sql`
    select f.finding_id::text as id, i.asset_tag as label
    from findings f
    join instruments i on i.workspace_id = f.workspace_id and i.instrument_id = f.instrument_id
    where f.workspace_id = ${workspaceId} and f.finding_id = any(${ids}::uuid[])`,
  document: (workspaceId, ids) => sql`
    select document_id::text as id, file_name as label
    from documents
    where workspace_id = ${workspaceId} and document_id = any(${ids}::uuid[])`,
  workspace: (workspaceId, ids) => sql`
    select workspace_id::text as id, name as label
    from workspaces
    where workspace_id = ${workspaceId} and workspace_id = any(${ids}::uuid[])`,
  site: (workspaceId, ids) => sql`
    select site_id::text as id, name as label
    from sites
    where workspace_id = ${workspaceId} and site_id = any(${ids}::uuid[])`,
  location: (workspaceId, ids) => sql`
    select location_id::text as id, name as label
    from locations
    where workspace_id = ${workspaceId} and location_id = any(${ids}::uuid[])`,
  procedure: (workspaceId, ids) => sql`
    select procedure_id::text as id, code as label
    from procedures
    where workspace_id = ${workspaceId} and procedure_id = any(${ids}::uuid[])`,
  instrument_model: (workspaceId, ids) => sql`
    select model_id::text as id, manufacturer || ' ' || model as label
    from instrument_models
    where workspace_id = ${workspaceId} and model_id = any(${ids}::uuid[])`,
  class_table: (workspaceId, ids) => sql`
    select table_id::text as id, name as label
    from class_tables
    where workspace_id = ${workspaceId} and table_id = any(${ids}::uuid[])`,
  provider: (workspaceId, ids) => sql`
    select provider_id::text as id, name as label
    from providers
    where workspace_id = ${workspaceId} and provider_id = any(${ids}::uuid[])`,
  invitation: (workspaceId, ids) => sql`
    select invitation_id::text as id, name as label
    from invitations
    where workspace_id = ${workspaceId} and invitation_id = any(${ids}::uuid[])`,
  user: (workspaceId, ids) => sql`
    select p.id::text as id, p.name as label
    from memberships m
    join people p on p.id = m.person_id
    where m.workspace_id = ${workspaceId} and m.person_id = any(${ids}::uuid[])`,
  service_account: (workspaceId, ids) => sql`
    select service_account_id::text as id, name as label
    from service_accounts
    where workspace_id = ${workspaceId} and service_account_id = any(${ids}::uuid[])`,
  api_key: (workspaceId, ids) => sql`
    select key_id::text as id, name as label
    from api_keys
    where workspace_id = ${workspaceId} and key_id = any(${ids}::uuid[])`,
  webhook: (workspaceId, ids) => sql`
    select endpoint_id::text as id, url as label
    from webhook_endpoints
    where workspace_id = ${workspaceId} and endpoint_id = any(${ids}::uuid[])`,
}

/** Returns the display names of the subjects of entries, by ID, in one round trip. */
export async function findLabels(
  queries: WorkspaceQueries,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, string>> {
  const byType = Map.groupBy(subjects, ({ subjectType }) => subjectType)
  if (byType.size === 0) return new Map()
  const found = (await queries.batch(
    [...byType].map(([type, named]) =>
      namings[type](queries.workspaceId, [...new Set(named.map(({ subjectId }) => subjectId))]),
    ),
  )) as { id: string; label: string }[][]
  return new Map(found.flat().map(({ id, label }) => [id, label]))
}
