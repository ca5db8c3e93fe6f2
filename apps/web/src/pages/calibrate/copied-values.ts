import { useMemo, useState } from 'react'
import type { CalibrationRecord } from '@plumbline/contract'
import { dateInZone, formatDate } from '../../base/formats.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { hasCopiedUncertainty, withoutCopies } from './points/point-entry.ts'
import type { FormPoints } from './points/use-form-points.ts'
import type { RecordField, RecordValues } from './record-values.ts'

/** Fields copied from the last record, which somebody must check before they are stated again. */
const copiedNames = [
  'nominal_value',
  'tolerance',
  'measurement_uncertainty',
  'coverage_factor',
  'confidence_level',
  'decision_rule',
  'reference_standard',
  'traceability_reference',
  'service_provider',
] as const satisfies readonly RecordField[]

/** The values of a form that are copied from the last record. */
export interface CopiedValues {
  /** When the last record was performed, as a date in words. */
  readonly from: string
  /** Fields that are neither changed nor confirmed. */
  readonly fields: ReadonlySet<RecordField>
  /** Whether any are left, those of points among them. */
  readonly hasAny: boolean
  /** Confirms that all of them apply to this calibration, too. */
  readonly confirm: () => void
}

/** Marks copied values until they are changed or confirmed; null if nothing can be copied. */
export function useCopiedValues(
  last: CalibrationRecord | null,
  values: RecordValues,
  points: FormPoints,
): CopiedValues | null {
  const { timezone: zone } = useWorkspace().workspace
  const [isConfirmed, setConfirmed] = useState(false)
  const fields = useMemo(
    () =>
      new Set(isConfirmed || last === null ? [] : copiedNames.filter((name) => isCopied(values, last, name))),
    [isConfirmed, last, values],
  )
  if (last === null || last.performed_at === null) return null
  return {
    from: formatDate(dateInZone(last.performed_at, zone)),
    fields,
    hasAny: fields.size > 0 || points.entries.some(hasCopiedUncertainty),
    confirm: () => {
      setConfirmed(true)
      if (points.entries.some(hasCopiedUncertainty)) points.change(points.entries.map(withoutCopies))
    },
  }
}

function isCopied(
  values: RecordValues,
  last: CalibrationRecord,
  name: (typeof copiedNames)[number],
): boolean {
  return values[name] !== '' && values[name] === last[name]
}
