import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Body, type Laboratory } from '../../../../test/calibrating.ts'
import { signInAs } from '../../../../test/session.ts'
import { changeStatus, retireInstrument } from '../../instruments/index.ts'
import { findMeasurements, findSnapshot } from '../read-store.ts'

const app = await sharedTestApp()

/** When the standard was used: everything below happened before or since. */
const USED = '2026-03-10T10:00:00.000Z'
const NOW = '2026-11-21T08:00:00.000Z'

interface Bench {
  readonly lab: Laboratory
  /** A standard that is calibrated every twelve months. */
  readonly standard: string
  /** Sets the clock, for what people do at that time. */
  readonly at: (instant: string) => void
  /** Records a calibration of the standard, with the number of its certificate. */
  readonly calibrated: (at: string, number: string, body?: Body) => Promise<{ id: string }>
}

/** A register that exists since 2024, with a standard in it. */
async function openBench(): Promise<Bench> {
  const at = (instant: string) => app.clock.set(instant)
  at('2024-01-10T08:00:00.000Z')
  const lab = await openLaboratory(app)
  const { id: standard } = (await lab.instrument({ is_reference_standard: true })) as { id: string }
  const calibrated = async (performedAt: string, number: string, body: Body = {}) => {
    at(performedAt)
    const external = { calibration_type: 'external_certificate', certificate_number: number }
    return lab.calibrate(standard, { ...external, performed_at: performedAt, ...body })
  }
  return { lab, standard, at, calibrated }
}

type Situation = [
  title: string,
  happens: (bench: Bench) => Promise<unknown>,
  expected: [condition: string, certificate: string | null, due: string | null],
]

/** What a manager, signed in at that time, does with the standard. */
async function act({ lab, standard }: Bench, method: string, path: string, body: object): Promise<void> {
  const manager = await signInAs(app, lab, 'manager')
  const { status, body: response } = await manager.call(method, `/instruments/${standard}${path}`, { body })
  assert.equal(status, 200, JSON.stringify(response))
}
const quarantine = (bench: Bench, isQuarantined: boolean) =>
  act(bench, 'POST', '/quarantine', { is_quarantined: isQuarantined, reason: 'Dropped' })
const extend = (bench: Bench, until: string) =>
  act(bench, 'POST', '/due-extension', { until, reason: 'Booked out' })

/** The calibration that every situation has besides, long after the use. */
const recent = ({ calibrated }: Bench) => calibrated('2026-11-01T08:00:00.000Z', 'CERT-2026')

