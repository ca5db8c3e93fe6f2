import { isBlank } from './blank.ts'
import type { CalibrationField, StandardsCatalogue } from './catalogue.ts'
import type { FieldRequirement } from './field-requirements.ts'

/** A required field that a body leaves blank: an entry of `details.missing_fields`. */
export interface MissingField {
  field: string
  required_by: string[]
}

/**
 * Returns the required fields that the body of a calibration leaves blank, according to the requirements of its
 * calibration type. Fields that the server sets are never missing, nor are fields of in-house records that have a
 * default. Source: contract, FIELD_REQUIREMENTS_UNMET; decisions, "Calibrations".
 */
export function missingFields(
  catalogue: StandardsCatalogue,
  requirements: readonly FieldRequirement[],
  body: Readonly<Record<string, unknown>>,
): MissingField[] {
  const definitions = new Map(catalogue.calibration_fields.map((each) => [each.field, each]))
  return requirements
    .filter(({ requirement, request_field }) => requirement === 'required' && request_field !== null)
    .filter(({ field }) => !isMet(definitions.get(field), body))
    .map(({ field, required_by }) => ({ field, required_by }))
}

function isMet(definition: CalibrationField | undefined, body: Readonly<Record<string, unknown>>): boolean {
  if (definition === undefined) throw new Error('a requirement for a field that the catalogue does not have')
  const isInHouse = body['calibration_type'] !== 'external_certificate'
  if (definition.default_in_house === true && isInHouse) return true
  const keys = definition.satisfied_by ?? [definition.request_field ?? definition.field]
  return keys.some((key) => !isBlank(body[key]))
}
