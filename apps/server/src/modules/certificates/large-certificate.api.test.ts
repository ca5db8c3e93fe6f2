import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { enterQueuedTasks } from '../../platform/job-queue/index.ts'
import { createTypesetter } from '../../platform/typesetting/index.ts'
import { certificateTask } from './certificate-task.ts'

const app = await startTestApp()
const lab = await openLaboratory(app)
const typesetter = createTypesetter()
after(() => typesetter.close())
const task = certificateTask({ ...app.parts, typesetter, publicUrl: app.origin })

/** What waits in the queue of large certificates, once a worker of a cluster has entered it there. */
async function waiting(): Promise<{ payload: unknown; queue_name: string }[]> {
  await app.workerParts.db.globalTransaction(enterQueuedTasks)
  const { rows } = await app.asOwner((owner) =>
    owner.query(
      `select payload, queue_name from graphile_worker._private_jobs j
         join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`,
    ),
  )
  return rows
}

const measured = async (points: number) => {
  const { id } = await lab.instrument({ unit_of_measure: 'V' })
  const measurements = Array.from({ length: points }, (_, index) => ({
    nominal: { value: `${index + 1}.000`, unit: 'V' },
    tolerance: { symmetric: { absolute: '0.005' } },
    as_found: { readings: [`${index + 1}.001`] },
  }))
  return lab.calibrate(id as string, { decision_rule: 'simple_acceptance', measurements })
}

const certificate = (record: { id: string }) =>
  app.call('GET', `/calibrations/${record.id}/certificate`, { key: lab.key })

test('a large certificate is made in the background once its record takes effect, and 503 until then', async () => {
  const record = await measured(101)
  const entered = [
    {
      payload: { workspaceId: lab.id, calibrationId: record.id },
      queue_name: `certificates:${lab.id}`,
    },
  ]
  assert.deepEqual(await waiting(), entered)
  for (let asked = 0; asked < 2; asked += 1) {
    const { status, headers, body } = await certificate(record)
    assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'SERVICE_UNAVAILABLE', '5'])
    assert.match(body.message, /101 points and is being generated/)
  }
  assert.deepEqual(await waiting(), entered)
  await task.work({ payload: entered[0]!.payload, isLast: false, signal: new AbortController().signal })
  assert.equal((await certificate(record)).status, 200)
})

test('one of 100 points is made at its first request, and a record without certificate is passed over', async () => {
  const before = (await waiting()).length
  const record = await measured(100)
  assert.equal((await certificate(record)).status, 200)
  assert.equal((await waiting()).length, before)
  const payload = { workspaceId: lab.id, calibrationId: lab.id }
  await task.work({ payload, isLast: false, signal: new AbortController().signal })
})
