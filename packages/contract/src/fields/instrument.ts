import type { InstrumentField, ShownIn, TextField, TextSection, ValueOfKind } from './instrument-field.ts'
import { camelCase, type CamelCase } from './names.ts'

export {
  intervalUnits,
  type IntervalUnit,
  type PointOverride,
  type ShownIn,
  type TextSection,
} from './instrument-field.ts'

/**
 * The fields of an instrument that people and programs can set, in the order of the public API. Everything
 * that handles them reads this table: schemas, columns, the ledger, bodies and replies, snapshots of records,
 * CSV files, search, form and pages. It contains no schema, so that the browser application can import it.
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
    description: 'Manufacturer, such as `Mitutoyo`.',
    example: 'Mitutoyo',
    searched: true,
    frozen: true,
    section: 'identity',
    heading: true,
    inTable: 'wall',
  },
  model: {
    kind: 'text',
    shown: 'list',
    maxLength: 255,
    description: "Manufacturer's model, such as `500-196-30`.",
    example: '500-196-30',
    searched: true,
    frozen: true,
    section: 'identity',
    heading: true,
    inTable: 'wall',
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
    inTable: 'desk',
  },
  site_id: { kind: 'id', shown: 'list', required: true },
  location_id: { kind: 'id', shown: 'list' },
  category: {
    kind: 'text',
    shown: 'detail',
    maxLength: 255,
    description: 'Category of the instrument, such as `Dimensional`.',
    example: 'Dimensional',
    frozen: true,
    section: 'identity',
    inTable: 'chosen',
  },
  department: {
    kind: 'text',
    shown: 'detail',
    maxLength: 255,
    description: 'Department that uses the instrument, such as `Quality`.',
    example: 'Quality',
    frozen: true,
    section: 'place',
    inTable: 'chosen',
  },
  location: {
    kind: 'text',
    shown: 'detail',
    maxLength: 255,
    description: 'Free text. For a registered location, use location_id.',
    example: 'Cabinet 4',
    frozen: true,
    section: 'place',
    leads: true,
  },
  tolerance_spec: {
    kind: 'text',
    shown: 'detail',
    maxLength: 255,
    description:
      'Specified tolerance, for information, such as `±0.02 mm`. Each record states its own tolerance.',
    example: '±0.02 mm',
    frozen: true,
    section: 'measuring',
    inTable: 'chosen',
  },
  notes: {
    kind: 'text',
    shown: 'detail',
    maxLength: 10_000,
    description: 'Remarks.',
    section: 'notes',
    inTable: 'chosen',
    lines: true,
  },
  unit_of_measure: {
    kind: 'text',
    shown: 'detail',
    maxLength: 64,
    description: 'Unit of its readings, such as `mm`. Applies to values without a unit.',
    example: 'mm',
    frozen: true,
    section: 'measuring',
    leads: true,
    inTable: 'chosen',
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
    description: 'The calibration procedure of the instrument.',
    example: 'WI-DIM-04',
    frozen: true,
    section: 'measuring',
    inTable: 'chosen',
  },
  procedure_id: { kind: 'id', shown: 'detail', since: 2 },
  point_overrides: { kind: 'overrides', shown: 'app', since: 2 },
  responsible_id: { kind: 'id', shown: 'app', since: 4 },
} as const satisfies Readonly<Record<string, InstrumentField>>

type Fields = typeof instrumentFields

/** A field of instruments, by its name in the API. */
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

/** An optional text of an instrument. */
export type OptionalText = Exclude<NamesWith<{ kind: 'text' }>, NamesWith<{ required: true }>>

/** The optional texts that are returned in certain places. */
export type TextShownIn<Shown extends ShownIn> = OptionalText & NamesWith<{ shown: Shown }>

type MembersOf = { [Name in OptionalText]: CamelCase<Name> }

/** The row members of the optional texts that are returned in certain places. */
export type TextMember<Shown extends ShownIn = ShownIn> = MembersOf[TextShownIn<Shown>]

type Frozen = NamesWith<{ frozen: true }>
type FrozenLater = Extract<Frozen, NamesWith<{ since: number }>>

/** The fields that calibration records store copies of; earlier records lack those that were added later. */
export type FrozenInstrumentFields = {
  [Name in Exclude<Frozen, FrozenLater>]: ValueOf<Fields[Name]>
} & { [Name in FrozenLater]?: ValueOf<Fields[Name]> }

/** The fields, in the order of the table. */
export const instrumentFieldNames = Object.keys(instrumentFields) as InstrumentFieldName[]

/** Returns the table entry of a field. */
export function instrumentField(name: InstrumentFieldName): InstrumentField {
  return instrumentFields[name]
}

/** Returns the table entry of a text. */
export function instrumentText(name: OptionalText): TextField {
  return instrumentFields[name]
}

/** The texts whose words the search uses. */
export const searchedFields = instrumentFieldNames.filter((name) => {
  const field = instrumentField(name)
  return field.kind === 'text' && field.searched === true
})

/** The optional texts of an instrument, in the order of the table. */
export const optionalTexts = instrumentFieldNames.filter(isOptionalText)

function isOptionalText(name: InstrumentFieldName): name is OptionalText {
  const { kind, required } = instrumentField(name)
  return kind === 'text' && required !== true
}

/** Returns the optional texts that are returned in one of the places. */
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

/**
 * Returns the optional texts of a section that are shown among the details of an instrument; headings show
 * the others.
 */
export function factsOfSection(section: TextSection): OptionalText[] {
  return textsOfSection(section).filter((name) => instrumentText(name).heading !== true)
}

/** Returns the row member that contains a field. */
export function instrumentMember<Name extends InstrumentFieldName>(name: Name): CamelCase<Name> {
  return camelCase(name)
}
