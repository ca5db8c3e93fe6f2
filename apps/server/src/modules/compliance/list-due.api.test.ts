import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { type CalibrationResult, complianceTokens, type DueInstrument } from '@plumbline/contract'
import { assertProperty } from '@plumbline/testing'
import { sharedTestApp, type TestWorkspace } from '../../../test/app.ts'
import { calibrate, callerOf, enter } from '../../../test/register.ts'
import { systemActor } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import { changeStatus, extendDueDate, retireInstrument, updateInstrument } from '../instruments/index.ts'
import { createLocation } from '../workspaces/index.ts'
import { dueInstruments } from './index.ts'

const app = await sharedTestApp()
const deps = { ...app, changeReasonRulesEnforced: false }
const DAY_MS = 86_400_000

const due = (key: string, query = '') => app.call('GET', `/due?limit=100&${query}`, { key })
const rowsOf = async (key: string, query = ''): Promise<DueInstrument[]> => (await due(key, query)).body.data

/** An instrument that falls due so many days from now, or was never calibrated. */
async function enterDue(
  workspace: TestWorkspace,
  days: number | null,
  options: {
    tag?: string
    result?: CalibrationResult
    grace?: number | null
    warning?: number | null
    siteId?: string
    locationId?: string
    name?: string
  } = {},
): Promise<string> {
  const { id } = await enter(app, workspace.key, {
    ...(options.tag !== undefined && { asset_tag: options.tag }),
    calibration_interval_value: 100,
    calibration_interval_unit: 'days',
  })
  const body = {
    ...(options.siteId !== undefined && { site_id: options.siteId }),
    ...(options.locationId !== undefined && { location_id: options.locationId }),
    ...(options.grace !== undefined && { grace_days: options.grace }),
    ...(options.warning !== undefined && { warning_days: options.warning }),
  }
  await updateInstrument(deps, await callerOf(app, workspace.id), id, { body })
  if (days !== null) {
    const performedAt = new Date(app.clock.now().getTime() + (days - 100) * DAY_MS).toISOString()
    await calibrate(app, workspace, id, { performedAt, result: options.result ?? 'PASS' })
  }
  return id
}

async function newLocation(workspace: TestWorkspace, siteId: string, name: string): Promise<string> {
  return (await createLocation(app, systemActor(workspace.id), { siteId, name })).locationId
}

test('a row shows what is due, when, where, and its status', async () => {
  const workspace = await app.workspace({ timeZone: 'Europe/Berlin' })
  const siteId = await workspace.site('Foundry', 'America/New_York')
  const locationId = await newLocation(workspace, siteId, 'Cabinet 4')
  const { id } = await enter(app, workspace.key, {
    asset_tag: 'CAL-7',
    name: 'Caliper',
    calibration_interval_value: 1,
    calibration_interval_unit: 'years',
  })
  const body = { site_id: siteId, location_id: locationId }
  await updateInstrument(deps, await callerOf(app, workspace.id), id, { body })
  await calibrate(app, workspace, id, { performedAt: '2025-12-01T03:00:00.000Z' })
  assert.deepEqual((await due(workspace.key)).body, {
    data: [
      {
        id,
        asset_tag: 'CAL-7',
        name: 'Caliper',
        due_at: '2026-11-30T05:00:00.000Z',
        due_date: '2026-11-30',
        compliance_status: 'WARNING',
        interval_label: '1 year',
        site_name: 'Foundry',
        location_name: 'Cabinet 4',
      },
    ],
    pagination: { limit: 100, offset: 0, total: 1, has_more: false },
  })
})

test('intervals are shown in words', async () => {
  const workspace = await app.workspace()
  const intervals = [
    [1, 'days'],
    [2, 'days'],
    [1, 'months'],
    [18, 'months'],
    [1, 'years'],
    [100_000, 'years'],
  ]
  for (const [index, [value, unit]] of intervals.entries()) {
    const interval = { calibration_interval_value: value, calibration_interval_unit: unit }
    await enter(app, workspace.key, { asset_tag: `I-${index}`, ...interval })
  }
  const labels = (await rowsOf(workspace.key)).map((row) => row.interval_label)
  assert.deepEqual(labels, ['1 day', '2 days', '1 month', '18 months', '1 year', '100000 years'])
})

