import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  APP_API_PREFIX,
  ownAccountOperations,
  roles,
  workspaceOperations,
  type Role,
} from '@plumbline/contract'
import { call, startTestApp, type TestWorkspace } from '../../test/app.ts'
import { enter } from '../../test/register.ts'
import { signInAs, type TestSession } from '../../test/session.ts'
import { sql } from '../platform/db/index.ts'
import { newId } from '../platform/ids.ts'

const app = await startTestApp()

/** One of each thing that a path can name. */
interface Ids {
  instrument: string
  calibration: string
  document: string
  webhook: string
  delivery: string
  site: string
  location: string
  user: string
  key: string
  view: string
  job: string
}

interface Sample {
  /** Below the workspace, with the method in front. */
  send: (ids: Ids) => string
  /** A body that passes its schema. */
  body?: (ids: Ids) => object
  headers?: Record<string, string>
  /** Who may; all roles unless named. */
  who?: readonly Role[]
}

const admins = ['admin'] as const
const managers = ['admin', 'manager'] as const
const technicians = ['admin', 'manager', 'technician'] as const
const reason = () => ({ reason: 'Because of a test' })
const onInstrument = (rest: string) => (ids: Ids) => rest.replace(' ', ` /instruments/${ids.instrument}`)
const onCalibration = (rest: string) => (ids: Ids) => rest.replace(' ', ` /calibrations/${ids.calibration}`)
const onWebhook = (rest: string) => (ids: Ids) => rest.replace(' ', ` /webhooks/${ids.webhook}`)

let made = 0
const tag = () => {
  made += 1
  return `R-${made}`
}

const onePoint = { nominal: { value: '1', unit: 'V' } }
const newCaliper = () => ({ asset_tag: tag(), name: 'Caliper', calibration_interval_value: 12 })

