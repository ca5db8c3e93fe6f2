import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { BULK_CHANGE_IDS_MAX, GroupIntervalAdvice, IntervalAdvice } from '@plumbline/contract'
import { startTestApp } from '../../../test/app.ts'
import { openLaboratory, type Body, type Laboratory } from '../../../test/calibrating.ts'
import { entriesOf } from '../../../test/register.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'
import { releasedProcedure } from '../../../test/workspaces/released-procedure.ts'
import { createJobKinds } from '../../job-kinds.ts'
import { jobTask } from '../jobs/index.ts'

const app = await startTestApp()

const flat = { nominal_value: '10.00 mm', tolerance: '± 0.02 mm' }
const good: Body = { ...flat, as_found_reading: '10.01 mm' }
const adjusted: Body = {
  ...flat,
  result: 'PASS_WITH_ADJUSTMENT',
  as_found_reading: '10.05 mm',
  as_left_reading: '10.00 mm',
}

/** Records of one instrument, a year apart, the last of them this year. */
async function calibrateYearly(lab: Laboratory, id: string, bodies: readonly Body[]): Promise<any[]> {
  const records = []
  for (const [index, body] of bodies.entries()) {
    const year = 2026 - (bodies.length - 1 - index)
    records.push(await lab.calibrate(id, { performed_at: `${year}-03-01T10:00:00Z`, ...body }))
  }
  return records
}

/** Instruments of the model that tests accept advice for, without going through the ledger. */
async function fillModel(lab: Laboratory, count: number): Promise<void> {
  await app.asOwner(async (owner) => {
    await owner.query('alter table instruments disable trigger write_words')
    await owner.query(
      `insert into instruments (
         workspace_id, instrument_id, asset_tag, name, manufacturer, model, calibration_interval_value,
         calibration_interval_unit, site_id, status, compliance_group, created_at, updated_at, ledger_index)
       select $1, gen_random_uuid(), 'M-' || n, 'Caliper', 'Haldor', 'C-150', 12, 'months', $2, 'active', 'never',
         now(), now(), 1
       from generate_series(1, $3::int) n`,
      [lab.id, lab.workspace.defaultSiteId, count],
    )
    await owner.query('alter table instruments enable trigger write_words')
  })
}

const many = (count: number, body: Body) => Array.from({ length: count }, () => body)
const adviceOf = async (lab: Laboratory, id: string, key = lab.key) =>
  app.call('GET', `/instruments/${id}/interval-advice`, { key })
const groupsOf = async (lab: Laboratory, query: string, key = lab.key) =>
  app.call('GET', `/interval-advice?${query}`, { key })

