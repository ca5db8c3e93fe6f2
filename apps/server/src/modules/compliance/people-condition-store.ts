import type { Concern, ResponsibleGap } from '@plumbline/contract'
import { sql, type Sql } from '../../platform/db/index.ts'
import { cannotCalibrateAt } from '../access/index.ts'
import { assignedCondition } from './assign/assignment-store.ts'

/** Condition that instruments `i` have no responsible person who can see to them. */
export function responsibleGapCondition(gap: ResponsibleGap): Sql {
  if (gap === 'none') return sql`i.responsible_id is null`
  const lost = cannotCalibrateAt({ personId: sql`i.responsible_id`, siteId: sql`i.site_id` })
  return sql`i.responsible_id is not null and ${lost}`
}

/** Condition that instruments `i` of a workspace concern a person. */
export function concerningCondition(
  workspaceId: string,
  { personId, as }: { personId: string; as: Concern },
): Sql {
  const assigned = assignedCondition(workspaceId, { to: personId })
  const responsible = sql`i.responsible_id = ${personId}`
  if (as === 'assigned') return assigned
  return as === 'responsible' ? responsible : sql`(${responsible} or ${assigned})`
}