/** A request of every operation. */
const samples: Record<keyof typeof workspaceOperations, Sample> = {
  listInstruments: { send: () => 'GET /instruments?q=caliper' },
  createInstrument: {
    send: () => 'POST /instruments',
    body: () => newCaliper(),
    who: technicians,
  },
  evaluateMeasurements: { send: () => 'POST /measurements/evaluate', body: () => ({ points: [onePoint] }) },
  evaluateUncertainty: {
    send: () => 'POST /uncertainty/evaluate',
    body: () => ({ contributors: [{ name: 'Scale', type: 'B', distribution: 'normal', value: '1' }] }),
  },
  createInstruments: {
    send: () => 'POST /instruments/batch',
    body: () => ({ items: [{ idempotency_key: 'one of a batch', body: newCaliper() }] }),
    who: technicians,
  },
  getInstrument: { send: onInstrument('GET ') },
  updateInstrument: { send: onInstrument('PATCH '), body: () => ({ department: 'QA' }), who: technicians },
  changeInstrumentStatus: {
    send: onInstrument('POST /status'),
    body: () => ({ status: 'in_service', ...reason() }),
    who: technicians,
  },
  setInstrumentQuarantine: {
    send: onInstrument('POST /quarantine'),
    body: () => ({ is_quarantined: true, ...reason() }),
    who: managers,
  },
  extendDueDate: {
    send: onInstrument('POST /due-extension'),
    body: () => ({ until: '2028-01-31', ...reason() }),
    who: technicians,
  },
  removeDueExtension: { send: onInstrument('DELETE /due-extension'), who: technicians },
  listInstrumentCalibrations: { send: onInstrument('GET /calibrations') },
  appendCalibration: {
    send: onInstrument('POST /calibrations'),
    body: () => ({ result: 'PASS', customer: 'Works' }),
    headers: { 'idempotency-key': 'one of this test' },
    who: technicians,
  },
  appendCalibrations: {
    send: () => 'POST /calibrations/batch',
    body: ({ instrument }) => ({
      items: [{ instrument_id: instrument, idempotency_key: 'one of a batch', body: { result: 'PASS' } }],
    }),
    who: technicians,
  },
  listCalibrations: { send: () => 'GET /calibrations?approval_status=pending' },
  getCalibration: { send: onCalibration('GET ') },
  getCalibrationCertificate: { send: onCalibration('GET /certificate') },
  getCertificateVerification: { send: onCalibration('GET /certificate/verification') },
  listApprovals: { send: () => 'GET /approvals' },
  getCalibrationDetails: { send: onCalibration('GET /details') },
  approveCalibrations: {
    send: () => 'POST /calibrations/approve',
    body: (ids) => ({ calibration_ids: [ids.calibration] }),
    who: managers,
  },
  approveCalibration: { send: onCalibration('POST /approve'), body: () => ({}), who: managers },
  rejectCalibration: { send: onCalibration('POST /reject'), body: reason, who: managers },
  correctCalibration: {
    send: onCalibration('POST /correct'),
    body: () => ({ result: 'PASS', correction_reason: 'A slip of the pen' }),
    who: managers,
  },
  voidCalibration: { send: onCalibration('POST /void'), body: reason, who: managers },
  listDue: { send: () => 'GET /due' },
  listSites: { send: () => 'GET /sites' },
  createSite: { send: () => 'POST /sites', body: () => ({ name: tag() }), who: managers },
  getSite: { send: (ids) => `GET /sites/${ids.site}` },
  updateSite: {
    send: (ids) => `PATCH /sites/${ids.site}`,
    body: () => ({ address: 'Quay 1' }),
    who: managers,
  },
  listLocations: { send: () => 'GET /locations' },
  createLocation: {
    send: () => 'POST /locations',
    body: (ids) => ({ site_id: ids.site, name: tag() }),
    who: managers,
  },
  updateLocation: {
    send: (ids) => `PATCH /locations/${ids.location}`,
    body: () => ({ name: tag() }),
    who: managers,
  },
  listStandards: { send: () => 'GET /standards' },
  getFieldRequirements: { send: () => 'GET /standards/field-requirements' },
  createDocumentUploadUrl: {
    send: onInstrument('POST /documents/upload-url'),
    body: () => ({ file_name: 'a.pdf', content_type: 'application/pdf' }),
    who: technicians,
  },
  registerDocument: {
    send: onInstrument('POST /documents'),
    body: () => ({ key: 'unknown', file_name: 'a.pdf' }),
    who: technicians,
  },
  listInstrumentDocuments: { send: onInstrument('GET /documents') },
  listCalibrationDocuments: { send: onCalibration('GET /documents') },
  downloadDocument: {
    send: (ids) => `GET /instruments/${ids.instrument}/documents/${ids.document}/download`,
  },
  listDocuments: { send: () => 'GET /documents?q=a' },
  archiveDocument: { send: (ids) => `POST /documents/${ids.document}/archive`, who: technicians },
  listWebhooks: { send: () => 'GET /webhooks', who: managers },
  createWebhook: {
    send: () => 'POST /webhooks',
    body: () => ({ url: 'http://127.0.0.1:9/hook' }),
    who: managers,
  },
  listEventTypes: { send: () => 'GET /webhooks/events' },
  getWebhook: { send: onWebhook('GET '), who: managers },
  updateWebhook: { send: onWebhook('PATCH '), body: () => ({ description: 'ERP' }), who: managers },
  listDeliveries: { send: onWebhook('GET /deliveries'), who: managers },
  getDelivery: { send: (ids) => `GET /webhooks/${ids.webhook}/deliveries/${ids.delivery}`, who: managers },
  retryDelivery: {
    send: (ids) => `POST /webhooks/${ids.webhook}/deliveries/${ids.delivery}/retry`,
    who: managers,
  },
  sendTestEvent: {
    send: onWebhook('POST /test-event'),
    body: () => ({ type: 'instrument.created' }),
    who: managers,
  },
  rotateWebhookSecret: { send: onWebhook('POST /rotate-secret'), who: managers },
  deleteWebhook: { send: onWebhook('DELETE '), who: managers },
  getLedgerCheckpoint: { send: () => 'GET /ledger/checkpoint' },
  getLedgerProof: { send: (ids) => `GET /ledger/proof?calibration_id=${ids.calibration}` },
  getLedgerConsistency: { send: () => 'GET /ledger/consistency?from=1&to=2' },
  getLedgerKey: { send: () => 'GET /ledger/key' },
  listLedgerCheckpoints: { send: () => 'GET /ledger/checkpoints' },
  getLedgerVerification: { send: () => 'GET /ledger/verification' },
  startLedgerVerification: { send: () => 'POST /ledger/verification', who: [...managers, 'auditor'] },
  listJobs: { send: () => 'GET /jobs' },
  getJob: { send: (ids) => `GET /jobs/${ids.job}` },
  cancelJob: { send: (ids) => `POST /jobs/${ids.job}/cancel` },
  getWorkspace: { send: () => 'GET ' },
  updateWorkspace: { send: () => 'PATCH ', body: () => ({ warning_days: 14 }), who: admins },
  previewSchedule: { send: () => 'GET /schedule-preview?timezone=Asia/Tokyo', who: admins },
  previewSiteSchedule: {
    send: (ids) => `GET /sites/${ids.site}/schedule-preview?timezone=Asia/Tokyo`,
    who: managers,
  },
  listUsers: { send: () => 'GET /users', who: admins },
  listPerformers: { send: () => 'GET /performers' },
  createUser: {
    send: () => 'POST /users',
    body: () => ({ email: `${tag()}@example.com`, name: 'New', role: 'auditor' }),
    who: admins,
  },
  updateUser: { send: (ids) => `PATCH /users/${ids.user}`, body: () => ({ role: 'manager' }), who: admins },
  createResetLink: { send: (ids) => `POST /users/${ids.user}/reset-link`, who: admins },
  removeTwoFactor: { send: (ids) => `DELETE /users/${ids.user}/two-factor`, who: admins },
  listApiKeys: { send: () => 'GET /api-keys', who: admins },
  createApiKey: { send: () => 'POST /api-keys', body: () => ({ name: 'ERP', scope: 'read' }), who: admins },
  revokeApiKey: { send: (ids) => `POST /api-keys/${ids.key}/revoke`, who: admins },
  listActivity: { send: () => 'GET /activity', who: managers },
  listActivityActors: { send: () => 'GET /activity/actors', who: managers },
  exportActivity: { send: () => 'GET /activity.csv', who: managers },
  listInstrumentActivity: { send: onInstrument('GET /activity') },
  exportInstruments: { send: () => 'GET /instruments.csv' },
  exportCalibrations: { send: () => 'GET /calibrations.csv' },
  search: { send: () => 'GET /search?q=cal' },
  getFirstSteps: { send: () => 'GET /first-steps', who: managers },
  updateFirstSteps: {
    send: () => 'PATCH /first-steps',
    body: () => ({ is_dismissed: true }),
    who: managers,
  },
  putInSampleWorkspace: {
    send: () => 'POST /sample-workspace',
    body: () => ({ name: 'Plant (sample)' }),
    who: managers,
  },
  takeOutSampleWorkspace: { send: () => 'DELETE /sample-workspace', who: managers },
  getSummary: { send: () => 'GET /summary' },
  getDueForecast: { send: () => 'GET /reports/due-forecast' },
  getTimelinessReport: { send: () => 'GET /reports/timeliness' },
  getToleranceReport: { send: () => 'GET /reports/tolerance' },
  getTurnaroundReport: { send: () => 'GET /reports/turnaround' },
  exportChosenInstruments: {
    send: () => 'POST /instruments.csv',
    body: (ids) => ({ instrument_ids: [ids.instrument] }),
  },
  printLabels: {
    send: () => 'POST /labels',
    body: (ids) => ({ instrument_ids: [ids.instrument], sheet: 'tape-12', fields: ['due_date'] }),
  },
  listViews: { send: () => 'GET /views' },
  createView: {
    send: () => 'POST /views',
    body: () => ({ name: tag(), is_shared: false, state: {} }),
    who: technicians,
  },
  updateView: {
    send: (ids) => `PATCH /views/${ids.view}`,
    body: () => ({ is_default: true }),
    who: technicians,
  },
  deleteView: { send: (ids) => `DELETE /views/${ids.view}`, who: managers },
  listInstrumentIds: { send: () => 'GET /instruments/ids' },
  previewBulkChange: {
    send: () => 'POST /instruments/bulk-change/preview',
    body: (ids) => ({ instrument_ids: [ids.instrument], change: { grace_days: 3 } }),
    who: technicians,
  },
  bulkChangeInstruments: {
    send: () => 'POST /instruments/bulk-change',
    body: (ids) => ({ instrument_ids: [ids.instrument], change: { grace_days: 3 }, ...reason() }),
    who: technicians,
  },
  startBulkChange: {
    send: () => 'POST /instruments/bulk-changes',
    body: (ids) => ({ instrument_ids: [ids.instrument], change: { grace_days: 3 }, ...reason() }),
    who: technicians,
  },
  watchChanges: { send: () => 'GET /changes' },
  listBulkChangeOutcomes: { send: (ids) => `GET /instruments/bulk-changes/${ids.job}/outcomes` },
  // Last, as nothing can be done to a retired instrument.
  retireInstrument: { send: onInstrument('POST /retire'), body: reason, who: managers },
}

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

