import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { PUBLIC_API_PREFIX } from '@plumbline/contract'
import { buildApp, type AppParts } from '../src/app.ts'
import { sql } from '../src/platform/db/index.ts'
import { createStorage } from '../src/platform/storage/index.ts'
import { call, startTestApp, type TestResponse, type TestRequest } from './app.ts'
import { openLaboratory } from './calibrating.ts'
import { pausable } from './paused-storage.ts'

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n')

/** More than the pool of a test has connections. */
const MANY = 10

const app = await startTestApp()
const lab = await openLaboratory(app)
const caller = await lab.caller()

/** The same application with another storage, as another process would run it. */
async function startSecondServer(parts: Partial<AppParts>) {
  const beside = buildApp({ ...app.parts, ...parts })
  after(() => beside.close())
  const origin = await beside.listen({ host: '127.0.0.1', port: 0 })
  return (method: string, path: string, request: TestRequest = {}) =>
    call(`${origin}${PUBLIC_API_PREFIX}${path}`, method, { key: lab.key, ...request })
}

const { storage: pausedStorage, pauseNext } = pausable(app.storage)
const sendPaused = await startSecondServer({ storage: pausedStorage })

const certificatePath = (id: string) => `/calibrations/${id}/certificate`
const certificate = (id: string) => app.call('GET', certificatePath(id), { key: lab.key })

async function calibrated(body: object = {}): Promise<string> {
  const { id } = await lab.instrument()
  return (await lab.calibrate(id, { ...body })).id
}

const queries = app.db.in(lab.id)
const claims = async () => (await queries.rows(sql`select from claims where workspace_id = ${lab.id}`)).length
const issuedFor = async (calibrationId: string) =>
  queries.rows<{ number: string }>(sql`
    select number from certificates where workspace_id = ${lab.id} and calibration_id = ${calibrationId}`)
const filesOf = async (calibrationId: string) =>
  Array.fromAsync(app.storage.list(`certificates/${lab.id}/${calibrationId}/`))

const statusesOf = (responses: TestResponse[]) => [...new Set(responses.map(({ status }) => status))]

/** A file that waits to be registered, with the body that registers it. */
async function uploaded() {
  const { id } = await lab.instrument()
  const documents = `/instruments/${id as string}/documents`
  const file = { file_name: 'report.pdf', content_type: 'application/pdf' }
  const { key } = (await app.call('POST', `${documents}/upload-url`, { key: lab.key, body: file })).body
  await app.storage.put(key, PDF, 'application/pdf')
  return { instrument: id as string, documents, body: { key, file_name: 'report.pdf' } }
}

/** Lets the leases of makers run out, as they do some time after a kill -9. */
const endLeases = () =>
  app.asOwner((owner) => owner.query("update claims set leased_until = now() - interval '1 second'"))

/** Storage that takes every request and responds to none. */
async function startSilentStorage(requests: number) {
  const sockets = new Set<Socket>()
  const reached = Promise.withResolvers<void>()
  let seen = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', () => {
      seen += 1
      if (seen === requests) reached.resolve()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const storage = createStorage({
    storageUrl: `s3://AKID:secret@files?endpoint=http://127.0.0.1:${port}`,
    dataDir: '.',
    publicUrl: app.origin,
    signingKeys: [Buffer.alloc(32)],
    clock: app.clock,
  })
  after(() => storage.close())
  const end = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { storage, reached: reached.promise, end }
}

test('a storage that hangs occupies no connection to the database, and other requests continue', async () => {
  const silent = await startSilentStorage(2 * MANY)
  const config = { ...app.parts.config, REQUEST_DEADLINE_MS: 120_000 }
  const send = await startSecondServer({ storage: silent.storage, config })
  const { id: instrument } = await lab.instrument()
  const documents = `/instruments/${instrument as string}/documents`
  const hanging: Promise<TestResponse>[] = []
  let hasResponded = false
  const hang = (response: Promise<TestResponse>) =>
    hanging.push(response.finally(() => (hasResponded = true)))
  for (let number = 0; number < MANY; number += 1) {
    const body = { file_name: 'report.pdf', content_type: 'application/pdf' }
    const { key } = (await send('POST', `${documents}/upload-url`, { body })).body
    hang(send('GET', certificatePath((await lab.calibrate(instrument)).id)))
    hang(send('POST', documents, { body: { key, file_name: 'report.pdf' } }))
  }
  await silent.reached
  const busy = await app.asOwner((owner) =>
    owner.query(`
      select query from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`),
  )
  assert.deepEqual(busy.rows, [])
  const reads = Array.from({ length: MANY }, () => send('GET', '/instruments'))
  const writes = Array.from({ length: MANY }, () => lab.send(instrument))
  assert.deepEqual(statusesOf(await Promise.all(reads)), [200])
  assert.deepEqual(statusesOf(await Promise.all(writes)), [201])
  assert.equal(hasResponded, false)
  silent.end()
  for (const response of await Promise.all(hanging)) {
    assert.equal(response.status, 503, JSON.stringify(response.body))
    assert.equal(response.body.code, 'SERVICE_UNAVAILABLE')
  }
  assert.equal(await claims(), 0)
})

