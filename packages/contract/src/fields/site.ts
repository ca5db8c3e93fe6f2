import { camelCase, type CamelCase } from './names.ts'

/** The value types, by kind: a text, or an IANA time zone name. */
interface ValueOfKind {
  text: string
  zone: string
}

interface FieldOfKind<Kind extends keyof ValueOfKind> {
  readonly kind: Kind
  /** Where the field is returned: in both APIs, or only in the app API. */
  readonly shown: 'public' | 'app'
  /** Maximum length in Unicode code points. */
  readonly maxLength: number
  /** Required when a site is created, and never null. */
  readonly required?: true
  /** Its column, if that has another name. */
  readonly column?: string
  /**
   * The first version of the ledger payload that records the field; for older entries, the value is null.
   * Defaults to 1.
   */
  readonly since?: number
  /** Description of its member in the OpenAPI document. */
  readonly description?: string
}

/** A text. An optional one only needs its line here, its column, and its name in each language. */
interface TextField extends FieldOfKind<'text'> {
  /** Whether it may have several lines. */
  readonly lines?: true
}

/** The table entry of a field. */
export type SiteField = TextField | FieldOfKind<'zone'>

/**
 * The fields of a site, in the order of the API. Everything that handles these fields reads this table:
 * schemas, columns, the ledger, bodies and responses, form and page. The laboratory data printed on its
 * certificates is in the table of settings (`ofSites`). It contains no schema, so that the browser
 * application can import it.
 */
export const siteFields = {
  name: {
    kind: 'text',
    shown: 'public',
    maxLength: 255,
    required: true,
    description: 'Display name.',
  },
  timezone: {
    kind: 'zone',
    shown: 'public',
    maxLength: 64,
    column: 'time_zone',
    description: 'IANA time zone name; null if the time zone of the workspace applies.',
  },
} as const satisfies Readonly<Record<string, SiteField>>

type Fields = typeof siteFields

/** A field of a site, by its name in the API. */
export type SiteFieldName = keyof Fields

type NamesWith<Attributes> = {
  [Name in SiteFieldName]: Fields[Name] extends Attributes ? Name : never
}[SiteFieldName]

/** A required field of a site. */
export type RequiredSiteField = NamesWith<{ required: true }>

/** A field that both APIs return. */
export type PublicSiteField = NamesWith<{ shown: 'public' }>

/** The value of a field. */
export type SiteValue<Name extends SiteFieldName> =
  | ValueOfKind[Fields[Name]['kind']]
  | (Name extends RequiredSiteField ? never : null)

/** The columns of fields. */
type ColumnOf<Name extends SiteFieldName> = Name extends SiteFieldName
  ? Fields[Name] extends { readonly column: infer Column extends string }
    ? Column
    : Name
  : never

/** The row member that contains a field. */
export type SiteMember<Name extends SiteFieldName = SiteFieldName> = CamelCase<ColumnOf<Name>>

/** All fields with their values, by the members of rows. */
export type SiteFieldValues = { [Name in SiteFieldName as SiteMember<Name>]: SiteValue<Name> }

/** The fields, in the order of the table. */
export const siteFieldNames = Object.keys(siteFields) as SiteFieldName[]

/** A site without any stated fields, by their names in the API. */
export const noSiteFields = Object.fromEntries(siteFieldNames.map((name) => [name, null])) as {
  [Name in SiteFieldName]: null
}

/** The fields that both APIs return, in the order of the table. */
export const publicSiteFields = siteFieldNames.filter(
  (name): name is PublicSiteField => siteField(name).shown === 'public',
)

/** Returns the table entry of a field. */
export function siteField(name: SiteFieldName): SiteField {
  return siteFields[name]
}

/** Returns the column of a field. */
export function siteColumn<Name extends SiteFieldName>(name: Name): ColumnOf<Name> {
  return (siteField(name).column ?? name) as ColumnOf<Name>
}

/** Returns the row member that contains a field. */
export function siteMember<Name extends SiteFieldName>(name: Name): SiteMember<Name> {
  return camelCase(siteColumn(name))
}