/** Makes one of each thing in a workspace. */
async function furnish(workspace: TestWorkspace, admin: TestSession): Promise<Ids> {
  const taken = async (path: string, body: object, headers = {}) => {
    const response = await admin.call('POST', path, { body, headers })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body.id as string
  }
  const instrument = (await enter(app, workspace.key)).id
  const site = await workspace.site(tag())
  const document = newId()
  await app.db.in(workspace.id).rows(sql`
    insert into documents (workspace_id, document_id, instrument_id, file_name, document_type, content_type,
      size_bytes, sha256, uploaded_at)
    values (${workspace.id}, ${document}, ${instrument}, 'a.pdf', 'other', 'application/pdf', 1,
      ${Buffer.alloc(32)}, now())`)
  return {
    instrument,
    site,
    document,
    delivery: newId(),
    job: newId(),
    calibration: await taken(
      `/instruments/${instrument}/calibrations`,
      { result: 'PASS' },
      { 'idempotency-key': 'x' },
    ),
    webhook: await taken('/webhooks', { url: 'http://127.0.0.1:9/hook' }),
    location: await taken('/locations', { site_id: site, name: 'Cabinet' }),
    user: (await workspace.person()).personId,
    view: await taken('/views', { name: 'Shared', is_shared: true, state: {} }),
    key: await taken('/api-keys', { name: 'ERP', scope: 'read' }),
  }
}

