import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { because, DECIMAL_PATTERN, type RefusalReason } from '@plumbline/contract'
import { PROBLEMS_LISTED_MAX, type FieldProblem } from '../errors.ts'
import { languages } from '../messages.ts'
import { formats, isUtcTimestamp, truncateTimestamp } from './formats.ts'

/** Where a value came from: the first element of every `loc`. */
export type Part = 'body' | 'query' | 'path' | 'header'

/** Checks a value against a schema, fills in defaults, trims and truncates; returns all problems. */
export type Check = (value: unknown) => FieldProblem[]

const ajv = new Ajv({
  allErrors: true,
  removeAdditional: false,
  coerceTypes: false,
  useDefaults: true,
  strict: true,
  allowUnionTypes: true,
  verbose: true,
  formats,
})

/** The location of a value, so that a keyword can replace it. */
interface TextLocation {
  parentData: Record<string, unknown>
  parentDataProperty: string | number
}

/** Adds a keyword that rewrites text before it is used; `before` names a rule that must see the rewritten text. */
function addRewriting(keyword: string, rewrite: (text: string) => string, before?: string): void {
  ajv.addKeyword({
    keyword,
    type: 'string',
    schemaType: 'boolean',
    modifying: true,
    ...(before !== undefined && { before }),
    validate: (_on: boolean, text: string, _schema: unknown, location?: TextLocation) => {
      if (location) location.parentData[location.parentDataProperty] = rewrite(text)
      return true
    },
  })
}

addRewriting('trimmed', (text) => text.trim(), 'maxLength')
addRewriting('composed', (text) => text.normalize('NFC'), 'maxLength')
addRewriting('lowerCased', (text) => text.toLowerCase())
// Instants are truncated to milliseconds, so that a value that was read can be sent back and matches its row.
addRewriting('toMillisecond', (text) => (isUtcTimestamp(text) ? truncateTimestamp(text) : text))

/** Control characters, and bidirectional marks that make a name look like another. */
const DISGUISING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

/** Control and format characters, such as line feeds, zero-width spaces and bidirectional marks. */
const UNSEEN = /[\p{Cc}\p{Cf}]/u

for (const [keyword, unwanted] of [
  ['named', DISGUISING],
  ['identifying', UNSEEN],
] as const) {
  ajv.addKeyword({
    keyword,
    type: 'string',
    schemaType: 'boolean',
    validate: (_on: boolean, text: string) => !unwanted.test(text),
  })
}

// Only for the OpenAPI document: handlers refuse other words, listing the allowed ones.
ajv.addKeyword({ keyword: 'documentedPattern', type: 'string', schemaType: 'string' })

/** Compiled schemas by their text, so that identical schemas of several operations or apps of a process share one. */
const compiled = new Map<string, ValidateFunction>()

/** Converts a schema into a check of one part of a request; it is compiled on first use, so that startup is fast. */
export function schemaCheck(schema: object, part: Part): Check {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= compileOnce(nameless(schema))
    if (holdsUnusableText(value)) return unusableTexts(value, part)
    return validate(value) ? [] : problemsOf(validate, part)
  }
}

function compileOnce(schema: string): ValidateFunction {
  const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(schema) as object)
  compiled.set(schema, validate)
  return validate
}

/**
 * Returns the text of a schema without names: the same schema may occur alone and within others, but a name can be
 * registered only once. Items of a list that is too long are not checked: a body may contain hundreds of thousands.
 */
function nameless(schema: object): string {
  return JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$id') return undefined
    return isBoundedList(value) ? withItemsWhereFew(value) : value
  })
}

interface BoundedList {
  readonly maxItems: number
  readonly items: object
  readonly uniqueItems?: boolean
}

function isBoundedList(value: unknown): value is BoundedList {
  return typeof value === 'object' && value !== null && 'maxItems' in value && 'items' in value
}

function withItemsWhereFew({ items, uniqueItems, ...schema }: BoundedList): object {
  const ofFew = { items, ...(uniqueItems !== undefined && { uniqueItems }) }
  return { ...schema, if: { not: { maxItems: schema.maxItems } }, else: ofFew }
}

/**
 * Whether there are texts that PostgreSQL cannot store or UTF-8 cannot encode: a NUL character or a lone surrogate,
 * in values or keys.
 */
function holdsUnusableText(value: unknown): boolean {
  if (typeof value === 'string') return !isUsable(value)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(holdsUnusableText)
  return Object.keys(value).some(
    (key) => !isUsable(key) || holdsUnusableText((value as Record<string, unknown>)[key]),
  )
}

function isUsable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Returns the locations of those texts, up to the number that a refusal lists. */
function unusableTexts(body: unknown, part: Part): FieldProblem[] {
  const problems: FieldProblem[] = []
  const visit = (value: unknown, loc: (string | number)[]): void => {
    if (problems.length > PROBLEMS_LISTED_MAX) return
    if (typeof value === 'string') {
      if (!isUsable(value))
        problems.push({ loc, type: 'invalid_text', reason: because('field.invalid_text') })
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, [...loc, index])
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        visit(key, loc)
        visit(item, [...loc, key])
      }
    }
  }
  visit(body, [part])
  return problems
}

/** Keywords that only repeat that a schema inside them failed. */
const REPEATING_KEYWORDS: ReadonlySet<string> = new Set(['propertyNames', 'if'])