describe('advice for an instrument', () => {
  test('has the expected figures for 19, 15 and 48 records in tolerance', async () => {
    const lab = await openLaboratory(app)
    for (const [inside, count, target, expected] of [
      [19, 20, 95, ['a3', 12, 'target_within_confidence', 0.7513, 0.9987]],
      [15, 20, 95, ['a3', 6, 'target_above_confidence', 0.509, 0.9134]],
      [48, 50, 85, ['s1', 24, 'target_below_confidence', 0.8629, 0.9951]],
    ] as const) {
      await lab.settings({ targetReliabilityPercent: target })
      const { id } = await lab.instrument()
      await calibrateYearly(lab, id, [...many(count - inside, adjusted), ...many(inside, good)])
      const { status, body } = await adviceOf(lab, id)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body).toSorted(), Object.keys(IntervalAdvice.properties).toSorted())
      const { confidence } = body
      assert.deepEqual(
        [body.method, body.suggested_interval.value, body.reason],
        expected.slice(0, 3),
        JSON.stringify(body),
      )
      const limits = [confidence.lower, confidence.upper].map((limit) => Number(limit.toFixed(4)))
      assert.deepEqual(limits, expected.slice(3))
      assert.deepEqual(
        [
          body.target_reliability,
          body.events,
          body.in_tolerance,
          body.observed_reliability,
          confidence.level,
        ],
        [target / 100, count, inside, inside / count, 0.95],
      )
      assert.deepEqual(body.current_interval, { value: 12, unit: 'months' })
    }
  })

  test('is decided by any as-found point, and lists what is omitted', async () => {
    const lab = await openLaboratory(app)
    const { id } = await lab.instrument()
    const point = (reading: string, members: Body = {}): Body => ({
      nominal: { value: '10.000', unit: 'V' },
      tolerance: { symmetric: { absolute: '0.005' } },
      as_found: { readings: [reading] },
      ...members,
    })
    const incomparable = { measurements: [point('10.1', { tolerance: { text: 'Class M3' } })] }
    const records = await calibrateYearly(lab, id, [
      { measurements: [point('10.001'), point('10.002')] },
      {
        result: 'PASS_WITH_ADJUSTMENT',
        measurements: [point('10.001'), point('10.009', { as_left: { readings: ['10.000'] } })],
      },
      incomparable,
      { result: 'PASS_WITH_ADJUSTMENT', ...incomparable },
      { result: 'FAIL', notes: 'Broken jaw' },
      { result: 'DAMAGED' },
      { result: 'LIMITED_CALIBRATION' },
      { ...good, result: 'FAIL' },
    ])
    const { body } = await adviceOf(lab, id)
    assert.deepEqual([body.method, body.events, body.in_tolerance], ['staircase', 4, 3])
    assert.deepEqual(
      [body.reason, body.suggested_interval],
      ['last_in_tolerance', { value: 13, unit: 'months' }],
    )
    assert.deepEqual(body.excluded, [
      { calibration_id: records[6].id, why: 'limited' },
      { calibration_id: records[5].id, why: 'damaged' },
      { calibration_id: records[4].id, why: 'failed' },
      { calibration_id: records[3].id, why: 'adjusted' },
    ])
    assert.equal(body.excluded_count, 4)
  })

  test('ignores voided, superseded, pending and starting records', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const { id } = await lab.instrument({ last_calibration_date: '2020-01-01T00:00:00Z' })
    const [first, second] = await calibrateYearly(lab, id, [adjusted, adjusted, good])
    await lab.void(manager, first.id)
    await lab.correct(manager, second.id, { ...good, performed_at: second.performed_at })
    await lab.settings({ approvalPolicy: 'review' })
    await lab.calibrate(id, { ...adjusted, performed_at: '2026-06-01T10:00:00Z' })
    const { body } = await adviceOf(lab, id)
    assert.deepEqual([body.events, body.in_tolerance, body.excluded], [2, 2, []])
  })

  test('stays within the limits of the workspace, and returns days and years in their own unit', async () => {
    const lab = await openLaboratory(app)
    await lab.settings({ shortestIntervalMonths: 9, longestIntervalMonths: 18 })
    const suggested = async (value: number, unit: string, bodies: Body[]) => {
      const { id } = await lab.instrument({
        calibration_interval_value: value,
        calibration_interval_unit: unit,
      })
      await calibrateYearly(lab, id, bodies)
      return (await adviceOf(lab, id)).body.suggested_interval
    }
    const bad = [...many(15, good), ...many(5, adjusted)]
    assert.deepEqual(await suggested(1, 'years', bad), { value: 9, unit: 'months' })
    assert.deepEqual(await suggested(365, 'days', bad), { value: 274, unit: 'days' })
    await lab.settings({ targetReliabilityPercent: 80, longestIntervalMonths: 24 })
    assert.deepEqual(await suggested(1, 'years', many(20, good)), { value: 2, unit: 'years' })
  })

  test('is empty without records, and 404 for other workspaces', async () => {
    const lab = await openLaboratory(app)
    const { id } = await lab.instrument()
    const { body } = await adviceOf(lab, id)
    assert.deepEqual(
      [
        body.method,
        body.events,
        body.observed_reliability,
        body.confidence,
        body.suggested_interval,
        body.reason,
      ],
      ['none', 0, null, null, null, 'no_events'],
    )
    const other = await app.workspace()
    assert.equal((await adviceOf(lab, id, other.key)).status, 404)
    const { key } = await lab.person({ siteIds: [await lab.site('Elsewhere')] })
    assert.equal((await adviceOf(lab, id, key)).status, 404)
    assert.equal((await adviceOf(lab, 'x')).status, 422)
    assert.equal((await adviceOf(lab, id, 'nobody')).status, 401)
    assert.equal((await adviceOf(lab, id, (await lab.person({ scope: 'read' })).key)).status, 200)
  })
})

