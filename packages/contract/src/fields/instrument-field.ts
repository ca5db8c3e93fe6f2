import type { MeasurementTolerance, NominalValue } from '../public/point-values.ts'

/** Units of a calibration interval. */
export const intervalUnits = ['days', 'months', 'years'] as const
export type IntervalUnit = (typeof intervalUnits)[number]

/** An instrument-specific nominal value or tolerance that overrides that of a procedure point. */
export type PointOverride = {
  readonly point_id: string
  /** Null where that of the procedure holds. */
  readonly nominal: NominalValue | null
  /** Likewise. */
  readonly tolerance: MeasurementTolerance | null
  readonly reason: string
}

/** What a field holds, by its kind. */
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
  /** Its column, where that has another name. */
  readonly column?: string
  /**
   * The first version of the ledger payload that records the field; for older entries, the value is null.
   * Defaults to 1.
   */
  readonly since?: number
  /** Whether each calibration record freezes it, for its certificate. */
  readonly frozen?: true
}

/** A text. An optional one needs no more than its line here, its column, and its name in each language. */
export interface TextField extends FieldOfKind<'text'> {
  /** Most characters, in Unicode code points. */
  readonly maxLength: number
  /** Blanks around it are dropped as it is read, and a blank text is none. */
  readonly trimmed?: true
  /**
   * Whether the value must be unique among instruments: compared in Unicode NFC, without invisible
   * characters.
   */
  readonly identifying?: true
  /** Of its member in the OpenAPI document. */
  readonly description?: string
  /** Its value in the examples of the API; null unless it is given. */
  readonly example?: string
  /** Whether the search finds instruments by its words. Its migration calls `search_instruments_by`. */
  readonly searched?: true
  /** Where the form asks for it. */
  readonly section: TextSection
  /** Whether it comes first in its section. */
  readonly leads?: true
  /** Whether it may have several lines. */
  readonly lines?: true
  /**
   * Whether the field is shown in headings, next to the name of the instrument, instead of among the details.
   */
  readonly heading?: true
  /** Whether the table of instruments shows it: always, where there is room, or where people choose it. */
  readonly inTable?: 'always' | 'wide' | 'chosen'
}

/** What the table says of a field. */
export type InstrumentField = TextField | FieldOfKind<Exclude<keyof ValueOfKind, 'text'>>
