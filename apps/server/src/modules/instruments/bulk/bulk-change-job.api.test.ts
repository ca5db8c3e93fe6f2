import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BulkChangeOutcome, Job } from '@plumbline/contract'
import { until } from '@plumbline/testing'
import { startTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Laboratory } from '../../../../test/calibrating.ts'
import { entriesOf } from '../../../../test/register.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'
import { createJobKinds } from '../../../job-kinds.ts'
import type { Database } from '../../../platform/db/index.ts'
import { startJobQueue } from '../../../platform/job-queue/index.ts'
import { jobTask } from '../../jobs/index.ts'

const app = await startTestApp()
const reason = 'Review of the intervals'

/** More than one part of a job holds. */
const COUNT = 60

async function furnished(count = COUNT): Promise<{ lab: Laboratory; manager: TestSession; ids: string[] }> {
  const lab = await openLaboratory(app)
  const ids = await Promise.all(Array.from({ length: count }, async () => (await lab.instrument()).id))
  return { lab, manager: await signInAs(app, lab, 'manager'), ids }
}

const start = (session: TestSession, what: object, headers: Record<string, string> = {}) =>
  session.call('POST', '/instruments/bulk-changes', { headers, body: { reason, ...what } })

/** One attempt at a job by a worker whose database fails after so many transactions. */
function attempt(lab: Laboratory, jobId: string, transactions = Infinity) {
  let left = transactions
  const db: Database = {
    ...app.db,
    transaction: async (workspaceId, work) => {
      left -= 1
      if (left < 0) throw new Error('the worker was cut off')
      return app.db.transaction(workspaceId, work)
    },
  }
  const task = jobTask({ ...app.parts, kinds: createJobKinds({ ...app.parts, db }) })
  const payload = { workspaceId: lab.id, jobId }
  return task.work({ payload, isLast: false, signal: new AbortController().signal })
}

async function reportOf(session: TestSession, jobId: string): Promise<BulkChangeOutcome[]> {
  const { body } = await session.call('GET', `/instruments/bulk-changes/${jobId}/outcomes`)
  assert.equal(body.next_part, null)
  return body.results as BulkChangeOutcome[]
}

const changesOf = async (lab: Laboratory, id: string) =>
  (await entriesOf(app, lab.id, id)).filter(({ payload }) => payload.changes?.grace_days !== undefined)

describe('a change of many instruments in the background', () => {
  test('changes each once however often its worker is cut off, and reports on all of them', async () => {
    const { lab, manager, ids } = await furnished()
    await manager.call('POST', `/instruments/${ids[5]}/retire`, { body: { reason: 'Worn out' } })
    const started = await start(manager, { instrument_ids: [...ids, ids[0]!], change: { grace_days: 5 } })
    assert.deepEqual([started.status, started.body.total, started.body.state], [201, COUNT, 'queued'])
    for (const transactions of [20, 30, 25]) {
      await assert.rejects(attempt(lab, started.body.id, transactions), /cut off/)
    }
    await attempt(lab, started.body.id)
    const ended = (await manager.call('GET', `/jobs/${started.body.id}`)).body as Job
    assert.deepEqual(
      [ended.state, ended.done, ended.result],
      ['succeeded', COUNT, { changed: COUNT - 1, unchanged: 0, refused: 1 }],
    )
    const report = await reportOf(manager, ended.id)
    assert.deepEqual(
      report.map(({ instrument_id: id }) => id),
      ids,
    )
    assert.deepEqual(report[5]!.error?.code, 'ASSET_RETIRED')
    for (const id of [ids[0]!, ids[19]!, ids[49]!, ids[50]!, ids[59]!]) {
      const [change, ...more] = await changesOf(lab, id)
      assert.deepEqual(
        [change?.payload.reason, change?.payload.changes.grace_days.after, more],
        [reason, 5, []],
      )
    }
  })

  test('of a filter changes all matching instruments, even if they no longer match afterwards', async () => {
    const { lab, manager } = await furnished()
    const harbour = await lab.site('Harbour')
    const filter = { site_id: lab.workspace.defaultSiteId }
    const started = await start(manager, { filter, change: { site_id: harbour } })
    await assert.rejects(attempt(lab, started.body.id, 10), /cut off/)
    await attempt(lab, started.body.id)
    const { body } = await manager.call('GET', `/jobs/${started.body.id}`)
    assert.deepEqual([body.total, body.result], [COUNT, { changed: COUNT, unchanged: 0, refused: 0 }])
    assert.equal((await manager.call('GET', `/instruments?site_id=${harbour}`)).body.pagination.total, COUNT)
  })

  test('is carried out by a worker in the background, and one request creates one job', async (t) => {
    const { manager, ids } = await furnished()
    const tasks = { job: jobTask({ ...app.workerParts, kinds: createJobKinds(app.workerParts) }) }
    const queue = await startJobQueue({ ...app.workerParts, tasks })
    t.after(() => queue.stop())
    const what = { instrument_ids: ids, change: { grace_days: 7 } }
    const key = { 'idempotency-key': 'one of this test' }
    const started = await start(manager, what, key)
    assert.equal((await start(manager, what, key)).body.id, started.body.id)
    const other = await start(manager, { ...what, change: { grace_days: 8 } }, key)
    assert.deepEqual([other.status, other.body.code], [422, 'INVALID_REQUEST'])
    const read = async () => (await manager.call('GET', `/jobs/${started.body.id}`)).body as Job
    await until(async () => (await read()).finished_at !== null, 'the end of the job')
    assert.equal((await read()).state, 'succeeded')
    assert.equal((await manager.call('GET', '/jobs')).body.pagination.total, 1)
  })

  test('is canceled between two parts, and completed changes stay', async () => {
    const { lab, manager, ids } = await furnished()
    const started = await start(manager, { instrument_ids: ids, change: { grace_days: 9 } })
    await assert.rejects(attempt(lab, started.body.id, COUNT - 5), /cut off/)
    await manager.call('POST', `/jobs/${started.body.id}/cancel`)
    await attempt(lab, started.body.id)
    const { body } = await manager.call('GET', `/jobs/${started.body.id}`)
    assert.deepEqual([body.state, body.result.changed], ['cancelled', 50])
  })

  test('ends when the person may no longer change instruments', async () => {
    const { lab, manager, ids } = await furnished(2)
    const admin = await signInAs(app, lab, 'admin')
    const started = await start(manager, { instrument_ids: ids, change: { grace_days: 3 } })
    await admin.call('PATCH', `/users/${manager.personId}`, { body: { is_active: false } })
    await attempt(lab, started.body.id)
    const { body } = await admin.call('GET', `/jobs/${started.body.id}`)
    assert.deepEqual([body.state, body.error.code], ['failed', 'FORBIDDEN'])
    assert.deepEqual(await changesOf(lab, ids[0]!), [])
  })

  test('refuses changes that no instrument can have, and neither or both of instruments and filter', async () => {
    const { manager, ids } = await furnished(2)
    const half = await start(manager, { instrument_ids: ids, change: { calibration_interval_value: 3 } })
    assert.deepEqual([half.status, half.body.code], [422, 'VALIDATION_ERROR'])
    for (const what of [{}, { instrument_ids: ids, filter: {} }]) {
      const response = await start(manager, { ...what, change: { grace_days: 3 } })
      assert.deepEqual([response.status, response.body.code], [422, 'INVALID_REQUEST'])
    }
  })
})
