import type { BulkChange } from '@plumbline/contract'
import { wholeNumber } from '../form/whole-number.ts'

/** The parts that a bulk change can set. */
export const bulkParts = ['interval', 'site', 'location', 'responsible', 'grace', 'status'] as const
export type BulkPart = (typeof bulkParts)[number]

/** The values of the form as typed: selected parts and new values. */
export interface BulkValues {
  readonly parts: readonly BulkPart[]
  readonly intervalValue: string
  readonly intervalUnit: NonNullable<BulkChange['calibration_interval_unit']>
  readonly site: string
  /** Empty for no location. */
  readonly location: string
  /** Empty for nobody. */
  readonly responsible: string
  /** Empty for no own grace period. */
  readonly grace: string
  readonly status: NonNullable<BulkChange['status']>
  readonly reason: string
}

/** Returns whether something is selected and all required values are present. */
export function isComplete({ parts, intervalValue, site, reason }: BulkValues): boolean {
  if (parts.length === 0 || reason.trim() === '') return false
  if (parts.includes('interval') && intervalValue.trim() === '') return false
  return !parts.includes('site') || site !== ''
}

/** Returns the change for the API; text that is not a number is passed as typed, so that it is refused at its field. */
export function changeOf(values: BulkValues): BulkChange {
  const has = (part: BulkPart) => values.parts.includes(part)
  return {
    ...(has('interval') && {
      calibration_interval_value: numberOf(values.intervalValue),
      calibration_interval_unit: values.intervalUnit,
    }),
    ...(has('site') && { site_id: values.site }),
    ...(has('location') && { location_id: values.location === '' ? null : values.location }),
    ...(has('responsible') && { responsible_id: values.responsible || null }),
    ...(has('grace') && { grace_days: values.grace.trim() === '' ? null : numberOf(values.grace) }),
    ...(has('status') && { status: values.status }),
  }
}

/** Returns the number, or the text as typed if it is not a number, so that the server refuses it at its field. */
function numberOf(text: string): number {
  return wholeNumber(text) as number
}