const workspace = await app.workspace()
const admin = await signInAs(app, workspace, 'admin')
const ids = await furnish(workspace, admin)

describe('every operation of a workspace', () => {
  test('is served and has a sample here', () => {
    assert.deepEqual(names.toSorted(), Object.keys(workspaceOperations).toSorted())
  })

  test('needs a person who is signed in', async () => {
    const nobody = { ...admin, call: anonymous(workspace.id) }
    for (const name of names) {
      const response = await send(nobody, samples[name], ids)
      assert.equal(response.status, 401, name)
      assert.equal(response.body.code, 'UNAUTHORIZED', name)
    }
  })

  test('is not there for a member of another workspace, nor are things of another workspace', async () => {
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

  test('is not asked for by pages of other origins when it changes something', async () => {
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
    test(`admits ${role}s where it says so, and refuses them elsewhere`, async () => {
      const own = await app.workspace()
      const furnished = await furnish(own, await signInAs(app, own, 'admin'))
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
  test('an auditor reads until the access end date, and then sees whom to ask', async () => {
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

  test('is there on every plan, with the headers of every response', async () => {
    const free = await app.workspace({ plan: 'free' })
    const session = await signInAs(app, free, 'technician')
    const response = await session.call('GET', '/instruments')
    assert.equal(response.status, 200)
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-request-id', 'date']) {
      assert.ok(response.headers.has(name), name)
    }
    assert.equal(response.headers.get('x-ratelimit-limit'), response.headers.get('x-ratelimit-remaining'))
    assert.equal(response.headers.get('cache-control'), 'private, no-store')
  })

  test('knows paths, methods and ids as the public API does', async () => {
    assert.equal((await admin.call('GET', '/nothing')).body.code, 'NOT_FOUND')
    const response = await admin.call('PUT', '/instruments', { body: {} })
    assert.equal(response.body.code, 'METHOD_NOT_ALLOWED')
    assert.equal(response.headers.get('allow'), 'GET, HEAD, POST')
    assert.equal((await admin.call('GET', '', { workspaceId: 'x' })).body.code, 'VALIDATION_ERROR')
    assert.equal((await admin.call('GET', '', { workspaceId: workspace.id.toUpperCase() })).status, 200)
    assert.equal((await admin.call('GET', '/instruments/x')).body.code, 'VALIDATION_ERROR')
  })

  test('returns each refusal with the key of its sentence, which the public API leaves out', async () => {
    const twice = { asset_tag: 'TWICE', name: 'Caliper', calibration_interval_value: 12 }
    await admin.call('POST', '/instruments', { body: twice })
    const { reason: why, ...rest } = (await admin.call('POST', '/instruments', { body: twice })).body
    assert.deepEqual(why, { key: 'instrument.asset_tag_taken', values: {} })
    const publicly = { key: workspace.key, body: twice }
    assert.deepEqual((await app.call('POST', '/instruments', publicly)).body, rest)
  })

  test('returns what is wrong with a value with the key of its words', async () => {
    const body = { asset_tag: 'LONG', name: 'x'.repeat(300), calibration_interval_value: 12 }
    const refused = await admin.call('POST', '/instruments', { body })
    const [{ reason: why, ...problem }] = refused.body.details.errors
    assert.deepEqual(why, { key: 'field.too_long', values: { limit: 255 } })
    const publicly = await app.call('POST', '/instruments', { key: workspace.key, body })
    assert.deepEqual(publicly.body.details.errors, [problem])
  })

  test('is described by a document that anybody may read and that is none of the public API', async () => {
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