test('concurrent requests for a new certificate or registration get the same one, whichever process makes it', async () => {
  const id = await calibrated()
  const { documents, body } = await uploaded()
  const making = pauseNext('put')
  const first = sendPaused('GET', certificatePath(id))
  await making.reached
  const others = Array.from({ length: MANY }, (_, number) =>
    number % 2 === 0 ? certificate(id) : sendPaused('GET', certificatePath(id)),
  )
  making.resume()
  const responses = await Promise.all([first, ...others])
  assert.deepEqual(statusesOf(responses), [200])
  assert.equal(new Set(responses.map(({ headers }) => headers.get('digest'))).size, 1)
  assert.equal((await filesOf(id)).length, 1)
  const registered = await Promise.all(
    Array.from({ length: MANY }, () => app.call('POST', documents, { key: lab.key, body })),
  )
  assert.deepEqual(statusesOf(registered), [201])
  assert.equal(new Set(registered.map((response) => response.body.id)).size, 1)
  assert.equal(await claims(), 0)
})

test('unfinished work of a process is taken over, and its late end changes nothing', async () => {
  const id = await calibrated()
  const left = pauseNext('put')
  const late = sendPaused('GET', certificatePath(id))
  await left.reached
  await endLeases()
  const { status, headers } = await certificate(id)
  assert.equal(status, 200)
  left.resume()
  assert.equal((await late).headers.get('digest'), headers.get('digest'))
  assert.deepEqual([(await issuedFor(id)).length, (await filesOf(id)).length, await claims()], [1, 1, 0])
  assert.equal((await certificate(id)).headers.get('digest'), headers.get('digest'))
})

test('a record that is voided while its certificate is made gets none, and no file is left', async () => {
  const id = await calibrated()
  const making = pauseNext('put')
  const asked = sendPaused('GET', certificatePath(id))
  await making.reached
  await lab.void(caller, id)
  making.resume()
  const { status, body } = await asked
  assert.deepEqual([status, body.code], [404, 'CERTIFICATE_UNAVAILABLE'])
  assert.deepEqual([await issuedFor(id), await filesOf(id), await claims()], [[], [], 0])
})

test('a number that another certificate took meanwhile is not used twice', async () => {
  const [first, second] = [
    await calibrated({ certificate_number: 'LAB-1' }),
    await calibrated({ certificate_number: 'LAB-1' }),
  ]
  const making = pauseNext('put')
  const asked = sendPaused('GET', certificatePath(first))
  await making.reached
  assert.equal((await certificate(second)).status, 200)
  making.resume()
  assert.equal((await asked).status, 200)
  const [[ofFirst], [ofSecond]] = await Promise.all([issuedFor(first), issuedFor(second)])
  assert.equal(ofSecond!.number, 'LAB-1')
  assert.notEqual(ofFirst!.number, 'LAB-1')
  assert.equal((await filesOf(first)).length, 1)
})

test('a document cannot be registered after its instrument was retired, however late its file was looked at', async () => {
  const { instrument, documents, body } = await uploaded()
  const looking = pauseNext('head')
  const registering = sendPaused('POST', documents, { body })
  await looking.reached
  assert.equal((await app.call('POST', `/instruments/${instrument}/retire`, { key: lab.key })).status, 200)
  looking.resume()
  const refused = await registering
  assert.deepEqual([refused.status, refused.body.code], [409, 'ASSET_RETIRED'])
  assert.deepEqual((await app.call('GET', documents, { key: lab.key })).body.data, [])
})
