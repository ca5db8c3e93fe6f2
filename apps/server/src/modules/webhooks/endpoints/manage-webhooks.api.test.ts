import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventTypeNames } from '@plumbline/contract'
import { startTestApp, type TestWorkspace } from '../../../../test/app.ts'

const app = await startTestApp({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false', WEBHOOK_MAX_ENDPOINTS: '3' })

/** A public address that is written out: nothing is resolved, and nothing connects before a delivery. */
const URL = 'https://1.1.1.1/hook'
const UNKNOWN = '019345b4-11f2-7c55-a0de-5f3b7a9c2e47'

const create = (key: string, body: object = { url: URL }) => app.call('POST', '/webhooks', { key, body })
const read = (key: string, id: string) => app.call('GET', `/webhooks/${id}`, { key })
const change = (key: string, id: string, body: object, headers: Record<string, string> = {}) =>
  app.call('PATCH', `/webhooks/${id}`, { key, body, headers })

async function madeIn(workspace: TestWorkspace, body: object = { url: URL }) {
  const { status, body: made } = await create(workspace.key, body)
  assert.equal(status, 201)
  return made
}

interface Entry {
  kind: string
  payload: string
}

async function entriesOf(workspace: TestWorkspace, subjectId: string): Promise<Entry[]> {
  return app.asOwner(async (client) => {
    const text = `select kind, payload from ledger_entries where workspace_id = $1 and subject_id = $2 order by index`
    return (await client.query<Entry>(text, [workspace.id, subjectId])).rows
  })
}

describe('a new endpoint', () => {
  test('is shown with its secret only once', async () => {
    const workspace = await app.workspace()
    const made = await madeIn(workspace, { url: URL, events: ['calibration.created'], description: 'Mine' })
    const { secret, ...shown } = made
    assert.match(secret, /^whsec_[\w-]{43}$/)
    assert.deepEqual(shown, {
      id: made.id,
      url: URL,
      events: ['calibration.created'],
      description: 'Mine',
      is_active: true,
      secret_prefix: secret.slice(0, 10),
      disabled_at: null,
      created_at: made.created_at,
      updated_at: made.created_at,
    })
    assert.match(made.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const detail = await read(workspace.key, made.id)
    assert.deepEqual(detail.body, shown)
    const list = await app.call('GET', '/webhooks', { key: workspace.key })
    assert.deepEqual(list.body, {
      data: [shown],
      pagination: { limit: 50, offset: 0, total: 1, has_more: false },
    })
  })

  test('gets all event types if none are named, and each only once', async () => {
    const workspace = await app.workspace()
    assert.equal((await madeIn(workspace)).events, null)
    assert.equal((await madeIn(workspace, { url: URL, events: [] })).events, null)
    const twice = ['instrument.created', 'instrument.created']
    assert.deepEqual((await madeIn(workspace, { url: URL, events: twice })).events, ['instrument.created'])
  })

  test('its secret is encrypted in the database and in no entry of the ledger', async () => {
    const workspace = await app.workspace()
    const { id, secret } = await madeIn(workspace)
    const rotated = (await app.call('POST', `/webhooks/${id}/rotate-secret`, { key: workspace.key })).body
      .secret
    const stored = await app.asOwner((client) =>
      client.query(
        `select row_to_json(e)::text as text, sealed_secret from webhook_endpoints e where endpoint_id = $1`,
        [id],
      ),
    )
    const entries = await entriesOf(workspace, id)
    assert.deepEqual(
      entries.map((entry) => entry.kind),
      ['webhook.created', 'webhook.secret_rotated'],
    )
    for (const text of [
      stored.rows[0].text,
      stored.rows[0].sealed_secret.toString('latin1'),
      ...entries.map((entry) => entry.payload),
    ]) {
      for (const known of [secret, rotated]) assert.ok(!text.includes(known.slice(10)))
    }
  })

  test('the limit applies, also if several are created at the same time', async () => {
    const workspace = await app.workspace()
    const responses = await Promise.all(Array.from({ length: 8 }, () => create(workspace.key)))
    const statuses = responses.map((response) => response.status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [201, 201, 201, 409, 409, 409, 409, 409])
    const refused = responses.find((response) => response.status === 409)
    assert.equal(refused?.body.code, 'WEBHOOK_LIMIT_REACHED')
    assert.equal((await app.call('GET', '/webhooks', { key: workspace.key })).body.pagination.total, 3)
  })
})

const REFUSED_BODIES: readonly [string, unknown, string, string | undefined][] = [
  ['no url', {}, 'VALIDATION_ERROR', undefined],
  ['a url that is no text', { url: 7 }, 'VALIDATION_ERROR', undefined],
  ['an unknown field', { url: URL, active: true }, 'VALIDATION_ERROR', undefined],
  ['is_active at creation', { url: URL, is_active: false }, 'VALIDATION_ERROR', undefined],
  ['events that are no list', { url: URL, events: 'calibration.created' }, 'VALIDATION_ERROR', undefined],
  ['an unknown type', { url: URL, events: ['calibration.deleted'] }, 'INVALID_REQUEST', 'events'],
  ['a url that is too long', { url: `${URL}?${'x'.repeat(2048)}` }, 'INVALID_REQUEST', 'url'],
  [
    'a description that is too long',
    { url: URL, description: 'x'.repeat(501) },
    'INVALID_REQUEST',
    'description',
  ],
  ['plain http', { url: 'http://1.1.1.1/hook' }, 'INVALID_WEBHOOK_URL', 'url'],
  ['an empty url', { url: '' }, 'INVALID_WEBHOOK_URL', 'url'],
  ['a loopback address', { url: 'https://127.0.0.1/' }, 'INVALID_WEBHOOK_URL', 'url'],
  ['an address of metadata', { url: 'https://169.254.169.254/latest' }, 'INVALID_WEBHOOK_URL', 'url'],
  ['a mapped loopback address', { url: 'https://[::ffff:127.0.0.1]/' }, 'INVALID_WEBHOOK_URL', 'url'],
  ['a private address in decimal', { url: 'https://167772161/' }, 'INVALID_WEBHOOK_URL', 'url'],
  ['localhost', { url: 'https://localhost/' }, 'INVALID_WEBHOOK_URL', 'url'],
  ['credentials in the url', { url: 'https://me:it@1.1.1.1/' }, 'INVALID_WEBHOOK_URL', 'url'],
]

describe('a body that is refused with 422', () => {
  for (const [title, body, code, field] of REFUSED_BODIES) {
    test(title, async () => {
      const workspace = await app.workspace()
      const response = await app.call('POST', '/webhooks', { key: workspace.key, body })
      assert.deepEqual([response.status, response.body.code, response.body.details.field], [422, code, field])
    })
  }

  test('a change is validated in the same way, and a refused one changes nothing', async () => {
    const workspace = await app.workspace()
    const { id } = await madeIn(workspace)
    for (const [body, code] of [
      [{ url: 'https://10.0.0.1/' }, 'INVALID_WEBHOOK_URL'],
      [{ events: ['nothing'] }, 'INVALID_REQUEST'],
      [{ secret: 'mine' }, 'VALIDATION_ERROR'],
    ] as const) {
      const response = await change(workspace.key, id, body)
      assert.deepEqual([response.status, response.body.code], [422, code])
    }
    assert.equal((await read(workspace.key, id)).body.url, URL)
  })
})

describe('a change', () => {
  test('changes only the members that were sent; null and empty events mean all', async () => {
    const workspace = await app.workspace()
    const { id } = await madeIn(workspace, { url: URL, events: ['instrument.created'], description: 'Mine' })
    app.clock.advance(1000)
    const changed = (await change(workspace.key, id, { url: 'https://1.0.0.1/' })).body
    assert.deepEqual(
      [changed.url, changed.events, changed.description],
      ['https://1.0.0.1/', ['instrument.created'], 'Mine'],
    )
    assert.ok(changed.updated_at > changed.created_at)
    assert.equal((await change(workspace.key, id, { url: null })).body.url, 'https://1.0.0.1/')
    assert.equal((await change(workspace.key, id, { events: null })).body.events, null)
    assert.deepEqual((await change(workspace.key, id, { events: ['instrument.retired'] })).body.events, [
      'instrument.retired',
    ])
    assert.equal((await change(workspace.key, id, { events: [] })).body.events, null)
    assert.equal((await change(workspace.key, id, { description: null })).body.description, null)
  })

  test('that changes nothing is not entered in the ledger', async () => {
    const workspace = await app.workspace()
    const { id, secret: _secret, ...made } = await madeIn(workspace)
    app.clock.advance(1000)
    for (const body of [{}, { url: URL }, { url: null, is_active: null, events: [] }]) {
      assert.deepEqual((await change(workspace.key, id, body)).body, { id, ...made })
    }
    assert.equal((await entriesOf(workspace, id)).length, 1)
  })

  test('pauses and enables again, each with its own entry', async () => {
    const workspace = await app.workspace()
    const { id } = await madeIn(workspace)
    const paused = (await change(workspace.key, id, { is_active: false })).body
    assert.deepEqual([paused.is_active, paused.disabled_at], [false, paused.updated_at])
    app.clock.advance(1000)
    assert.equal((await change(workspace.key, id, { is_active: false })).body.disabled_at, paused.disabled_at)
    const enabled = (await change(workspace.key, id, { is_active: true })).body
    assert.deepEqual([enabled.is_active, enabled.disabled_at], [true, null])
    const changes = (await entriesOf(workspace, id))
      .slice(1)
      .map((entry) => JSON.parse(entry.payload).changes)
    assert.deepEqual(changes, [
      { is_active: { before: true, after: false } },
      { is_active: { before: false, after: true } },
    ])
  })

  test('of another version than the caller knows is refused', async () => {
    const workspace = await app.workspace()
    const { id } = await madeIn(workspace)
    const etag = (await read(workspace.key, id)).headers.get('etag')!
    assert.equal((await change(workspace.key, id, { description: 'a' }, { 'if-match': etag })).status, 200)
    const stale = await change(workspace.key, id, { description: 'b' }, { 'if-match': etag })
    assert.deepEqual([stale.status, stale.body.code], [412, 'PRECONDITION_FAILED'])
    assert.equal((await change(workspace.key, id, { description: 'b' }, { 'if-match': '*' })).status, 200)
  })
})

test('a rotated secret is shown once and replaces the prefix', async () => {
  const workspace = await app.workspace()
  const { id, secret } = await madeIn(workspace)
  const response = await app.call('POST', `/webhooks/${id.toUpperCase()}/rotate-secret`, {
    key: workspace.key,
    body: {},
  })
  assert.equal(response.status, 200)
  assert.deepEqual(Object.keys(response.body), ['id', 'secret', 'secret_prefix'])
  assert.equal(response.body.id, id)
  assert.notEqual(response.body.secret, secret)
  assert.equal((await read(workspace.key, id)).body.secret_prefix, response.body.secret.slice(0, 10))
})

test('a deleted endpoint is unknown to every operation, and makes room for another', async () => {
  const workspace = await app.workspace()
  const made = await Promise.all([madeIn(workspace), madeIn(workspace), madeIn(workspace)])
  const { id } = made[0]
  const deleted = await app.call('DELETE', `/webhooks/${id}`, { key: workspace.key })
  assert.deepEqual([deleted.status, deleted.body], [204, ''])
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/deliveries'],
    ['POST', '/rotate-secret'],
    ['POST', `/deliveries/${UNKNOWN}/retry`],
  ] as const) {
    const response = await app.call(method, `/webhooks/${id}${path}`, { key: workspace.key })
    assert.deepEqual([response.status, response.body.code], [404, 'NOT_FOUND'], `${method} ${path}`)
  }
  assert.equal((await change(workspace.key, id, {})).status, 404)
  assert.equal((await create(workspace.key)).status, 201)
  const kinds = (await entriesOf(workspace, id)).map((entry) => entry.kind)
  assert.deepEqual(kinds, ['webhook.created', 'webhook.deleted'])
})

test('the catalog has every type and is readable for every key', async () => {
  const workspace = await app.workspace()
  const auditor = await workspace.person({ role: 'auditor', scope: 'read' })
  const { status, body } = await app.call('GET', '/webhooks/events', { key: auditor.key })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['events'])
  assert.deepEqual(
    body.events.map((event: { type: string }) => event.type),
    eventTypeNames,
  )
  assert.ok(body.events.every((event: { description: string }) => event.description.length > 0))
})

