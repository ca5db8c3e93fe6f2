import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { publicApiDocument } from '../src/reference/public-api.ts'
import { openStatedPaths } from './stated-paths.ts'

/** A query parameter as the OpenAPI document states it. */
interface Stated {
  name: string
  in: string
  allowEmptyValue?: boolean
  schema: { type: string | string[]; enum?: string[]; pattern?: string; format?: string }
}

interface StatedOperation {
  parameters?: Stated[]
}

const { app, lab, fill } = await openStatedPaths()

const parameters = Object.entries(publicApiDocument()['paths'] as Record<string, { get?: StatedOperation }>)
  .flatMap(([path, { get }]) => (get?.parameters ?? []).map((parameter) => ({ path, parameter })))
  .filter(({ parameter }) => parameter.in === 'query')

/** Whether the document leaves the value of a parameter to the caller. */
const isFree = ({ schema }: Stated) =>
  [schema.type].flat().includes('string') && !schema.enum && !schema.pattern && !schema.format

/** Its values are keys of standards, which the response lists under `available_standards`; releases add to them. */
const KEYS_OF_DATA = new Set(['standards'])

/** Values that together name each word that a parameter takes, if words are what its document lists. */
function valuesOf({ schema }: Stated): string[] {
  const pattern = schema.pattern?.replaceAll('\\', '') ?? ''
  const [, words, more] = /^\^\(([\w.|-]+)\)(\(,\([\w.|-]+\)\)\*)?\$$/.exec(pattern) ?? []
  if (words === undefined) return schema.enum ?? []
  return more === undefined ? words.split('|') : [words.replaceAll('|', ',')]
}

async function statusOf(path: string, { name }: Stated, value: string): Promise<number> {
  const query = `${name}=${encodeURIComponent(value)}`
  return (await app.call('GET', `${fill(path)}?${query}`, { key: lab.key })).status
}

describe('query parameters accept what the document states', () => {
  test('a value that the document does not admit is refused, and no value of a free text is', async () => {
    assert.ok(parameters.length > 90)
    const differing: string[] = []
    for (const { path, parameter } of parameters.filter((one) => !KEYS_OF_DATA.has(one.parameter.name))) {
      const isRefused = (await statusOf(path, parameter, 'no-such.value')) === 422
      if (isRefused === isFree(parameter)) differing.push(`${path} ${parameter.name}`)
    }
    assert.deepEqual(differing, [])
  })

  test('an empty value counts as none, as allowEmptyValue says', async () => {
    const differing: string[] = []
    for (const { path, parameter } of parameters.filter((one) => one.parameter.allowEmptyValue)) {
      const { status: withNone } = await app.call('GET', fill(path), { key: lab.key })
      if ((await statusOf(path, parameter, '')) !== withNone) differing.push(`${path} ${parameter.name}`)
    }
    assert.ok(parameters.filter(({ parameter }) => parameter.allowEmptyValue).length > 90)
    assert.deepEqual(differing, [])
  })

  test('a parameter that takes one value is refused when it is repeated, and told to be sent once', async () => {
    const differing: string[] = []
    for (const { path, parameter } of parameters.filter(
      ({ parameter: { schema } }) => !Array.isArray(schema.type),
    )) {
      const { name } = parameter
      const { status, body } = await app.call('GET', `${fill(path)}?${name}=1&${name}=2`, { key: lab.key })
      const problem = body.details?.errors?.find(({ loc }: { loc: string[] }) => loc[1] === name)
      if (status !== 422 || problem?.msg !== 'Send this parameter only once.')
        differing.push(`${path} ${name}: ${status} ${problem?.msg}`)
    }
    assert.deepEqual(differing, [])
  })

  test('each listed value is accepted', async () => {
    const refused: string[] = []
    for (const { path, parameter } of parameters) {
      for (const value of valuesOf(parameter)) {
        const isRefused = (await statusOf(path, parameter, value)) === 422
        if (isRefused) refused.push(`${path} ${parameter.name}=${value}`)
      }
    }
    assert.ok(parameters.filter(({ parameter }) => valuesOf(parameter).length > 0).length > 30)
    assert.deepEqual(refused, [])
  })
})
