import { because, PERFORMED_AHEAD_MS_MAX, PERFORMED_FROM } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'

/**
 * Requires that the time of a calibration is neither more than 24 hours in the future nor before 1900-01-02.
 * @throws 422 VALIDATION_ERROR that names the field
 */
export function requirePlausibleTime(clock: Clock, field: string, instant: string | null | undefined): void {
  if (!instant) return
  const at = Date.parse(instant)
  if (at > clock.now().getTime() + PERFORMED_AHEAD_MS_MAX) {
    throw invalidField(field, because('field.in_future'), 'too_late')
  }
  if (at < Date.parse(PERFORMED_FROM)) throw invalidField(field, because('field.before_1900'), 'too_early')
}