describe('days', () => {
  test('each due date is a day of its site, while tokens go by days of the workspace', async () => {
    const workspace = await app.workspace({ timeZone: 'Pacific/Auckland' })
    const sites = { own: workspace.workspace.defaultSiteId, west: '', utc: '' }
    sites.west = await workspace.site('West', 'America/New_York')
    sites.utc = await workspace.site('Utc', 'UTC')
    for (const [tag, siteId] of Object.entries(sites)) {
      const { id } = await enter(app, workspace.key, { asset_tag: tag })
      await updateInstrument(deps, await callerOf(app, workspace.id), id, { body: { site_id: siteId } })
      await calibrate(app, workspace, id, { performedAt: '2025-11-20T12:00:00.000Z' })
    }
    app.clock.set('2026-11-21T08:00:00.000Z')
    const rows = await rowsOf(workspace.key)
    // Noon in UTC was the 20th there and in New York, and the 21st in Auckland.
    assert.deepEqual(
      rows.map((row) => [row.asset_tag, row.due_date, row.due_at, row.compliance_status]),
      [
        ['utc', '2026-11-20', '2026-11-20T00:00:00.000Z', 'WARNING'],
        ['west', '2026-11-20', '2026-11-20T05:00:00.000Z', 'WARNING'],
        ['own', '2026-11-21', '2026-11-20T11:00:00.000Z', 'WARNING'],
      ],
    )
    app.clock.set('2026-11-21T11:00:00.000Z')
    const later = await rowsOf(workspace.key)
    assert.deepEqual(
      later.map((row) => row.compliance_status),
      ['NON_COMPLIANT', 'NON_COMPLIANT', 'NON_COMPLIANT'],
    )
    app.clock.set('2026-11-21T08:00:00.000Z')
  })

  const midnights: [zone: string, before: string, after: string][] = [
    ['Pacific/Auckland', '2026-11-20T10:59:59.999Z', '2026-11-20T11:00:00.000Z'],
    ['UTC', '2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00.000Z'],
    ['America/New_York', '2026-11-21T04:59:59.999Z', '2026-11-21T05:00:00.000Z'],
    ['America/Havana', '2026-11-21T04:59:59.999Z', '2026-11-21T05:00:00.000Z'],
  ]
  for (const [zone, before, after] of midnights) {
    test(`the horizon and what was never calibrated move on at midnight in ${zone}`, async () => {
      const workspace = await app.workspace({ timeZone: 'Asia/Tokyo' })
      const siteId = await workspace.site('Site', zone)
      app.clock.set('2026-11-18T06:00:00.000Z')
      const dueOnThe21st = await enterDue(workspace, 3, { tag: 'dated', siteId })
      await enterDue(workspace, null, { tag: 'never', siteId })
      const look = async () =>
        (await rowsOf(workspace.key, 'within_days=0')).map((row) => [row.asset_tag, row.due_date, row.due_at])
      app.clock.set(before)
      assert.deepEqual(await look(), [['never', '2026-11-20', null]])
      app.clock.set(after)
      assert.deepEqual(await look(), [
        ['dated', '2026-11-21', after],
        ['never', '2026-11-21', null],
      ])
      assert.equal((await rowsOf(workspace.key, 'within_days=0'))[0]!.id, dueOnThe21st)
      app.clock.set('2026-11-21T08:00:00.000Z')
    })
  }

  test('the due date begins where the clock of the site skips midnight', async () => {
    const workspace = await app.workspace()
    const siteId = await workspace.site('Site', 'America/Havana')
    const { id } = await enter(app, workspace.key)
    await updateInstrument(deps, await callerOf(app, workspace.id), id, { body: { site_id: siteId } })
    await calibrate(app, workspace, id, { performedAt: '2026-03-14T16:00:00.000Z' })
    const [row] = await rowsOf(workspace.key, 'due_before=2030-01-01')
    assert.deepEqual([row?.due_date, row?.due_at], ['2027-03-14', '2027-03-14T05:00:00.000Z'])
  })

  test('an extension is the due date in every zone', async () => {
    const workspace = await app.workspace({ timeZone: 'Pacific/Auckland' })
    const caller = await callerOf(app, workspace.id)
    const west = await workspace.site('West', 'America/New_York')
    for (const siteId of [workspace.workspace.defaultSiteId, west]) {
      const id = await enterDue(workspace, 3, { siteId })
      await extendDueDate(app, caller, id, { until: '2026-12-24', reason: 'spare part' })
    }
    const rows = await rowsOf(workspace.key, 'within_days=40')
    assert.deepEqual(rows.map((row) => `${row.due_date} ${row.due_at}`).toSorted(), [
      '2026-12-24 2026-12-23T11:00:00.000Z',
      '2026-12-24 2026-12-24T05:00:00.000Z',
    ])
    assert.equal((await rowsOf(workspace.key)).length, 0)
  })
})