const situations: Situation[] = [
  [
    'overdue then, and calibrated since',
    async (bench) => {
      await bench.calibrated('2024-09-01T08:00:00.000Z', 'CERT-2024')
      await recent(bench)
    },
    ['overdue', 'CERT-2024', '2025-09-01'],
  ],
  [
    'failed then, and passed since',
    async (bench) => {
      await bench.calibrated('2025-09-01T08:00:00.000Z', 'CERT-2025')
      await bench.calibrated('2026-03-01T08:00:00.000Z', 'CERT-FAIL', { result: 'FAIL' })
      await recent(bench)
    },
    ['failed', 'CERT-FAIL', '2026-03-01'],
  ],
  [
    'quarantined then, and released since',
    async (bench) => {
      await bench.calibrated('2025-09-01T08:00:00.000Z', 'CERT-2025')
      bench.at('2026-02-01T08:00:00.000Z')
      await quarantine(bench, true)
      bench.at('2026-05-01T08:00:00.000Z')
      await quarantine(bench, false)
      await recent(bench)
    },
    ['quarantined', 'CERT-2025', '2026-09-01'],
  ],
  ['never calibrated then, and calibrated since', recent, ['never_calibrated', null, null]],
  [
    'good then, and calibrated again since',
    async (bench) => {
      await bench.calibrated('2025-09-01T08:00:00.000Z', 'CERT-2025')
      await recent(bench)
    },
    ['valid', 'CERT-2025', '2026-09-01'],
  ],
  [
    'extended then, and calibrated since',
    async (bench) => {
      await bench.calibrated('2025-02-01T08:00:00.000Z', 'CERT-2025')
      bench.at('2026-01-15T08:00:00.000Z')
      await extend(bench, '2026-04-01')
      await recent(bench)
    },
    ['valid', 'CERT-2025', '2026-04-01'],
  ],
  [
    'overdue then, and extended since',
    async (bench) => {
      await bench.calibrated('2025-02-01T08:00:00.000Z', 'CERT-2025')
      bench.at('2026-03-20T08:00:00.000Z')
      await extend(bench, '2026-12-24')
    },
    ['overdue', 'CERT-2025', '2026-02-01'],
  ],
  [
    'in service then, and retired since',
    async (bench) => {
      await bench.calibrated('2025-09-01T08:00:00.000Z', 'CERT-2025')
      bench.at('2026-06-01T08:00:00.000Z')
      await retireInstrument(app, await bench.lab.caller(), bench.standard, { reason: 'Worn' })
    },
    ['valid', 'CERT-2025', '2026-09-01'],
  ],
  [
    'out of service then, and in service since',
    async (bench) => {
      await bench.calibrated('2025-09-01T08:00:00.000Z', 'CERT-2025')
      const move = async (at: string, status: 'out_of_service' | 'active') => {
        bench.at(at)
        await changeStatus(app, await bench.lab.caller(), bench.standard, { status, reason: 'Spare' })
      }
      await move('2026-03-01T08:00:00.000Z', 'out_of_service')
      await move('2026-04-01T08:00:00.000Z', 'active')
    },
    ['out_of_service', 'CERT-2025', '2026-09-01'],
  ],
  [
    'of a longer interval then, which was shortened since',
    async (bench) => {
      await bench.calibrated('2025-09-01T08:00:00.000Z', 'CERT-2025')
      bench.at('2026-04-01T08:00:00.000Z')
      const body = { calibration_interval_value: 3, calibration_interval_change_reason: 'Drift' }
      await act(bench, 'PATCH', '', body)
    },
    ['valid', 'CERT-2025', '2026-09-01'],
  ],
  [
    'of a certificate that was corrected since',
    async (bench) => {
      const { id } = await bench.calibrated('2025-09-01T08:00:00.000Z', 'CERT-MISTYPED')
      bench.at('2026-06-01T08:00:00.000Z')
      await bench.lab.correct(await bench.lab.caller(), id, {
        calibration_type: 'external_certificate',
        certificate_number: 'CERT-2025',
      })
      await recent(bench)
    },
    ['valid', 'CERT-2025', '2026-09-01'],
  ],
  [
    'of a certificate that was voided since',
    async (bench) => {
      await bench.calibrated('2024-09-01T08:00:00.000Z', 'CERT-2024')
      const { id } = await bench.calibrated('2025-09-01T08:00:00.000Z', 'CERT-WRONG')
      bench.at('2026-06-01T08:00:00.000Z')
      await bench.lab.void(await bench.lab.caller(), id)
      await recent(bench)
    },
    ['overdue', 'CERT-2024', '2025-09-01'],
  ],
]

