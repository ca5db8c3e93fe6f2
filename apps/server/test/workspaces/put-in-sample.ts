import assert from 'node:assert/strict'
import type { SampleWorkspace } from '@plumbline/contract'
import { until } from '@plumbline/testing'
import type { TestSession } from '../session.ts'

/** Adds sample data and waits until a worker has created them; returns the ID of their workspace. */
export async function putInSample(session: TestSession, name: string): Promise<string> {
  let made = ''
  await until(async () => {
    const { status, body } = await session.call('POST', '/sample-workspace', { body: { name } })
    assert.equal(status, 200, JSON.stringify(body))
    const { workspace_id: workspaceId, job } = body as SampleWorkspace
    made = workspaceId
    return job === null
  }, 'sample data made by a worker')
  return made
}
