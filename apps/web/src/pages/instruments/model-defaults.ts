import type { InstrumentModel } from '@plumbline/contract'
import { modelOf } from '../../components/instrument-fields/model-values.ts'
import type { InstrumentFormValues } from './instrument-form-values.ts'

/** The members of new instruments that a model states; the server fills in the procedure. */
const defaulted = [
  'calibration_interval_value',
  'calibration_interval_unit',
  'tolerance_spec',
  'category',
] as const

/**
 * Returns the form with the defaults of a known model once manufacturer and model name it, except for fields that the user has
 * edited since the form was opened or another model was named.
 */
export function withModel(
  before: InstrumentFormValues,
  after: InstrumentFormValues,
  models: readonly InstrumentModel[],
): InstrumentFormValues {
  const [former, present] = [modelOf(before, models), modelOf(after, models)]
  if (!present || former?.id === present.id) return after
  const stated = defaulted.filter((name) => present[name] !== null && isUntyped(name, before, former))
  return { ...after, ...Object.fromEntries(stated.map((name) => [name, String(present[name])])) }
}

/** The initial values of a new form. */
const INITIAL: Readonly<Partial<Record<(typeof defaulted)[number], string>>> = {
  calibration_interval_value: '12',
  calibration_interval_unit: 'months',
}

function isUntyped(
  name: (typeof defaulted)[number],
  values: InstrumentFormValues,
  former: InstrumentModel | undefined,
): boolean {
  return values[name] === (INITIAL[name] ?? '') || values[name] === String(former?.[name] ?? '')
}
