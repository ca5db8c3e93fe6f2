import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, test, type TestContext } from 'node:test'
import type { Job } from '@plumbline/contract'
import { until as untilSo } from '@plumbline/testing'
import { programPath } from '../../../test/processes/program-path.ts'
import { startTestApp, type TestWorkspace } from '../../../test/app.ts'
import { countingJob, STEPS } from '../../../test/processes/counting-job.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'
import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/errors.ts'
import { enterQueuedTasks, startJobQueue } from '../../platform/job-queue/index.ts'
import { createJobKinds } from '../../job-kinds.ts'
import { jobTask, requestJob, takeUpLostJobs, type JobKind, type JobKinds } from './index.ts'
import { enqueueJob } from './request-job.ts'
import { outcomesFrom } from './store.ts'

const app = await startTestApp()
const { db, clock, workerParts } = app
const log = workerParts.log

const never = new AbortController().signal

/** One process that works on jobs until the test ends. */
async function working(t: TestContext, kinds: JobKinds, leaseMs?: number): Promise<() => Promise<void>> {
  const tasks = { job: jobTask({ ...workerParts, kinds }) }
  const lease = leaseMs === undefined ? {} : { leaseMs }
  const queue = await startJobQueue({ ...workerParts, tasks, ...lease })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= queue.stop())
  t.after(stop)
  return stop
}

const actorOf = (session: TestSession): Actor => ({
  type: 'user',
  id: session.personId,
  userId: session.personId,
  name: 'Quinn',
  workspaceId: session.workspaceId,
  role: 'admin',
  scope: 'write',
  siteIds: null,
})

const request = (session: TestSession, kind: Job['kind'] = 'bulk_change') =>
  db.transaction(session.workspaceId, async (tx) =>
    requestJob(tx, { clock }, actorOf(session), { kind, input: { why: 'test' }, total: STEPS }),
  )

const read = async (session: TestSession, jobId: string): Promise<Job> =>
  (await session.call('GET', `/jobs/${jobId}`)).body as Job

/** The job once something is true of it. */
async function until(session: TestSession, jobId: string, isSo: (job: Job) => boolean): Promise<Job> {
  let job = await read(session, jobId)
  await untilSo(async () => isSo((job = await read(session, jobId))), 'a state of the job')
  return job
}

/** Enters the tasks of requested jobs in the queue, as a worker does where they were requested on another node of a cluster. */
const enter = () => workerParts.db.globalTransaction(enterQueuedTasks)

/** Leaves the task of a job as a process does that died in its last attempt. */
async function die(jobId: string): Promise<void> {
  await enter()
  const { rowCount } = await app.asOwner((owner) =>
    owner.query(
      `update graphile_worker._private_jobs
       set attempts = max_attempts, locked_by = 'dead', locked_at = now() - interval '1 minute' where key = $1`,
      [jobId],
    ),
  )
  assert.equal(rowCount, 1)
}

const hasEnded = ({ finished_at: at }: Job) => at !== null

/** Attempts at one job by hand, without the queue. */
function attempt(workspace: TestWorkspace, jobId: string, kind: JobKind, isLast = false) {
  const { work } = jobTask({ db, clock, log, kinds: { bulk_change: kind } })
  return work({ payload: { workspaceId: workspace.id, jobId }, isLast, signal: never })
}

const countedOf = async (workspace: TestWorkspace, jobId: string) =>
  (await outcomesFrom(db.in(workspace.id), jobId, 0, 100)).outcomes

const ALL = Array.from({ length: STEPS }, (_, step) => ({ step }))

