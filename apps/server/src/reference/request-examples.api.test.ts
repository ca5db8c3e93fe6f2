import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, requestExamples } from '@plumbline/contract'
import { startTestApp } from '../../test/app.ts'

const app = await startTestApp()

test('the server accepts the examples of requests as they are printed', async () => {
  const { key } = await app.workspace({ standards: ['iso-17025'] })
  const send = async (
    name: keyof typeof requestExamples,
    instrumentId = '',
    body: unknown = requestExamples[name],
  ) => {
    const { method, path, reply } = operations[name]
    const headers = name === 'appendCalibration' ? { 'idempotency-key': 'example' } : {}
    const address = path.replace('{instrument_id}', instrumentId)
    const response = await app.call(method, address, { key, headers, body })
    assert.equal(response.status, reply.status, `${name}: ${JSON.stringify(response.body)}`)
    return response.body
  }
  const instrument = await send('createInstrument')
  const record = await send('appendCalibration', instrument.id)
  assert.deepEqual([record.approval_status, record.tolerance_verdict], ['approved', 'in'])
  const { items } = requestExamples.appendCalibrations
  const ofInstrument = items.map((item) => ({ ...item, instrument_id: instrument.id }))
  const { results } = await send('appendCalibrations', '', { items: ofInstrument })
  assert.deepEqual(
    results.map((result: { status: number }) => result.status),
    [201, 201],
  )
  for (const name of ['updateInstrument', 'createDocumentUploadUrl'] as const) await send(name, instrument.id)
  for (const name of ['evaluateMeasurements', 'evaluateUncertainty', 'createImportUploadUrl'] as const)
    await send(name)
})
