import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { UnavailableError } from '../../platform/errors.ts'
import { followWork } from './follow-work.ts'
import { JobLeft } from './job.ts'

/** The waiting between two writings keeps no process alive. */
function keepAlive(t: TestContext): void {
  const alive = setInterval(() => undefined, 1000)
  t.after(() => clearInterval(alive))
}

const following = { everyMs: 1, progress: async () => ({ done: 0 }) }

test('work continues if no connection is free to record its progress, which is recorded the next time', async (t) => {
  const work = Promise.withResolvers<string>()
  const steps: string[] = []
  const step = async () => {
    if (steps.push('asked') === 1) throw new UnavailableError('the database', new Error('none is free'))
    work.resolve('made')
  }
  keepAlive(t)
  assert.equal(await followWork({ step }, work.promise, following), 'made')
  assert.ok(steps.length >= 2)
})

test('a job that is to be released is released while its work continues', async (t) => {
  const step = () => Promise.reject(new JobLeft('taken'))
  keepAlive(t)
  await assert.rejects(followWork({ step }, new Promise(() => undefined), following), new JobLeft('taken'))
})
