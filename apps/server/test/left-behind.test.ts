import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { PUBLIC_API_PREFIX } from '@plumbline/contract'
import { programPath } from './processes/program-path.ts'
import { buildApp } from '../src/app.ts'
import { orphanedCertificates, sweepCertificates } from '../src/modules/certificates/index.ts'
import { sweepUploads } from '../src/modules/documents/index.ts'
import { forgetClaims } from '../src/platform/claims/index.ts'
import { sql } from '../src/platform/db/index.ts'
import type { Storage } from '../src/platform/storage/index.ts'
import { call, startTestApp } from './app.ts'
import { openLaboratory } from './calibrating.ts'
import { pausable } from './paused-storage.ts'

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n')
const DAY_MS = 24 * 60 * 60 * 1000

const app = await startTestApp()
const lab = await openLaboratory(app)
const queries = app.db.in(lab.id)

const certificatePath = (id: string) => `/calibrations/${id}/certificate`
const certificate = (id: string) => app.call('GET', certificatePath(id), { key: lab.key })
const digestOf = async (id: string) => (await certificate(id)).headers.get('digest')

async function calibrated(): Promise<string> {
  return (await lab.calibrate((await lab.instrument()).id)).id
}

const folderOf = (calibrationId: string) => `certificates/${lab.id}/${calibrationId}`
/** The key of another attempt at the certificate of a calibration. */
const attemptOf = (calibrationId: string) => `${folderOf(calibrationId)}/${randomBytes(16).toString('hex')}`
const filesOf = async (calibrationId: string) =>
  (await Array.fromAsync(app.storage.list(`${folderOf(calibrationId)}/`))).map(({ key }) => key)
const issuedFor = (calibrationId: string) =>
  queries.rows<{ certificateId: string }>(sql`
    select certificate_id as "certificateId" from certificates
    where workspace_id = ${lab.id} and calibration_id = ${calibrationId}`)
const claims = async () => (await queries.rows(sql`select from claims where workspace_id = ${lab.id}`)).length

/** Lets leases run out so long ago. */
const endLeases = (ago: string) =>
  app.asOwner((owner) => owner.query('update claims set leased_until = now() - $1::interval', [ago]))

/** Sweeps as when every file that is there now has waited for a day. */
async function sweptLater(parts: Partial<{ storage: Storage; objectsMax: number }> = {}): Promise<number> {
  const before = app.clock.now()
  // Files carry the time of the disk, so the clock moves a day beyond it.
  app.clock.set(new Date(Date.now() + DAY_MS + 60_000).toISOString())
  try {
    return await sweepCertificates({ ...app.parts, ...parts }, parts.objectsMax)
  } finally {
    app.clock.set(before.toISOString())
  }
}

/** The same application with another storage, as another process would run it. */
async function startSecondServer(storage: Storage) {
  const beside = buildApp({ ...app.parts, storage })
  after(() => beside.close())
  const origin = await beside.listen({ host: '127.0.0.1', port: 0 })
  return (method: string, path: string, body?: unknown) =>
    call(`${origin}${PUBLIC_API_PREFIX}${path}`, method, { key: lab.key, body })
}

async function killedWhileMaking(calibrationId: string, moment: string): Promise<void> {
  const { config } = app.parts
  const settings = {
    DATA_DIR: config.DATA_DIR,
    PUBLIC_URL: config.PUBLIC_URL,
    SECRET_KEY: config.SECRET_KEY,
    RATE_LIMIT_PER_MINUTE: '1000000',
  }
  const program = programPath(new URL('processes/certificate-process.ts', import.meta.url))
  const path = `${PUBLIC_API_PREFIX}${certificatePath(calibrationId)}`
  const given = [app.databaseUrl, JSON.stringify(settings), lab.key, path, moment]
  const child = spawn(process.execPath, [program, ...given], { stdio: 'inherit' })
  const [, signal] = await once(child, 'exit')
  assert.equal(signal, 'SIGKILL')
}

for (const { moment, left } of [
  { moment: 'before storing', left: 0 },
  { moment: 'before issuing', left: 1 },
  { moment: 'before committing', left: 1 },
]) {
  test(`a certificate whose process was killed ${moment} is made by another one, and its leftovers are swept`, async () => {
    const id = await calibrated()
    await killedWhileMaking(id, moment)
    assert.deepEqual([(await filesOf(id)).length, await issuedFor(id), await claims()], [left, [], 1])
    assert.equal(await sweptLater(), 0, 'the lease of the killed process still runs')
    const asked = Promise.all([certificate(id), certificate(id)])
    await endLeases('1 second')
    const [one, other] = await asked
    assert.deepEqual([one.status, other.status], [200, 200])
    assert.equal(one.headers.get('digest'), other.headers.get('digest'))
    const issued = await issuedFor(id)
    assert.deepEqual([issued.length, (await filesOf(id)).length, await claims()], [1, left + 1, 0])
    assert.equal((await Array.fromAsync(orphanedCertificates({ ...app.parts }))).length, 0, 'too new')
    assert.equal(await sweptLater(), left)
    assert.deepEqual(await filesOf(id), [`${folderOf(id)}/${issued[0]!.certificateId}`])
    assert.equal(await digestOf(id), one.headers.get('digest'))
  })
}

test('a file that was left behind is swept once the lease has expired, without another request', async () => {
  const id = await calibrated()
  await app.storage.put(attemptOf(id), PDF, 'application/pdf')
  await app.asOwner((owner) =>
    owner.query(
      `insert into claims (workspace_id, kind, subject_id, holder_id, leased_until)
       values ($1, 'certificate', $2, $3, now() - interval '1 second')`,
      [lab.id, id, randomUUID()],
    ),
  )
  assert.equal(await sweptLater(), 1)
  assert.deepEqual([await filesOf(id), await claims()], [[], 0])
})

