import { Type, type TSchema, type TSchemaOptions } from 'typebox'
import { DECIMAL_PATTERN } from './decimal-string.ts'

/** An ID created by the server (UUIDv7 in lower case); a client may send it in any letter case. */
export const Uuid = (options: TSchemaOptions = {}) =>
  Type.String({ format: 'uuid', lowerCased: true, ...options })

/** An instant in UTC with exactly three fractional digits: `2026-11-21T04:56:39.123Z`. */
export const Timestamp = (options: TSchemaOptions = {}) =>
  Type.String({
    format: 'utc-timestamp',
    toMillisecond: true,
    examples: ['2026-11-21T04:56:39.123Z'],
    ...options,
  })

/** A plain calendar date, `YYYY-MM-DD`. */
export const CalendarDate = (options: TSchemaOptions = {}) =>
  Type.String({ format: 'calendar-date', examples: ['2027-05-12'], ...options })

/**
 * Text that is trimmed before its length is checked; blank counts as missing. `trimmed` is a keyword of our
 * own validator, hidden from the OpenAPI document.
 */
export const TrimmedText = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength, trimmed: true, ...options })

/**
 * A name: trimmed text without what hides or disguises letters, control characters and direction overrides,
 * so that the text displayed on a page or a certificate is the actual text. `named` is a keyword of our own
 * validator.
 */
export const NameText = (maxLength: number, options: TSchemaOptions = {}) =>
  TrimmedText(maxLength, { named: true, ...options })

/**
 * A unique identifier, such as an asset tag: trimmed, in Unicode NFC, and without invisible characters.
 * `composed` and `identifying` are keywords of our own validator.
 */
export const IdentifierText = (maxLength: number, options: TSchemaOptions = {}) =>
  TrimmedText(maxLength, { composed: true, identifying: true, ...options })

/**
 * A language in which the server prints. The available ones are determined by its message files; a workspace's
 * `print_languages` lists them.
 */
export const PrintLanguage = (options: TSchemaOptions = {}) =>
  Type.String({ format: 'print-language', examples: ['de'], ...options })

/** Free text of at most `maxLength` Unicode code points. */
export const Text = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ maxLength, ...options })

/** A number as a string, so that the digits are preserved as written: `10.010` states more than `10.01`. */
export const DecimalString = (options: TSchemaOptions = {}) =>
  Type.String({ pattern: DECIMAL_PATTERN, examples: ['10.010'], ...options })

/**
 * The same value or null. Written as a type list instead of `anyOf`, so that a wrong value is reported only once
 * instead of once for each branch.
 */
export const Nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Type.Static<Schema> | null>(nullableSchema(schema))

/** One of the listed words. */
export const OneOf = <const Words extends readonly string[]>(words: Words, options: TSchemaOptions = {}) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...options })

/**
 * A query parameter with one of several values. If another value is sent, the server lists the allowed
 * values; `documentedPattern`, hidden from our own validator, says so in the OpenAPI document.
 */
export const WordQuery = (words: readonly string[], options: TSchemaOptions = {}) =>
  Type.String({ documentedPattern: `^(${anyOf(words)})$`, ...options })

/** The same for several comma-separated values, which are case-insensitive. */
export const WordsQuery = (words: readonly string[], options: TSchemaOptions = {}) =>
  Type.String({ documentedPattern: `^(${anyOf(words)})(,(${anyOf(words)}))*$`, ...options })

/** Returns the words as alternatives of a pattern, with escaped dots. */
const anyOf = (words: readonly string[]) => words.join('|').replaceAll('.', String.raw`\.`)

/** An object that accepts the listed members and no others. */
export const Closed = <Properties extends Record<string, TSchema>>(
  properties: Properties,
  options: TSchemaOptions = {},
) => Type.Object(properties, { additionalProperties: false, ...options })

/** Custom labels with text values, as sent. */
export const CustomFields = (options: TSchemaOptions = {}) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    propertyNames: { minLength: 1, maxLength: 255 },
    additionalProperties: { type: 'string', maxLength: CUSTOM_FIELD_VALUE_LENGTH_MAX },
    ...options,
  })

/** Maximum length of the value of a custom field; long remarks belong in the notes. */
export const CUSTOM_FIELD_VALUE_LENGTH_MAX = 2000

/** Maximum number of labels of an instrument, so that a detail response stays small. */
export const CUSTOM_FIELDS_MAX = 100

function nullableSchema(schema: TSchema): TSchema {
  const { type, enum: words, ...rest }: TSchema & { type?: string; enum?: readonly string[] } = schema
  if (type === undefined) return { anyOf: [schema, { type: 'null' }] }
  return { ...rest, type: [type, 'null'], ...(words && { enum: [...words, null] }) }
}
