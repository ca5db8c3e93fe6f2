import type { DueDigest } from '@plumbline/contract'

/**
 * The time zone of a digest: that of the sites it covers if they share one, otherwise that of the workspace.
 * @param zones of the sites, as often as they occur
 */
export function digestZone(zones: readonly string[], workspaceZone: string): string {
  const [zone, ...others] = new Set(zones)
  return zone === undefined || others.length > 0 ? workspaceZone : zone
}

/**
 * Returns the day whose digest is due at an instant, as YYYY-MM-DD in a zone. Undefined if none is due: on other weekdays,
 * before its hour, and many hours after it, so that a server that was stopped overnight sends no digest in the evening.
 */
export function digestDay(
  { weekdays, hour }: Pick<DueDigest, 'weekdays' | 'hour'>,
  now: Date,
  timeZone: string,
): string | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const isIts = weekdays.includes(local.dayOfWeek) && local.hour >= hour && local.hour < hour + LATE_HOURS_MAX
  return isIts ? local.toPlainDate().toString() : undefined
}

/** A digest that is later than this is not sent: the next one contains the same. */
const LATE_HOURS_MAX = 12
