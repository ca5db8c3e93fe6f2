import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp, type TestResponse } from '../../../test/app.ts'
import {
  caliperPoint,
  draftProcedure,
  release,
  releasedProcedure,
} from '../../../test/workspaces/released-procedure.ts'
import { signInAs, TEST_PASSWORD, type TestSession } from '../../../test/session.ts'

const app = await sharedTestApp()
const workspace = await app.workspace()
const admin = await signInAs(app, workspace, 'admin')
const manager = await signInAs(app, workspace, 'manager')
const { key } = await workspace.person({ role: 'auditor', scope: 'read' })

const signature = { password: TEST_PASSWORD, meaning: 'Reviewed and released' }
const unknownId = '019345b3-5d07-7e19-b8c4-91a06f2d7e58'

/** Where the problems of a refused request lie, below the body. */
function problemsOf(response: TestResponse): string[] {
  assert.deepEqual([response.status, response.body.code], [422, 'VALIDATION_ERROR'])
  return response.body.details.errors.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'))
}

function refusedAs(response: TestResponse, status: number, code: string): void {
  assert.deepEqual([response.status, response.body.code], [status, code], JSON.stringify(response.body))
}

const budget = {
  id: unknownId,
  name: 'Jaws',
  contributors: [
    {
      name: 'Blocks',
      type: 'B',
      distribution: 'normal',
      value: '0.001',
      divisor: '2',
      degrees_of_freedom: 25.6,
    },
    { name: 'Readings', type: 'A', distribution: 'student', value_from: 'readings' },
  ],
}

describe('a procedure', () => {
  test('starts as a draft, whose points and budgets get matching IDs', async () => {
    const points = [caliperPoint('10.00', { repeats: 3, budget_id: unknownId }), caliperPoint('50.00')]
    const draft = await draftProcedure(admin, { points, budgets: [budget], grace_days: 7 })
    assert.deepEqual([draft.revision, draft.state, draft.grace_days], [1, 'draft', 7])
    const [first, second] = draft.points
    assert.notEqual(draft.budgets[0]!.id, unknownId)
    assert.equal(first!.budget_id, draft.budgets[0]!.id)
    assert.equal(draft.budgets[0]!.contributors[0]!.degrees_of_freedom, 25.6)
    assert.deepEqual([first!.repeats, second!.repeats, second!.budget_id], [3, 1, null])
    const read = await admin.call('GET', `/procedures/${draft.procedure_id}/revisions/1`)
    assert.deepEqual([read.status, read.body], [200, draft])
  })

  test('is released by a signature, and readable for keys with read scope', async () => {
    const draft = await draftProcedure(admin)
    const seen = await app.call('GET', `/procedures/${draft.procedure_id}`, { key })
    assert.deepEqual([seen.status, seen.body.status, seen.body.released], [200, 'draft', null])
    const released = await release(manager, draft.procedure_id)
    assert.equal(released.state, 'released')
    assert.equal(released.signature_meaning, 'Reviewed and released')
    assert.equal(released.released_at, app.clock.now().toISOString())
    const { body } = await app.call('GET', `/procedures/${draft.procedure_id}`, { key })
    assert.deepEqual(body.released, released)
    assert.deepEqual([body.status, body.revisions.length], ['released', 1])
  })

  test('keeps the IDs of its points from one revision to the next', async () => {
    const first = await releasedProcedure(admin, { points: ['10', '20'].map((at) => caliperPoint(at)) })
    const path = `/procedures/${first.procedure_id}`
    const { body: draft } = await admin.call('POST', `${path}/draft`)
    assert.deepEqual([draft.revision, draft.points], [2, first.points])
    const points = [{ ...draft.points[1], repeats: 5 }, caliperPoint('30'), { ...draft.points[1] }]
    const changed = await admin.call('PATCH', `${path}/draft`, { body: { points, title: 'Long calipers' } })
    assert.equal(changed.status, 200)
    assert.equal(changed.body.points[0].id, first.points[1]!.id)
    assert.equal(new Set(changed.body.points.map((point: { id: string }) => point.id)).size, 3)
    const second = await release(admin, first.procedure_id)
    const { body } = await admin.call('GET', path)
    assert.deepEqual(body.released, second)
    const states = body.revisions.map((each: any) => [
      each.revision,
      each.state,
      each.title,
      each.withdrawn_at,
    ])
    assert.deepEqual(states, [
      [2, 'released', 'Long calipers', null],
      [1, 'withdrawn', 'Calipers', second.released_at],
    ])
  })

  test('is listed by code, and by status', async () => {
    const own = await app.workspace()
    const session = await signInAs(app, own, 'admin')
    await releasedProcedure(session, { code: 'b-1' })
    await draftProcedure(session, { code: 'A-2' })
    const { procedure_id: id } = await releasedProcedure(session, { code: 'C-3' })
    await session.call('POST', `/procedures/${id}/withdraw`, { body: { reason: 'Out of use' } })
    const list = async (query: string) => {
      const { status, body } = await app.call('GET', `/procedures${query}`, { key: own.key })
      assert.equal(status, 200)
      return body.data.map((each: any) => `${each.code} ${each.status} ${each.point_count}`)
    }
    assert.deepEqual(await list(''), ['A-2 draft 1', 'b-1 released 1', 'C-3 withdrawn 1'])
    assert.deepEqual(await list('?status=released,withdrawn'), ['b-1 released 1', 'C-3 withdrawn 1'])
    assert.deepEqual(await list('?limit=1&offset=1'), ['b-1 released 1'])
    refusedAs(await app.call('GET', '/procedures?status=gone', { key: own.key }), 422, 'INVALID_REQUEST')
    refusedAs(await app.call('GET', '/procedures?limit=0', { key: own.key }), 422, 'VALIDATION_ERROR')
  })

  test('of another workspace is not found', async () => {
    const { procedure_id: id } = await releasedProcedure(admin)
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/revisions/1'],
      ['GET', '/revisions/1/procedure.json'],
      ['GET', '/revisions/1/points.csv'],
      ['POST', '/draft'],
      ['PATCH', '/draft', { title: 'Theirs' }],
      ['POST', '/draft/points', { csv: 'nominal,unit' }],
      ['DELETE', '/draft'],
      ['POST', '/release', signature],
      ['POST', '/withdraw', { reason: 'Theirs' }],
    ] as const) {
      const response = await stranger.call(method, `/procedures/${id}${path}`, body && { body })
      refusedAs(response, 404, 'NOT_FOUND')
    }
    const { key: theirs } = await app.workspace()
    refusedAs(await app.call('GET', `/procedures/${id}`, { key: theirs }), 404, 'NOT_FOUND')
    assert.equal((await admin.call('GET', `/procedures/${id}/revisions/2`)).status, 404)
  })
})

