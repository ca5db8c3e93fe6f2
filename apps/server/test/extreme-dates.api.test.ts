import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APP_API_PREFIX, PUBLIC_API_PREFIX } from '@plumbline/contract'
import { signInAs } from './session.ts'
import { openStatedPaths } from './stated-paths.ts'

/** The part of an OpenAPI document that is read here. */
interface Stated {
  paths: Record<string, { get?: { parameters?: Parameter[] } }>
  components: { parameters?: Record<string, Parameter> }
}

interface Parameter {
  $ref?: string
  name: string
  in: string
  schema: { format?: string; pattern?: string }
}

/** The first and last ones that the API can represent. */
const EXTREMES = {
  date: ['0001-01-01', '0001-01-02', '9999-12-30', '9999-12-31'],
  month: ['0001-01', '9999-12'],
  time: ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
}

const { app, lab, fill } = await openStatedPaths()
const admin = await signInAs(app, lab, 'admin')

/** Values to send for a parameter: none if it is no date, month or timestamp. */
function extremesOf({ schema: { format, pattern = '' } }: Parameter): string[] {
  if (format === 'date') return EXTREMES.date
  if (format === 'date-time') return EXTREMES.time
  if (!pattern.includes('\\d{')) return []
  const isMatching = (value: string) => new RegExp(pattern, 'u').test(value)
  return Object.values(EXTREMES).flat().filter(isMatching)
}

async function readParameters(prefix: string): Promise<{ path: string; parameter: Parameter }[]> {
  const document = (await (
    await fetch(`${app.origin}${prefix}/openapi.json`, { headers: { cookie: admin.cookie } })
  ).json()) as Stated
  const resolved = (one: Parameter) =>
    one.$ref === undefined ? one : document.components.parameters![one.$ref.split('/').at(-1)!]!
  return Object.entries(document.paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? [])
      .map(resolved)
      .filter((one) => one.in === 'query')
      .map((parameter) => ({ path: `${prefix}${path}`, parameter })),
  )
}

/** Returns the status, or what went wrong with a response that had begun. */
async function outcomeOf(path: string): Promise<string> {
  const headers = path.startsWith(PUBLIC_API_PREFIX) ? { 'x-api-key': lab.key } : { cookie: admin.cookie }
  const response = await fetch(`${app.origin}${path}`, { headers })
  return response.text().then(
    () => String(response.status),
    (error: Error) => `${response.status} ${error.message}`,
  )
}

for (const timeZone of ['Asia/Tokyo', 'America/Los_Angeles']) {
  test(`the first and last dates of a filter return a list or a refusal, never an error (${timeZone})`, async () => {
    const { status } = await admin.call('PATCH', '', { body: { timezone: timeZone } })
    assert.equal(status, 200)
    const sent: string[] = []
    const failed: string[] = []
    for (const prefix of [PUBLIC_API_PREFIX, APP_API_PREFIX]) {
      for (const { path, parameter } of await readParameters(prefix)) {
        for (const value of extremesOf(parameter)) {
          const target = `${fill(path, { workspace_id: lab.id })}?${parameter.name}=${value}`
          const outcome = await outcomeOf(target)
          sent.push(target)
          if (!['200', '404', '422'].includes(outcome)) failed.push(`${target}: ${outcome}`)
        }
      }
    }
    assert.ok(sent.length > 150, String(sent.length))
    assert.deepEqual(failed, [])
  })
}
