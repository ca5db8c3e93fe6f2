import { isBlank } from './blank.ts'
import {
  resolveStandards,
  type CalibrationField,
  type CatalogueStandard,
  type InstrumentField,
  type RequirementLevel,
  type StandardsCatalogue,
} from './catalogue.ts'

/** How strongly the resolved standards require a field (contract, "FieldRequirement"). */
export interface FieldRequirement {
  field: string
  label: string
  /** The strictest level among the baseline and every resolved standard. */
  requirement: RequirementLevel
  /** Labels of the resolved standards that themselves require the field. */
  required_by: string[]
  /** The body key that satisfies the field; null if the server sets it, and for instruments. */
  request_field: string | null
  note: string | null
}

/** The requirements of both scopes, in the order of the catalog. */
export interface FieldRequirements {
  calibration: FieldRequirement[]
  instrument: FieldRequirement[]
}

/** What the requirements depend on in addition to the standards. */
export interface RequirementContext {
  /** Null for a record without a type, which follows the rules for in-house records. */
  readonly calibrationType: 'in_house' | 'external_certificate' | null
  /** Blank if the workspace has none. */
  readonly workspaceDefaultDecisionRule: string | null
}

type MergedRequirement = Pick<FieldRequirement, 'requirement' | 'required_by'>

/** From the weakest level to the strictest. */
const LEVELS: readonly RequirementLevel[] = ['hidden', 'optional', 'recommended', 'required']

const WORKSPACE_DEFAULT_NOTE = "Taken from the workspace's default when it is not sent."

/**
 * Returns the requirements of a set of standards for calibration records and the register. The strictest level wins.
 * For an external certificate only its minimum is required, because the provider's certificate contains the evidence
 * for the rest. Unknown keys require nothing; `unknownStandards` returns them. Source: contract, "FieldRequirement";
 * decisions, "Calibrations" and "Standards and field requirements".
 */
export function fieldRequirements(
  catalogue: StandardsCatalogue,
  keys: readonly string[],
  context: RequirementContext,
): FieldRequirements {
  const standards = resolveStandards(catalogue, keys)
  return {
    calibration: catalogue.calibration_fields.map((definition) => {
      const merged = mergedRequirement(catalogue, standards, 'calibration', definition)
      return calibrationRequirement(catalogue, definition, merged, context)
    }),
    instrument: catalogue.instrument_fields.map((definition) => ({
      field: definition.field,
      label: definition.label,
      ...mergedRequirement(catalogue, standards, 'instrument', definition),
      request_field: null,
      note: null,
    })),
  }
}

function mergedRequirement(
  catalogue: StandardsCatalogue,
  standards: readonly CatalogueStandard[],
  scope: 'calibration' | 'instrument',
  { field }: InstrumentField,
): MergedRequirement {
  const levels = standards.map((standard) => standard[scope][field]?.level ?? 'hidden')
  return {
    requirement: [...levels, catalogue.baseline[scope][field] ?? 'hidden'].reduce(stricter),
    required_by: standards.filter((_, index) => levels[index] === 'required').map(({ label }) => label),
  }
}

function calibrationRequirement(
  catalogue: StandardsCatalogue,
  definition: CalibrationField,
  merged: MergedRequirement,
  { calibrationType, workspaceDefaultDecisionRule }: RequirementContext,
): FieldRequirement {
  const { field, label, request_field, note } = definition
  const isExternal = calibrationType === 'external_certificate'
  const hasDefault = definition.workspace_default === true && !isBlank(workspaceDefaultDecisionRule)
  return {
    field,
    label,
    ...(isExternal ? externalRequirement(catalogue, field, merged) : merged),
    request_field: hasDefault ? null : request_field,
    note: hasDefault ? WORKSPACE_DEFAULT_NOTE : note,
  }
}

function externalRequirement(
  { external_certificate: policy }: StandardsCatalogue,
  field: string,
  { requirement, required_by }: MergedRequirement,
): MergedRequirement {
  if (policy.minimum.includes(field)) return { requirement: 'required', required_by }
  const isRecommended = requirement === 'required' || policy.recommended.includes(field)
  return { requirement: isRecommended ? 'recommended' : requirement, required_by: [] }
}

function stricter(a: RequirementLevel, b: RequirementLevel): RequirementLevel {
  return LEVELS.indexOf(a) > LEVELS.indexOf(b) ? a : b
}
