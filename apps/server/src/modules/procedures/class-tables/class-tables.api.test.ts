import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CLASS_TABLES_MAX, type ClassTable } from '@plumbline/contract'
import { sharedTestApp, type TestResponse } from '../../../../test/app.ts'
import { newClassTable } from '../../../../test/workspaces/unique-things.ts'
import { draftProcedure } from '../../../../test/workspaces/released-procedure.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'

const app = await sharedTestApp()
const workspace = await app.workspace()
const admin = await signInAs(app, workspace, 'admin')
const manager = await signInAs(app, workspace, 'manager')
const technician = await signInAs(app, workspace, 'technician')
const auditor = await signInAs(app, workspace, 'auditor')
const unknownId = '019345b3-5d07-7e19-b8c4-91a06f2d7e58'

const add = (members: object = {}, by: TestSession = admin) =>
  by.call('POST', '/class-tables', { body: { ...newClassTable(), ...members } })
const patch = (id: string, body: object, headers = {}) =>
  admin.call('PATCH', `/class-tables/${id}`, { body, headers })
const take = (id: string, csv: string, headers = {}) =>
  admin.call('POST', `/class-tables/${id}/rows`, { body: { csv }, headers })
const retire = (id: string, headers = {}) =>
  admin.call('POST', `/class-tables/${id}/retire`, { body: { reason: 'New edition' }, headers })