const MANAGED: readonly [string, string, object | undefined][] = [
  ['GET', '', undefined],
  ['POST', '', { url: URL }],
  ['GET', '/{id}', undefined],
  ['PATCH', '/{id}', { description: 'x' }],
  ['DELETE', '/{id}', undefined],
  ['GET', '/{id}/deliveries', undefined],
  ['POST', `/{id}/deliveries/${UNKNOWN}/retry`, undefined],
  ['POST', '/{id}/rotate-secret', undefined],
]

describe('who may do what', () => {
  for (const [method, path, body] of MANAGED) {
    test(`${method} /webhooks${path} is for admins and managers, and a write needs the scope`, async () => {
      const workspace = await app.workspace()
      const { id } = await madeIn(workspace)
      const as = async (role: 'manager' | 'technician' | 'auditor', scope: 'read' | 'write') => {
        const { key } = await workspace.person({ role, scope })
        const response = await app.call(method, `/webhooks${path.replace('{id}', id)}`, {
          key,
          ...(body && { body }),
        })
        return response.status < 400 ? 'done' : response.body.code
      }
      const isWrite = method !== 'GET'
      assert.equal(await as('technician', 'write'), 'INSUFFICIENT_ROLE')
      assert.equal(await as('auditor', 'write'), 'INSUFFICIENT_ROLE')
      assert.equal(await as('technician', 'read'), isWrite ? 'INSUFFICIENT_SCOPE' : 'INSUFFICIENT_ROLE')
      assert.equal(await as('manager', 'read'), isWrite ? 'INSUFFICIENT_SCOPE' : 'done')
      assert.equal(await as('manager', 'write'), path.includes('retry') ? 'NOT_FOUND' : 'done')
    })
  }

  test('endpoints of another workspace are unknown, in the same bytes as those that do not exist', async () => {
    const [one, other] = await Promise.all([app.workspace(), app.workspace()])
    const { id } = await madeIn(other)
    const foreign = await read(one.key, id)
    const missing = await read(one.key, UNKNOWN)
    assert.deepEqual([foreign.status, foreign.body], [404, missing.body])
  })

  test('a key limited to sites sees the endpoints that were made within its sites, and no others', async () => {
    const workspace = await app.workspace()
    const [north, south] = await Promise.all([workspace.site('North'), workspace.site('South')])
    const northKey = (await workspace.person({ role: 'manager', keySiteIds: [north] })).key
    const bothKey = (await workspace.person({ role: 'manager', siteIds: [north, south] })).key
    const ofAll = await madeIn(workspace)
    const ofNorth = (await create(northKey)).body
    const ofBoth = (await create(bothKey)).body
    const seenBy = async (key: string) => {
      const { data } = (await app.call('GET', '/webhooks', { key })).body
      return data.map((endpoint: { id: string }) => endpoint.id)
    }
    assert.deepEqual(await seenBy(northKey), [ofNorth.id])
    assert.deepEqual(await seenBy(bothKey), [ofNorth.id, ofBoth.id])
    assert.deepEqual(await seenBy(workspace.key), [ofAll.id, ofNorth.id, ofBoth.id])
    assert.equal((await change(northKey, ofBoth.id, { description: 'x' })).status, 404)
    assert.equal((await change(northKey, ofAll.id, { description: 'x' })).status, 404)
    assert.equal((await change(northKey, ofNorth.id, { description: 'x' })).status, 200)
  })

  test('a key without any site in reach can make none', async () => {
    const workspace = await app.workspace()
    const [north, south] = await Promise.all([workspace.site('North'), workspace.site('South')])
    const { key } = await workspace.person({ role: 'manager', siteIds: [north], keySiteIds: [south] })
    const response = await create(key)
    assert.deepEqual([response.status, response.body.code], [403, 'FORBIDDEN'])
    assert.equal((await app.call('GET', '/webhooks', { key })).body.pagination.total, 0)
  })
})

