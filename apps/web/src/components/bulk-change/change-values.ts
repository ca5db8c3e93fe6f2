import type { BulkChange } from '@plumbline/contract'
import { wholeNumber } from '../form/whole-number.ts'

/** What a change of many may set. */
export const bulkParts = ['interval', 'site', 'location', 'responsible', 'grace', 'status'] as const
export type BulkPart = (typeof bulkParts)[number]

/** The form as it is typed: which parts are to change, and what to. */
export interface BulkValues {
  readonly parts: readonly BulkPart[]
  readonly intervalValue: string
  readonly intervalUnit: NonNullable<BulkChange['calibration_interval_unit']>
  readonly site: string
  /** Empty: out of any location. */
  readonly location: string
  /** Empty: nobody. */
  readonly responsible: string
  /** Empty: no grace period of its own. */
  readonly grace: string
  readonly status: NonNullable<BulkChange['status']>
  readonly reason: string
}

/** Whether there is something to change and everything that it needs is given. */
export function isComplete({ parts, intervalValue, site, reason }: BulkValues): boolean {
  if (parts.length === 0 || reason.trim() === '') return false
  if (parts.includes('interval') && intervalValue.trim() === '') return false
  return !parts.includes('site') || site !== ''
}

/** The change as the API takes it; text that is no number goes as it is, to be refused beside its field. */
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

/** Sent as typed where it is no number, whatever the contract says of it: the server refuses it beside its field. */
function numberOf(text: string): number {
  return wholeNumber(text) as number
}
