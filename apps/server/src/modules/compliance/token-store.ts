import { statusesInUse, type ComplianceToken } from '@plumbline/contract'
import { join, sql, type Sql } from '../../platform/db/index.ts'
import { warningBegins } from './due-rule-store.ts'
import type { TokenDay } from './rules/token-day.ts'

/**
 * Condition that is true for rows with this token, as a range of their due date in the workspace's time zone
 * (decisions, section 6). It uses the columns compliance_group, grace_days and warning_days, which the register and
 * its counts both have. Few instruments have a grace or warning period of their own; for all others the bounds are
 * the same, so that an index range can be read. Groups are literals in the text, because partial indexes name them.
 * @param due the column of the due date
 */
export function tokenCondition(token: ComplianceToken, day: TokenDay, due: Sql): Sql {
  const { today, warnUntil } = day
  const conditions: Readonly<Record<ComplianceToken, Sql>> = {
    NOT_CALIBRATED: sql`compliance_group = 'never'`,
    OUT_FOR_CALIBRATION: sql`compliance_group = 'out'`,
    NON_COMPLIANT: sql`(compliance_group = 'failed' or ${overdueCondition(day, due)})`,
    WARNING: scheduled(
      sql`${due} >= ${today} and ${due} <= ${warnUntil}`,
      sql`${due} + coalesce(grace_days, 0) >= ${today} and ${warnFrom(day, due)} <= ${today}`,
    ),
    COMPLIANT: sql`(${due} > ${today} and ${scheduled(
      sql`${due} > ${warnUntil}`,
      sql`${warnFrom(day, due)} > ${today}`,
    )})`,
  }
  return conditions[token]
}

/** Rows past due date and grace: those that are NON_COMPLIANT without having failed. */
export function overdueCondition({ today }: TokenDay, due: Sql): Sql {
  const isOverdue = scheduled(sql`true`, sql`${due} + coalesce(grace_days, 0) < ${today}`)
  return sql`(${due} < ${today} and ${isOverdue})`
}

/** Rows of the counts (or, with `inUseCondition`, of the register) whose status is one of those in use. */
export const statusInUseCondition = sql`status in (${join(statusesInUse.map((status) => sql`${status}`))})`

/** Rows of the register that are in use: in a status of use, and not quarantined. */
export const inUseCondition = sql`(${statusInUseCondition} and not is_quarantined)`

/** Rows with a schedule that are within or past their warning days: those that are not COMPLIANT. */
export function attentionCondition(day: TokenDay, due: Sql): Sql {
  return scheduled(sql`${due} <= ${day.warnUntil}`, sql`${warnFrom(day, due)} <= ${day.today}`)
}

function warnFrom({ warningDays }: TokenDay, due: Sql): Sql {
  return warningBegins(due, sql`warning_days`, warningDays)
}

function scheduled(usual: Sql, own: Sql): Sql {
  return sql`(compliance_group = 'scheduled' and (
      (grace_days is null and warning_days is null and ${usual})
      or ((grace_days is not null or warning_days is not null) and ${own})))`
}
