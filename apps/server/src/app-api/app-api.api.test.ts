import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APP_API_PREFIX, ownAccountOperations, roles, workspaceOperations } from '@plumbline/contract'
import { call, sharedTestApp, startTestApp, type TestResponse } from '../../test/app.ts'
import { createOneOfEach } from '../../test/workspaces/create-one-of-each.ts'
import { samples, type Ids, type Sample } from '../../test/workspaces/operation-samples.ts'
import { signInAs, type TestSession } from '../../test/session.ts'

const app = await sharedTestApp()

/** Operations that response for each of several ids on its own. */
const perId = ['appendCalibrations', 'approveCalibrations', 'previewBulkChange', 'bulkChangeInstruments']

const names = Object.keys(samples) as (keyof typeof workspaceOperations)[]

function send(session: TestSession, sample: Sample, ids: Ids, more: Record<string, unknown> = {}) {
  const [method, path] = sample.send(ids).split(' ') as [string, string]
  return session.call(method, path, {
    ...(sample.body && { body: sample.body(ids) }),
    headers: { ...sample.headers },
    ...more,
  })
}

const workspace = await app.workspace()
const admin = await signInAs(app, workspace, 'admin')
const ids = await createOneOfEach(app, workspace, admin)

describe('every operation of a workspace', () => {
  test('is served and has a sample here', () => {
    assert.deepEqual(names.toSorted(), Object.keys(workspaceOperations).toSorted())
  })

  test('needs a user who is signed in', async () => {
    const nobody = { ...admin, call: anonymous(workspace.id) }
    for (const name of names) {
      const response = await send(nobody, samples[name], ids)
      assert.equal(response.status, 401, name)
      assert.equal(response.body.code, 'UNAUTHORIZED', name)
    }
  })

  test('is not found by a member of another workspace, and finds nothing of another workspace', async () => {
    const other = await app.workspace()
    const stranger = await signInAs(app, other, 'admin')
    for (const name of names) {
      const sample = samples[name]
      const foreign = await send(stranger, sample, ids, { workspaceId: workspace.id })
      assert.equal(foreign.status, 404, name)
      assert.equal(foreign.body.code, 'NOT_FOUND', name)
      if (!namesSomething(sample)) continue
      const response = await send(stranger, sample, ids)
      // Its job finds nothing to change, as the request for several does.
      if (name === 'startBulkChange') continue
      if (name === 'listStandardsAtUse') {
        assert.deepEqual(response.body, { data: [] })
        continue
      }
      if (perId.includes(name)) {
        assert.equal(response.body.results[0].error.code, 'NOT_FOUND')
        continue
      }
      assert.equal(
        response.status,
        name === 'createLocation' ? 422 : 404,
        `${name}: ${JSON.stringify(response.body)}`,
      )
    }
  })

  test('refuses changes that are requested by pages of other origins', async () => {
    for (const name of names) {
      const sample = samples[name]
      if (sample.send(ids).startsWith('GET')) continue
      const headers = { ...sample.headers, origin: 'https://evil.example' }
      const response = await send(admin, sample, ids, { headers })
      assert.equal(response.status, 403, name)
      assert.equal(response.body.code, 'FORBIDDEN', name)
    }
  })

  for (const role of roles) {
    test(`admits ${role}s where the contract says so, and refuses them otherwise`, async () => {
      const own = await app.workspace()
      const furnished = await createOneOfEach(app, own, await signInAs(app, own, 'admin'))
      const session = await signInAs(app, own, role)
      for (const name of names) {
        const sample = samples[name]
        const response = await send(session, sample, furnished)
        const said = `${name}: ${response.status} ${JSON.stringify(response.body).slice(0, 200)}`
        if (sample.who === undefined || sample.who.includes(role)) {
          assert.ok(![401, 403, 405, 500].includes(response.status), said)
        } else if (/Activity(Actors)?$/.test(name)) {
          assert.equal(response.status, 404, said)
        } else {
          assert.equal(response.status, 403, said)
          assert.match(response.body.code, /^(FORBIDDEN|INSUFFICIENT_ROLE)$/, said)
        }
      }
    })
  }
})

