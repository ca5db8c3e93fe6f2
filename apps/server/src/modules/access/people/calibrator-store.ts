import { sql, type Sql } from '../../../platform/db/index.ts'
import type { Member } from '../people-store.ts'

/**
 * Condition that a person cannot enter calibrations at a site, of columns of a row `i`: as `canCalibrateAt` decides it
 * for one member.
 */
export function cannotCalibrateAt(columns: { readonly personId: Sql; readonly siteId: Sql }): Sql {
  const { personId, siteId } = columns
  return sql`not exists (
    select from memberships m
    where m.workspace_id = i.workspace_id and m.person_id = ${personId} and m.is_active and m.role <> 'auditor'
      and (m.site_ids is null or ${siteId} = any(m.site_ids)))`
}

/**
 * Whether a member can enter calibrations at a site.
 * @param siteId undefined if the site is not known yet
 */
export function canCalibrateAt(
  member: Pick<Member, 'isActive' | 'role' | 'siteIds'> | undefined,
  siteId: string | undefined,
): boolean {
  if (!member?.isActive || member.role === 'auditor') return false
  return member.siteIds === null || siteId === undefined || member.siteIds.includes(siteId)
}
