import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APP_API_PREFIX, SIGN_IN_PREFIX, type Job } from '@plumbline/contract'
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { programPath } from '../../test/processes/program-path.ts'
import { call, startTestApp, type TestWorkspace } from '../../test/app.ts'
import { signInAs, signInPerson, tokenIn, type TestSession } from '../../test/session.ts'
import { createJobKinds } from '../job-kinds.ts'
import { addMember } from '../modules/access/index.ts'
import { systemActor } from '../platform/actor.ts'
import { jobTask } from '../modules/jobs/index.ts'
import { verifyLedger } from '../modules/ledger/index.ts'
import { sql, type Database } from '../platform/db/index.ts'
import { projections } from '../projections.ts'

const app = await startTestApp()

const name = 'Plant (sample)'
const never = new AbortController().signal
const ask = (session: TestSession, body: object = { name }) =>
  session.call('POST', '/sample-workspace', { body })
const jobOf = async (session: TestSession, jobId: string) =>
  (await session.call('GET', `/jobs/${jobId}`)).body as Job

/** One attempt at a job by a worker. */
function attempt(real: TestWorkspace, jobId: string, { db = app.db, signal = never, isLast = false } = {}) {
  const task = jobTask({ ...app.parts, db, kinds: createJobKinds({ ...app.parts, db }) })
  return task.work({ payload: { workspaceId: real.id, jobId }, isLast, signal })
}

/** Requests sample data, lets a worker create them, and requests them again. */
async function putIn(session: TestSession) {
  const asked = await ask(session)
  if (asked.status !== 200 || asked.body.job === null) return asked
  await attempt({ id: session.workspaceId } as TestWorkspace, asked.body.job.id)
  return ask(session)
}
const takeOut = (session: TestSession) => session.call('DELETE', '/sample-workspace')

/** Returns the workspaces that a person sees. */
async function memberships({ cookie }: TestSession) {
  const { body } = await call(`${app.origin}${APP_API_PREFIX}/me`, 'GET', { headers: { cookie } })
  return body.memberships as { workspace_id: string; name: string; role: string; sample_of: string | null }[]
}

async function withSample() {
  const real = await app.workspace({ timeZone: 'Asia/Tokyo' })
  const admin = await signInAs(app, real, 'admin')
  const sizeBefore = await sizeOf(real.id)
  const { status, body } = await putIn(admin)
  assert.equal(status, 200)
  assert.equal(body.job, null)
  return { real, admin, sizeBefore, id: body.workspace_id as string }
}

let shared: ReturnType<typeof withSample> | undefined

/** The same for several tests; the last of them takes the sample data out. */
const sharedSample = () => (shared ??= withSample())

const sizeOf = async (workspaceId: string) => {
  const [head] = await app.db.in(workspaceId).rows<{ size: number }>(sql`select size from ledger_heads`)
  return head!.size
}

