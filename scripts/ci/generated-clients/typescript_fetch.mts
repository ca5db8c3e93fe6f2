// Ten calls with the typescript-fetch client of openapi-generator. BASE and KEY are given by the environment.
import assert from 'node:assert/strict'
import {
  CalibrationsApi,
  CalibrationType,
  Configuration,
  EventType,
  InstrumentsApi,
  MeasurementsApi,
  ResponseError,
  WebhooksApi,
  type MeasurementCreate,
} from './client/index.ts'

const configuration = new Configuration({ basePath: process.env['BASE'], accessToken: process.env['KEY'] })
const instruments = new InstrumentsApi(configuration)
const calibrations = new CalibrationsApi(configuration)
const webhooks = new WebhooksApi(configuration)

const made = await instruments.createInstrument({
  instrumentCreate: {
    asset_tag: 'GEN-TS',
    name: 'Caliper',
    unit_of_measure: 'mm',
    calibration_interval_value: 12,
    last_calibration_date: '2026-05-12T08:30:00Z',
    customFields: { Cabinet: '4' },
  },
})
assert.deepEqual([made.customFields, made.next_due_at?.getUTCFullYear()], [{ Cabinet: '4' }, 2027])
const changed = await instruments.updateInstrument({
  instrumentId: made.id,
  instrumentUpdate: { customFields: { Shelf: '2' } },
})
assert.equal(changed.customFields['Shelf'], '2')
const listed = await instruments.listInstruments({ assetTag: 'GEN-TS', updatedSince: '2026-01-01T00:00:00Z' })
assert.equal(listed.pagination.total, 1)

const point: MeasurementCreate = {
  nominal: { value: '10.000', unit: 'mm' },
  tolerance: { symmetric: { absolute: '0.02' } },
  as_found: { readings: ['10.012'] },
}
const record = await calibrations.appendCalibration({
  instrumentId: made.id,
  idempotencyKey: 'GEN-TS-1',
  calibrationCreate: {
    result: 'PASS',
    performed_at: '2026-06-01T09:00:00Z',
    calibration_type: CalibrationType.InHouse,
    measurements: [point],
  },
})
assert.equal(record.measurements[0]?.as_found?.verdict, 'in')
const batch = await calibrations.appendCalibrations({
  calibrationBatch: {
    items: [{ instrument_id: made.id, idempotency_key: 'GEN-TS-2', body: { result: 'PASS' } }],
  },
})
assert.equal(batch.results.length, 1)
const feed = await calibrations.listCalibrations({ instrumentId: made.id, sort: 'updated_at' })
assert.equal(feed.pagination.total, 3)
const evaluated = await new MeasurementsApi(configuration).evaluateMeasurements({
  measurementEvaluation: { points: [point] },
})
assert.equal(evaluated.points[0]?.as_found?.verdict, 'in')

const webhook = await webhooks.createWebhook({
  webhookCreate: { url: 'http://127.0.0.1:9/fetch', events: [EventType.CalibrationCreated] },
})
await webhooks.deleteWebhook({ id: webhook.id })
const refused = await webhooks.getWebhook({ id: webhook.id }).catch((error: unknown) => error)
assert.ok(refused instanceof ResponseError)
assert.equal((await refused.response.json()).code, 'NOT_FOUND')
