import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../test/app.ts'

const app = await sharedTestApp()
const PATH = '/standards/field-requirements'

const read = async (key: string, query = '') => {
  const { status, body } = await app.call('GET', `${PATH}${query}`, { key })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const keysOf = (standards: { key: string }[]) => standards.map(({ key }) => key)
const fieldOf = (body: any, name: string) =>
  body.calibration.fields.find(({ field }: { field: string }) => field === name)

describe('the selected standards', () => {
  test('are listed in the order of the catalogue, in pages', async () => {
    const { key } = await app.workspace({ standards: ['iso_iec_17025', 'iso_9001'] })
    const all = await app.call('GET', '/standards', { key })
    assert.deepEqual(keysOf(all.body.data), ['iso_9001', 'iso_iec_17025'])
    const { body } = await app.call('GET', '/standards?limit=1&offset=1', { key })
    assert.deepEqual(body, {
      data: [{ key: 'iso_iec_17025', label: 'ISO/IEC 17025:2017' }],
      pagination: { limit: 1, offset: 1, total: 2, has_more: false },
    })
  })
})

describe('field requirements', () => {
  test('follow the selected standards; calibrations are held to them, instruments are not', async () => {
    const { key } = await app.workspace({ standards: ['iso_9001'] })
    const body = await read(key)
    assert.equal(body.source, 'workspace')
    assert.deepEqual(body.standards, [{ key: 'iso_9001', label: 'ISO 9001:2015' }])
    assert.ok(keysOf(body.available_standards).includes('iso_iec_17025'))
    assert.deepEqual([body.calibration.enforced, body.instrument.enforced], [true, false])
    assert.deepEqual(fieldOf(body, 'result').requirement, 'required')
    assert.deepEqual(Object.keys(fieldOf(body, 'result')).toSorted(), [
      'field',
      'label',
      'note',
      'request_field',
      'required_by',
      'requirement',
    ])
  })

  test('of other standards are previewed, comma-separated or repeated', async () => {
    const { key } = await app.workspace({ standards: ['iso_9001'] })
    for (const query of [
      '?standards=iso_iec_17025,%20iso_9001,iso_9001',
      '?standards=iso_iec_17025&standards=iso_9001',
    ]) {
      const body = await read(key, query)
      assert.equal(body.source, 'query')
      assert.deepEqual(keysOf(body.standards), ['iso_9001', 'iso_iec_17025'])
    }
  })

  test('of no standard at all are the baseline', async () => {
    const { key } = await app.workspace({ standards: ['iso_iec_17025'] })
    const body = await read(key, '?standards=')
    assert.deepEqual([body.source, body.standards], ['query', []])
    assert.ok(
      body.calibration.fields.every(({ required_by: by }: { required_by: string[] }) => by.length === 0),
    )
  })

  test('of an external certificate drop to recommendations beyond its minimum', async () => {
    const { key } = await app.workspace({ standards: ['iso_iec_17025'] })
    const body = await read(key, '?calibration_type=external_certificate')
    const required = body.calibration.fields.filter((field: any) => field.requirement === 'required')
    assert.deepEqual(
      required.map((field: any) => field.field),
      ['result', 'performed_at', 'certificate_number'],
    )
  })

  test('of an unknown standard are refused with its key', async () => {
    const { key } = await app.workspace()
    const { status, body } = await app.call('GET', `${PATH}?standards=iso_9001,iso_0`, { key })
    assert.deepEqual([status, body.code, body.details.field], [422, 'INVALID_REQUEST', 'standards'])
    assert.deepEqual(body.details.unknown, ['iso_0'])
    assert.ok(body.message.includes('iso_0'))
  })

  test('of an unknown type are refused', async () => {
    const { key } = await app.workspace()
    const { status, body } = await app.call('GET', `${PATH}?calibration_type=both`, { key })
    assert.deepEqual([status, body.code], [422, 'VALIDATION_ERROR'])
    assert.deepEqual(body.details.errors[0].loc, ['query', 'calibration_type'])
  })
})