describe('advice for groups', () => {
  test('combines the records of a model, including retired instruments, for one page of groups', async () => {
    const lab = await openLaboratory(app)
    const caliper = { manufacturer: 'Haldor', model: 'C-150' }
    const first = await lab.instrument(caliper)
    await lab.instrument({ ...caliper, calibration_interval_value: 6 })
    await lab.instrument(caliper)
    const retired = await lab.instrument(caliper)
    await calibrateYearly(lab, first.id, many(12, good))
    await calibrateYearly(lab, retired.id, [...many(3, good), ...many(5, adjusted)])
    const admin = await signInAs(app, lab, 'admin')
    await admin.call('POST', `/instruments/${retired.id}/retire`, { body: { reason: 'Worn' } })
    const single = await lab.instrument({ model: 'C-150' })
    await lab.calibrate(single.id, good)
    await lab.instrument({ manufacturer: 'Haldor' })
    const { status, body } = await groupsOf(lab, 'group_by=model')
    assert.equal(status, 200)
    assert.deepEqual(body.pagination, { limit: 50, offset: 0, total: 2, has_more: false })
    const [group, alone] = body.data
    assert.deepEqual(Object.keys(group).toSorted(), Object.keys(GroupIntervalAdvice.properties).toSorted())
    assert.deepEqual(
      [group.group.manufacturer, group.group.model, group.instruments, group.instruments_at_current_interval],
      ['Haldor', 'C-150', 3, 2],
    )
    assert.deepEqual(
      [group.method, group.events, group.in_tolerance, group.suggested_interval.value],
      ['a3', 20, 15, 6],
    )
    assert.deepEqual([alone.group.manufacturer, alone.events], [null, 1])
    const page = (await groupsOf(lab, 'group_by=model&limit=1&offset=1')).body
    assert.deepEqual(page.data, [alone])
    assert.equal(page.pagination.total, 2)
  })

  test('groups by category and by procedure', async () => {
    const lab = await openLaboratory(app)
    const admin = await signInAs(app, lab, 'admin')
    const { procedure_id: procedure, code } = await releasedProcedure(admin)
    const { id } = await lab.instrument({ category: 'Calipers' })
    await lab.calibrate(id, good)
    await admin.call('PATCH', `/instruments/${id}`, { body: { procedure_id: procedure } })
    const [byCategory] = (await groupsOf(lab, 'group_by=category')).body.data
    assert.deepEqual(
      [byCategory.group.category, byCategory.group.model, byCategory.events],
      ['Calipers', null, 1],
    )
    const [byProcedure] = (await groupsOf(lab, 'group_by=procedure')).body.data
    assert.deepEqual(
      [byProcedure.group.procedure_id, byProcedure.group.procedure_code, byProcedure.events],
      [procedure, code, 1],
    )
  })

  test('uses only the sites of the caller, and refuses other groupings', async () => {
    const lab = await openLaboratory(app)
    const site = await lab.site('North')
    const here = await lab.instrument({ category: 'Gauges' })
    const admin = await signInAs(app, lab, 'admin')
    const moved = await admin.call('PATCH', `/instruments/${here.id}`, { body: { site_id: site } })
    assert.equal(moved.status, 200)
    const there = await lab.instrument({ category: 'Gauges' })
    for (const { id } of [here, there]) await lab.calibrate(id, good)
    const { key } = await lab.person({ siteIds: [site] })
    const { body } = await groupsOf(lab, 'group_by=category', key)
    assert.deepEqual([body.data[0].instruments, body.data[0].events], [1, 1])
    const refused = await groupsOf(lab, 'group_by=colour')
    assert.deepEqual([refused.status, refused.body.code], [422, 'VALIDATION_ERROR'])
    assert.equal((await groupsOf(lab, '')).status, 422)
    assert.deepEqual((await groupsOf(lab, 'group_by=procedure')).body.data, [])
  })
})

describe('the records behind advice', () => {
  test('are listed with their outcome, all or those with one outcome', async () => {
    const lab = await openLaboratory(app)
    const manager = await signInAs(app, lab, 'manager')
    const { id } = await lab.instrument({ category: 'Calipers' })
    const records = await calibrateYearly(lab, id, [good, adjusted, { result: 'DAMAGED' }, good, adjusted])
    const list = async (more: string) =>
      (await manager.call('GET', `/interval-advice/records?group_by=category&category=Calipers${more}`)).body
    const all = await list('')
    assert.deepEqual(
      all.data.map((one: any) => [one.calibration_id, one.verdict, one.why, one.performed_on]),
      [
        [records[4].id, 'out_of_tolerance', null, '2026-03-01'],
        [records[3].id, 'in_tolerance', null, '2025-03-01'],
        [records[2].id, 'excluded', 'damaged', '2024-03-01'],
        [records[1].id, 'out_of_tolerance', null, '2023-03-01'],
        [records[0].id, 'in_tolerance', null, '2022-03-01'],
      ],
    )
    const out = await list('&verdict=out_of_tolerance&limit=1&offset=1')
    assert.deepEqual(out.data, [all.data[3]])
    assert.equal(out.pagination.total, 2)
    assert.deepEqual((await list('&verdict=excluded')).data, [all.data[2]])
    const unnamed = await manager.call('GET', '/interval-advice/records?group_by=model&category=Calipers')
    assert.deepEqual([unnamed.status, unnamed.body.details.errors[0].loc], [422, ['query', 'model']])
  })
})

