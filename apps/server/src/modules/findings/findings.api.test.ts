import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../test/app.ts'
import { openLaboratory, type Body, type Laboratory } from '../../../test/calibrating.ts'
import { signInAs, TEST_PASSWORD, type TestSession } from '../../../test/session.ts'
import { newId } from '../../platform/ids.ts'
import { verifyLedger } from '../ledger/index.ts'
import { updateInstrument } from '../instruments/index.ts'
import type { Sql, WorkspaceQueries } from '../../platform/db/index.ts'
import { projections } from '../../projections.ts'
import { countTouched } from './read-findings.ts'
import { pageOfFindings } from './store.ts'

const app = await sharedTestApp()

/** Every finding of a workspace. */
const EVERY = { statuses: [], instrumentId: null, calibrationId: null, siteIds: null }

const on = (date: string) => `${date}T10:00:00.000Z`
const signature = { password: TEST_PASSWORD, meaning: 'Assessed and closed' }

/** A single reading as found that lies outside by a quarter of its tolerance, and as left inside. */
const adjusted = {
  result: 'PASS_WITH_ADJUSTMENT',
  nominal_value: '10.00 mm',
  tolerance: '±0.02 mm',
  as_found_reading: '10.025 mm',
  as_left_reading: '10.001 mm',
}

const point = (found: string, left?: string) => ({
  nominal: { value: '5.000', unit: 'V' },
  tolerance: { symmetric: { absolute: '0.005' } },
  as_found: { readings: [found] },
  ...(left === undefined ? {} : { as_left: { readings: [left] } }),
})

/** A laboratory with a manager who is signed in. */
async function laboratory() {
  const lab = await openLaboratory(app)
  const manager = await signInAs(app, lab, 'manager', { name: 'Quinn' })
  return { lab, manager }
}

