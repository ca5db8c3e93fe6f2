import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  roles,
  type DueForecast,
  type TimelinessReport,
  type ToleranceReport,
  type TurnaroundReport,
} from '@plumbline/contract'
import { sharedTestApp } from '../../../test/app.ts'
import { openLaboratory, type Body } from '../../../test/calibrating.ts'
import { callerOf } from '../../../test/register.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'
import { timelinessReport } from './timeliness.ts'

// The clock of tests stands at Saturday, 2026-11-21, 08:00 in UTC.
const app = await sharedTestApp()
const DAY_MS = 86_400_000

async function read<Report>(session: TestSession, path: string): Promise<Report> {
  const response = await session.call('GET', `/reports/${path}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body as Report
}

const since = (date: string, body: Body = {}) => ({ last_calibration_date: `${date}T12:00:00Z`, ...body })
const on = (date: string, body: Body = {}) => ({ performed_at: `${date}T12:00:00Z`, ...body })

describe('timeliness', async () => {
  const lab = await openLaboratory(app, { timeZone: 'Europe/Berlin' })
  const manager = await signInAs(app, lab, 'manager')
  const act = async (id: string, method: string, path: string, body: object) => {
    const response = await manager.call(method, `/instruments/${id}${path}`, { body })
    assert.equal(response.status, 200, JSON.stringify(response.body))
  }
  const extend = (id: string, reason = 'Audit') =>
    act(id, 'POST', '/due-extension', { until: '2026-12-01', reason })

  const cases: {
    what: string
    instrument: Body
    steps: (id: string) => Promise<unknown>
    expected: unknown[]
  }[] = [
    {
      what: 'on the due date itself is on time',
      instrument: since('2025-03-10'),
      steps: (id) => lab.calibrate(id, on('2026-03-10')),
      expected: [['2026-03-10', '2026-03-10', 'on_time', 0]],
    },
    {
      what: 'a day after it is a day late',
      instrument: since('2025-03-10'),
      steps: (id) => lab.calibrate(id, on('2026-03-11')),
      expected: [['2026-03-11', '2026-03-10', 'late', 1]],
    },
    {
      what: 'days are those of the workspace',
      instrument: since('2025-03-10'),
      steps: (id) => lab.calibrate(id, { performed_at: '2026-03-10T23:30:00Z' }),
      expected: [['2026-03-11', '2026-03-10', 'late', 1]],
    },
    {
      what: 'a month ends on its last day',
      instrument: since('2026-01-31', { calibration_interval_value: 1 }),
      steps: (id) => lab.calibrate(id, on('2026-02-28')),
      expected: [['2026-02-28', '2026-02-28', 'on_time', 0]],
    },
    {
      what: 'a first calibration has no due date to keep',
      instrument: {},
      steps: (id) => lab.calibrate(id, on('2026-05-01')),
      expected: [['2026-05-01', null, 'no_due_date', 0]],
    },
    {
      what: 'nor has one that follows a failed one',
      instrument: {},
      steps: async (id) => {
        await lab.calibrate(id, on('2026-02-01', { result: 'FAIL' }))
        await lab.calibrate(id, on('2026-02-20'))
      },
      expected: [
        ['2026-02-20', null, 'no_due_date', 0],
        ['2026-02-01', null, 'no_due_date', 0],
      ],
    },
    {
      what: 'an extension that was granted in time counts, also if its reason was changed',
      instrument: since('2025-10-01'),
      steps: async (id) => {
        await extend(id)
        await extend(id, 'Shutdown')
        await lab.calibrate(id, on('2026-11-20'))
      },
      expected: [['2026-11-20', '2026-12-01', 'on_time', 0]],
    },
    {
      what: 'one that was taken back does not',
      instrument: since('2025-10-01'),
      steps: async (id) => {
        await extend(id)
        await act(id, 'DELETE', '/due-extension', {})
        await lab.calibrate(id, on('2026-11-20'))
      },
      expected: [['2026-11-20', '2026-10-01', 'late', 50]],
    },
    {
      what: 'an interval that is changed later changes nothing',
      instrument: since('2025-03-10'),
      steps: async (id) => {
        await lab.calibrate(id, on('2026-03-12'))
        await act(id, 'PATCH', '', {
          calibration_interval_value: 24,
          calibration_interval_change_reason: 'It is stable.',
        })
      },
      expected: [['2026-03-12', '2026-03-10', 'late', 2]],
    },
    {
      what: 'voided records do not count, and of a corrected one the correction does',
      instrument: since('2025-03-10'),
      steps: async (id) => {
        const caller = await lab.caller()
        const voided = await lab.calibrate(id, on('2026-03-30'))
        await lab.void(caller, voided.id)
        const wrong = await lab.calibrate(id, on('2026-03-20'))
        await lab.correct(caller, wrong.id, on('2026-03-02'))
      },
      expected: [['2026-03-02', '2026-03-10', 'on_time', 0]],
    },
  ]

  for (const { what, instrument, steps, expected } of cases) {
    test(what, async () => {
      const { id } = await lab.instrument(instrument)
      await steps(id)
      const { rows } = await read<TimelinessReport>(manager, 'timeliness')
      const own = rows.filter((row) => row.instrument_id === id)
      assert.deepEqual(
        own.map((row) => [row.performed_on, row.due_date, row.verdict, row.days_late]),
        expected,
      )
    })
  }

  test('sums up by month, and lists on request', async () => {
    const report = await read<TimelinessReport>(manager, 'timeliness')
    assert.deepEqual([report.from, report.to], ['2025-11-22', '2026-11-21'])
    assert.deepEqual(report.months, [
      { month: '2026-02', on_time: 1, late: 0, no_due_date: 2 },
      { month: '2026-03', on_time: 2, late: 3, no_due_date: 0 },
      { month: '2026-05', on_time: 0, late: 0, no_due_date: 1 },
      { month: '2026-11', on_time: 1, late: 1, no_due_date: 0 },
    ])
    assert.equal(report.rows_total, 11)
    const late = await read<TimelinessReport>(manager, 'timeliness?month=2026-03&verdict=late')
    assert.deepEqual([late.rows.length, late.rows_total], [3, 3])
    assert.deepEqual(late.months, report.months)
    const march = await read<TimelinessReport>(manager, 'timeliness?from=2026-03-10&to=2026-03-11')
    assert.deepEqual(march.months, [{ month: '2026-03', on_time: 1, late: 2, no_due_date: 0 }])
  })

  test('omits what is pending approval', async () => {
    const reviewed = await openLaboratory(app)
    await reviewed.settings({ approvalPolicy: 'review' })
    const { id } = await reviewed.instrument()
    await reviewed.calibrate(id, on('2026-05-01'))
    const session = await signInAs(app, reviewed, 'auditor')
    assert.equal((await read<TimelinessReport>(session, 'timeliness')).rows_total, 0)
  })

  test('refuses a period with too many records, and one that ends before it starts', async () => {
    const caller = await callerOf(app, lab.id)
    await assert.rejects(timelinessReport({ ...app, recordsMax: 1 }, caller, {}), {
      code: 'FILTER_TOO_BROAD',
      details: { candidates: 2, maximum: 1, narrow_with: ['from', 'to'] },
    })
    for (const report of ['timeliness', 'tolerance', 'turnaround']) {
      const response = await manager.call('GET', `/reports/${report}?from=2026-05-02&to=2026-05-01`)
      assert.equal(response.body.code, 'VALIDATION_ERROR')
      assert.deepEqual(response.body.details.errors[0].loc, ['query', 'to'])
    }
    assert.equal(
      (await manager.call('GET', '/reports/timeliness?month=2026-13')).body.code,
      'VALIDATION_ERROR',
    )
  })
})

describe('tolerance', async () => {
  const lab = await openLaboratory(app)
  const session = await signInAs(app, lab, 'technician')
  const volts = { nominal_value: '10 V', tolerance: '± 0.05 V' }
  const cases: [what: string, model: string, body: Body, expected: unknown[] | null][] = [
    ['inside', 'A', { ...volts, as_found_reading: '10.04 V' }, null],
    [
      'adjusted from outside',
      'A',
      { ...volts, result: 'PASS_WITH_ADJUSTMENT', as_found_reading: '10.07 V', as_left_reading: '10.00 V' },
      ['outside', 'inside', null],
    ],
    [
      'adjusted from inside',
      'A',
      { ...volts, result: 'PASS_WITH_ADJUSTMENT', as_found_reading: '10.01 V', as_left_reading: '10.00 V' },
      null,
    ],
    [
      'passed outside with a reason',
      'B',
      { ...volts, as_found_reading: '10.07 V', out_of_tolerance_impact: 'Used below 5 V alone.' },
      ['outside', 'outside', 'Used below 5 V alone.'],
    ],
    [
      'passed, though it was found outside',
      'B',
      { ...volts, as_found_reading: '10.07 V', as_left_reading: '10.01 V' },
      ['outside', 'inside', null],
    ],
    ['passed without readings', 'B', {}, null],
    ['failed without readings', 'B', { result: 'FAIL' }, ['not_comparable', 'not_comparable', null]],
    [
      'limited, with its reading inside',
      'C',
      {
        ...volts,
        result: 'LIMITED_CALIBRATION',
        as_found_reading: '10.01 V',
        restriction_notes: 'Up to 5 V.',
      },
      ['inside', 'inside', null],
    ],
  ]
  const ids = new Map<string, string>()
  for (const [what, model, body] of cases) {
    const { id } = await lab.instrument({ manufacturer: 'Norvik', model })
    ids.set(what, id)
    await lab.calibrate(id, on('2026-06-01', body))
  }
  const report = await read<ToleranceReport>(session, 'tolerance')

  for (const [what, , , expected] of cases) {
    test(`${what} is ${expected === null ? 'no' : 'a'} finding`, () => {
      const row = report.rows.find((each) => each.instrument_id === ids.get(what))
      assert.deepEqual(row === undefined ? null : [row.as_found, row.as_left, row.justification], expected)
    })
  }

  test('counts by model how often instruments were found in tolerance', async () => {
    const rounded = report.models.map(({ rate_lower: lower, rate_upper: upper, ...counts }) => ({
      ...counts,
      limits: [lower, upper].map((share) => Number(share.toFixed(4))),
    }))
    assert.deepEqual(rounded, [
      { manufacturer: 'Norvik', model: 'B', calibrations: 4, in_tolerance: 1, limits: [0.0063, 0.8059] },
      { manufacturer: 'Norvik', model: 'A', calibrations: 3, in_tolerance: 2, limits: [0.0943, 0.9916] },
      { manufacturer: 'Norvik', model: 'C', calibrations: 1, in_tolerance: 1, limits: [0.025, 1] },
    ])
    assert.equal(report.rows_total, 5)
    const ofA = await read<ToleranceReport>(session, 'tolerance?manufacturer=Norvik&model=A')
    assert.deepEqual([ofA.rows.length, ofA.rows_total, ofA.models.length], [1, 1, 3])
  })

  test('lists behind each figure of a model exactly as many records as it says', async () => {
    const { id } = await lab.instrument({ model: 'A' })
    await lab.calibrate(id, on('2026-06-02', { ...volts, result: 'FAIL', as_found_reading: '10.07 V' }))
    const { models } = await read<ToleranceReport>(session, 'tolerance')
    assert.equal(models.length, 4)
    for (const { manufacturer, model, calibrations, in_tolerance: inside } of models) {
      const named = new URLSearchParams({
        ...(manufacturer && { manufacturer }),
        ...(model && { model }),
      }).toString()
      const behind = { calibrations, in_tolerance: inside, not_in_tolerance: calibrations - inside }
      for (const [list, count] of Object.entries(behind)) {
        const found = await read<ToleranceReport>(session, `tolerance?list=${list}&${named}`)
        assert.deepEqual([found.rows.length, found.rows_total], [count, count], `${list} of ${named}`)
        for (const row of found.rows) assert.deepEqual([row.manufacturer, row.model], [manufacturer, model])
      }
    }
  })

  test('counts by month which findings state their impact, and lists those of a month', async () => {
    const { id } = await lab.instrument({ manufacturer: 'Sondell', model: 'S' })
    await lab.calibrate(
      id,
      on('2026-05-31', { result: 'FAIL', out_of_tolerance_impact: 'None: never used.' }),
    )
    await lab.calibrate(id, { performed_at: '2026-06-01T00:00:00Z', result: 'FAIL' })
    const ofS = (more = '') => read<ToleranceReport>(session, `tolerance?manufacturer=Sondell${more}`)
    const months = [
      { month: '2026-05', stated: 1, not_stated: 0 },
      { month: '2026-06', stated: 0, not_stated: 1 },
    ]
    assert.deepEqual((await ofS()).months, months)
    const days = (found: ToleranceReport) => found.rows.map((row) => row.performed_on)
    assert.deepEqual(days(await ofS('&month=2026-06')), ['2026-06-01'])
    assert.deepEqual(days(await ofS('&impact=stated')), ['2026-05-31'])
    const none = await ofS('&month=2026-06&impact=stated')
    assert.deepEqual([none.rows_total, none.months], [0, months])
    const passed = await ofS('&model=S&list=calibrations&month=2026-05&impact=stated')
    assert.deepEqual([passed.rows_total, days(passed)], [1, ['2026-05-31']])
  })
})

describe('the forecast', () => {
  test('counts due dates by month and site, and overdue ones separately', async () => {
    const lab = await openLaboratory(app)
    const session = await signInAs(app, lab, 'manager')
    const leipzig = await lab.site('Leipzig')
    await lab.instrument(since('2025-11-20'))
    await lab.instrument(since('2025-11-21'))
    await lab.instrument(since('2025-12-24'))
    const moved = await lab.instrument(since('2025-12-31'))
    await session.call('PATCH', `/instruments/${moved.id}`, { body: { site_id: leipzig } })
    await lab.instrument(since('2026-03-01'))
    await lab.instrument()
    const forecast = await read<DueForecast>(session, 'due-forecast?months=2')
    const mainSite = forecast.overdue[0]!.site_id
    assert.deepEqual(forecast, {
      from: '2026-11-21',
      overdue: [{ site_id: mainSite, count: 1 }],
      months: [
        {
          month: '2026-11',
          from: '2026-11-21',
          to: '2026-11-30',
          count: 2,
          sites: [{ site_id: mainSite, count: 2 }],
        },
        {
          month: '2026-12',
          from: '2026-12-01',
          to: '2026-12-31',
          count: 2,
          sites: [
            { site_id: mainSite, count: 1 },
            { site_id: leipzig, count: 1 },
          ].toSorted((a, b) => (a.site_id < b.site_id ? -1 : 1)),
        },
      ],
    })
    const there = await read<DueForecast>(session, `due-forecast?site_id=${leipzig}`)
    assert.equal(there.months.length, 12)
    assert.deepEqual(
      there.months.filter(({ count }) => count > 0).map(({ month, count }) => [month, count]),
      [['2026-12', 1]],
    )
  })
})

describe('every report', () => {
  const reports = ['due-forecast', 'timeliness', 'tolerance', 'turnaround']

  test('is for every role, within the sites of the person', async () => {
    const lab = await openLaboratory(app)
    const site = await lab.site('Leipzig')
    const { id } = await lab.instrument(since('2025-12-24'))
    await lab.calibrate(id, on('2026-06-01', { result: 'FAIL', service_provider: 'Eastgate' }))
    for (const role of roles) {
      const everywhere = await signInAs(app, lab, role)
      assert.equal((await read<TimelinessReport>(everywhere, 'timeliness')).rows_total, 1)
      assert.equal((await read<ToleranceReport>(everywhere, 'tolerance')).rows_total, 1)
      for (const report of reports) await read(everywhere, report)
    }
    const elsewhere = await signInAs(app, lab, 'technician', { siteIds: [site] })
    const home = (await lab.read(id)).site_id
    for (const query of ['', `?site_id=${home}`]) {
      const timeliness = await read<TimelinessReport>(elsewhere, `timeliness${query}`)
      assert.deepEqual([timeliness.months, timeliness.rows], [[], []])
      const tolerance = await read<ToleranceReport>(elsewhere, `tolerance${query}`)
      assert.deepEqual([tolerance.models, tolerance.rows], [[], []])
      const forecast = await read<DueForecast>(elsewhere, `due-forecast${query}`)
      assert.equal(forecast.overdue.length + forecast.months.reduce((sum, { count }) => sum + count, 0), 0)
    }
  })
})

// Last, as it moves the clock.
describe('turnaround', () => {
  test('lasts from sending out to receipt, once for each shipment', async () => {
    const lab = await openLaboratory(app)
    const session = await signInAs(app, lab, 'manager')
    const move = async (id: string, status: string) => {
      const body = { status, reason: 'Calibration' }
      assert.equal((await session.call('POST', `/instruments/${id}/status`, { body })).status, 200)
    }
    const instruments = await Promise.all(
      ['A', 'B', 'C', 'D', 'E'].map(() => lab.instrument(since('2026-01-10'))),
    )
    const [back, byHand, never, twice, slow] = instruments.map(({ id }) => id as string) as [
      string,
      string,
      string,
      string,
      string,
    ]
    for (const id of [byHand, twice]) await move(id, 'OUT_FOR_CALIBRATION')
    for (const id of [back, slow]) {
      const body = { cost: '480.00', currency: 'EUR' }
      assert.equal((await session.call('POST', `/instruments/${id}/send-out`, { body })).status, 200)
    }
    const invoiced = { body: { cost: '32.5' } }
    assert.equal((await session.call('PATCH', `/instruments/${slow}/shipment`, invoiced)).status, 200)
    app.clock.advance(3 * DAY_MS)
    await move(byHand, 'in_service')
    app.clock.advance(2 * DAY_MS)
    const from = (provider: string, date = '2026-11-23') => on(date, { service_provider: provider })
    for (const id of [back, byHand, never]) await lab.calibrate(id, from('Eastgate'))
    await lab.calibrate(twice, from('Westgate'))
    await lab.calibrate(twice, from('Westgate', '2026-11-25'))
    app.clock.advance(DAY_MS)
    await lab.calibrate(slow, { ...from(' Eastgate '), result: 'FAIL' })
    const report = await read<TurnaroundReport>(session, 'turnaround')
    assert.deepEqual(report.providers, [
      {
        provider: 'Eastgate',
        provider_id: null,
        count: 3,
        median_days: 5,
        longest_days: 6,
        passed: 2,
        costs: [{ currency: 'EUR', amount: '512.50' }],
      },
      {
        provider: 'Westgate',
        provider_id: null,
        count: 1,
        median_days: 5,
        longest_days: 5,
        passed: 1,
        costs: [],
      },
    ])
    const expected = report.rows.map((row) => [row.instrument_id, row.sent_on, row.back_on, row.days])
    assert.deepEqual(
      new Set(expected.map((row) => row.join(' '))),
      new Set([
        `${back} 2026-11-21 2026-11-26 5`,
        `${byHand} 2026-11-21 2026-11-24 3`,
        `${twice} 2026-11-21 2026-11-26 5`,
        `${slow} 2026-11-21 2026-11-27 6`,
      ]),
    )
    assert.equal(expected.length, 4)
    const west = await read<TurnaroundReport>(session, 'turnaround?provider=Westgate')
    assert.deepEqual([west.rows_total, west.providers.length], [1, 2])
    const longest = await read<TurnaroundReport>(session, 'turnaround?provider=Eastgate&days=6')
    assert.deepEqual(
      longest.rows.map((row) => row.instrument_id),
      [slow],
    )
    assert.deepEqual([longest.rows_total, longest.providers], [1, report.providers])
  })

  test('is shown for a listed provider under its current name, whatever name its records have', async () => {
    const lab = await openLaboratory(app)
    const session = await signInAs(app, lab, 'manager')
    const { body: eastgate } = await session.call('POST', '/providers', { body: { name: 'Eastgate' } })
    const ids: string[] = []
    const stated: Body[] = [
      { provider_id: eastgate.id },
      { provider_id: eastgate.id, service_provider: 'Eastgate Leipzig' },
      { service_provider: ' EASTGATE GROUP ' },
      { service_provider: 'Eastgate' },
    ]
    for (const _ of stated) {
      const { id } = await lab.instrument(since('2026-01-10'))
      const body = { status: 'OUT_FOR_CALIBRATION', reason: 'Calibration' }
      assert.equal((await session.call('POST', `/instruments/${id}/status`, { body })).status, 200)
      ids.push(id as string)
    }
    app.clock.advance(2 * DAY_MS)
    const date = app.clock.now().toISOString().slice(0, 10)
    for (const [at, one] of stated.entries()) await lab.calibrate(ids[at]!, on(date, one))
    const renamed = { body: { name: 'Eastgate Group' } }
    assert.equal((await session.call('PATCH', `/providers/${eastgate.id}`, renamed)).status, 200)
    app.clock.advance(DAY_MS)
    const { providers } = await read<TurnaroundReport>(session, 'turnaround')
    assert.deepEqual(
      providers.map(({ provider, provider_id: id, count }) => [provider, id, count]),
      [
        ['Eastgate Group', eastgate.id, 3],
        ['Eastgate', null, 1],
      ],
    )
    const { rows_total: total } = await read<TurnaroundReport>(
      session,
      'turnaround?provider=Eastgate%20Group',
    )
    assert.equal(total, 3)
  })
})
