import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp, type TestWorkspace } from '../../../test/app.ts'
import { signInAs } from '../../../test/session.ts'

const app = await startTestApp({ UPLOADS_PER_DAY: '3' })
const HOUR_MS = 3_600_000

async function instrumentOf({ key }: TestWorkspace): Promise<string> {
  const body = { asset_tag: 'Q-1', name: 'Gauge', calibration_interval_value: 12 }
  return (await app.call('POST', '/instruments', { key, body })).body.id
}

const ask = ({ key }: { key: string }, instrumentId: string, body: object = {}) =>
  app.call('POST', `/instruments/${instrumentId}/documents/upload-url`, {
    key,
    body: { file_name: 'report.pdf', ...body },
  })

test('a workspace uploads as many files within a day as the setting admits, through keys and the app together', async () => {
  const workspace = await app.workspace()
  const id = await instrumentOf(workspace)
  const session = await signInAs(app, workspace, 'technician')
  const inTheApp = () =>
    session.call('POST', `/instruments/${id}/documents/upload-url`, { body: { file_name: 'a.pdf' } })
  assert.equal((await ask(workspace, id)).status, 201)
  // What is refused for another reason counts for nothing.
  assert.equal((await ask(workspace, id, { content_type: 'text/html' })).status, 422)
  app.clock.advance(HOUR_MS)
  assert.equal((await inTheApp()).status, 201)
  assert.equal((await ask(await workspace.person(), id)).status, 201)
  const refused = await ask(workspace, id)
  assert.deepEqual([refused.status, refused.body.code], [429, 'RATE_LIMITED'])
  assert.deepEqual(refused.body.details, { uploads_per_day: 3 })
  assert.match(refused.body.message, /limit of 3 uploaded files a day/)
  assert.equal(refused.headers.get('retry-after'), String(23 * 3600))
  const { status, body } = await inTheApp()
  assert.deepEqual([status, body.reason.key], [429, 'document.daily_quota'])
  const other = await app.workspace()
  assert.equal((await ask(other, await instrumentOf(other))).status, 201)
  app.clock.advance(23 * HOUR_MS)
  assert.equal((await ask(workspace, id)).status, 201)
})

test('concurrent uploads get no more than sequential ones', async () => {
  const workspace = await app.workspace()
  const id = await instrumentOf(workspace)
  const responses = await Promise.all(Array.from({ length: 9 }, () => ask(workspace, id)))
  assert.equal(responses.filter(({ status }) => status === 201).length, 3)
})
