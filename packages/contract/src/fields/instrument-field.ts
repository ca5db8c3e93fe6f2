import type { MeasurementTolerance, NominalValue } from '../public/point-values.ts'

/** Units of a calibration interval. */
export const intervalUnits = ['days', 'months', 'years'] as const
export type IntervalUnit = (typeof intervalUnits)[number]

/** An instrument-specific nominal value or tolerance that overrides that of a procedure point. */
export type PointOverride = {
  readonly point_id: string
  /** Null if that of the procedure applies. */
  readonly nominal: NominalValue | null
  /** Null if that of the procedure applies. */
  readonly tolerance: MeasurementTolerance | null
  readonly reason: string
}

/** The value types of fields, by kind. */
export interface ValueOfKind {
  text: string
  flag: boolean
  count: number
  unit: IntervalUnit
  labels: Readonly<Record<string, string>>
  id: string
  overrides: readonly PointOverride[]
}

/** Where a field is returned: in lists and details, only in details, or only in the application. */
export type ShownIn = 'list' | 'detail' | 'app'

/** Sections of the application's form that contain text fields. */
export type TextSection = 'identity' | 'place' | 'measuring' | 'notes'

interface FieldOfKind<Kind extends keyof ValueOfKind> {
  readonly kind: Kind
  readonly shown: ShownIn
  /** Never null. */
  readonly required?: true
  /** Its column, if that has another name. */
  readonly column?: string
  /**
   * The first version of the ledger payload that records the field; for older entries, the value is null.
   * Defaults to 1.
   */
  readonly since?: number
  /** Whether each calibration record stores a copy of it, for its certificate. */
  readonly frozen?: true
}

/** A text. An optional one only needs its line here, its column, and its name in each language. */
export interface TextField extends FieldOfKind<'text'> {
  /** Maximum length in Unicode code points. */
  readonly maxLength: number
  /** Whether leading and trailing spaces are removed when it is read, so that a blank text is none. */
  readonly trimmed?: true
  /**
   * Whether the value must be unique among instruments: compared in Unicode NFC, without invisible
   * characters.
   */
  readonly identifying?: true
  /** Description of its member in the OpenAPI document. */
  readonly description?: string
  /** Its value in the examples of the API; null if omitted. */
  readonly example?: string
  /** Whether instruments can be searched by its words. Its migration calls `search_instruments_by`. */
  readonly searched?: true
  /** Its section of the form. */
  readonly section: TextSection
  /** Whether it comes first in its section. */
  readonly leads?: true
  /** Whether it may have several lines. */
  readonly lines?: true
  /**
   * Whether the field is shown in headings, next to the name of the instrument, instead of among the details.
   */
  readonly heading?: true
  /** Whether it is in the table of instruments: at a desk, on a screen that is wider than that, or if people select it. */
  readonly inTable?: 'desk' | 'wall' | 'chosen'
}

/** The table entry of a field. */
export type InstrumentField = TextField | FieldOfKind<Exclude<keyof ValueOfKind, 'text'>>
