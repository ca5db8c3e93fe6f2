import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { SampleWorkspace } from '@plumbline/contract'
import type { TestSession } from '../session.ts'

/** Longer than making sample data takes on a busy machine. */
const PATIENCE_MS = 60_000

/** Puts sample data in and waits until a worker has made them; returns the id of their workspace. */
export async function putInSample(session: TestSession, name: string): Promise<string> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(50)) {
    const { status, body } = await session.call('POST', '/sample-workspace', { body: { name } })
    assert.equal(status, 200, JSON.stringify(body))
    const { workspace_id: workspaceId, job } = body as SampleWorkspace
    if (job === null) return workspaceId
  }
  throw new Error('no worker made the sample data')
}
