import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ApiError,
  ConnectionError,
  errorClasses,
  hasCode,
  PlumblineError,
  TimeoutError,
  UnexpectedResponseError,
} from './index.ts'
import { errorOf } from './errors.ts'

const refusal = (code: string, details?: unknown, requestId?: string) =>
  errorOf({ code, message: 'No.', details, status: 422, requestId, retryAfterSeconds: undefined })

test('the name of an error is that of its class', () => {
  for (const [code, Class] of Object.entries(errorClasses)) {
    const error = refusal(code)
    assert.ok(error instanceof Class)
    assert.equal(error.name, Class.name, code)
  }
  assert.equal(refusal('LATER_CODE').name, 'ApiError')
  assert.equal(refusal('toString').name, 'ApiError')
  assert.equal(new PlumblineError('No.').name, 'PlumblineError')
  assert.equal(new ConnectionError('away').name, 'ConnectionError')
  assert.equal(new TimeoutError('late').name, 'TimeoutError')
  assert.equal(new UnexpectedResponseError(200, undefined, '').name, 'UnexpectedResponseError')
})

test('a message ends with the first fault that the details name, the code and the request', () => {
  const faults = ['a', 'b'].map((name) => ({ loc: ['body', name, 0], msg: 'Unknown word.', type: 'enum' }))
  const missing = ['provider', 'result'].map((field) => ({ field, required_by: [] }))
  const cases: [details: unknown, message: string][] = [
    [{ errors: faults }, 'No. body.a.0: Unknown word. [X]'],
    [{ missing_fields: missing }, 'No. provider is missing. [X]'],
    [{ field: 'url' }, 'No. See url. [X]'],
    [{ errors: [], missing_fields: [], field: 'url' }, 'No. See url. [X]'],
    [{ errors: 'a', missing_fields: 'b', field: 1 }, 'No. [X]'],
    [{}, 'No. [X]'],
    [undefined, 'No. [X]'],
  ]
  for (const [details, message] of cases) {
    assert.equal(refusal('X', details).message, message)
    assert.equal(refusal('X', details).details, details)
  }
  assert.equal(refusal('X', undefined, 'r-1').message, 'No. [X, request r-1]')
  assert.equal(refusal('X').reason, 'No.')
})

test('an error has a code where it is the refusal of that code', () => {
  assert.ok(hasCode(refusal('CONFLICT'), 'CONFLICT'))
  assert.ok(!hasCode(refusal('CONFLICT'), 'NOT_FOUND'))
  assert.ok(!hasCode(Object.assign(new Error('No.'), { code: 'CONFLICT' }), 'CONFLICT'))
  assert.ok(refusal('CONFLICT') instanceof ApiError)
})

test('a message shows the first hundred characters of what came instead of JSON', () => {
  const message = (text: string, type?: string) => new UnexpectedResponseError(200, type, text).message
  assert.equal(
    message('x'.repeat(101)),
    `The server returned status 200 with no content type: ${'x'.repeat(100)}`,
  )
  assert.equal(message('', 'text/html'), 'The server returned status 200 with text/html: nothing')
})
