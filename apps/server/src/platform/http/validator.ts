import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { because, DECIMAL_PATTERN, type RefusalReason } from '@plumbline/contract'
import type { FieldProblem } from '../errors.ts'
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

/** Where a value stands, so that a keyword can put another one in its place. */
interface Place {
  parentData: Record<string, unknown>
  parentDataProperty: string | number
}

/** Adds a keyword that rewrites text before it is used; `before` names a rule that must see the new text. */
function addRewriting(keyword: string, rewrite: (text: string) => string, before?: string): void {
  ajv.addKeyword({
    keyword,
    type: 'string',
    schemaType: 'boolean',
    modifying: true,
    ...(before !== undefined && { before }),
    validate: (_on: boolean, text: string, _schema: unknown, place?: Place) => {
      if (place) place.parentData[place.parentDataProperty] = rewrite(text)
      return true
    },
  })
}

addRewriting('trimmed', (text) => text.trim(), 'maxLength')
addRewriting('lowerCased', (text) => text.toLowerCase())
// Instants are kept to the millisecond: what was read can be sent back and finds its row again.
addRewriting('toMillisecond', (text) => (isUtcTimestamp(text) ? truncateTimestamp(text) : text))

/** Compiled schemas by their text: equal ones, of several operations or apps of a process, share one. */
const compiled = new Map<string, ValidateFunction>()

/** Makes a schema into a check of one part of a request; it is compiled when it is first used, so that a start is quick. */
export function schemaCheck(schema: object, part: Part): Check {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= compileOnce(nameless(schema))
    const unusable = unusableText(value, [part])
    if (unusable.length > 0) return unusable
    return validate(value) ? [] : problemsOf(validate, part)
  }
}

function compileOnce(schema: string): ValidateFunction {
  const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(schema) as object)
  compiled.set(schema, validate)
  return validate
}

/** The text of a schema without names: the same one may stand by itself and within others, and a name is taken once. */
function nameless(schema: object): string {
  return JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value))
}

/**
 * Texts that PostgreSQL cannot hold or UTF-8 cannot carry: a NUL character or half of a
 * surrogate pair, in values and in keys.
 */
function unusableText(value: unknown, loc: (string | number)[]): FieldProblem[] {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return []
    return [{ loc, type: 'invalid_text', reason: because('field.invalid_text') }]
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => unusableText(item, [...loc, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [
    ...unusableText(key, loc),
    ...unusableText(item, [...loc, key]),
  ])
}

/** Keywords that only say again that a schema inside them failed. */
const REPEATING_KEYWORDS: ReadonlySet<string> = new Set(['propertyNames', 'if'])

function problemsOf(validate: ValidateFunction, part: Part): FieldProblem[] {
  const errors = (validate.errors ?? []).filter((error) => !REPEATING_KEYWORDS.has(error.keyword))
  return errors.map((error) => describe(error, part))
}

/** Inputs longer than this are left out of an error response. */
const INPUT_LENGTH_MAX = 200

/** Members whose values must never be sent back, since they could hold a secret. */
const SECRET_MEMBER = /password|secret|token|key|url|authorization/i

function describe(error: ErrorObject, part: Part): FieldProblem {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer)
  const member = memberOf(error)
  const loc = [part, ...path, ...(member === undefined ? [] : [member])]
  const problem: FieldProblem = { loc, ...wording(error) }
  const input: unknown = member === undefined ? error.data : undefined
  const secret = part === 'header' || loc.some((step) => SECRET_MEMBER.test(String(step)))
  if (input !== undefined && !secret && JSON.stringify(input).length <= INPUT_LENGTH_MAX)
    problem.input = input
  return problem
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
    case 'format':
      return formatWording(String(error.params['format']))
    default:
      return { type: error.keyword, reason: otherReason(error) }
  }
}

/** What people type for a number that is none has a sentence of its own. */
function typeReason(allowed: readonly string[]): RefusalReason {
  if (allowed.includes('integer')) return because('field.whole_number')
  return because('field.wrong_type', { types: allowed.join(' or ') })
}

/** Blank counts as missing where text is trimmed; elsewhere it is a text like any other, and too short. */
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
