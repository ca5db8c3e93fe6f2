import type { MeasurementTolerance, NominalValue } from '../public/point-values.ts'
import { camelCase, type CamelCase } from './names.ts'

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
interface ValueOfKind {
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
interface TextField extends FieldOfKind<'text'> {
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
  /** Whether the table keeps it on one line: numbers broken at their hyphens are hard to compare. */
  readonly unbroken?: true
}

type InstrumentField = TextField | FieldOfKind<Exclude<keyof ValueOfKind, 'text'>>

/**
 * The fields that people and programs state of an instrument, in the order of the public API. Everything that handles
 * them reads this table: schemas, columns, the ledger, bodies and replies, snapshots of records, CSV files, search, form
 * and pages. It holds no schema, so that the application in the browser can have it.
 */
export const instrumentFields = {
  asset_tag: {
    kind: 'text',
    required: true,
    shown: 'list',
    maxLength: 255,
    trimmed: true,
    searched: true,
    frozen: true,
    section: 'identity',
  },
  name: {
    kind: 'text',
    required: true,
    shown: 'list',
    maxLength: 255,
    trimmed: true,
    searched: true,
    frozen: true,
    section: 'identity',
  },
  manufacturer: {
    kind: 'text',
    shown: 'list',
    maxLength: 255,
    example: 'Mitutoyo',
    searched: true,
    frozen: true,
    section: 'identity',
    heading: true,
    inTable: 'wide',
  },
  model: {
    kind: 'text',
    shown: 'list',
    maxLength: 255,
    example: '500-196-30',
    searched: true,
    frozen: true,
    section: 'identity',
    heading: true,
    inTable: 'always',
    unbroken: true,
  },
  serial_number: {
    kind: 'text',
    shown: 'list',
    maxLength: 255,
    trimmed: true,
    identifying: true,
    description: 'Unique within the workspace, case-sensitive.',
    example: '17034512',
    searched: true,
    frozen: true,
    section: 'identity',
    heading: true,
    inTable: 'wide',
    unbroken: true,
  },
  site_id: { kind: 'id', shown: 'list', required: true },
  location_id: { kind: 'id', shown: 'list' },
  category: {
    kind: 'text',
    shown: 'detail',
    maxLength: 255,
    example: 'Dimensional',
    frozen: true,
    section: 'identity',
    inTable: 'chosen',
  },
  department: {
    kind: 'text',
    shown: 'detail',
    maxLength: 255,
    example: 'Quality',
    frozen: true,
    section: 'place',
    inTable: 'chosen',
  },
  location: {
    kind: 'text',
    shown: 'detail',
    maxLength: 255,
    description: 'Free text; location_id names a registered location.',
    example: 'Cabinet 4',
    frozen: true,
    section: 'place',
    leads: true,
  },
  tolerance_spec: {
    kind: 'text',
    shown: 'detail',
    maxLength: 255,
    example: '±0.02 mm',
    frozen: true,
    section: 'measuring',
  },
  notes: { kind: 'text', shown: 'detail', maxLength: 10_000, section: 'notes', lines: true },
  unit_of_measure: {
    kind: 'text',
    shown: 'detail',
    maxLength: 64,
    example: 'mm',
    frozen: true,
    section: 'measuring',
    leads: true,
  },
  is_reference_standard: { kind: 'flag', shown: 'detail', required: true },
  requires_electronic_signature_override: { kind: 'flag', shown: 'detail' },
  calibration_interval_value: { kind: 'count', shown: 'detail', frozen: true },
  calibration_interval_unit: { kind: 'unit', shown: 'detail', required: true, frozen: true },
  grace_days: { kind: 'count', shown: 'detail' },
  customFields: { kind: 'labels', shown: 'detail', required: true, column: 'custom_fields' },
  warning_days: { kind: 'count', shown: 'app' },
  method: {
    kind: 'text',
    shown: 'app',
    maxLength: 255,
    description: 'Procedure that calibrations of it follow.',
    example: 'WI-DIM-04',
    frozen: true,
    section: 'measuring',
  },
  procedure_id: { kind: 'id', shown: 'detail', since: 2 },
  point_overrides: { kind: 'overrides', shown: 'app', since: 2 },
} as const satisfies Readonly<Record<string, InstrumentField>>

type Fields = typeof instrumentFields

/** A field of instruments, as the API names it. */
export type InstrumentFieldName = keyof Fields

type ValueOf<Field extends { readonly kind: keyof ValueOfKind }> = Field extends { readonly required: true }
  ? ValueOfKind[Field['kind']]
  : ValueOfKind[Field['kind']] | null

/** The fields with their values, by the members of rows. */
export type StatedInstrument = {
  [Name in InstrumentFieldName as CamelCase<Name>]: ValueOf<Fields[Name]>
}

type NamesWith<Attributes> = {
  [Name in InstrumentFieldName]: Fields[Name] extends Attributes ? Name : never
}[InstrumentFieldName]

/** A text that an instrument may go without. */
export type OptionalText = Exclude<NamesWith<{ kind: 'text' }>, NamesWith<{ required: true }>>

/** The optional texts that are read in certain places. */
export type TextShownIn<Shown extends ShownIn> = OptionalText & NamesWith<{ shown: Shown }>

type MembersOf = { [Name in OptionalText]: CamelCase<Name> }

/** The members of rows that hold the optional texts which are read in certain places. */
export type TextMember<Shown extends ShownIn = ShownIn> = MembersOf[TextShownIn<Shown>]

type Frozen = NamesWith<{ frozen: true }>
type FrozenLater = Extract<Frozen, NamesWith<{ since: number }>>

/** The fields that calibration records freeze; earlier records lack those that were added since. */
export type FrozenInstrumentFields = {
  [Name in Exclude<Frozen, FrozenLater>]: ValueOf<Fields[Name]>
} & { [Name in FrozenLater]?: ValueOf<Fields[Name]> }

/** The fields, in the order of the table. */
export const instrumentFieldNames = Object.keys(instrumentFields) as InstrumentFieldName[]

/** Returns what the table says of a field. */
export function instrumentField(name: InstrumentFieldName): InstrumentField {
  return instrumentFields[name]
}

/** Returns what the table says of a text. */
export function instrumentText(name: OptionalText): TextField {
  return instrumentFields[name]
}

/** The texts whose words the search finds instruments by. */
export const searchedFields = instrumentFieldNames.filter((name) => {
  const field = instrumentField(name)
  return field.kind === 'text' && field.searched === true
})

/** The texts that an instrument may go without, in the order of the table. */
export const optionalTexts = instrumentFieldNames.filter(isOptionalText)

function isOptionalText(name: InstrumentFieldName): name is OptionalText {
  const { kind, required } = instrumentField(name)
  return kind === 'text' && required !== true
}

/** Returns the optional texts that are read in one of the places. */
export function textsShownIn<Shown extends ShownIn>(...places: Shown[]): TextShownIn<Shown>[] {
  return optionalTexts.filter((name): name is TextShownIn<Shown> =>
    (places as ShownIn[]).includes(instrumentText(name).shown),
  )
}

/** Returns the optional texts of a section of the form, in its order. */
export function textsOfSection(section: TextSection): OptionalText[] {
  const names = optionalTexts.filter((name) => instrumentText(name).section === section)
  const leads = (name: OptionalText) => instrumentText(name).leads === true
  return [...names.filter(leads), ...names.filter((name) => !leads(name))]
}

/** Returns the optional texts of a section that stand among the facts of an instrument; headings show the others. */
export function factsOfSection(section: TextSection): OptionalText[] {
  return textsOfSection(section).filter((name) => instrumentText(name).heading !== true)
}

/** Returns the member of rows that holds a field. */
export function instrumentMember<Name extends InstrumentFieldName>(name: Name): CamelCase<Name> {
  return camelCase(name)
}