test('invalid IDs and unknown states are refused', async () => {
  const workspace = await app.workspace()
  const { id } = await madeIn(workspace)
  assert.deepEqual((await read(workspace.key, '7')).body.code, 'VALIDATION_ERROR')
  const retry = await app.call('POST', `/webhooks/${id}/deliveries/7/retry`, { key: workspace.key })
  assert.deepEqual([retry.status, retry.body.details.errors[0].loc], [422, ['path', 'delivery_id']])
  const list = await app.call('GET', `/webhooks/${id}/deliveries?status=done`, { key: workspace.key })
  assert.deepEqual(
    [list.status, list.body.code, list.body.details],
    [422, 'INVALID_REQUEST', { field: 'status', allowed: ['pending', 'failed', 'succeeded', 'exhausted'] }],
  )
})

test('the catalogue of events is read and nothing else, though an endpoint could be changed under its id', async () => {
  const { key } = await app.workspace()
  for (const method of ['PATCH', 'DELETE', 'POST', 'QUERY']) {
    const response = await app.call(method, '/webhooks/events', { key })
    assert.deepEqual([response.status, response.body.code], [405, 'METHOD_NOT_ALLOWED'])
    assert.equal(response.headers.get('allow'), 'GET, HEAD')
  }
  const unknown = await app.call('DELETE', `/webhooks/${UNKNOWN}`, { key })
  assert.equal(unknown.status, 404)
})
