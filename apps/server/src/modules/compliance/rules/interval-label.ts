import type { CalibrationInterval } from './due-date.ts'

/** Returns an interval as shown to people: `12 months`, `1 year`. */
export function intervalLabel({ value, unit }: CalibrationInterval): string {
  return `${value} ${value === 1 ? unit.slice(0, -1) : unit}`
}