function problemsOf(validate: ValidateFunction, part: Part): FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const error of validate.errors ?? []) {
    // One more than is listed shows that there are more.
    if (problems.length > PROBLEMS_LISTED_MAX) break
    if (!REPEATING_KEYWORDS.has(error.keyword)) problems.push(describe(error, part))
  }
  return problems
}

/** Inputs longer than this are omitted from an error response. */
const INPUT_LENGTH_MAX = 200

/** Members whose values must never be returned, because they could contain a secret. */
const SECRET_MEMBER = /password|secret|token|key|url|authorization/i

function describe(error: ErrorObject, part: Part): FieldProblem {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer)
  const member = memberOf(error)
  const loc = [part, ...path, ...(member === undefined ? [] : [member])]
  const problem: FieldProblem = { loc, ...(isRepeated(error, part) ? REPEATED : wording(error)) }
  const input: unknown = member === undefined ? error.data : undefined
  const secret = part === 'header' || loc.some((step) => SECRET_MEMBER.test(String(step)))
  if (input !== undefined && !secret && isShort(input)) problem.input = input
  return problem
}

const REPEATED: Wording = { type: 'wrong_type', reason: because('field.repeated') }

/** Whether a parameter that takes one value was sent several times, which the parser makes a list of. */
function isRepeated({ keyword, data }: ErrorObject, part: Part): boolean {
  return part === 'query' && keyword === 'type' && Array.isArray(data)
}

function isShort(input: unknown): boolean {
  let parts = 0
  const isSmall = (value: unknown): boolean => {
    parts += 1
    if (parts > INPUT_LENGTH_MAX) return false
    if (typeof value === 'string') return value.length <= INPUT_LENGTH_MAX
    return typeof value !== 'object' || value === null || Object.values(value).every(isSmall)
  }
  return isSmall(input) && JSON.stringify(input).length <= INPUT_LENGTH_MAX
}

function unescapePointer(step: string): string | number {
  const text = step.replaceAll('~1', '/').replaceAll('~0', '~')
  return /^\d+$/.test(text) ? Number(text) : text
}

function memberOf(error: ErrorObject): string | undefined {
  if (error.keyword === 'required') return String(error.params['missingProperty'])
  if (error.keyword === 'additionalProperties') return String(error.params['additionalProperty'])
  return error.propertyName
}

type Wording = Pick<FieldProblem, 'reason' | 'type' | 'ctx'>

function wording(error: ErrorObject): Wording {
  const limit = error.params['limit'] as number
  switch (error.keyword) {
    case 'required':
      return { type: 'missing', reason: because('field.missing') }
    case 'additionalProperties':
      return { type: 'unknown_field', reason: because('field.unknown') }
    case 'type':
      return { type: 'wrong_type', reason: typeReason([error.params['type']].flat().map(String)) }
    case 'minLength':
      return tooShort(error, limit)
    case 'maxLength':
      return { type: 'too_long', reason: because('field.too_long', { limit }), ctx: { max_length: limit } }
    case 'minimum':
      return { type: 'too_small', reason: because('field.too_small', { limit }), ctx: { minimum: limit } }
    case 'maximum':
      return { type: 'too_large', reason: because('field.too_large', { limit }), ctx: { maximum: limit } }
    case 'enum':
      return unknownValue(error.params['allowedValues'] as (string | null)[])
    case 'named':
    case 'identifying':
      return { type: 'invalid_text', reason: because('field.hidden_characters') }
    case 'format':
      return formatWording(String(error.params['format']))
    default:
      return { type: error.keyword, reason: otherReason(error) }
  }
}

/** Text entered instead of a number has a message of its own. */
function typeReason(allowed: readonly string[]): RefusalReason {
  if (allowed.includes('integer')) return because('field.whole_number')
  return because('field.wrong_type', { types: allowed.join(' or ') })
}

/** Blank counts as missing where text is trimmed; elsewhere it is an ordinary text that is too short. */
function tooShort({ data, parentSchema }: ErrorObject, limit: number): Wording {
  const blank = data === '' && limit === 1
  if (blank && parentSchema?.['trimmed'] === true) return { type: 'missing', reason: because('field.blank') }
  const reason = blank ? because('field.blank') : because('field.too_short', { limit })
  return { type: 'too_short', reason, ctx: { min_length: limit } }
}

function unknownValue(known: readonly (string | null)[]): Wording {
  const allowed = known.filter((value) => value !== null)
  return {
    type: 'unknown_value',
    reason: because('field.unknown_value', { allowed: allowed.join(', ') }),
    ctx: { allowed },
  }
}

function formatWording(format: string): Wording {
  if (format === 'print-language') return unknownValue(languages)
  return { type: 'wrong_format', reason: formatReason(format) }
}

function formatReason(format: string): RefusalReason {
  if (format === 'uuid') return because('field.format_uuid')
  if (format === 'calendar-date') return because('field.format_date')
  if (format === 'date-or-timestamp') return because('field.format_date_or_instant')
  return because(format === 'utc-timestamp' ? 'field.format_instant' : 'field.format')
}

/** Keywords that few schemas use. */
function otherReason({ keyword, params }: ErrorObject): RefusalReason {
  const limit = params['limit'] as number
  if (keyword === 'minItems') return because('field.too_few_items', { limit })
  if (keyword === 'maxItems') return because('field.too_many_items', { limit })
  if (keyword === 'uniqueItems') return because('field.duplicate_items')
  if (keyword !== 'pattern') return because('field.invalid')
  return because(params['pattern'] === DECIMAL_PATTERN ? 'field.format_decimal' : 'field.format')
}