describe('tokens', () => {
  const cases: [tag: string, days: number | null, options: Parameters<typeof enterDue>[2], token: string][] =
    [
      ['later', 31, {}, 'COMPLIANT'],
      ['soon', 30, {}, 'WARNING'],
      ['on the day', 0, {}, 'WARNING'],
      ['over', -1, {}, 'NON_COMPLIANT'],
      ['over with grace', -5, { grace: 5 }, 'WARNING'],
      ['over its grace', -6, { grace: 5 }, 'NON_COMPLIANT'],
      ['warned early', 60, { warning: 60 }, 'WARNING'],
      ['warned late', 10, { warning: 5 }, 'COMPLIANT'],
      ['never warned', 1, { warning: 0 }, 'COMPLIANT'],
      ['limited', 31, { result: 'LIMITED_CALIBRATION' }, 'COMPLIANT'],
      ['failed', 100, { result: 'FAIL' }, 'NON_COMPLIANT'],
      ['damaged', 90, { result: 'DAMAGED', grace: 365 }, 'NON_COMPLIANT'],
      ['never', null, {}, 'NOT_CALIBRATED'],
    ]

  test('every row carries its token, and a filter finds exactly those with it', async () => {
    const workspace = await app.workspace()
    for (const [tag, days, options] of cases) await enterDue(workspace, days, { ...options, tag })
    const caller = await callerOf(app, workspace.id)
    const sentOut = { status: 'OUT_FOR_CALIBRATION', reason: 'x' } as const
    await changeStatus(app, caller, await enterDue(workspace, -3, { tag: 'out' }), sentOut)
    await changeStatus(app, caller, await enterDue(workspace, null, { tag: 'out, never' }), sentOut)
    const all = await rowsOf(workspace.key, 'within_days=365')
    const tokens = Object.fromEntries(all.map((row) => [row.asset_tag, row.compliance_status]))
    const expected = cases.map(([tag, , , token]) => [tag, token])
    assert.deepEqual(tokens, {
      ...Object.fromEntries(expected),
      out: 'OUT_FOR_CALIBRATION',
      'out, never': 'OUT_FOR_CALIBRATION',
    })
    for (const token of complianceTokens) {
      const { body } = await due(workspace.key, `within_days=365&compliance_status=${token}`)
      assert.deepEqual(
        body.data,
        all.filter((row) => row.compliance_status === token),
      )
      assert.equal(body.pagination.total, body.data.length)
    }
  })

  test('after a failure an instrument is due on the day of the failed record', async () => {
    const workspace = await app.workspace()
    await enterDue(workspace, 97, { result: 'FAIL' })
    const [row] = await rowsOf(workspace.key, 'within_days=0')
    assert.equal(row?.due_date, '2026-11-18')
  })

  test('what is retired or for reference only is never listed', async () => {
    const workspace = await app.workspace()
    const caller = await callerOf(app, workspace.id)
    for (const days of [-10, 5, null]) {
      const reference = await enterDue(workspace, days)
      await changeStatus(app, caller, reference, { status: 'REFERENCE_ONLY', reason: 'x' })
      await retireInstrument(app, caller, await enterDue(workspace, days), { reason: 'x' })
    }
    const stays = await enterDue(workspace, 1, { tag: 'stays' })
    await changeStatus(app, caller, stays, { status: 'out_of_service', reason: 'x' })
    for (const query of ['', 'within_days=3650', 'due_before=9999-12-31']) {
      const { body } = await due(workspace.key, query)
      assert.deepEqual(
        [body.data.map((row: DueInstrument) => row.asset_tag), body.pagination.total],
        [['stays'], 1],
      )
    }
  })
})

