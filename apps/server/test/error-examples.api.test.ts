import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { operations, type Operation } from '@plumbline/contract'
import { publicApiDocument } from '../src/reference/public-api.ts'
import { openStatedPaths } from './stated-paths.ts'

interface Problem {
  loc: string[]
  input?: unknown
}

interface Example {
  message: string
  details?: { errors?: Problem[]; field?: string; allowed?: string[] }
}

const { app, lab, fill } = await openStatedPaths()

const document = publicApiDocument()['paths'] as Record<string, Record<string, { responses: any }>>

/** The example of a code in the document. */
const exampleOf = ({ method, path }: Operation, code: string): Example | undefined =>
  document[path]?.[method.toLowerCase()]?.responses['422']?.content['application/json'].examples[code]?.value

/** Returns the server's response to a request with a value in its path or query, and with a body. */
async function said({ method, path }: Operation, [place, name]: string[], value: string, body?: object) {
  const filled = fill(path, place === 'path' ? { [name!]: value } : {})
  const query = place === 'query' ? `?${name}=${value}` : ''
  const headers = { 'idempotency-key': randomUUID() }
  return (await app.call(method, filled + query, { key: lab.key, headers, ...(body && { body }) })).body
}

test('the server describes invalid values as the examples do', async () => {
  const others: string[] = []
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const [problem] = exampleOf(operation, 'VALIDATION_ERROR')?.details?.errors ?? []
    if (!problem) continue
    const body = operation.body && (problem.loc[1] === 'nme' ? { nme: 1 } : {})
    const { details } = await said(operation, problem.loc, String(problem.input), body)
    const same = details?.errors?.some((one: Problem) => {
      // An omitted member has no input.
      const { input: _input, ...rest } = one
      return JSON.stringify(sorted('input' in problem ? one : rest)) === JSON.stringify(sorted(problem))
    })
    if (!same) others.push(`${name}: ${JSON.stringify(details)} instead of ${JSON.stringify(problem)}`)
  }
  assert.deepEqual(others, [])
})

test('the server describes an unknown value as the examples do', async () => {
  const found = Object.entries<Operation>(operations).flatMap(([name, operation]) => {
    const example = exampleOf(operation, 'INVALID_REQUEST')
    return example?.details?.allowed ? [{ name, operation, example }] : []
  })
  assert.ok(found.length > 15)
  for (const { name, operation, example } of found) {
    const { message, details } = await said(operation, ['query', example.details!.field!], 'oldest')
    assert.deepEqual({ message, details }, { message: example.message, details: example.details }, name)
  }
})

const sorted = (value: object) =>
  Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