async function added(members: object = {}): Promise<ClassTable> {
  const { status, body } = await add(members)
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

function refusedAs(response: TestResponse, status: number, code: string, field?: string): void {
  const { status: got, body } = response
  assert.deepEqual([got, body.code, body.details?.field], [status, code, field], JSON.stringify(body))
}

/** Where the problems of a refused request lie, below the body. */
function problemsOf(response: TestResponse): string[] {
  assert.deepEqual([response.status, response.body.code], [422, 'VALIDATION_ERROR'])
  return response.body.details.errors.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'))
}

const cell = (deviation: string, nominal: string | null = null) => ({
  nominal,
  upper: deviation,
  lower: deviation,
})
const row = (from: string, to: string, ...limits: (object | null)[]) => ({
  designation: null,
  from,
  to,
  limits,
})

const versionIn = (headers: Headers) => headers.get('etag')!.split('.', 1)[0]

describe('a table of classes', () => {
  test('is maintained by admins and managers, and read by everyone in the workspace', async () => {
    const { status, body, headers } = await add({}, manager)
    assert.equal(status, 201)
    assert.deepEqual([body.version, body.retired_at], [1, null])
    for (const person of [admin, manager, technician, auditor]) {
      const read = await person.call('GET', `/class-tables/${body.id}`)
      assert.deepEqual([read.status, read.body], [200, body])
      assert.equal(versionIn(read.headers), versionIn(headers))
      const listed = await person.call('GET', '/class-tables?limit=100')
      const { rows, ...summary } = body
      assert.deepEqual(
        listed.body.data.find(({ id }: ClassTable) => id === body.id),
        { ...summary, row_count: rows.length },
      )
    }
    for (const person of [technician, auditor]) {
      for (const [method, path, sent] of [
        ['POST', '/class-tables', newClassTable()],
        ['PATCH', `/class-tables/${body.id}`, { source: 'x' }],
        ['POST', `/class-tables/${body.id}/rows`, { csv: 'from,to,1\n0,1,1' }],
        ['POST', `/class-tables/${body.id}/retire`, { reason: 'x' }],
      ] as const) {
        refusedAs(await person.call(method, path, { body: sent }), 403, 'FORBIDDEN')
      }
    }
  })

  test('is not managed by those who are limited to sites', async () => {
    const limited = await signInAs(app, workspace, 'manager', { siteIds: [await workspace.site('North')] })
    refusedAs(await add({}, limited), 403, 'FORBIDDEN')
    const { id } = await added()
    assert.equal((await limited.call('GET', `/class-tables/${id}`)).status, 200)
    for (const [method, path, body] of [
      ['PATCH', '', { source: 'x' }],
      ['POST', '/rows', { csv: 'from,to,1\n0,1,1' }],
      ['POST', '/retire', { reason: 'x' }],
    ] as const) {
      refusedAs(await limited.call(method, `/class-tables/${id}${path}`, { body }), 403, 'FORBIDDEN')
    }
  })

  test('is not found in another workspace', async () => {
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    const { id, name } = await added()
    assert.equal((await stranger.call('GET', '/class-tables')).body.pagination.total, 0)
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/rows.csv', undefined],
      ['PATCH', '', { source: 'x' }],
      ['POST', '/rows', { csv: 'from,to,1\n0,1,1' }],
      ['POST', '/retire', { reason: 'x' }],
    ] as const) {
      const more = body ? { body } : {}
      refusedAs(await stranger.call(method, `/class-tables/${id}${path}`, more), 404, 'NOT_FOUND')
      refusedAs(await admin.call(method, `/class-tables/${unknownId}${path}`, more), 404, 'NOT_FOUND')
      refusedAs(await admin.call(method, `/class-tables/17${path}`, more), 422, 'VALIDATION_ERROR')
    }
    assert.equal((await add({ name }, stranger)).status, 201)
  })

  test('counts its version with each change, and not with one that changes nothing', async () => {
    const table = await added()
    const changed = await patch(table.id, { source: 'House rule 13', deviation_unit: 'nm' })
    assert.deepEqual(
      [changed.status, changed.body.version, changed.body.source, changed.body.rows],
      [200, 2, 'House rule 13', table.rows],
    )
    const same = await patch(table.id, { source: ' House rule 13 ' })
    assert.deepEqual([same.status, same.body], [200, changed.body])
    const { body } = await admin.call('GET', `/activity?subject_id=${table.id}`)
    assert.deepEqual(
      body.data.map(({ kind, subject }: any) => [kind, subject.label]),
      [
        ['class_table.updated', table.name],
        ['class_table.created', table.name],
      ],
    )
  })

  test('is changed, filled and retired only as the one who does it knows it', async () => {
    const { id } = await added()
    const first = (await admin.call('GET', `/class-tables/${id}`)).headers.get('etag')!
    const known = { 'if-match': first }
    assert.equal((await patch(id, { source: 'A' }, known)).status, 200)
    refusedAs(await patch(id, { source: 'B' }, known), 412, 'PRECONDITION_FAILED')
    refusedAs(await take(id, 'from,to,1\n0,1,1', known), 412, 'PRECONDITION_FAILED')
    refusedAs(await retire(id, known), 412, 'PRECONDITION_FAILED')
    const now = (await admin.call('GET', `/class-tables/${id}`)).headers.get('etag')!
    const both = await Promise.all(['C', 'D'].map((source) => patch(id, { source }, { 'if-match': now })))
    assert.deepEqual(both.map(({ status }) => String(status)).toSorted(), ['200', '412'])
  })

  test('has a unique name, ignoring case, until it is retired', async () => {
    const { id, name } = await added({ name: 'Pins' })
    refusedAs(await add({ name: 'PINS' }), 409, 'CONFLICT', 'name')
    const other = await added()
    refusedAs(await patch(other.id, { name: 'pins' }), 409, 'CONFLICT', 'name')
    const retired = await retire(id)
    assert.deepEqual([retired.status, retired.body.retirement_reason], [200, 'New edition'])
    assert.equal(retired.body.retired_at, app.clock.now().toISOString())
    for (const again of [
      await retire(id),
      await patch(id, { source: 'x' }),
      await take(id, 'from,to,1\n0,1,1'),
    ]) {
      refusedAs(again, 409, 'CONFLICT')
    }
    assert.equal((await add({ name })).status, 201)
    const namesOf = async (query: string) =>
      (await admin.call('GET', `/class-tables?limit=100${query}`)).body.data.filter(
        (table: ClassTable) => table.name === 'Pins',
      ).length
    assert.deepEqual([await namesOf(''), await namesOf('&include=retired')], [1, 2])
    refusedAs(await admin.call('GET', '/class-tables?include=all'), 422, 'INVALID_REQUEST', 'include')
    refusedAs(await admin.call('GET', '/class-tables?limit=0'), 422, 'VALIDATION_ERROR')
    const race = await Promise.all([add({ name: 'Race' }), add({ name: 'race' })])
    assert.deepEqual(race.map(({ status }) => String(status)).toSorted(), ['201', '409'])
  })

  test('refuses rows of which no point can be made, and names them', async () => {
    const refused = async (members: object) => problemsOf(await add(members))
    assert.deepEqual(await refused({ deviation_unit: 'in' }), ['deviation_unit'])
    assert.deepEqual(await refused({ rows: [row('0', '10', cell('1')), row('9', '20', cell('1'))] }), [
      'rows.1.from',
    ])
    assert.deepEqual(await refused({ rows: [row('0', '10', cell('x')), row('20', '11', null)] }), [
      'rows.0.limits.0.upper',
      'rows.0.limits.0.lower',
    ])
    assert.deepEqual(await refused({ rows: [row('0', '10', cell('1')), row('20', '11', null)] }), [
      'rows.1.to',
      'rows.1',
    ])
    assert.deepEqual(await refused({ rows: [row('0', '10', cell('1'), cell('1'))] }), ['rows.0.limits'])
    assert.deepEqual(await refused({ classes: [{ name: '6H', member: 'GO' }] }), ['classes.0.name'])
    assert.deepEqual(await refused({ name: ' ', rows: [] }), ['name', 'rows'])
    refusedAs(await admin.call('POST', '/class-tables', { body: '{' }), 400, 'INVALID_REQUEST')
    const { id } = await added()
    assert.deepEqual(problemsOf(await patch(id, { classes: [{ name: 'a upper', member: null }] })), [
      'classes.0.name',
    ])
    refusedAs(await patch(id, { version: 7 }), 422, 'VALIDATION_ERROR')
    const large = 'x'.repeat(1_100_000)
    refusedAs(await add({ source: large }), 413, 'PAYLOAD_TOO_LARGE')
    for (const [method, path] of [
      ['PATCH', ''],
      ['POST', '/rows'],
      ['POST', '/retire'],
    ] as const) {
      const at = `/class-tables/${id}${path}`
      refusedAs(await admin.call(method, at, { body: '{' }), 400, 'INVALID_REQUEST')
      refusedAs(await admin.call(method, at, { body: { large } }), 413, 'PAYLOAD_TOO_LARGE')
      refusedAs(await admin.call(method, at, { body: { large: 'x' } }), 422, 'VALIDATION_ERROR')
    }
  })

  test('can be exported to a file and imported again', async () => {
    const thread = (go: string, noGo: string) => [cell('4.5', go), { ...cell('9', noGo), lower: null }]
    const table = await added({
      classes: [
        { name: '6H', member: 'GO' },
        { name: '6H', member: 'NO-GO' },
      ],
      rows: [
        { designation: 'M10', from: null, to: null, limits: thread('9.034', '9.2165') },
        { designation: 'M6', from: null, to: null, limits: thread('5.357', '5.505') },
      ],
    })
    const file = await admin.call('GET', `/class-tables/${table.id}/rows.csv`)
    assert.equal(file.status, 200)
    const text = String(file.body).replace('\uFEFF', '')
    assert.equal(
      text,
      'designation,6H GO nominal,6H GO,6H NO-GO nominal,6H NO-GO upper,6H NO-GO lower\r\n' +
        'M10,9.034,4.5,9.2165,9,\r\nM6,5.357,4.5,5.505,9,\r\n',
    )
    const other = await added()
    const read = await take(other.id, text)
    assert.equal(read.status, 200, JSON.stringify(read.body))
    assert.deepEqual([read.body.classes, read.body.rows, read.body.version], [table.classes, table.rows, 2])
    const wrong = await take(other.id, 'from;to;0;1\n0,5;10;0,12;x\n9;25;0,14;0,3')
    assert.deepEqual(problemsOf(wrong), ['csv.2.1'])
    assert.deepEqual(problemsOf(await take(other.id, 'from;to;0\n0,5;10;0,12\n9;25;0,14')), ['csv.3.from'])
  })
})

test('a workspace has a maximum number of tables, not counting retired ones', async () => {
  const full = await app.workspace()
  const owner = await signInAs(app, full, 'admin')
  let last: ClassTable | undefined
  for (let count = 0; count < CLASS_TABLES_MAX; count += 1) last = (await add({}, owner)).body
  refusedAs(await add({}, owner), 409, 'CONFLICT')
  await owner.call('POST', `/class-tables/${last!.id}/retire`, { body: { reason: 'x' } })
  assert.equal((await add({}, owner)).status, 201)
})

test('a later change of a table changes no point that was made from it', async () => {
  const table = await added()
  const point = {
    nominal: { value: '5', unit: 'mm' },
    tolerance: { symmetric: { absolute: '0.0002' } },
    note: `${table.name}, 1 (version 1; House rule 12)`,
  }
  const draft = await draftProcedure(admin, { points: [point] })
  await patch(table.id, { rows: [row('0', '10', cell('9'))] })
  await retire(table.id)
  const { body } = await admin.call('GET', `/procedures/${draft.procedure_id}/revisions/1`)
  assert.deepEqual(body.points, draft.points)
})