describe('putting sample data in', () => {
  test('creates a separate workspace in which every page has content, and writes nothing to the real ledger', async () => {
    const { real, admin, sizeBefore, id } = await sharedSample()
    assert.equal(await sizeOf(real.id), sizeBefore)
    const at = { workspaceId: id }
    const settings = (await admin.call('GET', '', at)).body
    assert.equal(settings.sample_of, real.id)
    assert.equal(settings.timezone, 'Asia/Tokyo')
    assert.equal((await admin.call('GET', '')).body.sample_of, null)
    const summary = (await admin.call('GET', '/summary', at)).body
    assert.ok(summary.pending_approvals >= 3 && summary.overdue >= 1 && summary.out_for_calibration === 2)
    const instruments = (await admin.call('GET', '/instruments?include=retired', at)).body
    assert.equal(instruments.pagination.total, 47)
    assert.equal(
      (await admin.call('GET', `/instruments/${instruments.data[0].id}`, at)).body.notes,
      'Synthetic demo data.',
    )
    assert.deepEqual(
      (await memberships(admin)).map((one) => [one.workspace_id, one.name, one.role, one.sample_of]),
      [
        [id, name, 'admin', real.id],
        [real.id, real.workspace.name, 'admin', null],
      ].toSorted((a, b) => String(a[1]).localeCompare(String(b[1]))),
    )
  })

  test('has content for each page: a verified ledger, pending records, shipments, findings', async () => {
    const { real, admin, id } = await sharedSample()
    const at = { workspaceId: id }
    const { providers } = (await admin.call('GET', '/reports/turnaround', at)).body
    assert.ok(providers.length > 1)
    for (const each of providers) assert.ok(each.median_days >= 5 && each.longest_days <= 50)
    await checkProviders(admin, id)
    const { months } = (await admin.call('GET', '/reports/tolerance?from=2021-01-01', at)).body
    const sum = (impact: string) =>
      months.reduce((total: number, month: Record<string, number>) => total + month[impact]!, 0)
    assert.ok(sum('stated') > 0)
    assert.ok(sum('not_stated') > 0)
    const created = (await admin.call('GET', '/activity?action=workspace.created', at)).body.data[0]
    assert.equal(created.actor.id, admin.personId)
    const [first] = await app.db.in(id).rows<{ payload: string }>(sql`
      select payload from ledger_entries where workspace_id = ${id} and index = 0`)
    assert.equal(JSON.parse(first!.payload).sample_of, real.id)
    const waiting = (await admin.call('GET', '/approvals', at)).body.data[0]
    const approved = await admin.call('POST', `/calibrations/${waiting.calibration.id}/approve`, {
      ...at,
      body: {},
    })
    assert.equal(approved.status, 200)
    await verified(id)
  })

  test('happens once for two clicks, and gives other people access to the same data; so does removing it', async () => {
    const real = await app.workspace()
    const admin = await signInAs(app, real, 'admin')
    const manager = await signInAs(app, real, 'manager')
    const responses = await Promise.all([ask(admin), ask(admin), ask(manager), ask(manager)])
    assert.deepEqual(
      responses.map(({ status, body }) => [status, body.job.kind, body.job.can_cancel]),
      Array.from({ length: 4 }, () => [200, 'sample_data', true]),
    )
    assert.equal(new Set(responses.map(({ body }) => body.workspace_id)).size, 1)
    assert.equal(new Set(responses.map(({ body }) => body.job.id)).size, 1)
    const jobId = responses[0].body.job.id as string
    // Two workers that both claim the job create one workspace.
    await Promise.all([attempt(real, jobId), attempt(real, jobId)])
    assert.equal(await samplesOf(real), 1)
    const ended = await jobOf(admin, jobId)
    assert.deepEqual(
      [ended.state, ended.result],
      ['succeeded', { workspace_id: responses[0].body.workspace_id }],
    )
    for (const session of [admin, manager]) {
      const { body } = await ask(session)
      assert.deepEqual(body, { workspace_id: responses[0].body.workspace_id, job: null })
    }
    const at = { workspaceId: responses[0].body.workspace_id }
    const members = (await admin.call('GET', '/users', at)).body.data as { name: string; role: string }[]
    assert.equal(members.filter(({ role }) => role === 'manager').length, 1)
    assert.equal(members.length, 4)
    // A person who was deactivated there is activated again.
    const path = `/users/${manager.personId}`
    await admin.call('PATCH', path, { ...at, body: { is_active: false } })
    assert.equal((await manager.call('GET', '/summary', at)).status, 404)
    assert.equal((await ask(manager)).body.workspace_id, at.workspaceId)
    assert.equal((await manager.call('GET', '/summary', at)).status, 200)
    // Two people who remove it at the same time remove it once.
    const outs = await Promise.all([takeOut(admin), takeOut(manager)])
    assert.deepEqual(
      outs.map(({ status }) => status).toSorted((a, b) => a - b),
      [204, 404],
    )
    assert.equal((await takeOut(admin)).body.code, 'NOT_FOUND')
  })

  test('is all or nothing when its process is cut off, stops or is killed, and continues in another one', async () => {
    const real = await app.workspace()
    const admin = await signInAs(app, real, 'admin')
    const before = await people()
    const { workspace_id: id, job } = (await ask(admin)).body
    const assertUndone = async (moment: string) => {
      assert.deepEqual([await samplesOf(real), await people()], [0, before], moment)
      assert.equal((await jobOf(admin, job.id)).state, 'running', moment)
    }
    await assert.rejects(
      cutOffAt('TRQ-003', () => attempt(real, job.id)),
      /database cannot be reached/,
    )
    await assertUndone('cut off')
    assert.equal((await memberships(admin)).length, 1)
    await attemptAndStop(real, job.id)
    await assertUndone('stopped')
    await attemptAndDie(real, job.id, 'before')
    await assertUndone('killed before its commit')
    await attemptAndDie(real, job.id, 'after')
    assert.equal(await samplesOf(real), 1)
    assert.equal((await jobOf(admin, job.id)).state, 'running')
    await attempt(real, job.id)
    const ended = await jobOf(admin, job.id)
    assert.deepEqual([ended.state, ended.result], ['succeeded', { workspace_id: id }])
    assert.equal(await samplesOf(real), 1)
    assert.equal((await memberships(admin)).length, 2)
    await verified(id)
  })

  test('shows its progress, and leaves nothing behind when it is canceled', async () => {
    const real = await app.workspace()
    const admin = await signInAs(app, real, 'admin')
    const before = await people()
    const jobId = (await ask(admin)).body.job.id as string
    const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isCancelled = false
    // The transaction that fills it waits until the worker has noticed the cancellation.
    const db: Database = {
      ...app.db,
      transaction: async (workspaceId, work) => {
        const isFilling = workspaceId !== real.id
        const wasCancelled = isCancelled
        const response = await app.db.transaction(workspaceId, async (tx) => {
          if (isFilling) held.resolve()
          if (isFilling) await goOn.promise
          return work(tx)
        })
        if (wasCancelled) goOn.resolve()
        return response
      },
    }
    const working = attempt(real, jobId, { db })
    await held.promise
    const underWay = await jobOf(admin, jobId)
    assert.deepEqual([underWay.state, underWay.done, underWay.total], ['running', 0, 47])
    const cancelled = await admin.call('POST', `/jobs/${jobId}/cancel`)
    assert.deepEqual([cancelled.status, cancelled.body.can_cancel], [200, false])
    isCancelled = true
    await working
    assert.equal((await jobOf(admin, jobId)).state, 'cancelled')
    assert.deepEqual([await samplesOf(real), await people()], [0, before])
    // A job that no worker has taken is cancelled immediately, and sample data can be requested again.
    const next = (await ask(admin)).body.job
    assert.notEqual(next.id, jobId)
    assert.equal((await admin.call('POST', `/jobs/${next.id}/cancel`)).body.state, 'cancelled')
    await attempt(real, next.id)
    assert.equal(await samplesOf(real), 0)
    assert.notEqual((await ask(admin)).body.job.id, next.id)
  })

  test('is refused to a job whose person is no longer a manager', async () => {
    const real = await app.workspace()
    const admin = await signInAs(app, real, 'admin')
    const manager = await signInAs(app, real, 'manager')
    const jobId = (await ask(manager)).body.job.id as string
    await admin.call('PATCH', `/users/${manager.personId}`, { body: { role: 'technician' } })
    await attempt(real, jobId)
    const ended = await jobOf(admin, jobId)
    assert.deepEqual([ended.state, ended.error?.code], ['failed', 'FORBIDDEN'])
    assert.equal(await samplesOf(real), 0)
  })

  test('accepts a name, and nothing else', async () => {
    const admin = await signInAs(app, await app.workspace(), 'admin')
    for (const [body, code] of [
      [{}, 'VALIDATION_ERROR'],
      [{ name: ' ' }, 'VALIDATION_ERROR'],
      [{ name, role: 'admin' }, 'VALIDATION_ERROR'],
      ['{', 'INVALID_REQUEST'],
      [{ name: 'x'.repeat(2_000_000) }, 'PAYLOAD_TOO_LARGE'],
    ] as const) {
      assert.equal((await ask(admin, body as object)).body.code, code)
    }
  })

  test('is refused to those who do not manage, to strangers, and within sample data, as webhooks are there', async () => {
    const { real, admin, id } = await sharedSample()
    for (const role of ['technician', 'auditor'] as const) {
      const session = await signInAs(app, real, role)
      for (const act of [ask, takeOut]) {
        const response = await act(session)
        assert.deepEqual([response.status, response.body.code], [403, 'FORBIDDEN'])
      }
    }
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    const at = { workspaceId: real.id }
    const foreign = { ...stranger, call: (method: string, path: string) => stranger.call(method, path, at) }
    for (const act of [ask, takeOut]) assert.equal((await act(foreign)).body.code, 'NOT_FOUND')
    const nested = await admin.call('POST', '/sample-workspace', { workspaceId: id, body: { name } })
    assert.deepEqual([nested.status, nested.body.code], [409, 'CONFLICT'])
    const hook = { workspaceId: id, body: { url: `${app.origin}/hook` } }
    const refused = await admin.call('POST', '/webhooks', hook)
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    assert.match(refused.body.message, /sample workspace/)
  })
})