async function listed(session: TestSession, query = ''): Promise<any[]> {
  const response = await session.call('GET', `/findings${query}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body.data
}

const read = async (session: TestSession, id: string) => (await session.call('GET', `/findings/${id}`)).body
const touchedBy = async (session: TestSession, id: string, query = '') =>
  (await session.call('GET', `/findings/${id}/touched${query}`)).body.data as any[]

/** A standard that calibrated one instrument, which calibrated another, and then was found out. */
async function badStandard(
  { lab, manager }: { lab: Laboratory; manager: TestSession },
  body: Body = adjusted,
) {
  const [standard, used, below] = [await lab.instrument(), await lab.instrument(), await lab.instrument()]
  await lab.calibrate(standard.id, { performed_at: on('2025-01-10') })
  const first = await lab.calibrate(used.id, {
    performed_at: on('2025-02-10'),
    reference_standard_asset_id: standard.id,
  })
  const second = await lab.calibrate(below.id, {
    performed_at: on('2025-03-10'),
    reference_standard_asset_id: used.id,
  })
  const record = await lab.calibrate(standard.id, { performed_at: on('2026-01-10'), ...body })
  const [finding] = await listed(manager, `?instrument_id=${standard.id}`)
  return { standard, used, below, first, second, record, finding }
}

const intact = async (lab: Laboratory) => {
  const report = await verifyLedger({ ...app.parts, projections }, lab.id)
  assert.deepEqual([report.fault, report.rowFaultCount], [null, 0])
}

describe('a finding opens', () => {
  test('with a single reading out as found, and holds what it touched, its window and its first note', async () => {
    const { lab, manager } = await laboratory()
    const impact = 'Used for calipers alone'
    const { standard, used, below, record, finding } = await badStandard(
      { lab, manager },
      { ...adjusted, out_of_tolerance_impact: impact },
    )
    const detail = await read(manager, finding.id)
    assert.deepEqual(
      [detail.status, detail.calibration_id, detail.result, detail.size_percent, detail.points.length],
      ['open', record.id, 'PASS_WITH_ADJUSTMENT', '125', 1],
    )
    assert.deepEqual(detail.window, { from: on('2025-01-10'), to: on('2026-01-10') })
    assert.deepEqual(
      detail.notes.map(({ text }: { text: string }) => text),
      [impact],
    )
    assert.deepEqual(detail.touched, {
      total: 2,
      unjudged: 2,
      elsewhere: 0,
      levels: [
        { level: 1, total: 1, unjudged: 1 },
        { level: 2, total: 1, unjudged: 1 },
      ],
    })
    assert.deepEqual(
      (await touchedBy(manager, finding.id)).map(({ instrument, via }) => [instrument.id, via.id]),
      [
        [used.id, standard.id],
        [below.id, used.id],
      ],
    )
    const events = await lab.events()
    assert.deepEqual(
      events.filter(({ type }) => type === 'finding.opened').map(({ data }) => data.finding),
      [finding],
    )
    await intact(lab)
  })

  test('with a point out as found though it was adjusted, and names each such point', async () => {
    const { lab, manager } = await laboratory()
    const { id } = await lab.instrument()
    await lab.calibrate(id, {
      result: 'PASS_WITH_ADJUSTMENT',
      measurements: [point('5.001'), point('5.007', '5.000'), point('4.990', '5.001')],
    })
    const [{ points, size_percent }] = await listed(manager)
    assert.deepEqual(
      points.map((each: any) => [each.position, each.nominal, each.as_found, each.percent_of_tolerance]),
      [
        [2, '5.000 V', '5.007', '140'],
        [3, '5.000 V', '4.990', '200'],
      ],
    )
    assert.equal(size_percent, '200')
  })

  test('with FAIL or DAMAGED without a reading, and not with what was in tolerance or cannot be compared', async () => {
    const { lab, manager } = await laboratory()
    for (const result of ['FAIL', 'DAMAGED']) {
      const { id } = await lab.instrument()
      await lab.calibrate(id, { result, notes: 'Dropped' })
      assert.equal((await listed(manager, `?instrument_id=${id}`)).length, 1)
    }
    const { id } = await lab.instrument()
    await lab.calibrate(id, { ...adjusted, as_found_reading: '10.02 mm' })
    await lab.calibrate(id, { ...adjusted, as_found_reading: 'far off' })
    await lab.calibrate(id, { measurements: [point('5.004')] })
    assert.deepEqual(await listed(manager, `?instrument_id=${id}`), [])
  })

  test('once, as soon as the record takes effect: with its approval by whatever way, and never when it is rejected', async () => {
    const { lab, manager } = await laboratory()
    await lab.settings({ approvalPolicy: 'review' })
    const records: string[] = []
    for (const _ of [1, 2, 3]) {
      const { id } = await lab.instrument()
      records.push((await lab.calibrate(id, { result: 'FAIL', notes: 'x' })).id)
    }
    assert.deepEqual(await listed(manager), [])
    const [alone, together, rejected] = records
    await manager.call('POST', `/calibrations/${alone}/approve`, { body: {} })
    await manager.call('POST', '/calibrations/approve', { body: { calibration_ids: [together] } })
    await manager.call('POST', `/calibrations/${rejected}/reject`, { body: { reason: 'No' } })
    const again = await Promise.all(
      [1, 2].map(() => manager.call('POST', `/calibrations/${alone}/approve`, { body: {} })),
    )
    assert.deepEqual(
      again.map(({ status }) => status),
      [409, 409],
    )
    const ids = (await listed(manager)).map(({ calibration_id: id }) => id)
    assert.deepEqual(new Set(ids), new Set([alone, together]))
  })

  test('for each record of a batch and of the app, and once for a repeated request', async () => {
    const { lab, manager } = await laboratory()
    const items = await Promise.all(
      [1, 2].map(async () => ({
        instrument_id: (await lab.instrument()).id,
        idempotency_key: newId(),
        body: { result: 'FAIL', notes: 'x' },
      })),
    )
    for (const _ of [1, 2]) {
      const { status } = await app.call('POST', '/calibrations/batch', { key: lab.key, body: { items } })
      assert.equal(status, 200)
    }
    assert.equal((await listed(manager)).length, 2)
    const { id } = await lab.instrument()
    const headers = { 'idempotency-key': newId() }
    const body = { result: 'FAIL', notes: 'x' }
    for (const _ of [1, 2]) await manager.call('POST', `/instruments/${id}/calibrations`, { body, headers })
    assert.equal((await listed(manager)).length, 3)
  })
})

describe('what happens to its record', () => {
  test('voided: the finding closes by itself', async () => {
    const { lab, manager } = await laboratory()
    const { record, finding } = await badStandard({ lab, manager })
    await manager.call('POST', `/calibrations/${record.id}/void`, { body: { reason: 'Wrong one' } })
    const { status, closed_because, conclusion, touched } = await read(manager, finding.id)
    assert.deepEqual(
      [status, closed_because, conclusion, touched.total],
      ['closed', 'record_voided', null, 0],
    )
    const closed = (await lab.events()).filter(({ type }) => type === 'finding.closed')
    assert.deepEqual(
      closed.map(({ data }) => data.finding.id),
      [finding.id],
    )
    await intact(lab)
  })

  test('corrected: the finding follows to a correction that is out as well, else it closes', async () => {
    const { lab, manager } = await laboratory()
    const { record, finding } = await badStandard({ lab, manager })
    const correct = async (id: string, body: Body) =>
      (
        await manager.call('POST', `/calibrations/${id}/correct`, {
          body: { correction_reason: 'Typo', ...body },
        })
      ).body.id as string
    const worse = await correct(record.id, { ...adjusted, as_found_reading: '10.05 mm' })
    const moved = await read(manager, finding.id)
    assert.deepEqual([moved.status, moved.calibration_id, moved.size_percent], ['open', worse, '250'])
    assert.equal(moved.touched.total, 2)
    await correct(worse, { ...adjusted, as_found_reading: '10.01 mm' })
    assert.equal((await read(manager, finding.id)).closed_because, 'record_corrected')
    assert.equal((await listed(manager)).length, 1)
    await intact(lab)
  })

  test('corrected to out of tolerance from within: a finding opens', async () => {
    const { lab, manager } = await laboratory()
    const { id } = await lab.instrument()
    const record = await lab.calibrate(id)
    await lab.correct(await lab.caller(), record.id, adjusted)
    assert.equal((await listed(manager)).length, 1)
  })

  test('late and voided records move the window of an open finding, and what it touches', async () => {
    const { lab, manager } = await laboratory()
    const { standard, used, first, finding } = await badStandard({ lab, manager })
    await lab.calibrate(standard.id, { performed_at: on('2025-02-20') })
    const later = await read(manager, finding.id)
    assert.deepEqual([later.window.from, later.touched.total], [on('2025-02-20'), 0])
    const late = await lab.calibrate(used.id, {
      performed_at: on('2025-06-10'),
      reference_standard_asset_id: standard.id,
    })
    assert.deepEqual(
      (await touchedBy(manager, finding.id)).map(({ calibration_id: id }) => id),
      [late.id],
    )
    await lab.void(await lab.caller(), late.id)
    assert.deepEqual(await touchedBy(manager, finding.id), [])
    assert.ok(first.id)
  })
})

describe('judging and closing', () => {
  const judge = (session: TestSession, id: string, calibration_ids: string[], body: object) =>
    session.call('POST', `/findings/${id}/judgements`, { body: { calibration_ids, ...body } })
  const close = (session: TestSession, id: string, body: object = {}) =>
    session.call('POST', `/findings/${id}/close`, {
      body: { conclusion: 'Nothing had to be recalled', ...signature, ...body },
    })

  test('is refused while something has no judgement, and then signed over what was judged', async () => {
    const { lab, manager } = await laboratory()
    const { first, second, finding } = await badStandard({ lab, manager })
    await judge(manager, finding.id, [first.id], { judgement: 'recalibrate' })
    const early = await close(manager, finding.id)
    assert.deepEqual([early.status, early.body.code], [409, 'CONFLICT'])
    assert.match(early.body.message, /without a judgement: 1\./)
    const judged = await judge(manager, finding.id, [first.id, second.id], {
      judgement: 'no_impact',
      reason: 'Ten times wider',
    })
    assert.equal(judged.body.touched.unjudged, 0)
    const closed = (await close(manager, finding.id)).body
    assert.deepEqual(
      [closed.status, closed.closed_by, closed.closed_because, closed.signature_meaning],
      ['closed', 'Quinn', 'concluded', signature.meaning],
    )
    assert.equal(closed.touched.total, 2)
    const items = await touchedBy(manager, finding.id)
    assert.deepEqual(
      items.map(({ judgement, reason, judged_by }) => [judgement, reason, judged_by]),
      [
        ['no_impact', 'Ten times wider', 'Quinn'],
        ['no_impact', 'Ten times wider', 'Quinn'],
      ],
    )
    assert.deepEqual(await listed(manager, '?status=open'), [])
    assert.equal((await listed(manager, '?status=closed')).length, 1)
    for (const again of [
      close(manager, finding.id),
      judge(manager, finding.id, [first.id], { judgement: 'recall' }),
      manager.call('POST', `/findings/${finding.id}/notes`, { body: { text: 'Late' } }),
      manager.call('PATCH', `/findings/${finding.id}`, { body: { due_date: null } }),
    ]) {
      assert.equal((await again).body.code, 'CONFLICT')
    }
    await intact(lab)
  })

  test('of two people at once closes it once', async () => {
    const { lab, manager } = await laboratory()
    const { id } = await lab.instrument()
    await lab.calibrate(id, { result: 'FAIL', notes: 'x' })
    const [finding] = await listed(manager)
    const both = await Promise.all([close(manager, finding.id), close(manager, finding.id)])
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]))
    await intact(lab)
  })

  test('needs a reason for no impact, what the finding touches, and the own password', async () => {
    const { lab, manager } = await laboratory()
    const { first, record, finding } = await badStandard({ lab, manager })
    const bare = await judge(manager, finding.id, [first.id], { judgement: 'no_impact', reason: null })
    assert.deepEqual([bare.status, bare.body.details.errors[0].loc], [422, ['body', 'reason']])
    for (const ids of [[newId()], [first.id, record.id]]) {
      const { status, body } = await judge(manager, finding.id, ids, { judgement: 'recall' })
      assert.deepEqual([status, body.code, body.details.field], [422, 'INVALID_REQUEST', 'calibration_ids'])
    }
    assert.equal((await read(manager, finding.id)).touched.unjudged, 2)
    const wrong = await close(manager, finding.id, { password: 'another' })
    assert.deepEqual([wrong.status, wrong.body.details.field], [422, 'password'])
  })

  test('keeps owner, due date and notes, and takes members with access alone as owners', async () => {
    const { lab, manager } = await laboratory()
    const { finding } = await badStandard({ lab, manager })
    const patch = (body: object) => manager.call('PATCH', `/findings/${finding.id}`, { body })
    const { personId } = await lab.person({ role: 'technician', name: 'Tess' })
    const { body } = await patch({ owner_person_id: personId, due_date: '2026-02-28' })
    assert.deepEqual([body.owner, body.due_date], [{ id: personId, name: 'Tess' }, '2026-02-28'])
    const auditor = await lab.person({ role: 'auditor' })
    for (const owner_person_id of [newId(), auditor.personId]) {
      assert.equal((await patch({ owner_person_id })).body.details.field, 'owner_person_id')
    }
    assert.equal((await patch({ owner_person_id: null })).body.owner, null)
    const noted = await manager.call('POST', `/findings/${finding.id}/notes`, {
      body: { text: 'Asked Kara' },
    })
    assert.equal(noted.status, 201)
    assert.deepEqual(noted.body.notes.at(-1).text, 'Asked Kara')
    assert.equal(noted.body.notes.at(-1).written_by, 'Quinn')
    await intact(lab)
  })

  test('is for admins and managers; technicians and auditors read', async () => {
    const { lab, manager } = await laboratory()
    const { first, finding } = await badStandard({ lab, manager })
    for (const role of ['technician', 'auditor'] as const) {
      const session = await signInAs(app, lab, role)
      assert.equal((await read(session, finding.id)).id, finding.id)
      assert.equal(
        (await judge(session, finding.id, [first.id], { judgement: 'recall' })).body.code,
        'FORBIDDEN',
      )
      assert.equal((await close(session, finding.id)).body.code, 'FORBIDDEN')
    }
  })

  test('keeps to sites: others see nothing of it, and what they do not reach is counted and has to be judged', async () => {
    const { lab, manager } = await laboratory()
    const { used, first, second, standard, finding } = await badStandard({ lab, manager })
    const north = await lab.site('North')
    const local = await signInAs(app, lab, 'manager', { siteIds: [north] })
    for (const call of [
      local.call('GET', `/findings/${finding.id}`),
      local.call('GET', `/findings/${finding.id}/touched`),
      close(local, finding.id),
    ]) {
      assert.equal((await call).body.code, 'NOT_FOUND')
    }
    assert.deepEqual(await listed(local), [])
    const deps = { ...app, changeReasonRulesEnforced: false }
    for (const { id } of [standard, used]) {
      await updateInstrument(deps, await lab.caller(), id, { body: { site_id: north } })
    }
    const seen = await read(local, finding.id)
    assert.deepEqual([seen.touched.total, seen.touched.elsewhere, seen.touched.levels.length], [2, 1, 1])
    assert.equal((await judge(local, finding.id, [second.id], { judgement: 'recall' })).status, 422)
    assert.equal((await judge(local, finding.id, [first.id], { judgement: 'recall' })).status, 200)
    assert.equal((await close(local, finding.id)).status, 409)
  })
})

describe('lists', () => {
  test('come in pages, by status, and refuse what they cannot read', async () => {
    const { lab, manager } = await laboratory()
    for (const _ of [1, 2, 3]) {
      const { id } = await lab.instrument()
      await lab.calibrate(id, { result: 'FAIL', notes: 'x' })
    }
    const { body } = await app.call('GET', '/findings?status=open,closed&limit=2', { key: lab.key })
    assert.deepEqual([body.data.length, body.pagination.total, body.pagination.has_more], [2, 3, true])
    const wrong = await app.call('GET', '/findings?status=half', { key: lab.key })
    assert.equal(wrong.status, 422)
    assert.equal((await app.call('GET', `/findings/${newId()}`, { key: lab.key })).status, 404)
    assert.equal((await app.call('GET', '/findings/x', { key: lab.key })).status, 422)
    const other = await laboratory()
    const [finding] = await listed(manager)
    assert.equal((await other.manager.call('GET', `/findings/${finding.id}`)).body.code, 'NOT_FOUND')
  })

  test('find the finding of a record, and say on demand how much of each is judged', async () => {
    const { lab, manager } = await laboratory()
    const { first, second, standard, record, finding } = await badStandard({ lab, manager })
    const { id: plain } = await lab.instrument()
    const failed = await lab.calibrate(plain, { result: 'FAIL', notes: 'Bent' })
    const counted = async (query = '') =>
      (await listed(manager, `?include=touched${query}`)).map(({ calibration_id: of, touched }) => [
        of,
        touched,
      ])
    const judge = (id: string) =>
      manager.call('POST', `/findings/${finding.id}/judgements`, {
        body: { calibration_ids: [id], judgement: 'recall' },
      })
    assert.deepEqual(await counted(), [
      [failed.id, { total: 0, unjudged: 0 }],
      [record.id, { total: 2, unjudged: 2 }],
    ])
    await judge(first.id)
    assert.deepEqual(await counted(`&calibration_id=${record.id}`), [[record.id, { total: 2, unjudged: 1 }]])
    await judge(second.id)
    await manager.call('POST', `/findings/${finding.id}/close`, {
      body: { ...signature, conclusion: 'Recalled' },
    })
    assert.deepEqual(await counted(`&instrument_id=${standard.id}`), [[record.id, { total: 2, unjudged: 0 }]])
    const [silent] = await listed(manager, `?calibration_id=${record.id.toUpperCase()}`)
    assert.deepEqual([silent.id, silent.touched], [finding.id, undefined])
    assert.deepEqual(await listed(manager, `?calibration_id=${first.id}`), [])
    const wrong = await manager.call('GET', '/findings?include=notes')
    assert.deepEqual([wrong.status, wrong.body.details.field], [422, 'include'])
    const overKey = await app.call('GET', `/findings?calibration_id=${record.id}`, { key: lab.key })
    assert.deepEqual([overKey.body.data.length, 'touched' in overKey.body.data[0]], [1, false])
  })

  test('count what findings touch with as many statements for several as for one', async () => {
    const { lab, manager } = await laboratory()
    const asked = async () => {
      let statements = 0
      await app.db.snapshot(lab.id, async (queries) => {
        const { rows } = await pageOfFindings(queries, EVERY, { limit: 50, offset: 0 })
        const counting = Object.assign(Object.create(queries), {
          workspaceId: lab.id,
          rows: (statement: Sql) => {
            statements += 1
            return queries.rows(statement)
          },
        }) as WorkspaceQueries
        const counts = await countTouched(counting, rows)
        assert.deepEqual(
          counts,
          rows.map(() => ({ total: 2, unjudged: 2 })),
        )
      })
      return statements
    }
    await badStandard({ lab, manager })
    const one = await asked()
    for (const _ of [1, 2, 3]) await badStandard({ lab, manager })
    assert.equal(await asked(), one)
  })

  test('of what was touched keep to a level and to what is judged', async () => {
    const { lab, manager } = await laboratory()
    const { first, second, finding } = await badStandard({ lab, manager })
    await manager.call('POST', `/findings/${finding.id}/judgements`, {
      body: { calibration_ids: [first.id], judgement: 'recall' },
    })
    const ids = async (query: string) =>
      (await touchedBy(manager, finding.id, query)).map(({ calibration_id: id }) => id)
    assert.deepEqual(await ids('?level=2'), [second.id])
    assert.deepEqual(await ids('?judged=true'), [first.id])
    assert.deepEqual(await ids('?judged=false'), [second.id])
    assert.deepEqual(await ids('?limit=1&offset=1'), [second.id])
  })
})
