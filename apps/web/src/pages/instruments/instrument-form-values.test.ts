import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appInstrumentOperations, factsOfSection, optionalTexts, textsOfSection } from '@plumbline/contract'
import { ofTexts } from '../../components/instrument-fields/of-texts.ts'
import { createBody, emptyValues, rebaseInstrument, updateBody, valuesOf } from './instrument-form-values.ts'

const before = {
  ...emptyValues,
  asset_tag: 'CAL-1',
  name: 'Caliper',
  model: 'A',
  location_id: 'l1',
  customFields: [
    { key: 0, label: 'Owner', value: 'Line 3' },
    { key: 1, label: 'Cost centre', value: '4711' },
  ],
}

test('an update holds only what differs, and null for what was cleared', () => {
  const after = { ...before, name: 'Caliper 150', model: '  ', location_id: '', grace_days: '7' }
  assert.deepEqual(updateBody(before, after), {
    name: 'Caliper 150',
    model: null,
    location_id: null,
    grace_days: 7,
  })
  assert.deepEqual(updateBody(before, before), {})
})

test('a changed interval is sent with value, unit and reason', () => {
  const after = { ...before, calibration_interval_value: '6', calibration_interval_change_reason: 'Drift' }
  assert.deepEqual(updateBody(before, after), {
    calibration_interval_value: 6,
    calibration_interval_unit: 'months',
    calibration_interval_change_reason: 'Drift',
  })
})

test('a removed label is sent empty, a renamed one as a removal and an addition', () => {
  const after = {
    ...before,
    customFields: [{ key: 0, label: 'Keeper', value: 'Line 3' }, before.customFields[1]!],
  }
  assert.deepEqual(updateBody(before, after), { customFields: { Owner: '', Keeper: 'Line 3' } })
})

test('empty fields are not sent for a new instrument', () => {
  const values = { ...emptyValues, asset_tag: 'CAL-2', name: 'Gauge', last_calibration_date: '2026-05-01' }
  assert.deepEqual(
    createBody(values, (date) => `${date}T10:00:00.000Z`),
    {
      asset_tag: 'CAL-2',
      name: 'Gauge',
      is_reference_standard: false,
      calibration_interval_value: 12,
      calibration_interval_unit: 'months',
      last_calibration_date: '2026-05-01T10:00:00.000Z',
    },
  )
})

test('every text is in the form and on the page, and is sent to and read from the API', () => {
  const typed = { ...emptyValues, ...ofTexts((name) => `the ${name}`) }
  const texts = ofTexts((name) => `the ${name}`)
  const created = createBody(typed, String)
  assert.deepEqual({ ...created, ...texts }, created)
  assert.deepEqual(updateBody(emptyValues, typed), texts)
  assert.deepEqual(
    updateBody(typed, emptyValues),
    ofTexts(() => null),
  )
  const read = valuesOf({ ...appInstrumentOperations.getInstrument.reply.example, ...texts })
  assert.deepEqual({ ...read, ...texts }, read)
  const sections = ['identity', 'place', 'measuring', 'notes'] as const
  assert.deepEqual(sections.flatMap(textsOfSection).toSorted(), optionalTexts.toSorted())
  const shown = [...sections.flatMap(factsOfSection), 'manufacturer', 'model', 'serial_number']
  assert.deepEqual(shown.toSorted(), optionalTexts.toSorted())
})

test('typed values are kept when a newer version is loaded, and other fields take its values', () => {
  const typed = { ...before, name: 'Mine' }
  const newer = { ...before, name: 'Theirs', model: 'B' }
  const merged = rebaseInstrument(before, typed, newer)
  assert.equal(merged.name, 'Mine')
  assert.equal(merged.model, 'B')
})

test('custom fields are merged with a newer version one by one: those of the other person and those typed here are kept', () => {
  const custom = (fields: Record<string, string>) => ({
    ...before,
    customFields: Object.entries(fields).map(([label, value], key) => ({ key, label, value })),
  })
  const typed = custom({ Owner: 'Line 4', Room: '', '': 'unnamed' })
  const newer = custom({ Owner: 'Line 5', 'Cost centre': '4711', Supplier: 'Acme' })
  const merged = rebaseInstrument(before, typed, newer)
  const rows = merged.customFields.map(({ label, value }) => `${label}: ${value}`)
  assert.deepEqual(rows, ['Owner: Line 4', 'Supplier: Acme', 'Room: ', ': unnamed'])
  assert.equal(new Set(merged.customFields.map(({ key }) => key)).size, rows.length)
  assert.deepEqual(updateBody(newer, merged), {
    customFields: { Owner: 'Line 4', 'Cost centre': '', Room: '' },
  })
})
