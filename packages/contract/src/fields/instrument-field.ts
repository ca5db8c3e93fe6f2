import type { MeasurementTolerance, NominalValue } from '../public/point-values.ts'

/** Units of a calibration interval. */
export const intervalUnits = ['days', 'months', 'years'] as const
export type IntervalUnit = (typeof intervalUnits)[number]

/** A nominal value or tolerance that an instrument has at a point of its procedure in place of the procedure's. */
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

/** Where a field is read: in lists and details, in details alone, or in the application alone. */
export type ShownIn = 'list' | 'detail' | 'app'

/** Sections of the application's form that texts stand in. */
export type TextSection = 'identity' | 'place' | 'measuring' | 'notes'

interface FieldOfKind<Kind extends keyof ValueOfKind> {
  readonly kind: Kind
  readonly shown: ShownIn
  /** Never null. */
  readonly required?: true
  /** Its column, where that has another name. */
  readonly column?: string
  /** The first version of the ledger's payload that records it; older entries stand for null. 1 unless it is given. */
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
  /** Whether no other instrument has the same: in Unicode NFC, without characters that nobody sees. */
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
  /** Whether it stands in headings, beside the name of the instrument, instead of among the facts. */
  readonly heading?: true
  /** Whether the table of instruments shows it: always, where there is room, or where people choose it. */
  readonly inTable?: 'always' | 'wide' | 'chosen'
}

/** What the table says of a field. */
export type InstrumentField = TextField | FieldOfKind<Exclude<keyof ValueOfKind, 'text'>>