describe('the app API as a whole', () => {
  test('an auditor can read until the access end date, and is then told whom to ask', async () => {
    const accessEndsAt = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const own = await app.workspace()
    const auditor = await signInAs(app, own, 'auditor', { accessEndsAt })
    const me = await call(`${app.origin}${APP_API_PREFIX}/me`, 'GET', {
      headers: { cookie: auditor.cookie },
    })
    assert.equal(me.body.memberships[0].access_ends_at, accessEndsAt)
    assert.equal((await auditor.call('GET', '/instruments')).status, 200)
    app.clock.advance(60_000)
    const response = await auditor.call('GET', '/instruments')
    assert.equal(response.status, 403)
    assert.equal(response.body.code, 'ACCESS_ENDED')
    assert.deepEqual(response.body.details, {
      ended_at: accessEndsAt,
      timezone: own.workspace.timeZone,
      workspace: own.workspace.name,
      admins: ['Ada Admin'],
    })
  })

  test('is available on every plan, with the headers that every response has', async () => {
    const free = await app.workspace({ plan: 'free' })
    const session = await signInAs(app, free, 'technician')
    const response = await session.call('GET', '/instruments')
    assert.equal(response.status, 200)
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-request-id', 'date']) {
      assert.ok(response.headers.has(name), name)
    }
    assert.equal(response.headers.get('x-ratelimit-limit'), '1000000')
    assert.equal(response.headers.get('x-ratelimit-remaining'), '999999')
    assert.equal(response.headers.get('cache-control'), 'private, no-store')
  })

  test('limits the requests of a session per minute, counts fifty points as one request, and reports both in its headers', async () => {
    const limited = await startTestApp({ SESSION_RATE_LIMIT_PER_MINUTE: '4' })
    const session = await signInAs(limited, await limited.workspace(), 'technician')
    const standing = ({ status, headers }: TestResponse) =>
      [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')].join(' ')
    const me = () =>
      call(`${limited.origin}${APP_API_PREFIX}/me`, 'GET', { headers: { cookie: session.cookie } })
    assert.equal(standing(await session.call('GET', '')), '200 4 3')
    assert.equal(standing(await me()), '200 4 2')
    const points = Array.from({ length: 150 }, () => ({ nominal: { value: '1', unit: 'V' } }))
    assert.equal(
      standing(await session.call('POST', '/measurements/evaluate', { body: { points } })),
      '429 4 0',
    )
    const refused = await me()
    assert.equal(standing(refused), '429 4 0')
    assert.equal(refused.headers.get('retry-after'), '60')
    limited.clock.advance(60_000)
    assert.equal(standing(await me()), '200 4 3')
  })

  test('treats paths, methods and IDs as the public API does', async () => {
    assert.equal((await admin.call('GET', '/nothing')).body.code, 'NOT_FOUND')
    const response = await admin.call('PUT', '/instruments', { body: {} })
    assert.equal(response.body.code, 'METHOD_NOT_ALLOWED')
    assert.equal(response.headers.get('allow'), 'GET, HEAD, POST')
    assert.equal((await admin.call('GET', '', { workspaceId: 'x' })).body.code, 'VALIDATION_ERROR')
    assert.equal((await admin.call('GET', '', { workspaceId: workspace.id.toUpperCase() })).status, 200)
    assert.equal((await admin.call('GET', '/instruments/x')).body.code, 'VALIDATION_ERROR')
  })

  test('returns each refusal with the key of its sentence, which the public API omits', async () => {
    const twice = { asset_tag: 'TWICE', name: 'Caliper', calibration_interval_value: 12 }
    await admin.call('POST', '/instruments', { body: twice })
    const { reason: why, ...rest } = (await admin.call('POST', '/instruments', { body: twice })).body
    assert.deepEqual(why, { key: 'instrument.asset_tag_taken', values: {} })
    const publicly = { key: workspace.key, body: twice }
    assert.deepEqual((await app.call('POST', '/instruments', publicly)).body, rest)
  })

  test('returns the problem of a value with the key of its text', async () => {
    const body = { asset_tag: 'LONG', name: 'x'.repeat(300), calibration_interval_value: 12 }
    const refused = await admin.call('POST', '/instruments', { body })
    const [{ reason: why, ...problem }] = refused.body.details.errors
    assert.deepEqual(why, { key: 'field.too_long', values: { limit: 255 } })
    const publicly = await app.call('POST', '/instruments', { key: workspace.key, body })
    assert.deepEqual(publicly.body.details.errors, [problem])
  })

  test('is described by a document of its own, which anyone may read', async () => {
    const response = await call(`${app.origin}${APP_API_PREFIX}/openapi.json`, 'GET', {})
    assert.equal(response.status, 200)
    const described = Object.entries(response.body.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method} ${path}`),
    )
    assert.equal(described.length, names.length + Object.keys(ownAccountOperations).length)
    assert.ok(described.includes('get /me'))
    assert.ok(described.includes('patch /workspaces/{workspace_id}'))
    const other = await app.call('GET', '/openapi.json')
    assert.equal(other.body.paths['/activity'], undefined)
  })
})

function anonymous(workspaceId: string): TestSession['call'] {
  return (method, path, { body, headers } = {}) =>
    call(`${app.origin}${APP_API_PREFIX}/workspaces/${workspaceId}${path}`, method, {
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    })
}

/** Whether a request names a thing of the workspace, by its path, query or body. */
function namesSomething(sample: Sample): boolean {
  const marked = Object.fromEntries(Object.keys(ids).map((name) => [name, 'MARK'])) as unknown as Ids
  return `${sample.send(marked)} ${JSON.stringify(sample.body?.(marked) ?? {})}`.includes('MARK')
}