describe('sample data', () => {
  test('does not take people over: the real workspace may still reset passwords and change names', async () => {
    const { real, admin, id } = await sharedSample()
    const manager = await signInAs(app, real, 'manager')
    await putIn(manager)
    const path = `/users/${manager.personId}`
    assert.equal((await admin.call('PATCH', path, { body: { name: 'Mara Manager' } })).status, 200)
    await takeOut(admin)
    assert.equal((await admin.call('POST', `${path}/reset-link`)).status, 201)
    for (const workspaceId of [id, real.id]) await verified(workspaceId)
  })
})

describe('taking sample data out', () => {
  test('ends them for members and keys, records that in their ledger, and allows new ones', async () => {
    const { real, admin, id } = await withSample()
    const at = { workspaceId: id }
    const manager = await signInAs(app, real, 'manager')
    await putIn(manager)
    const key = (await admin.call('POST', '/api-keys', { ...at, body: { name: 'Try', scope: 'read' } })).body
    const guest = { email: 'guest@example.com', name: 'Guest', role: 'technician' } as const
    const { personId } = await addMember(app, systemActor(id), {
      ...guest,
      siteIds: null,
      accessEndsAt: null,
    })
    const guestSession = await signInPerson(app, id, personId)
    const invited = { ...guest, email: 'late@example.com' }
    const { invitation_link: link } = (await admin.call('POST', '/users', { ...at, body: invited })).body
    assert.equal((await app.call('GET', '/instruments', { key: key.key })).status, 200)
    const response = await takeOut(manager)
    assert.equal(response.status, 204)
    for (const session of [admin, manager]) {
      assert.equal((await session.call('GET', '/summary', at)).status, 404)
      assert.deepEqual(
        (await memberships(session)).map((one) => one.workspace_id),
        [real.id],
      )
    }
    assert.equal((await guestSession.call('GET', '/summary')).status, 401)
    const late = await call(`${app.origin}${SIGN_IN_PREFIX}/invitation/check`, 'POST', {
      body: { token: tokenIn(link) },
    })
    assert.equal(late.body.details.field, 'token')
    assert.equal((await app.call('GET', '/instruments', { key: key.key })).status, 401)
    const ended = await app.db.in(id).rows<{ actor: string; payload: string }>(sql`
      select actor_id as actor, payload from ledger_entries
      where workspace_id = ${id} and kind = 'membership.deactivated'`)
    assert.equal(ended.length, 5)
    assert.ok(ended.every(({ actor }) => actor === manager.personId))
    assert.equal(JSON.parse(ended[0]!.payload).reason, 'The sample data were taken out.')
    await verified(id)
    const again = (await putIn(admin)).body.workspace_id
    assert.notEqual(again, id)
  })
})