describe('filters', () => {
  test('the horizon includes its last day, thirty days by default', async () => {
    const workspace = await app.workspace()
    for (const days of [-400, -1, 0, 1, 29, 30, 31, 365]) {
      await enterDue(workspace, days, { tag: `${days}` })
    }
    const tags = async (query: string) => (await rowsOf(workspace.key, query)).map((row) => row.asset_tag)
    const whole = ['-400', '-1', '0', '1', '29', '30', '31', '365']
    assert.deepEqual(await tags(''), whole.slice(0, 6))
    assert.deepEqual(await tags('within_days='), whole.slice(0, 6))
    assert.deepEqual(await tags('within_days=0'), whole.slice(0, 3))
    assert.deepEqual(await tags('within_days=31'), whole.slice(0, 7))
    assert.deepEqual(await tags('within_days=3650'), whole)
    assert.deepEqual(await tags('due_before=2026-11-21'), whole.slice(0, 2))
    assert.deepEqual(await tags('due_before=2026-11-22&within_days=0'), whole.slice(0, 3))
    assert.deepEqual(await tags('due_before=0001-01-01'), [])
    assert.deepEqual(await tags('due_before=9999-12-31&within_days=1'), whole)
  })

  test('what was never calibrated is due today for every filter', async () => {
    const workspace = await app.workspace()
    await enterDue(workspace, null)
    assert.equal((await rowsOf(workspace.key, 'due_before=2026-11-21')).length, 0)
    assert.equal((await rowsOf(workspace.key, 'due_before=2026-11-22')).length, 1)
    assert.equal((await rowsOf(workspace.key, 'within_days=0')).length, 1)
  })

  test('a key limited to sites sees those alone, and a site out of reach is an empty page', async () => {
    const workspace = await app.workspace()
    const here = await workspace.site('Here')
    const there = await workspace.site('There')
    const hall = await newLocation(workspace, here, 'Hall')
    const store = await newLocation(workspace, there, 'Store')
    await enterDue(workspace, 1, { tag: 'a', siteId: here, locationId: hall })
    await enterDue(workspace, null, { tag: 'b', siteId: here })
    await enterDue(workspace, 2, { tag: 'c', siteId: there, locationId: store })
    await enterDue(workspace, null, { tag: 'd', siteId: there, locationId: store })
    const { key } = await workspace.person({ keySiteIds: [here] })
    const tags = async (asker: string, query = '') => {
      const { status, body } = await due(asker, query)
      assert.equal(status, 200)
      assert.equal(body.pagination.total, body.data.length)
      return body.data.map((row: DueInstrument) => row.asset_tag).join('')
    }
    assert.equal(await tags(workspace.key), 'bdac')
    assert.equal(await tags(workspace.key, `site_id=${there.toUpperCase()}`), 'dc')
    assert.equal(await tags(workspace.key, `location_id=${store}`), 'dc')
    assert.equal(await tags(workspace.key, `location_id=${store}&compliance_status=NOT_CALIBRATED`), 'd')
    assert.equal(await tags(workspace.key, `location_id=${store}&compliance_status=WARNING`), 'c')
    assert.equal(await tags(workspace.key, `location_id=${store}&site_id=${here}`), '')
    assert.equal(await tags(key), 'ba')
    assert.equal(await tags(key, `site_id=${there}`), '')
    assert.equal(await tags(key, `location_id=${store}`), '')
    assert.equal(await tags(key, `location_id=${newId()}`), '')
    const { key: nowhere } = await workspace.person({ siteIds: [there], keySiteIds: [here] })
    assert.equal(await tags(nowhere), '')
    assert.equal(await tags((await app.workspace()).key), '')
  })
})

test('pages meet without a gap or a double, also among rows of one day', async () => {
  const workspace = await app.workspace({ timeZone: 'America/New_York' })
  const sites = [workspace.workspace.defaultSiteId, await workspace.site('East', 'Asia/Tokyo')]
  for (const [index, siteId] of [...sites, ...sites, ...sites].entries()) {
    await enterDue(workspace, null, { tag: `n-${index}`, siteId })
    await enterDue(workspace, 0, { tag: `d-${index}`, siteId })
    await enterDue(workspace, 5, { tag: `e-${index}`, siteId })
  }
  const whole = await rowsOf(workspace.key)
  assert.equal(whole.length, 18)
  const sorted = whole.toSorted((a, b) =>
    `${a.due_date} ${a.asset_tag} ${a.id}` < `${b.due_date} ${b.asset_tag} ${b.id}` ? -1 : 1,
  )
  assert.deepEqual(whole, sorted)
  for (const limit of [1, 4, 5, 18]) {
    const walked: DueInstrument[] = []
    for (let offset = 0; ; offset += limit) {
      const { body } = await app.call('GET', `/due?limit=${limit}&offset=${offset}`, { key: workspace.key })
      walked.push(...body.data)
      const has_more = offset + limit < 18
      assert.deepEqual(body.pagination, { limit, offset, total: 18, has_more })
      if (!has_more) break
    }
    assert.deepEqual(walked, whole)
  }
  const behind = await app.call('GET', '/due?offset=18', { key: workspace.key })
  assert.deepEqual(behind.body.pagination, { limit: 50, offset: 18, total: 18, has_more: false })
})

