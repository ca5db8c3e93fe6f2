import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, requestExamples, type Operation } from '@plumbline/contract'
import { startTestApp, type TestWorkspace } from '../../test/app.ts'
import { enter } from '../../test/register.ts'

const app = await startTestApp({ PUBLIC_URL: 'https://calibration.example.com' })

type Example = keyof typeof requestExamples

/** The name of the person in the examples. */
const PERSON = 'Ingrid Solberg'

/** Endpoints of tests are on this machine. */
const RECEIVER = 'http://127.0.0.1:9/hook'

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** What differs from one request to the next: IDs, times of the request, and what is drawn at random. */
function withoutChance(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (['created_at', 'updated_at', 'approved_at', 'expires', 'signature'].includes(name)) return name
  if (name === 'key') return value.replace(/\/.*/, '')
  if (name.startsWith('secret')) return value.slice(0, 'whsec_'.length)
  return value.replace(RECEIVER, requestExamples.createWebhook.url).replaceAll(ID, 'ID')
}

const comparable = (value: unknown) => JSON.parse(JSON.stringify(value, withoutChance)) as unknown

/** Sends a request as its example prints it, and compares the response with the example of the response. */
async function send(
  key: string,
  name: Example,
  { id = '', body = requestExamples[name] }: { id?: string; body?: unknown } = {},
): Promise<any> {
  const { method, path, reply }: Operation = operations[name]
  const headers = name === 'appendCalibration' ? { 'idempotency-key': 'example' } : {}
  const response = await app.call(method, path.replace(/\{\w+\}/, id), { key, headers, body })
  assert.equal(response.status, reply.status, `${name}: ${JSON.stringify(response.body)}`)
  assert.deepEqual(comparable(response.body), comparable(reply.example), name)
  return response.body
}

async function openWorkspace(): Promise<TestWorkspace> {
  const workspace = await app.workspace({ timeZone: 'Europe/Berlin' })
  return { ...workspace, key: (await workspace.person({ name: PERSON })).key }
}

test('the server accepts the examples of requests as they are printed, and returns the examples of responses', async () => {
  const { key } = await openWorkspace()
  const { id } = await send(key, 'createInstrument')
  await send(key, 'updateInstrument', { id })
  await send(key, 'appendCalibration', { id })
  // The second item is of an instrument that does not exist.
  const [first, second] = requestExamples.appendCalibrations.items
  await send(key, 'appendCalibrations', { body: { items: [{ ...first, instrument_id: id }, second] } })
  await send(key, 'createDocumentUploadUrl', { id })
  for (const name of ['evaluateMeasurements', 'evaluateUncertainty', 'createImportUploadUrl'] as const) {
    await send(key, name)
  }
  const webhook = await send(key, 'createWebhook', {
    body: { ...requestExamples.createWebhook, url: RECEIVER },
  })
  await send(key, 'updateWebhook', { id: webhook.id })
})

test('the example of a batch of instruments names one whose asset tag is in use', async () => {
  const { key } = await openWorkspace()
  await enter(app, key, { asset_tag: requestExamples.createInstruments.items[1].body.asset_tag })
  await send(key, 'createInstruments')
})
