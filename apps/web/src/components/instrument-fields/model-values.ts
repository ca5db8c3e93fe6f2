import type { AppInstrument, BulkChange, InstrumentModel } from '@plumbline/contract'

/** The values that a model defines for instruments. */
const modelParts = ['procedure', 'interval', 'tolerance', 'category'] as const
export type ModelPart = (typeof modelParts)[number]

/** The values of a model, or the corresponding ones of an instrument. */
export type ModelValues = Pick<
  AppInstrument,
  'procedure_id' | 'calibration_interval_value' | 'calibration_interval_unit' | 'tolerance_spec' | 'category'
>

/** Returns the parts for which a model sets values. */
export function statedParts(model: ModelValues): ModelPart[] {
  return modelParts.filter((part) => fieldsOf[part].every((name) => model[name] !== null))
}

/** Returns the parts in which an instrument's values differ from those of its model. */
export function ownParts(instrument: ModelValues, model: ModelValues): ModelPart[] {
  return statedParts(model).filter((part) => fieldsOf[part].some((name) => instrument[name] !== model[name]))
}

/** Returns the known model of an instrument, or undefined. */
export function modelOf(
  { manufacturer, model }: Pick<AppInstrument, 'manufacturer' | 'model'>,
  models: readonly InstrumentModel[],
): InstrumentModel | undefined {
  return models.find((each) => isSame(each.manufacturer, manufacturer) && isSame(each.model, model))
}

/** The change that gives instruments these parts of a model. */
export function changeToModel(model: ModelValues, parts: readonly ModelPart[]): BulkChange {
  const names = parts.flatMap((part) => fieldsOf[part])
  // A model states either half of an interval with the other one.
  return Object.fromEntries(names.map((name) => [name, model[name]]))
}

const fieldsOf: Readonly<Record<ModelPart, readonly (keyof ModelValues)[]>> = {
  procedure: ['procedure_id'],
  interval: ['calibration_interval_value', 'calibration_interval_unit'],
  tolerance: ['tolerance_spec'],
  category: ['category'],
}

function isSame(one: string, other: string | null): boolean {
  return one.trim().toLowerCase() === other?.trim().toLowerCase()
}
