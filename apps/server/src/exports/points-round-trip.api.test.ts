import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUBLIC_API_PREFIX, type ExportFormat, type MeasurementCreate } from '@plumbline/contract'
import { startTestApp } from '../../test/app.ts'
import { openLaboratory, type Laboratory } from '../../test/calibrating.ts'
import { importFile, uploadForImport } from '../../test/spreadsheets/import-file.ts'
import { fillDemo } from '../demo/fill-workspace.ts'
import { DEMO_TIME_ZONE, wholeProgram } from '../demo/program.ts'
import { readConfig } from '../platform/config.ts'
import { createSecrets } from '../platform/secrets.ts'

const app = await startTestApp({}, { worksOnJobs: true })

type Row = Record<string, any>

async function exported(key: string, query: string): Promise<Buffer> {
  const response = await fetch(`${app.origin}${PUBLIC_API_PREFIX}/exports/${query}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

async function rowsOf(key: string, query: string): Promise<Row[]> {
  const text = (await exported(key, `${query}${query.includes('?') ? '&' : '?'}format=jsonl`))
    .toString()
    .trim()
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as Row)
}

/** Columns that refer to objects of the workspace, and the accreditation, which no import states. */
const OF_WORKSPACE = ['calibration_id', 'instrument_id', 'standard_asset_id', 'point_id', 'accredited']

/** Such columns of external records: who entered the certificate. */
const OF_EXTERNAL = [...OF_WORKSPACE, 'performed_by']

/** Returns an uncertainty without the budget from which its values were computed. */
function withoutBudget(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('budget_id' in value)) return value
  const { budget_id: _budget, ...values } = value
  return values
}

/** The points of records in effect, with every other column of a point and its record, by record and position. */
async function pointsOf(key: string): Promise<Map<string, Row>> {
  const rows = await rowsOf(key, 'calibrations?points=true')
  const inEffect = rows.filter(
    (row) => row['record_status'] === 'current' && row['approval_status'] === 'approved',
  )
  return new Map(
    inEffect.map((row) => {
      const own = row['calibration_type'] === 'in_house' ? OF_WORKSPACE : OF_EXTERNAL
      const compared = Object.entries(row).filter(([name]) => !own.includes(name))
      const { asset_tag: tag, performed_at: at, certificate_number: number, position } = row
      return [
        [tag, at, number, position].join(' '),
        Object.fromEntries(compared.map(([name, value]) => [name, withoutBudget(value)])),
      ]
    }),
  )
}

/** Imports the register, the records without points and the points of a workspace into an empty one. */
async function movedTo(lab: Laboratory, key: string, format: ExportFormat) {
  const upload = async (query: string) =>
    uploadForImport(app, lab.key, await exported(key, `${query}&format=${format}`))
  const register = await importFile(app, lab.key, await upload('instruments?include=retired'), {
    options: { create_places: true },
  })
  assert.equal(register.failed, 0)
  const records = await importFile(app, lab.key, await upload('calibrations?'), { kind: 'calibrations' })
  const points = await importFile(app, lab.key, await upload('calibrations?points=true'), {
    kind: 'calibrations',
    options: format === 'xlsx' ? { sheet: 'Points' } : {},
  })
  return { records, points }
}

const sameRows = (actual: Map<string, Row>, expected: Map<string, Row>, tags: ReadonlySet<unknown>) => {
  const moved = [...expected].filter(([, { asset_tag: tag }]) => tags.has(tag))
  assert.deepEqual([...actual.keys()].toSorted(), moved.map(([name]) => name).toSorted())
  for (const [name, row] of moved) assert.deepEqual(actual.get(name), row, name)
}

const FORMATS = ['csv', 'xlsx'] as const

test('the measured points of a program that were exported are imported with every column of point and record', async () => {
  const secrets = createSecrets({ present: 'a secret of the tests that nothing else uses' })
  const runtime = { ...app.parts, config: readConfig({}), clock: app.clock, secrets }
  const { key } = await fillDemo(runtime, { ...wholeProgram, share: 1 / 10 })
  const before = await pointsOf(key)
  // Nothing can be recorded for any other instrument.
  const calibrated = (await rowsOf(key, 'instruments')).filter(({ status }) => status !== 'REFERENCE_ONLY')
  const tags = new Set(calibrated.map(({ asset_tag: tag }) => tag as unknown))
  const lab = await openLaboratory(app, { timeZone: DEMO_TIME_ZONE })
  const { points } = await movedTo(lab, key, 'csv')
  const copy = await pointsOf(lab.key)
  assert.ok(copy.size > 200)
  assert.equal(points.create, copy.size)
  assert.deepEqual(
    [...new Set(points.errors.map(({ code }) => code))].toSorted(),
    ['import.instrument_reference', 'import.instrument_retired', 'import.row_of_record'].filter((code) =>
      points.errors.some((one) => one.code === code),
    ),
  )
  sameRows(copy, before, tags)
})

const ofVolts = {
  nominal: { value: '10.000', unit: 'V' },
  as_found: { readings: ['10.001', '10.002', '-0.5'] },
}

/** A point of each kind. */
const KINDS: readonly MeasurementCreate[] = [
  { ...ofVolts, function: '=DC voltage; true', channel: 'A', range: '10 V', note: '- n/a' },
  { ...ofVolts, tolerance: { symmetric: { absolute: '5', unit: 'mV', percent_of_reading: '0.01' } } },
  {
    ...ofVolts,
    span: '20',
    resolution: '0.001',
    tolerance: { symmetric: { percent_of_span: '0.1', counts: '3', combine: 'greatest' } },
  },
  { ...ofVolts, tolerance: { upper: { absolute: '0.2' }, lower: { percent_of_nominal: '0.5' } } },
  { ...ofVolts, tolerance: { upper: { absolute: '0' }, lower: null } },
  { ...ofVolts, tolerance: { limits: { lower: '9.9', upper: null } } },
  {
    ...ofVolts,
    tolerance: { limits: { lower: '-9.90', upper: '10.10', unit: 'V' } },
    decision_rule: 'guard_band_u',
  },
  { tolerance: { text: 'Class M3' }, as_found: { observed: 'GO', judgement: 'conforms' } },
  { function: 'NO GO', as_found: { observed: 'stuck', judgement: 'does_not_conform' } },
  {
    ...ofVolts,
    as_left: { readings: ['10.000'], uncertainty: { expanded: '2', unit: 'mV', coverage_factor: '2.0' } },
    uncertainty: {
      relative_percent: '0.05',
      coverage_factor: '2.13',
      coverage_probability: '95.45',
      degrees_of_freedom: '18',
      confidence_level: 'approx. 95 %',
    },
  },
  {
    ...ofVolts,
    uncertainty: { expanded: '50', unit: 'ppm', coverage_factor: '2' },
    as_left: { unchanged: 'fixed' },
  },
  { ...ofVolts, as_found: { not_applicable: 'new instrument' }, as_left: { readings: ['1e1'] } },
  {
    nominal: { value: '20', unit: '°C' },
    as_left: { readings: ['20.01'], reference: '20.003' },
    external: true,
  },
  {
    nominal: { value: '5', unit: 'bar' },
    reads: 'standard',
    tolerance: { symmetric: { absolute: '0.1' } },
    as_found: { readings: ['4.99', '5.02'] },
    conditions: { direction: 'up', position: 'corner 2', text: 'f = 50 Hz; =1+1' },
  },
]

test('a point of each kind that was exported is imported with every member, however its rows are sorted', async () => {
  const from = await openLaboratory(app)
  const standard = await from.instrument({ asset_tag: 'S-1', is_reference_standard: true })
  const { id } = await from.instrument({ asset_tag: 'K-1' })
  const record = {
    result: 'FAIL',
    calibration_type: 'in_house',
    certificate_number: '00123',
    reference_standard_asset_id: standard.id,
    decision_rule: 'simple_acceptance',
    confidence_level: '95 %',
    coverage_factor: '2',
    opinions: 'Replace it; soon.',
    opinions_basis: 'Experience',
    notes: '=not a formula',
  }
  await from.calibrate(id, {
    ...record,
    measurements: KINDS.map((point, at) => (at === 1 ? { ...point, standard_asset_id: standard.id } : point)),
  })
  await from.calibrate(id, { result: 'PASS', calibration_type: 'in_house', measurements: KINDS.slice(0, 1) })
  const before = await pointsOf(from.key)
  assert.equal(before.size, KINDS.length + 1)
  for (const format of FORMATS) {
    const lab = await openLaboratory(app)
    const { records, points } = await movedTo(lab, from.key, format)
    assert.deepEqual([records.create, records.skip, records.failed], [0, 2, 0])
    assert.deepEqual([points.create, points.errors, points.warnings], [before.size, [], []])
    sameRows(await pointsOf(lab.key), before, new Set(['K-1']))
  }
  const lab = await openLaboratory(app)
  for (const asset_tag of ['S-1', 'K-1']) await lab.instrument({ asset_tag })
  const [head, ...lines] = (await exported(from.key, 'calibrations?points=true'))
    .toString()
    .trim()
    .split('\r\n')
  const file = [head, ...lines.toReversed()].join('\r\n')
  await importFile(app, lab.key, await uploadForImport(app, lab.key, Buffer.from(file)), {
    kind: 'calibrations',
  })
  sameRows(await pointsOf(lab.key), before, new Set(['K-1']))
})
