/** How strongly a field is required. */
export type RequirementLevel = 'required' | 'recommended' | 'optional' | 'hidden'

/** The level at which one standard requires one field, and the clause. */
export interface FieldDemand {
  readonly level: RequirementLevel
  readonly clause?: string
  readonly note?: string
}

/** A compliance standard; fields that it does not name follow the baseline. */
export interface CatalogueStandard {
  readonly key: string
  readonly label: string
  readonly source: string
  readonly edition: string
  readonly note: string | null
  readonly calibration: Readonly<Record<string, FieldDemand>>
  readonly instrument: Readonly<Record<string, FieldDemand>>
}

/** A field of the calibration record. */
export interface CalibrationField {
  readonly field: string
  readonly label: string
  /** The body key of the field; null if only the server sets it. */
  readonly request_field: string | null
  readonly note: string | null
  /** Body keys any one of which satisfies the field; only its own key if absent. */
  readonly satisfied_by?: readonly string[]
  /** Whether the server fills it in for in-house calibrations. */
  readonly default_in_house?: boolean
  /** Whether the workspace can have a default for it. */
  readonly workspace_default?: boolean
}

/** A field of the instrument register. */
export interface InstrumentField {
  readonly field: string
  readonly label: string
}

/** The catalog of standards: fields, baseline requirements, and additional requirements of each standard. */
export interface StandardsCatalogue {
  readonly edition: string
  readonly disclaimer: string
  readonly calibration_fields: readonly CalibrationField[]
  readonly instrument_fields: readonly InstrumentField[]
  readonly baseline: {
    readonly calibration: Readonly<Record<string, RequirementLevel>>
    readonly instrument: Readonly<Record<string, RequirementLevel>>
  }
  /** Requirements if a provider's certificate is recorded instead of the laboratory's own measurements. */
  readonly external_certificate: {
    readonly minimum: readonly string[]
    readonly recommended: readonly string[]
  }
  readonly standards: readonly CatalogueStandard[]
}

/** Returns the standards with the given keys in the order of the catalog, each once; unknown keys are omitted. */
export function resolveStandards(
  catalogue: StandardsCatalogue,
  keys: readonly string[],
): CatalogueStandard[] {
  return catalogue.standards.filter(({ key }) => keys.includes(key))
}

/** Returns the keys that are not in the catalog, in the order given, each once. */
export function unknownStandards(catalogue: StandardsCatalogue, keys: readonly string[]): string[] {
  const known = new Set(catalogue.standards.map(({ key }) => key))
  return [...new Set(keys)].filter((key) => !known.has(key))
}