describe('what may be done to a procedure', () => {
  test('has a unique code, ignoring case', async () => {
    const { code } = await draftProcedure(admin)
    const body = { code: code.toLowerCase(), title: 'Another' }
    const response = await manager.call('POST', '/procedures', { body })
    refusedAs(response, 409, 'CONFLICT')
    assert.equal(response.body.details.field, 'code')
  })

  test('there is one draft at a time, and nothing else is changed', async () => {
    const { procedure_id: id } = await draftProcedure(admin)
    const path = `/procedures/${id}`
    refusedAs(await admin.call('POST', `${path}/draft`), 409, 'CONFLICT')
    refusedAs(await admin.call('POST', `${path}/withdraw`, { body: { reason: 'No' } }), 409, 'CONFLICT')
    await release(admin, id)
    refusedAs(await admin.call('PATCH', `${path}/draft`, { body: { title: 'New' } }), 409, 'CONFLICT')
    const file = { body: { csv: 'nominal,unit' } }
    refusedAs(await admin.call('POST', `${path}/draft/points`, file), 409, 'CONFLICT')
    refusedAs(await admin.call('DELETE', `${path}/draft`), 409, 'CONFLICT')
    refusedAs(await admin.call('POST', `${path}/release`, { body: signature }), 409, 'CONFLICT')
  })

  test('is deleted with its only draft when that is discarded', async () => {
    const { procedure_id: id, code } = await draftProcedure(admin)
    assert.equal((await admin.call('DELETE', `/procedures/${id}/draft`)).status, 204)
    refusedAs(await admin.call('GET', `/procedures/${id}`), 404, 'NOT_FOUND')
    const { procedure_id: again } = await releasedProcedure(admin, { code })
    await admin.call('POST', `/procedures/${again}/draft`)
    assert.equal((await admin.call('DELETE', `/procedures/${again}/draft`)).status, 204)
    assert.equal((await admin.call('GET', `/procedures/${again}`)).body.revisions.length, 1)
  })

  test('of two concurrent releases one is carried out', async () => {
    const { procedure_id: id } = await draftProcedure(admin)
    const releases = await Promise.all(
      [admin, manager].map((session) =>
        session.call('POST', `/procedures/${id}/release`, { body: signature }),
      ),
    )
    assert.deepEqual(releases.map(({ status }) => String(status)).toSorted(), ['200', '409'])
    const { body } = await admin.call('GET', `/procedures/${id}`)
    assert.deepEqual(
      body.revisions.map(({ state }: { state: string }) => state),
      ['released'],
    )
  })

  test('of two concurrent next revisions one is started', async () => {
    const { procedure_id: id } = await releasedProcedure(admin)
    const drafts = await Promise.all(
      [admin, manager].map((session) => session.call('POST', `/procedures/${id}/draft`)),
    )
    assert.deepEqual(drafts.map(({ status }) => String(status)).toSorted(), ['201', '409'])
  })

  test('the next revision starts from the released one, and after a withdrawal from the newest', async () => {
    const { procedure_id: id } = await releasedProcedure(admin)
    const path = `/procedures/${id}`
    const withdrawal = { body: { reason: 'The blocks are gone' } }
    const { body: withdrawn } = await admin.call('POST', `${path}/withdraw`, withdrawal)
    assert.deepEqual([withdrawn.state, withdrawn.withdrawal_reason], ['withdrawn', 'The blocks are gone'])
    const { body } = await admin.call('POST', `${path}/draft`)
    assert.deepEqual([body.revision, body.points], [2, withdrawn.points])
  })

  test('a change is refused when the draft is not as it was read, and so is a signature', async () => {
    const { procedure_id: id } = await draftProcedure(admin)
    const path = `/procedures/${id}`
    const { headers } = await admin.call('GET', `${path}/revisions/1`)
    const ifMatch = { 'if-match': headers.get('etag')! }
    const first = await admin.call('PATCH', `${path}/draft`, { body: { title: 'One' }, headers: ifMatch })
    assert.equal(first.status, 200)
    const second = await admin.call('PATCH', `${path}/draft`, { body: { title: 'Two' }, headers: ifMatch })
    refusedAs(second, 412, 'PRECONDITION_FAILED')
    const signed = await admin.call('POST', `${path}/release`, { body: signature, headers: ifMatch })
    refusedAs(signed, 412, 'PRECONDITION_FAILED')
    const present = { 'if-match': first.headers.get('etag')! }
    const released = await admin.call('POST', `${path}/release`, { body: signature, headers: present })
    assert.equal(released.status, 200)
  })

  test('a signature needs the own password and a meaning', async () => {
    const { procedure_id: id } = await draftProcedure(admin)
    const sign = (body: object) => admin.call('POST', `/procedures/${id}/release`, { body })
    const wrong = await sign({ ...signature, password: 'a wrong one' })
    refusedAs(wrong, 422, 'INVALID_REQUEST')
    assert.equal(wrong.body.details.field, 'password')
    assert.deepEqual(problemsOf(await sign({ password: TEST_PASSWORD })), ['meaning'])
    for (let attempt = 1; attempt < 10; attempt += 1) await sign({ ...signature, password: 'a wrong one' })
    refusedAs(await sign(signature), 429, 'RATE_LIMITED')
    app.clock.advance(60 * 60_000)
  })

  test('is for admins and managers who reach all sites', async () => {
    const { procedure_id: id } = await draftProcedure(admin)
    const site = await workspace.site('North')
    const limited = await signInAs(app, workspace, 'manager', { siteIds: [site] })
    const asked = (session: TestSession) => [
      session.call('POST', '/procedures', { body: { code: 'X', title: 'X' } }),
      session.call('POST', `/procedures/${id}/draft`),
      session.call('PATCH', `/procedures/${id}/draft`, { body: { title: 'X' } }),
      session.call('DELETE', `/procedures/${id}/draft`),
      session.call('POST', `/procedures/${id}/release`, { body: signature }),
      session.call('POST', `/procedures/${id}/withdraw`, { body: { reason: 'X' } }),
    ]
    for (const session of [limited, await signInAs(app, workspace, 'technician')]) {
      for (const response of await Promise.all(asked(session))) refusedAs(response, 403, 'FORBIDDEN')
      assert.equal((await session.call('GET', `/procedures/${id}`)).status, 200)
    }
  })

  test('a refusal names each member that calibrations could not follow', async () => {
    const create = (members: object) =>
      admin.call('POST', '/procedures', { body: { code: 'WRONG', title: 'Wrong', ...members } })
    const limits = { lower: '22', upper: '18', unit: '°C' }
    const points = [
      caliperPoint('10', { tolerance: { symmetric: { absolute: '-1' } } }),
      caliperPoint('10', { tolerance: { symmetric: { percent_of_span: '1' } }, budget_id: unknownId }),
    ]
    const contributors = [
      { name: 'x', type: 'B', distribution: 'normal', value_from: 'readings', value: '1' },
    ]
    const budgets = [budget, { ...budget, contributors }]
    const environment = { temperature: limits, humidity: { lower: null, upper: null, unit: '%' } }
    const standards = [{ role: 'Blocks', minimum_tur: '0' }]
    const response = await create({
      points,
      environment,
      required_standards: standards,
      decision_rule: 'guard_band_r=x',
    })
    assert.deepEqual(problemsOf(response), [
      'decision_rule',
      'environment.temperature.upper',
      'environment.humidity',
      'required_standards.0.minimum_tur',
      'points.0.tolerance.symmetric.absolute',
      'points.1.tolerance.symmetric.percent_of_span',
      'points.1.budget_id',
    ])
    assert.deepEqual(problemsOf(await create({ budgets })), [
      'budgets.1.name',
      'budgets.1.contributors.0',
      'budgets.1.contributors.0.type',
    ])
    const schema = { points: [caliperPoint('10', { repeats: 51 })], warm_up_minutes: -1 }
    assert.deepEqual(problemsOf(await create(schema)), ['warm_up_minutes', 'points.0.repeats'])
    refusedAs(await admin.call('POST', '/procedures', { body: '{' }), 400, 'INVALID_REQUEST')
    refusedAs(await create({ scope: 'x'.repeat(1_100_000) }), 413, 'PAYLOAD_TOO_LARGE')
  })
})

