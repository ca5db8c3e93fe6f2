import { standardsCatalogue } from './catalogue.ts'
import { resolveStandards, unknownStandards as unknownIn, type CatalogueStandard } from './rules/catalogue.ts'
import {
  fieldRequirements as requirementsIn,
  type FieldRequirement,
  type FieldRequirements,
  type RequirementContext,
} from './rules/field-requirements.ts'
import { missingFields as missingIn, type MissingField } from './rules/missing-fields.ts'

/** Every standard that a workspace can select, in the order in which they are offered. */
export function availableStandards(): readonly CatalogueStandard[] {
  return standardsCatalogue.standards
}

/** The selected standards in the same order, each once; unknown keys are left out. */
export function selectedStandards(keys: readonly string[]): CatalogueStandard[] {
  return resolveStandards(standardsCatalogue, keys)
}

/** The keys that no standard has, in the order given, each once. */
export function unknownStandards(keys: readonly string[]): string[] {
  return unknownIn(standardsCatalogue, keys)
}

/** What the selected standards ask of calibration records and of the register. */
export function fieldRequirements(keys: readonly string[], context: RequirementContext): FieldRequirements {
  return requirementsIn(standardsCatalogue, keys, context)
}

/** The required fields that the body of a calibration leaves blank. */
export function missingFields(
  requirements: readonly FieldRequirement[],
  body: Readonly<Record<string, unknown>>,
): MissingField[] {
  return missingIn(standardsCatalogue, requirements, body)
}
