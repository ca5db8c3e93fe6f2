/** How strongly a field is asked for. */
export type RequirementLevel = 'required' | 'recommended' | 'optional' | 'hidden'

/** What one standard itself asks of one field, and where. */
export interface FieldDemand {
  readonly level: RequirementLevel
  readonly clause?: string
  readonly note?: string
}

/** A compliance standard; fields that it does not name are left to the baseline. */
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
  /** The body key that holds it, null when the server alone sets it. */
  readonly request_field: string | null
  readonly note: string | null
  /** Body keys of which any one meets the field; its own key alone when absent. */
  readonly satisfied_by?: readonly string[]
  /** The server fills it in when the calibration is made in-house. */
  readonly default_in_house?: boolean
  /** The workspace can hold a default for it. */
  readonly workspace_default?: boolean
}

/** A field of the instrument register. */
export interface InstrumentField {
  readonly field: string
  readonly label: string
}

/** The catalogue of standards: fields, what everyone must give, and what each standard asks beyond it. */
export interface StandardsCatalogue {
  readonly edition: string
  readonly disclaimer: string
  readonly calibration_fields: readonly CalibrationField[]
  readonly instrument_fields: readonly InstrumentField[]
  readonly baseline: {
    readonly calibration: Readonly<Record<string, RequirementLevel>>
    readonly instrument: Readonly<Record<string, RequirementLevel>>
  }
  /** What is asked when a provider's certificate is recorded instead of own measurements. */
  readonly external_certificate: {
    readonly minimum: readonly string[]
    readonly recommended: readonly string[]
  }
  readonly standards: readonly CatalogueStandard[]
}

/** The standards of the given keys in the order of the catalogue, each once; unknown keys are left out. */
export function resolveStandards(
  catalogue: StandardsCatalogue,
  keys: readonly string[],
): CatalogueStandard[] {
  return catalogue.standards.filter(({ key }) => keys.includes(key))
}

/** The keys that the catalogue does not know, in the order given, each once. */
export function unknownStandards(catalogue: StandardsCatalogue, keys: readonly string[]): string[] {
  const known = new Set(catalogue.standards.map(({ key }) => key))
  return [...new Set(keys)].filter((key) => !known.has(key))
}