describe('procedures as files', () => {
  test('an exported procedure makes the same procedure elsewhere', async () => {
    const points = [caliperPoint('10.00', { budget_id: unknownId, note: '=1+1', repeats: 3 })]
    const made = await draftProcedure(admin, { points, budgets: [budget], work_instruction: '# Clean' })
    const file = await admin.call('GET', `/procedures/${made.procedure_id}/revisions/1/procedure.json`)
    assert.equal(file.status, 200)
    assert.match(file.headers.get('content-disposition')!, new RegExp(`${made.code}.json`))
    const other = await signInAs(app, await app.workspace(), 'admin')
    const { status, body } = await other.call('POST', '/procedures', { body: file.body })
    assert.equal(status, 201, JSON.stringify(body))
    const withoutIds = (revision: any) => ({
      ...revision,
      procedure_id: null,
      points: revision.points.map((point: object) => ({ ...point, id: null, budget_id: null })),
      budgets: revision.budgets.map((each: object) => ({ ...each, id: null })),
    })
    assert.deepEqual(withoutIds(body), withoutIds(made))
    assert.equal(body.points[0].budget_id, body.budgets[0].id)
  })

  test('a file of points has a line for each, and is read as the same points', async () => {
    const points = [
      caliperPoint('10.00', { budget_id: unknownId, note: '=1+1', repeats: 3 }),
      caliperPoint('-5', {
        tolerance: { upper: { counts: '2', percent_of_reading: '0.1' } },
        channel: 'a;"b"',
      }),
      caliperPoint('5', { tolerance: { text: 'Class M3' } }),
    ]
    const made = await draftProcedure(admin, { points, budgets: [budget] })
    const path = `/procedures/${made.procedure_id}`
    const file = await admin.call('GET', `${path}/revisions/1/points.csv`)
    assert.match(file.headers.get('content-type')!, /^text\/csv/)
    const read = await admin.call('POST', `${path}/draft/points`, { body: { csv: file.body } })
    assert.deepEqual([read.status, read.body], [200, made])
    const spreadsheet = 'Nominal;Unit;tolerance_absolute\n"12,5";mm;0,02\n\n'
    const { body } = await admin.call('POST', `${path}/draft/points`, { body: { csv: spreadsheet } })
    assert.deepEqual(body.points[0].nominal, { value: '12.5', unit: 'mm' })
    assert.deepEqual(body.points[0].tolerance, { symmetric: { absolute: '0.02' } })
    assert.equal(body.points.length, 1)
  })

  test('a file is refused with the line and column of each mistake', async () => {
    const { procedure_id: id } = await draftProcedure(admin)
    const csv = 'nominal,unit,repeats,budget,colour\n10,mm,0,Jaws,red\n,mm,1,,\nx,,1,,\n'
    const response = await admin.call('POST', `/procedures/${id}/draft/points`, { body: { csv } })
    assert.deepEqual(problemsOf(response), [
      'csv.1.colour',
      'csv.2.repeats',
      'csv.2.budget',
      'csv.3.nominal',
      'csv.4.nominal',
      'csv.4.unit',
    ])
    const lines = `nominal,unit\n${'10,mm\n'.repeat(501)}`
    const many = await admin.call('POST', `/procedures/${id}/draft/points`, { body: { csv: lines } })
    assert.deepEqual(problemsOf(many), ['csv'])
  })
})
