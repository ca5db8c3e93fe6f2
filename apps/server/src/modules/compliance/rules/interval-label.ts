import type { CalibrationInterval } from './due-date.ts'

/** An interval as people read it: `12 months`, `1 year`. */
export function intervalLabel({ value, unit }: CalibrationInterval): string {
  return `${value} ${value === 1 ? unit.slice(0, -1) : unit}`
}
