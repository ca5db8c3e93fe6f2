import type { ResponsibleGap } from '@plumbline/contract'
import { sql, type Sql } from '../../platform/db/index.ts'
import { cannotCalibrateAt } from '../access/index.ts'

/** Condition that instruments `i` have no responsible person who can see to them. */
export function responsibleGapCondition(gap: ResponsibleGap): Sql {
  if (gap === 'none') return sql`i.responsible_id is null`
  const lost = cannotCalibrateAt({ personId: sql`i.responsible_id`, siteId: sql`i.site_id` })
  return sql`i.responsible_id is not null and ${lost}`
}
