import { failingResults } from '@plumbline/contract'
import { join, raw, sql, type Sql } from '../../platform/db/index.ts'
import { DATE_MAX } from './rules/local-date.ts'

/** Constants of the code, written into the text so that a plan can take them into account. */
const failing = join(failingResults.map((result) => raw(`'${result}'`)))

/** The rule `isFailing` as a condition on a result column; null if the column is. */
export function failingCondition(result: Sql): Sql {
  return sql`${result} in (${failing})`
}

/** Expressions from which a due date is computed. */
interface DueDateSource {
  readonly result: Sql
  /** A timestamptz. */
  readonly performedAt: Sql
  readonly timeZone: string
  readonly intervalValue: Sql
  readonly intervalUnit: Sql
  /** The due date stated by the record; null if it states none. */
  readonly stated: Sql
}

/** The rule `computedDueDate` as an expression; null if there is no calibration, a failed one, or no interval. */
export function dueDateExpression({
  result,
  performedAt,
  timeZone,
  intervalValue,
  intervalUnit,
  stated,
}: DueDateSource): Sql {
  const spanIn = (unit: string) =>
    sql`case ${intervalUnit} when ${raw(`'${unit}'`)} then ${intervalValue} else 0 end`
  return sql`case when ${failingCondition(result)} or ${performedAt} is null
    or ${intervalValue} is null then null
    else least(
      ((${performedAt} at time zone ${timeZone})::date + make_interval(
        years => ${spanIn('years')}, months => ${spanIn('months')}, days => ${spanIn('days')}))::date,
      ${stated}, ${raw(`'${DATE_MAX}'`)}::date)
    end`
}

/** Returns the first day of the warning before a due date. @param own days of the instrument, null for the default */
export function warningBegins(due: Sql, own: Sql, usualDays: number): Sql {
  return sql`${due} - coalesce(${own}, ${usualDays}::integer)`
}