describe('a record that is entered late freezes its standard as of the time of the work', () => {
  for (const [title, happens, expected] of situations) {
    test(`a standard ${title}`, async () => {
      const happened = await openBench()
      await happens(happened)
      happened.at(NOW)
      const { lab, standard } = happened
      const instrument = await lab.instrument()
      const point = {
        nominal: { value: '10', unit: 'V' },
        as_found: { readings: ['10.01'] },
        standard_asset_id: standard,
      }
      const record = await lab.calibrate(instrument.id, {
        performed_at: USED,
        reference_standard_asset_id: standard,
        measurements: [point],
      })
      const queries = app.db.in(lab.id)
      const [snapshot, measured] = await Promise.all([
        findSnapshot(queries, record.id),
        findMeasurements(queries, record.id),
      ])
      for (const frozen of [snapshot!.reference_standard!, measured!.standards[0]!]) {
        assert.deepEqual([frozen.condition, frozen.certificate_number, frozen.due_date], expected)
      }
      assert.equal(record.reference_standard_condition, expected[0])
    })
  }

  test('each record of a batch by its own time', async () => {
    const happened = await openBench()
    const { lab, standard, at, calibrated } = happened
    await calibrated('2024-09-01T08:00:00.000Z', 'CERT-2024')
    await recent(happened)
    at(NOW)
    const items = await Promise.all(
      ['2025-03-10T10:00:00Z', USED, '2026-11-10T10:00:00Z'].map(async (performedAt, index) => ({
        instrument_id: (await lab.instrument()).id as string,
        idempotency_key: `batch-${index}`,
        body: { result: 'PASS', performed_at: performedAt, reference_standard_asset_id: standard },
      })),
    )
    const { body } = await app.call('POST', '/calibrations/batch', { key: lab.key, body: { items } })
    assert.deepEqual(
      body.results.map(({ body: record }: any) => record.reference_standard_condition),
      ['valid', 'overdue', 'valid'],
    )
  })
})

test('people see the condition of a standard at the time of the work before they record it', async () => {
  const happened = await openBench()
  const { lab, standard, at, calibrated } = happened
  await calibrated('2024-09-01T08:00:00.000Z', 'CERT-2024', { measurement_uncertainty: '0.004 mm' })
  await recent(happened)
  at(NOW)
  const technician = await signInAs(app, lab, 'technician')
  const path = `/standards-at-use?instrument_ids=${standard}`
  const told = async (query: string) => {
    const { status, body: listed } = await technician.call('GET', `${path}${query}`)
    assert.equal(status, 200, JSON.stringify(listed))
    const [body] = listed.data
    return [body.condition, body.certificate_number, body.due_date, body.uncertainties]
  }
  const stated = [{ nominal: null, expanded: '0.004', coverage_factor: '2', unit: 'mm' }]
  assert.deepEqual(await told(`&at=${USED}`), ['overdue', 'CERT-2024', '2025-09-01', stated])
  assert.deepEqual(await told(''), ['valid', 'CERT-2026', '2027-11-01', []])
  const foreign = await openLaboratory(app)
  const stranger = await signInAs(app, foreign, 'technician')
  const { body: elsewhere } = await stranger.call('GET', path)
  assert.deepEqual(elsewhere, { data: [] })
})

test('a record stores who calibrated its standard, and what was stated for the points used', async () => {
  const { lab, standard, at, calibrated } = await openBench()
  const stated = (value: string, expanded: string) => ({
    nominal: { value, unit: 'V' },
    as_found: { readings: [value] },
    uncertainty: { expanded, coverage_factor: '2' },
  })
  const measurements = [stated('1', '0.001'), stated('10', '0.002'), stated('100', '0.05')]
  await calibrated('2026-01-10T08:00:00.000Z', 'CERT-7', { service_provider: 'Metro Labs', measurements })
  at(NOW)
  const { id: instrument } = await lab.instrument()
  const point = { ...stated('11', '0.0015'), standard_asset_id: standard }
  const record = await lab.calibrate(instrument, { performed_at: USED, measurements: [point] })
  const flat = await lab.calibrate((await lab.instrument()).id, {
    performed_at: USED,
    reference_standard_asset_id: standard,
    nominal_value: '90 V',
    as_found_reading: '90 V',
    measurement_uncertainty: '0.04 V',
    coverage_factor: '2',
  })
  const queries = app.db.in(lab.id)
  const [measured, snapshot] = await Promise.all([
    findMeasurements(queries, record.id),
    findSnapshot(queries, flat.id),
  ])
  const noted = (value: string, expanded: string) => [
    'external_certificate',
    'Metro Labs',
    [{ nominal: { value, unit: 'V' }, expanded, coverage_factor: '2', unit: 'V' }],
  ]
  for (const [frozen, expected] of [
    [measured!.standards[0]!, noted('10', '0.002')],
    [snapshot!.reference_standard!, noted('100', '0.05')],
  ] as const) {
    assert.deepEqual([frozen.calibration_type, frozen.service_provider, frozen.uncertainties], expected)
  }
  for (const { id } of [record, flat]) {
    const { body } = await app.call('GET', `/calibrations/${id}`, { key: lab.key })
    const codes = body.warnings.map(({ code }: { code: string }) => code)
    assert.deepEqual(codes, ['uncertainty_below_standard'])
  }
  const { body: evaluated } = await app.call('POST', '/measurements/evaluate', {
    key: lab.key,
    body: { points: [point] },
  })
  assert.deepEqual(
    evaluated.warnings.map(({ code, points }: any) => [code, points]),
    [['uncertainty_below_standard', [0]]],
  )
})

