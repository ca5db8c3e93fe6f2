import type { IntervalUnit } from '@plumbline/contract'
import { canonicalJson, RecordedPayload, type CanonicalValue } from '../../ledger/index.ts'

/** An instrument model as stored: the initial values of new instruments, null if none is defined. */
export type ModelFields = {
  readonly manufacturer: string
  readonly model: string
  readonly procedure_id: string | null
  readonly calibration_interval_value: number | null
  readonly calibration_interval_unit: IntervalUnit | null
  readonly tolerance_spec: string | null
  readonly category: string | null
}

/** Recorded fields of a model; their names are its columns. */
export const modelFields = {
  manufacturer: 'manufacturer',
  model: 'model',
  procedure_id: 'procedure_id',
  calibration_interval_value: 'calibration_interval_value',
  calibration_interval_unit: 'calibration_interval_unit',
  tolerance_spec: 'tolerance_spec',
  category: 'category',
} as const satisfies Record<keyof ModelFields, string>

/** The payload of a new model's entry. */
export const modelPayload = new RecordedPayload({ kinds: ['instrument_model.created'], fields: modelFields })

/** Returns the values before and after of each member that differs; empty if none does. */
export function modelChanges(
  before: ModelFields,
  after: ModelFields,
): Record<string, { before: CanonicalValue; after: CanonicalValue }> {
  const names = Object.keys(modelFields) as (keyof ModelFields)[]
  const changed = names.filter((name) => canonicalJson(before[name]) !== canonicalJson(after[name]))
  return Object.fromEntries(changed.map((name) => [name, { before: before[name], after: after[name] }]))
}