/** Runs work while the database closes the connection that adds an instrument with this tag. */
async function cutOffAt<T>(assetTag: string, work: () => Promise<T>): Promise<T> {
  await app.asOwner(async (owner) => {
    await owner.query(`
      create function cut_off() returns trigger language plpgsql security definer as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`)
    await owner.query(`
      create trigger cut_off before insert on instruments for each row when (new.asset_tag = '${assetTag}')
        execute function cut_off()`)
  })
  try {
    return await work()
  } finally {
    await app.asOwner((owner) => owner.query('drop function cut_off() cascade'))
  }
}

/** An attempt by a worker that is told to stop while it fills the workspace. */
async function attemptAndStop(real: TestWorkspace, jobId: string): Promise<void> {
  const stopping = new AbortController()
  const db: Database = {
    ...app.db,
    transaction: (workspaceId, work) => {
      if (workspaceId !== real.id) stopping.abort()
      return app.db.transaction(workspaceId, work)
    },
  }
  await attempt(real, jobId, { db, signal: stopping.signal })
}

/** An attempt by a process that is killed before or after its commit. It has one connection to the database. */
async function attemptAndDie(real: TestWorkspace, jobId: string, moment: 'before' | 'after'): Promise<void> {
  const program = programPath(new URL('../../test/processes/sample-process.ts', import.meta.url))
  const child = spawn(process.execPath, [program, app.databaseUrl, real.id, jobId, moment], {
    stdio: 'inherit',
  })
  const [, signal] = await once(child, 'exit')
  assert.equal(signal, 'SIGKILL')
}

async function verified(workspaceId: string): Promise<void> {
  const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections }, workspaceId)
  assert.deepEqual({ fault, rowFaults }, { fault: null, rowFaults: [] })
}

/** Three providers, one with an expired accreditation; one shipment is overdue; the report has cost and pass rate. */
async function checkProviders(admin: TestSession, workspaceId: string): Promise<void> {
  const at = { workspaceId }
  const read = async (path: string) => (await admin.call('GET', path, at)).body
  const listed = (await read('/providers')).data as Record<string, string>[]
  const day = app.clock.now().toISOString().slice(0, 10)
  assert.deepEqual(
    listed.map((each) => each['accreditation_valid_until']! < day),
    [false, false, true],
  )
  assert.deepEqual(
    [await read('/shipments'), await read('/shipments?overdue=true')].map((page) => page.pagination.total),
    [2, 1],
  )
  const [late] = (await read('/shipments?overdue=true')).data
  assert.ok(late.shipment.provider_id !== null && late.shipment.purchase_order !== null)
}

async function samplesOf({ id }: TestWorkspace): Promise<number> {
  const rows = await app.db.global.rows(sql`select from sample_workspaces where sample_of = ${id}`)
  return rows.length
}

async function people(): Promise<number> {
  const [row] = await app.db.global.rows<{ count: number }>(sql`select count(*) as count from people`)
  return row!.count
}