describe('a job', () => {
  test('commits with its cause, is carried out, and shows its state and result to its requester', async (t) => {
    const workspace = await app.workspace()
    const technician = await signInAs(app, workspace, 'technician')
    const undone = db.transaction(workspace.id, async (tx) => {
      requestJob(tx, { clock }, actorOf(technician), { kind: 'bulk_change', input: {} })
      await tx.batch([])
      throw new Error('the cause failed')
    })
    await assert.rejects(undone, /the cause failed/)
    await working(t, { bulk_change: countingJob() })
    const jobId = await request(technician)
    const job = await until(technician, jobId, hasEnded)
    assert.deepEqual(
      [job.state, job.done, job.total, job.result, job.request],
      ['succeeded', STEPS, STEPS, { counted: STEPS }, { why: 'test' }],
    )
    assert.deepEqual(await countedOf(workspace, jobId), ALL)
    const listed = await technician.call('GET', '/jobs?kind=bulk_change')
    assert.deepEqual(
      listed.body.data.map(({ id }: Job) => id),
      [jobId],
    )
  })

  test('is seen by its requester, and by those who see everything', async () => {
    const workspace = await app.workspace()
    const [one, other] = [
      await signInAs(app, workspace, 'technician'),
      await signInAs(app, workspace, 'technician'),
    ]
    const admin = await signInAs(app, workspace, 'admin')
    const site = await workspace.site('Harbour')
    const ofOneSite = await signInAs(app, workspace, 'admin', { siteIds: [site] })
    const jobId = await request(one)
    for (const blind of [other, ofOneSite]) {
      assert.equal((await blind.call('GET', `/jobs/${jobId}`)).body.code, 'NOT_FOUND')
      assert.equal((await blind.call('POST', `/jobs/${jobId}/cancel`)).body.code, 'NOT_FOUND')
      assert.equal((await blind.call('GET', '/jobs')).body.pagination.total, 0)
      assert.equal((await blind.call('GET', `/jobs?requested_by=${one.personId}`)).body.pagination.total, 0)
    }
    assert.equal((await admin.call('GET', '/jobs')).body.data[0].id, jobId)
    assert.equal((await admin.call('GET', `/jobs?requested_by=${one.personId}`)).body.pagination.total, 1)
  })

  test('of a kind that may not be left half done is not cancelled', async () => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const jobId = await request(admin, 'time_zone')
    const refused = await admin.call('POST', `/jobs/${jobId}/cancel`)
    assert.deepEqual([refused.status, refused.body.code], [409, 'CONFLICT'])
    assert.equal((await read(admin, jobId)).can_cancel, false)
  })

  test('is canceled immediately while it waits, and after the current step while it runs', async (t) => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const waiting = await request(admin, 'ledger_verification')
    const cancelled = await admin.call('POST', `/jobs/${waiting}/cancel`)
    assert.deepEqual([cancelled.body.state, cancelled.body.can_cancel], ['cancelled', false])
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const inTheMiddle: JobKind = {
      ...countingJob(),
      carryOut: async (job) => {
        await job.step(async () => ({ position: 1, done: 1 }))
        reached.resolve()
        await gate.promise
        await job.step(async () => ({ position: 2, done: 2 }))
        return assert.fail('it went on')
      },
    }
    t.after(() => gate.resolve())
    await working(t, { ledger_verification: inTheMiddle })
    const running = await request(admin, 'ledger_verification')
    await reached.promise
    const response = await admin.call('POST', `/jobs/${running}/cancel`)
    assert.deepEqual([response.body.state, response.body.cancel_requested_at !== null], ['running', true])
    gate.resolve()
    const ended = await until(admin, running, hasEnded)
    assert.deepEqual([ended.state, ended.done], ['cancelled', 2])
    assert.equal((await admin.call('POST', `/jobs/${running}/cancel`)).body.state, 'cancelled')
  })

  test('that another process took over is refused what the first one still writes', async () => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const jobId = await request(admin)
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = attempt(workspace, jobId, {
      ...countingJob(),
      carryOut: async (job) => {
        reached.resolve()
        await gate.promise
        return countingJob().carryOut(job)
      },
    })
    await reached.promise
    await attempt(workspace, jobId, countingJob())
    gate.resolve()
    await slow
    assert.deepEqual(await countedOf(workspace, jobId), ALL)
    assert.equal((await read(admin, jobId)).state, 'succeeded')
  })

  test('ends with a refusal, and is tried again after a fault until its last attempt', async () => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const reported: string[] = []
    const failing = (fault: Error): JobKind => ({
      ...countingJob(),
      carryOut: async () => {
        throw fault
      },
      onUnfinished: async (_tx, jobId) => void reported.push(jobId),
    })
    const refused = await request(admin)
    await attempt(workspace, refused, failing(new ApiError('FORBIDDEN')))
    const { state, error } = await read(admin, refused)
    assert.deepEqual([state, error?.code], ['failed', 'FORBIDDEN'])
    const broken = await request(admin)
    await assert.rejects(attempt(workspace, broken, failing(new Error('broken'))), /broken/)
    assert.equal((await read(admin, broken)).state, 'running')
    await attempt(workspace, broken, failing(new Error('broken')), true)
    const given = await read(admin, broken)
    assert.deepEqual([given.state, given.error?.code], ['failed', 'INTERNAL_ERROR'])
    assert.deepEqual(reported, [refused, broken])
  })

  test('continues where its process stopped, and no step is done twice', async (t) => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const reached = Promise.withResolvers<void>()
    const jobId = await request(admin)
    const ending: { started?: Promise<() => Promise<void>>; stopped?: Promise<void> } = {}
    const kind = countingJob(async (step, stepOf) => {
      if (step !== 2 || stepOf !== jobId) return
      const stop = await ending.started!
      ending.stopped = stop()
      reached.resolve()
    })
    ending.started = working(t, { bulk_change: kind })
    await reached.promise
    await ending.stopped
    assert.deepEqual(await countedOf(workspace, jobId), ALL.slice(0, 3))
    await working(t, { bulk_change: countingJob() })
    await until(admin, jobId, hasEnded)
    assert.deepEqual(await countedOf(workspace, jobId), ALL)
  })

  test('whose process was killed in the middle is finished by another one, each step once', async (t) => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const jobId = await request(admin)
    const program = programPath(new URL('../../../test/processes/job-process.ts', import.meta.url))
    const child = spawn(process.execPath, [program, app.databaseUrl, jobId, '3'], { stdio: 'inherit' })
    const [, signal] = await once(child, 'exit')
    assert.equal(signal, 'SIGKILL')
    const left = await read(admin, jobId)
    assert.deepEqual([left.state, left.done], ['running', 3])
    // The killed one's lease ends soon.
    await working(t, { bulk_change: countingJob() }, 1000)
    assert.equal((await until(admin, jobId, hasEnded)).state, 'succeeded')
    assert.deepEqual(await countedOf(workspace, jobId), ALL)
  })

  test('ends together with its task once every attempt ended with the death of its process', async (t) => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const jobId = await request(admin, 'ledger_verification')
    await die(jobId)
    let isLost = true
    const kind: JobKind = {
      ...countingJob(),
      onUnfinished: async () => {
        if (!isLost) return
        isLost = false
        throw new Error('the database is away')
      },
    }
    await working(t, { ledger_verification: kind }, 500)
    const job = await until(admin, jobId, hasEnded)
    assert.deepEqual([job.state, job.error?.code, isLost], ['failed', 'INTERNAL_ERROR', false])
  })

  test('continues if its exhausted task is replaced by another one', async (t) => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const jobId = await request(admin)
    await die(jobId)
    await db.transaction(workspace.id, async (tx) => enqueueJob(tx, jobId))
    await working(t, { bulk_change: countingJob() }, 500)
    assert.equal((await until(admin, jobId, hasEnded)).state, 'succeeded')
  })

  test('whose task has vanished is resumed, and another verification can be requested', async (t) => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const started = await admin.call('POST', '/ledger/verification')
    const jobId = started.body.id as string
    await enter()
    await app.asOwner((owner) => owner.query('select from graphile_worker.remove_job($1)', [jobId]))
    assert.equal((await admin.call('POST', '/ledger/verification')).body.id, jobId)
    const tasks = async () =>
      (await app.asOwner((owner) => owner.query('select from graphile_worker.jobs where key = $1', [jobId])))
        .rowCount
    await takeUpLostJobs(workerParts, workspace.id)
    await takeUpLostJobs(workerParts, workspace.id)
    assert.equal(await tasks(), 1)
    await working(t, createJobKinds(workerParts))
    await until(admin, jobId, hasEnded)
    const { status, body } = await admin.call('POST', '/ledger/verification')
    assert.deepEqual([status < 300, body.id === jobId], [true, false], JSON.stringify(body))
  })
})