test('people are warned of a failure that is pending approval, and of a standard that was calibrated with the instrument', async () => {
  const { lab, standard, at, calibrated } = await openBench()
  const { id: instrument } = await lab.instrument()
  await calibrated('2025-09-01T08:00:00.000Z', 'CERT-2025')
  await lab.settings({ approvalPolicy: 'review' })
  const told = async (query = '') => {
    const { body: listed } = await technician.call(
      'GET',
      `/standards-at-use?instrument_ids=${standard}${query}`,
    )
    const [body] = listed.data
    return [body.condition, body.failure_pending, body.calibrated_with_instrument]
  }
  const good = await calibrated('2026-03-01T08:00:00.000Z', 'CERT-GOOD')
  const failing = { result: 'DAMAGED', reference_standard_asset_id: instrument }
  const failed = await calibrated('2026-04-01T08:00:00.000Z', 'CERT-FAIL', failing)
  at(NOW)
  const technician = await signInAs(app, lab, 'technician')
  assert.deepEqual(await told(`&at=${USED}`), ['valid', false, false])
  assert.deepEqual(await told(), ['overdue', true, false])
  const manager = await lab.caller()
  for (const { id } of [good, failed]) await lab.approve(manager, id)
  assert.deepEqual(await told(`&calibrates=${instrument}`), ['failed', false, true])
  assert.deepEqual(await told(`&calibrates=${standard}`), ['failed', false, false])
  const later = await calibrated('2026-10-01T08:00:00.000Z', 'CERT-OK', {
    measurements: [{ nominal: { value: '1', unit: 'V' }, standard_asset_id: instrument }],
  })
  await lab.approve(manager, later.id)
  at(NOW)
  await lab.calibrate(standard, { performed_at: '2026-05-01T08:00:00Z', result: 'FAIL' })
  assert.deepEqual(await told(`&calibrates=${instrument}`), ['valid', false, true])
})

test('many standards are checked in one request, in the order in which they are named', async () => {
  const { lab, standard, at, calibrated } = await openBench()
  await calibrated('2026-01-10T08:00:00.000Z', 'CERT-A')
  at(NOW)
  const others = [await lab.instrument(), await lab.instrument()].map(({ id }) => id)
  const technician = await signInAs(app, lab, 'technician')
  const listed = async (ids: readonly string[]) => {
    const { body } = await technician.call('GET', `/standards-at-use?instrument_ids=${ids.join(',')}`)
    return body
  }
  const { data } = await listed([others[1]!, standard.toUpperCase(), standard, others[0]!])
  assert.deepEqual(
    data.map((each: any) => [each.instrument_id, each.condition, each.failure_pending]),
    [
      [others[1], 'never_calibrated', false],
      [standard, 'valid', false],
      [others[0], 'never_calibrated', false],
    ],
  )
  assert.equal((await listed(Array.from({ length: 51 }, () => standard))).code, 'VALIDATION_ERROR')
  assert.equal((await listed(['CAL-1'])).code, 'VALIDATION_ERROR')
})
