import type { TSchema } from 'typebox'
import { errorAdvice } from '../shared/error-advice.ts'
import { errorCodes, type ErrorCode } from '../shared/errors.ts'
import type { Operation } from '../shared/operation.ts'
import { because, refusalSentence } from '../shared/refusals.ts'

type Json = Record<string, unknown>

/** The member of a request whose value cannot be used, by operation. */
const UNUSABLE: Readonly<Record<string, string>> = {
  getFieldRequirements: 'standards',
  createDocumentUploadUrl: 'content_type',
  registerDocument: 'key',
  startImport: 'document_key',
  createWebhook: 'events',
  updateWebhook: 'events',
  listChanges: 'after',
}

/** Returns the example body of an error of an operation, about a parameter or member of its requests. */
export function errorExample(name: string, operation: Operation, code: ErrorCode, status: number): Json {
  const { message } = errorCodes[code]
  if (code === 'VALIDATION_ERROR') return { code, message, details: { errors: [problemOf(operation)] } }
  if (code === 'INVALID_REQUEST')
    return { code, ...(status === 400 ? unreadable(operation) : unusable(name, operation)) }
  const details = errorAdvice[code].details?.example
  return { code, message, ...(details && { details }) }
}

/** Returns an error that requests of an operation can have: in the body, or else in a parameter. */
function problemOf({ body, query, params }: Operation): Json {
  if (body) {
    const { required = [] } = body as { required?: readonly string[] }
    const [missing] = required
    return missing === undefined
      ? { loc: ['body', 'nme'], type: 'unknown_field', msg: refusalSentence(because('field.unknown')) }
      : { loc: ['body', missing], type: 'missing', msg: refusalSentence(because('field.missing')) }
  }
  const problems = [...parametersOf('query', query), ...parametersOf('path', params)].flatMap(
    problemOfParameter,
  )
  return (
    problems[0] ?? { loc: ['query'], type: 'wrong_format', msg: refusalSentence(because('field.format')) }
  )
}

interface Parameter {
  readonly loc: readonly [location: 'query' | 'path', name: string]
  readonly schema: {
    readonly format?: string
    readonly enum?: readonly string[]
    readonly minimum?: number
    readonly maximum?: number
  }
}

const parametersOf = (location: 'query' | 'path', schema: Operation['query']): Parameter[] =>
  Object.entries<TSchema>(schema?.properties ?? {}).map(([name, each]) => ({
    loc: [location, name],
    schema: each,
  }))

function problemOfParameter({ loc, schema }: Parameter): Json[] {
  const { format, enum: allowed, minimum, maximum } = schema
  if (loc[1] === 'limit' && maximum !== undefined) {
    const msg = refusalSentence(because('field.too_large', { limit: maximum }))
    return [{ loc, type: 'too_large', msg, ctx: { maximum }, input: 10 * maximum }]
  }
  if (format === 'uuid') {
    return [{ loc, type: 'wrong_format', msg: refusalSentence(because('field.format_uuid')), input: 'abc' }]
  }
  if (allowed) {
    const msg = refusalSentence(because('field.unknown_value', { allowed: allowed.join(', ') }))
    return [{ loc, type: 'unknown_value', msg, ctx: { allowed }, input: 'other' }]
  }
  if (minimum === undefined) return []
  const msg = refusalSentence(because('field.too_small', { limit: minimum }))
  return [{ loc, type: 'too_small', msg, ctx: { minimum }, input: minimum - 1 }]
}

function unreadable({ body }: Operation): Json {
  return { message: refusalSentence(because(body ? 'request.media_type' : 'request.percent_encoding')) }
}

function unusable(name: string, { query, headers }: Operation): Json {
  const words = Object.entries<TSchema>(query?.properties ?? {}).flatMap(([field, schema]) => {
    const { documentedPattern = '' } = schema as { documentedPattern?: string }
    const [, listed] = /^\^\(([^)]+)\)/.exec(documentedPattern) ?? []
    return listed === undefined ? [] : [{ field, allowed: listed.replaceAll('\\', '').split('|') }]
  })
  const [word] = words
  if (word) {
    const { field, allowed } = word
    const values = { field, word: 'oldest', allowed: allowed.join(', ') }
    return { message: refusalSentence(because('request.word', values)), details: word }
  }
  if (headers && 'idempotency-key' in headers.properties) {
    return {
      message: refusalSentence(because('idempotency.key_of_another')),
      details: { field: 'Idempotency-Key' },
    }
  }
  const field = UNUSABLE[name]
  if (field === undefined) return { message: errorCodes.INVALID_REQUEST.message }
  return { message: `${field}: ${refusalSentence(because('field.invalid'))}`, details: { field } }
}
