import data from './catalogue.json' with { type: 'json' }
import { isBlank } from './rules/blank.ts'
import {
  type CatalogueStandard,
  resolveStandards,
  type StandardsCatalogue,
  unknownStandards as unknownIn,
} from './rules/catalogue.ts'
import {
  type FieldRequirement,
  type FieldRequirements,
  fieldRequirements as requirementsIn,
  type RequirementContext,
} from './rules/field-requirements.ts'
import { type MissingField, missingFields as missingIn } from './rules/missing-fields.ts'

/** The standards that a workspace can select. A test verifies that the file has this shape. */
export const standardsCatalogue = data as StandardsCatalogue

/** Returns every standard that a workspace can select, in the order in which they are offered. */
export function availableStandards(): readonly CatalogueStandard[] {
  return standardsCatalogue.standards
}

/** Returns the selected standards in the same order, each once; unknown keys are omitted. */
export function selectedStandards(keys: readonly string[]): CatalogueStandard[] {
  return resolveStandards(standardsCatalogue, keys)
}

/** Returns the keys that no standard has, in the order given, each once. */
export function unknownStandards(keys: readonly string[]): string[] {
  return unknownIn(standardsCatalogue, keys)
}

/** Returns the requirements of the selected standards for calibration records and the register. */
export function fieldRequirements(keys: readonly string[], context: RequirementContext): FieldRequirements {
  return requirementsIn(standardsCatalogue, keys, context)
}

/** Maximum number of selections whose requirements are cached. */
const REMEMBERED_MAX = 200

const remembered = new Map<string, FieldRequirements['calibration']>()

/** Returns the requirements for calibration records, cached because each record needs them three times. */
function askedOfRecords(keys: readonly string[], context: RequirementContext): readonly FieldRequirement[] {
  const { calibrationType, workspaceDefaultDecisionRule: rule } = context
  const selection = JSON.stringify([keys, calibrationType, isBlank(rule)])
  const known = remembered.get(selection)
  if (known) return known
  if (remembered.size >= REMEMBERED_MAX) remembered.clear()
  const { calibration } = fieldRequirements(keys, context)
  remembered.set(selection, calibration)
  return calibration
}

/** Returns the names of the fields that the body of a calibration must state. */
export function requiredFields(keys: readonly string[], context: RequirementContext): string[] {
  return askedOfRecords(keys, context)
    .filter(({ requirement, request_field }) => requirement === 'required' && request_field !== null)
    .map(({ field }) => field)
}

/**
 * Returns those of the required fields that a calibration's body leaves blank, each with the given standards that
 * require it. A name that is no longer in the catalog requires nothing.
 */
export function missingOf(
  names: readonly string[],
  keys: readonly string[],
  calibrationType: RequirementContext['calibrationType'],
  body: Readonly<Record<string, unknown>>,
): MissingField[] {
  const context = { calibrationType, workspaceDefaultDecisionRule: null }
  const asked = askedOfRecords(keys, context)
    .filter(({ field }) => names.includes(field))
    .map((field): FieldRequirement => ({ ...field, requirement: 'required' }))
  return missingIn(standardsCatalogue, asked, body)
}