test('for any register, every filter and page is a part of the whole list', async () => {
  const described = fc.record({
    days: fc.option(fc.integer({ min: -60, max: 60 }), { freq: 4 }),
    result: fc.constantFrom<CalibrationResult[]>('PASS', 'PASS', 'LIMITED_CALIBRATION', 'FAIL'),
    grace: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 2 }),
    warning: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 2 }),
    site: fc.nat({ max: 2 }),
    fate: fc.constantFrom('stays', 'stays', 'out', 'reference', 'retired'),
  })
  await assertProperty(
    fc.asyncProperty(fc.array(described, { minLength: 1, maxLength: 12 }), async (many) => {
      const workspace = await app.workspace({ timeZone: 'America/New_York' })
      const caller = await callerOf(app, workspace.id)
      const sites = [workspace.workspace.defaultSiteId]
      sites.push(await workspace.site('B', 'Pacific/Auckland'), await workspace.site('C', 'UTC'))
      for (const { days, site, fate, ...options } of many) {
        const id = await enterDue(workspace, days, { ...options, siteId: sites[site]! })
        if (fate === 'out')
          await changeStatus(app, caller, id, { status: 'OUT_FOR_CALIBRATION', reason: 'x' })
        if (fate === 'reference')
          await changeStatus(app, caller, id, { status: 'REFERENCE_ONLY', reason: 'x' })
        if (fate === 'retired') await retireInstrument(app, caller, id, { reason: null })
      }
      const whole = await rowsOf(workspace.key, 'within_days=3650')
      const planned = many.filter(({ fate }) => fate !== 'reference' && fate !== 'retired')
      assert.equal(whole.length, planned.length)
      for (const token of [null, ...complianceTokens]) {
        for (const before of ['2026-10-30', '2026-11-21', '2026-11-22', '2026-12-20']) {
          for (const offset of [0, 2]) {
            const matching = whole.filter(
              (row) => (token === null || row.compliance_status === token) && row.due_date < before,
            )
            const filter = token === null ? '' : `&compliance_status=${token}`
            const query = `due_before=${before}&offset=${offset}${filter}`
            const { body } = await due(workspace.key, query)
            assert.deepEqual(body.data, matching.slice(offset), query)
            assert.equal(body.pagination.total, matching.length, query)
          }
        }
      }
    }),
    { numRuns: 6 },
  )
})

test('rows by ID omit instruments that are not scheduled', async () => {
  const workspace = await app.workspace()
  const caller = await callerOf(app, workspace.id)
  const [stays, leaves] = [await enterDue(workspace, 5), await enterDue(workspace, 5)]
  await retireInstrument(app, caller, leaves, { reason: null })
  const queries = app.db.in(workspace.id)
  const rows = await dueInstruments(queries, workspace.workspace, [stays, leaves, newId()], app.clock.now())
  assert.deepEqual([...rows.keys()], [stays])
  assert.deepEqual([...rows.values()], await rowsOf(workspace.key))
})

describe('refusals', () => {
  test('without a key nothing is listed', async () => {
    const { status, body } = await app.call('GET', '/due')
    assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED'])
  })

  const malformed = [
    ['within_days', '-1'],
    ['within_days', '3651'],
    ['within_days', '1.5'],
    ['within_days', 'soon'],
    ['due_before', '2026-02-30'],
    ['due_before', '2026-11-21T00:00:00Z'],
    ['due_before', 'tomorrow'],
    ['site_id', 'here'],
    ['location_id', 'there'],
    ['limit', '0'],
    ['limit', '101'],
    ['offset', '-1'],
    ['compliance_status', 'X'.repeat(33)],
  ] as const
  for (const [name, value] of malformed) {
    test(`${name}=${value.slice(0, 24)} is no value of it`, async () => {
      const { key } = await app.workspace()
      const { status, body } = await app.call('GET', `/due?${name}=${value}`, { key })
      assert.deepEqual([status, body.code], [422, 'VALIDATION_ERROR'])
      assert.deepEqual(body.details.errors[0].loc, ['query', name])
    })
  }

  test('a repeated parameter is refused', async () => {
    const { key } = await app.workspace()
    const { status, body } = await app.call('GET', '/due?within_days=1&within_days=2', { key })
    assert.deepEqual([status, body.code], [422, 'VALIDATION_ERROR'])
  })

  for (const token of ['OVERDUE', 'warning', 'COMPLIANT,WARNING']) {
    test(`the token ${token} is unknown, and the known ones are named`, async () => {
      const { key } = await app.workspace()
      const { status, body } = await due(key, `compliance_status=${token}`)
      assert.deepEqual([status, body.code], [422, 'INVALID_REQUEST'])
      assert.deepEqual(body.details, { field: 'compliance_status', allowed: [...complianceTokens] })
    })
  }

  test('only GET is allowed', async () => {
    const { key } = await app.workspace()
    const { status, headers, body } = await app.call('POST', '/due', { key, body: {} })
    assert.deepEqual([status, body.code, headers.get('allow')], [405, 'METHOD_NOT_ALLOWED', 'GET, HEAD'])
  })
})
