import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { instrumentText, optionalTexts } from '@plumbline/contract'
import { sharedTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { updateInstrument } from '../instruments/index.ts'
import { findSnapshot } from './read-store.ts'

const app = await sharedTestApp()
const frozenTexts = optionalTexts.filter((name) => instrumentText(name).frozen)

test('a record freezes instrument, workspace, site and standard as they are, for good', async () => {
  const lab = await openLaboratory(app, { timeZone: 'Europe/Berlin' })
  const logo = Buffer.from('a picture').toString('base64')
  await lab.settings({ laboratory: { name: 'Northmoor', address: 'Hafenstrasse 12', logo } })
  const standard = await lab.instrument({ name: 'Gauge blocks', serial_number: 'GB-1' })
  await lab.calibrate(standard.id, { performed_at: '2026-10-01T22:30:00Z', certificate_number: 'K-77' })
  const instrument = await lab.instrument({ manufacturer: 'Aldergate', unit_of_measure: 'mm' })
  const record = await lab.calibrate(instrument.id, { reference_standard_asset_id: standard.id })

  const queries = app.db.in(lab.id)
  const frozen = await findSnapshot(queries, record.id)
  assert.deepEqual(frozen, {
    instrument: {
      ...Object.fromEntries(frozenTexts.map((name) => [name, null])),
      id: instrument.id,
      asset_tag: instrument.asset_tag,
      name: 'Caliper',
      manufacturer: 'Aldergate',
      model: null,
      serial_number: null,
      category: null,
      department: null,
      location: null,
      tolerance_spec: null,
      unit_of_measure: 'mm',
      method: null,
      calibration_interval_value: 12,
      calibration_interval_unit: 'months',
    },
    workspace: {
      id: lab.id,
      name: lab.workspace.name,
      time_zone: 'Europe/Berlin',
      laboratory: {
        name: 'Northmoor',
        address: 'Hafenstrasse 12',
        logo_sha256: createHash('sha256').update(logo).digest('hex'),
      },
    },
    site: { id: lab.workspace.defaultSiteId, name: 'Main site', time_zone: null, laboratory: {} },
    location: null,
    reference_standard: {
      id: standard.id,
      asset_tag: standard.asset_tag,
      name: 'Gauge blocks',
      manufacturer: null,
      model: null,
      serial_number: 'GB-1',
      last_calibration_at: '2026-10-01T22:30:00.000Z',
      // Half past ten at night in UTC is the next day in Berlin.
      due_date: '2027-10-02',
      certificate_number: 'K-77',
      overdue: false,
      condition: 'valid',
      calibration_type: null,
      service_provider: null,
      uncertainties: [],
    },
    requirements: {
      standards: [],
      required: {
        in_house: ['result', 'performed_at'],
        external_certificate: ['result', 'performed_at', 'certificate_number'],
      },
    },
  })

  const deps = { ...app, changeReasonRulesEnforced: false }
  await updateInstrument(deps, await lab.caller(), instrument.id, { body: { name: 'Renamed' } })
  await lab.settings({ name: 'Renamed', laboratory: { name: 'Southmoor' } })
  assert.deepEqual(await findSnapshot(queries, record.id), frozen)
})

test('a void marker and an unknown id have none', async () => {
  const lab = await openLaboratory(app)
  const record = await lab.calibrate((await lab.instrument()).id)
  const marker = await lab.void(await lab.caller(), record.id)
  assert.equal(await findSnapshot(app.db.in(lab.id), marker.id), undefined)
  assert.equal(await findSnapshot(app.db.in((await openLaboratory(app)).id), record.id), undefined)
})
