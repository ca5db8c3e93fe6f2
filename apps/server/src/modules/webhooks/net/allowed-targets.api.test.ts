import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { startHostileReceiver, type HostileReceiver } from '../../../../test/servers/hostile-receiver.ts'
import { deliveriesOf, enterInstrument, subscribe, testWorkers } from '../../../../test/webhooks.ts'

const appWith = (targets: string) =>
  startTestApp({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false', WEBHOOK_ALLOWED_TARGETS: targets })

const byRange = await appWith('127.0.0.0/16, 10.20.0.0/16')
const byName = await appWith('Localhost, erp.corp.internal')

async function receiver(t: TestContext): Promise<HostileReceiver> {
  const started = await startHostileReceiver({
    response: (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
  })
  t.after(() => started.close())
  return started
}

for (const [title, app, host] of [
  ['an address of an allowed range', byRange, '127.0.0.1'],
  ['a host that is allowed by its name', byName, 'localhost'],
] as const) {
  test(`${title} is subscribed and reached over https`, async (t) => {
    const { port, requests } = await receiver(t)
    const workspace = await app.workspace()
    const { id } = await subscribe(app, workspace, { url: `https://${host}:${port}/in` })
    await enterInstrument(app, workspace)
    await testWorkers(app).runOnce()
    assert.equal((await deliveriesOf(app, workspace, id))[0].status, 'succeeded')
    assert.equal(requests.length, 1)
  })
}

const refused = async (app: TestApp, url: string): Promise<string> => {
  const { key } = await app.workspace()
  const { status, body } = await app.call('POST', '/webhooks', { key, body: { url } })
  assert.deepEqual([status, body.code, body.details], [422, 'INVALID_WEBHOOK_URL', { field: 'url' }])
  return body.message
}

test('other targets are checked as usual', async () => {
  const NOT_PUBLIC = 'The address in the URL is not public.'
  assert.equal(await refused(byRange, 'https://10.21.0.1/'), NOT_PUBLIC)
  assert.equal(await refused(byRange, 'https://169.254.169.254/'), NOT_PUBLIC)
  assert.equal(await refused(byRange, 'https://[::ffff:127.0.0.1]/'), NOT_PUBLIC)
  assert.equal(await refused(byName, 'https://127.0.0.1/'), NOT_PUBLIC)
})

test('a name of a private network needs to be allowed itself, and its neighbours stay refused', async () => {
  const INTERNAL = 'The host name belongs to a private network or to this server.'
  assert.equal(await refused(byRange, 'https://localhost/'), INTERNAL)
  assert.equal(await refused(byName, 'https://crm.corp.internal/'), INTERNAL)
  assert.equal(await refused(byName, 'https://www.erp.corp.internal/'), INTERNAL)
})

test('allowed targets are reached over https only', async () => {
  assert.equal(await refused(byRange, 'http://127.0.0.1/'), 'The URL must start with https://.')
  assert.equal(await refused(byName, 'http://localhost/'), 'The URL must start with https://.')
})

test('a target that is allowed at one port is refused at every other', async () => {
  const byPort = await appWith('127.0.0.1:9443, erp.corp.internal:443, [fd00::/8]:443')
  const { key } = await byPort.workspace()
  const create = (url: string) => byPort.call('POST', '/webhooks', { key, body: { url } })
  assert.equal((await create('https://127.0.0.1:9443/')).status, 201)
  assert.equal((await create('https://[fd00::7]/')).status, 201)
  await refused(byPort, 'https://127.0.0.1/')
  await refused(byPort, 'https://erp.corp.internal:9443/')
  await refused(byPort, 'https://[fd00::7]:9443/')
})

test('a target that is no longer allowed gets no connection, and the log states the reason', async (t) => {
  const { port, connections } = await receiver(t)
  const workspace = await byRange.workspace()
  const { id } = await subscribe(byRange, workspace, { url: `https://127.0.0.1:${port}/in` })
  await enterInstrument(byRange, workspace)
  await testWorkers(byRange, { targets: { ...STRICT } }).runOnce()
  const [delivery] = await deliveriesOf(byRange, workspace, id)
  assert.deepEqual(
    [delivery.status, delivery.last_error],
    ['failed', 'The address in the URL is not public.'],
  )
  assert.equal(connections.length, 0)
})

const STRICT = { allowPrivateTargets: false, lookup: () => Promise.reject(new Error('not asked')) }
