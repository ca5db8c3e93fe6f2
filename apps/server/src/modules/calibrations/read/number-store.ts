import { sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { recordColumns, decisionJoins, withinSites } from '../read-store.ts'
import type { CalibrationRow } from '../record.ts'

/** Upper bound of all numbers with a prefix: no character sorts after the last code point. */
const LAST_LETTER = '\u{10ffff}'

/** A record with the certificate number that matched. */
type NumberedRow = CalibrationRow & { number: string }

/**
 * Returns the first records whose certificate number, stated or issued, starts with the prefix, ordered by number and
 * within the given sites (null: all). Case-insensitive.
 */
export function findByNumber(
  queries: WorkspaceQueries,
  beginning: string,
  siteIds: readonly string[] | null,
  limit: number,
): Promise<NumberedRow[]> {
  const inRange = (key: Sql) => sql`
    ${key} >= upper(${beginning}::text) and ${key} < upper(${beginning}::text) || ${LAST_LETTER}::text`
  return queries.rows<NumberedRow>(sql`
    with stated as (
      select c.calibration_id, c.certificate_number as number, c.certificate_number_key as key
      from calibrations c
      where c.workspace_id = ${queries.workspaceId} and ${inRange(sql`c.certificate_number_key`)}
        ${withinSites(siteIds)}
      order by c.certificate_number_key, c.ledger_index
      limit ${limit}),
    issued as (
      select c.calibration_id, f.number, f.number_key as key
      from certificates f
      join calibrations c on c.workspace_id = f.workspace_id and c.calibration_id = f.calibration_id
      where f.workspace_id = ${queries.workspaceId} and ${inRange(sql`f.number_key`)} ${withinSites(siteIds)}
      order by f.number_key
      limit ${limit}),
    found as (
      select distinct on (calibration_id) *
      from (select * from issued union all select * from stated) every
      order by calibration_id, key)
    select ${recordColumns}, found.number
    from found
    join calibrations c on c.workspace_id = ${queries.workspaceId} and c.calibration_id = found.calibration_id
    ${decisionJoins}
    order by found.key, c.ledger_index
    limit ${limit}`)
}
