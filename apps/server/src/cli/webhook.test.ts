import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { programPath } from '../../test/processes/program-path.ts'
import { startTestApp } from '../../test/app.ts'
import { startReceiver, subscribe } from '../../test/webhooks.ts'

const app = await startTestApp()
app.clock.set(new Date().toISOString())
const CLI = programPath(new URL('plumbline.ts', import.meta.url))
const env = {
  ...process.env,
  DATABASE_URL: app.databaseUrl,
  SECRET_KEY: app.parts.config.SECRET_KEY,
  WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  LOG_LEVEL: 'silent',
}

/** Runs a command and returns how it ended. */
function run(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

test('a sample is delivered like any event, and verified and printed by the listener', async (t) => {
  const workspace = await app.workspace()
  const { id } = await subscribe(app, workspace, {
    url: 'http://127.0.0.1:9/',
    events: ['instrument.retired'],
  })
  const rotated = await app.call('POST', `/webhooks/${id}/rotate-secret`, { key: workspace.key })
  const listener = spawn(process.execPath, [CLI, 'webhook', 'listen', '--port', '0', '--json'], {
    env: { ...env, PLUMBLINE_WEBHOOK_SECRET: rotated.body.secret },
  })
  t.after(() => listener.kill('SIGKILL'))
  const [greeting] = (await once(createInterface(listener.stderr), 'line')) as [string]
  const url = /http:\/\/127\.0\.0\.1:\d+\//.exec(greeting)?.[0]
  await app.call('PATCH', `/webhooks/${id}`, { key: workspace.key, body: { url } })
  const printed = once(createInterface(listener.stdout), 'line')
  const sent = await run('webhook', 'send', 'calibration.voided', '--workspace', workspace.id, '--json')
  const { event_id: eventId, status, last_status_code: code } = JSON.parse(sent.stdout)
  assert.deepEqual([sent.code, status, code], [0, 'succeeded', 204])
  const arrival = JSON.parse(((await printed) as [string])[0])
  assert.deepEqual(
    [arrival.event_id, arrival.event_type, arrival.signature, arrival.status],
    [eventId, 'calibration.voided', 'valid', 204],
  )
  assert.deepEqual(Object.keys(arrival.event.data), ['calibration', 'instrument', 'void_record', 'reason'])
  const refused = await fetch(url!, { method: 'POST', body: '{}' })
  assert.equal(refused.status, 400)
  const ended = once(listener, 'exit')
  listener.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
})

test('a sample that is refused, or has no endpoint, is explained in one line', async (t) => {
  const receiver = await startReceiver(t, () => 500)
  const workspace = await app.workspace()
  const send = () => run('webhook', 'send', 'instrument.created', '--workspace', workspace.id)
  const without = await send()
  assert.equal(without.code, 1)
  assert.equal(without.stderr, 'plumbline: the workspace has no webhook endpoint; make one first\n')
  await subscribe(app, workspace, { url: receiver.url })
  const failed = await send()
  assert.equal(failed.code, 1)
  assert.match(
    failed.stderr,
    /^plumbline: instrument\.created was not taken by .*: The receiver responded with status 500\.\n$/,
  )
  assert.equal((await run('webhook', 'send', 'nonsense', '--workspace', workspace.id)).code, 2)
})

test('deliveries pause while the plan of their workspace does not include the API', async () => {
  const workspace = await app.workspace()
  await subscribe(app, workspace, { url: 'http://127.0.0.1:9/' })
  const runsUnder = async (plan: string) => {
    const { code, stderr } = await run('workspace', 'update', workspace.id, '--plan', plan)
    assert.equal(code, 0, stderr)
    const { rows } = await app.asOwner((owner) =>
      owner.query('select paused_since from webhook_endpoint_queues where workspace_id = $1', [workspace.id]),
    )
    return rows[0].paused_since === null
  }
  assert.deepEqual([await runsUnder('starter'), await runsUnder('scale')], [false, true])
})