describe('accepting advice', () => {
  const acceptance = (more: Body = {}) => ({
    group_by: 'model',
    manufacturer: 'Haldor',
    model: 'C-150',
    current_interval_value: 12,
    current_interval_unit: 'months',
    calibration_interval_value: 6,
    calibration_interval_unit: 'months',
    reason: 'Interval advice: 15 of 20 in tolerance',
    ...more,
  })
  const accept = (session: TestSession, body: Body, key = randomUUID()) =>
    session.call('POST', '/interval-advice/accept', { body, headers: { 'idempotency-key': key } })
  const carryOut = (lab: Laboratory, jobId: string) =>
    jobTask({ ...app.parts, kinds: createJobKinds(app.parts) }).work({
      payload: { workspaceId: lab.id, jobId },
      isLast: false,
      signal: new AbortController().signal,
    })

  test('changes those that have the current interval, with the reason in the ledger, once under a key', async () => {
    const lab = await openLaboratory(app)
    const manager = await signInAs(app, lab, 'manager')
    const model = { manufacturer: 'Haldor', model: 'C-150' }
    const [one, other, own, foreign] = [
      await lab.instrument(model),
      await lab.instrument(model),
      await lab.instrument({ ...model, calibration_interval_value: 3 }),
      await lab.instrument({ ...model, manufacturer: 'Aldergate' }),
    ]
    const key = randomUUID()
    const started = await accept(manager, acceptance(), key)
    assert.deepEqual([started.status, started.body.total], [201, 2], JSON.stringify(started.body))
    await carryOut(lab, started.body.id)
    const again = await accept(manager, acceptance(), key)
    assert.deepEqual([again.status, again.body.id], [201, started.body.id])
    const values = await Promise.all(
      [one, other, own, foreign].map(async ({ id }) => (await lab.read(id)).calibration_interval_value),
    )
    assert.deepEqual(values, [6, 6, 3, 12])
    const [entry] = (await entriesOf(app, lab.id, one.id)).slice(-1)
    assert.equal(entry!.payload.reason, acceptance().reason)
    const gone = await accept(manager, acceptance())
    assert.deepEqual([gone.status, gone.body.code], [404, 'NOT_FOUND'])
  })

  test('refuses a key of another acceptance, and keeps the first', async () => {
    const lab = await openLaboratory(app)
    const manager = await signInAs(app, lab, 'manager')
    await lab.instrument({ manufacturer: 'Haldor', model: 'C-150' })
    const key = randomUUID()
    const started = await accept(manager, acceptance(), key)
    const other = await accept(manager, acceptance({ calibration_interval_value: 9 }), key)
    assert.deepEqual(
      [started.status, other.status, other.body.code, other.body.details.field],
      [201, 422, 'INVALID_REQUEST', 'Idempotency-Key'],
    )
    const again = await accept(manager, acceptance(), key)
    assert.deepEqual([again.status, again.body.id], [201, started.body.id])
    const colleague = await signInAs(app, lab, 'manager')
    const own = await accept(colleague, acceptance({ calibration_interval_value: 9 }), key)
    assert.equal(own.status, 201, 'a key is its owner’s')
  })

  test('refuses a group that is larger than a background change', async () => {
    const lab = await openLaboratory(app)
    const manager = await signInAs(app, lab, 'manager')
    await fillModel(lab, BULK_CHANGE_IDS_MAX)
    assert.equal((await accept(manager, acceptance())).body.total, BULK_CHANGE_IDS_MAX)
    await lab.instrument({ manufacturer: 'Haldor', model: 'C-150' })
    const { status, body } = await accept(manager, acceptance())
    assert.deepEqual(
      [status, body.code, body.details],
      [422, 'FILTER_TOO_BROAD', { candidates: BULK_CHANGE_IDS_MAX + 1, maximum: BULK_CHANGE_IDS_MAX }],
    )
  })

  test('is for admins and managers, and needs a group and a reason', async () => {
    const lab = await openLaboratory(app)
    await lab.instrument({ manufacturer: 'Haldor', model: 'C-150' })
    for (const role of ['technician', 'auditor'] as const) {
      const { status, body } = await accept(await signInAs(app, lab, role), acceptance())
      assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
    }
    const manager = await signInAs(app, lab, 'manager')
    for (const body of [
      acceptance({ model: undefined }),
      acceptance({ reason: ' ' }),
      acceptance({ calibration_interval_value: 0 }),
      acceptance({ current_interval_unit: 'weeks' }),
    ]) {
      const refused = await accept(manager, body)
      assert.deepEqual([refused.status, refused.body.code], [422, 'VALIDATION_ERROR'], JSON.stringify(body))
    }
    const stranger = await signInAs(app, await app.workspace(), 'manager')
    assert.equal((await accept(stranger, acceptance())).status, 404)
  })
})