test('the file of a running attempt is not swept, however old it seems', async (t) => {
  const id = await calibrated()
  const [stored, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  t.after(() => goOn.resolve())
  const send = await startSecondServer({
    ...app.storage,
    put: async (...given) => {
      await app.storage.put(...given)
      stored.resolve()
      await goOn.promise
    },
  })
  const asked = send('GET', certificatePath(id))
  await stored.promise
  assert.equal(await sweptLater(), 0)
  goOn.resolve()
  const { status, headers } = await asked
  assert.equal(status, 200)
  assert.equal(await digestOf(id), headers.get('digest'))
})

test('an attempt that outlasts its lease issues nothing whose file was swept', async (t) => {
  const id = await calibrated()
  const [stored, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  t.after(() => goOn.resolve())
  const send = await startSecondServer({
    ...app.storage,
    put: async (...given) => {
      await app.storage.put(...given)
      stored.resolve()
      await goOn.promise
    },
  })
  const asked = send('GET', certificatePath(id))
  await stored.promise
  await endLeases('1 second')
  assert.equal(await sweptLater(), 1)
  goOn.resolve()
  const { status, headers } = await asked
  assert.equal(status, 200)
  const [issued] = await issuedFor(id)
  assert.deepEqual(await filesOf(id), [`${folderOf(id)}/${issued!.certificateId}`])
  assert.equal(await digestOf(id), headers.get('digest'))
})

test('files of certificates, also of an earlier release, and of workspaces unknown to this database are not swept', async () => {
  // As a release stored files that had no keys for attempts.
  const send = await startSecondServer({
    ...app.storage,
    put: (key, ...rest) => app.storage.put(key.slice(0, key.lastIndexOf('/')), ...rest),
  })
  const id = await calibrated()
  const digest = (await send('GET', certificatePath(id))).headers.get('digest')
  assert.deepEqual(await filesOf(id), [])
  const kept = [
    `certificates/${randomUUID()}/${id}/${randomBytes(16).toString('hex')}`,
    `certificates/${lab.id}/of-something-else`,
  ]
  for (const key of kept) await app.storage.put(key, PDF, 'application/pdf')
  assert.equal(await sweptLater(), 0)
  assert.equal(await digestOf(id), digest)
  for (const key of kept) {
    assert.equal((await app.storage.head(key)).sizeBytes, PDF.length)
    await app.storage.delete(key)
  }
})

test('a file that an earlier release left behind is replaced by the certificate', async () => {
  const id = await calibrated()
  await app.storage.put(folderOf(id), PDF, 'application/pdf')
  assert.equal(await sweptLater(), 1)
  assert.equal((await certificate(id)).status, 200)
})

test('the sweep examines a part of the folder, continues from there, and starts again after the end', async () => {
  const id = await calibrated()
  const digest = await digestOf(id)
  for (let number = 0; number < 5; number += 1) {
    await app.storage.put(attemptOf(id), PDF, 'application/pdf')
  }
  let listed = 0
  const storage: Storage = {
    ...app.storage,
    list: async function* list(folder, from) {
      for await (const object of app.storage.list(folder, from)) {
        listed += 1
        yield object
      }
    },
  }
  let removed = 0
  for (let sweeps = 0; removed < 5; sweeps += 1) {
    const before = listed
    removed += await sweptLater({ storage, objectsMax: 2 })
    assert.ok(listed - before <= 2)
    assert.ok(sweeps < 30)
  }
  assert.equal((await filesOf(id)).length, 1)
  assert.equal(await digestOf(id), digest)
})

test('a file that is being registered is not swept, however old it seems', async (t) => {
  const { id } = await lab.instrument()
  const documents = `/instruments/${id as string}/documents`
  const file = { file_name: 'report.pdf', content_type: 'application/pdf' }
  const { key } = (await app.call('POST', `${documents}/upload-url`, { key: lab.key, body: file })).body
  await app.storage.put(key, PDF, 'application/pdf')
  const { storage, pauseNext } = pausable(app.storage)
  const send = await startSecondServer(storage)
  const looking = pauseNext('head')
  t.after(looking.resume)
  const registering = send('POST', documents, { key, file_name: 'report.pdf' })
  await looking.reached
  const before = app.clock.now()
  app.clock.set(new Date(Date.now() + DAY_MS + 60_000).toISOString())
  assert.deepEqual(await sweepUploads(app.parts), { uploads: 0, orphans: 0 })
  app.clock.set(before.toISOString())
  looking.resume()
  const { status, body } = await registering
  assert.equal(status, 201)
  assert.equal((await app.storage.head(`documents/${lab.id}/${body.id as string}`)).sizeBytes, PDF.length)
})

test('claims that nobody took over are deleted an hour after their lease, and live ones are not', async (t) => {
  const { storage, pauseNext } = pausable(app.storage)
  const send = await startSecondServer(storage)
  const id = await calibrated()
  const making = pauseNext('put')
  t.after(making.resume)
  const asked = send('GET', certificatePath(id))
  await making.reached
  assert.equal(await forgetClaims(queries), 0)
  await endLeases('59 minutes')
  assert.equal(await forgetClaims(queries), 0)
  await endLeases('61 minutes')
  assert.equal(await forgetClaims(queries), 1)
  making.resume()
  assert.equal((await asked).status, 200)
  assert.deepEqual([(await issuedFor(id)).length, (await filesOf(id)).length, await claims()], [1, 1, 0])
})
