import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSilentServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { freePort } from '@plumbline/testing'
import { attachmentHeader } from '../attachment-header.ts'
import { Deadline, DeadlinePassed } from '../../deadline.ts'
import {
  createStorage,
  ObjectMissing,
  StorageRefused,
  StorageUnavailable,
  UPLOAD_BYTES_MAX,
} from '../index.ts'
import { s3TestsSkipped, startS3Server, type TestS3Server } from '../test/s3-server.ts'

const PDF = 'application/pdf'

const storageAt = (storageUrl: string) => {
  const options = { dataDir: '.', publicUrl: 'http://127.0.0.1', signingKeys: [randomBytes(32)] }
  return createStorage({ storageUrl, clock: { now: () => new Date() }, ...options })
}

/** Signatures count whole seconds. */
const inWholeSeconds = (ms: number) => Math.floor(ms / 1000) * 1000

describe('addresses of a bucket', () => {
  const download = { key: 'documents/a', fileName: 'a.pdf', contentType: PDF }
  const upload = { key: 'uploads/a', contentType: PDF }

  test('those of Amazon contain the bucket in the host', async () => {
    const storage = storageAt('s3://AKID:secret@laboratory-files?region=eu-central-1')
    const host = 'laboratory-files.s3.eu-central-1.amazonaws.com'
    assert.equal((await storage.uploadTicket(upload)).upload_url, `https://${host}/`)
    const { origin, pathname } = new URL((await storage.downloadAddress(download)).url)
    assert.equal(`${origin}${pathname}`, `https://${host}/documents/a`)
    storage.close()
  })

  test('a bucket with dots in its name is in the path, which does not affect certificates', async () => {
    const storage = storageAt('s3://AKID:secret@files.example.com?region=eu-central-1')
    const { pathname } = new URL((await storage.downloadAddress(download)).url)
    assert.equal(pathname, '/files.example.com/documents/a')
    assert.match(
      (await storage.uploadTicket(upload)).upload_url,
      /^https:\/\/s3\.eu-central-1.*\/files\.example\.com$/,
    )
    storage.close()
  })

  test('clients are sent to the public endpoint', async () => {
    const endpoints = 'endpoint=http://storage:9000&public_endpoint=https://s3.example.com'
    const storage = storageAt(`s3://AKID:secret@files?${endpoints}`)
    assert.equal((await storage.uploadTicket(upload)).upload_url, 'https://s3.example.com/files')
    assert.equal(new URL((await storage.downloadAddress(download)).url).origin, 'https://s3.example.com')
    storage.close()
  })

  test('a download is signed for any client, and states type, name and time', async () => {
    const storage = storageAt('s3://AKID:secret@files?region=eu-central-1')
    const earliest = inWholeSeconds(Date.now())
    const { url, expiresAt } = await storage.downloadAddress({ ...download, expiresInSeconds: 60 })
    const latest = Date.now()
    const query = Object.fromEntries(new URL(url).searchParams)
    assert.equal(query['X-Amz-Algorithm'], 'AWS4-HMAC-SHA256')
    assert.match(query['X-Amz-Credential']!, /^AKID\/\d{8}\/eu-central-1\/s3\/aws4_request$/)
    assert.match(query['X-Amz-Signature']!, /^[0-9a-f]{64}$/)
    assert.equal(query['X-Amz-Expires'], '60')
    // A signed header is one that every client would have to send.
    assert.equal(query['X-Amz-SignedHeaders'], 'host')
    assert.equal(query['response-content-disposition'], attachmentHeader('a.pdf'))
    assert.equal(query['response-content-type'], PDF)
    assert.equal(query['response-cache-control'], 'private, no-store')
    const signedAt = query['X-Amz-Date']!.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5')
    for (const at of [Date.parse(signedAt), expiresAt.getTime() - 60_000]) {
      assert.ok(at >= earliest && at <= latest, new Date(at).toISOString())
    }
    storage.close()
  })

  test('a ticket states key, type, size and time exactly', async () => {
    const storage = storageAt('s3://AKID:secret@files?region=eu-central-1')
    const earliest = inWholeSeconds(Date.now())
    const { fields } = await storage.uploadTicket({ ...upload, expiresInSeconds: 60 })
    const latest = Date.now()
    const policy = JSON.parse(Buffer.from(fields['Policy']!, 'base64').toString()) as {
      expiration: string
      conditions: unknown[]
    }
    const madeAt = Date.parse(policy.expiration) - 60_000
    assert.ok(madeAt >= earliest && madeAt <= latest, policy.expiration)
    const sent = Object.entries(fields).filter(([name]) => name !== 'Policy' && name !== 'X-Amz-Signature')
    const exact = sent.map(([name, value]) => JSON.stringify({ [name]: value }))
    const range = JSON.stringify(['content-length-range', 1, UPLOAD_BYTES_MAX])
    assert.deepEqual(
      policy.conditions.map((condition) => JSON.stringify(condition)).toSorted(),
      [...exact, range].toSorted(),
    )
    storage.close()
  })
})

describe('an unreachable bucket', () => {
  test('a service that does not respond makes the storage unavailable', async () => {
    const storage = storageAt(`s3://AKID:secret@files?endpoint=http://127.0.0.1:${await freePort()}`)
    await assert.rejects(storage.put('a', Buffer.of(1), PDF), StorageUnavailable)
    await assert.rejects(storage.head('a'), StorageUnavailable)
    await assert.rejects(storage.probe(), StorageUnavailable)
    storage.close()
  })
})

describe('the responses of a service', () => {
  const refusals = [
    { status: 403, code: 'AccessDenied', kind: StorageRefused },
    { status: 403, code: 'SignatureDoesNotMatch', kind: StorageRefused },
    { status: 404, code: 'NoSuchBucket', kind: StorageRefused },
    { status: 404, code: 'NoSuchKey', kind: ObjectMissing },
    { status: 500, code: 'InternalError', kind: StorageUnavailable },
    { status: 503, code: 'SlowDown', kind: StorageUnavailable },
  ]
  for (const { status, code, kind } of refusals) {
    test(`${status} ${code} becomes ${kind.name}, which names its cause`, async () => {
      const service = createServer((_request, response) => {
        response.writeHead(status, { 'content-type': 'application/xml' })
        response.end(`<Error><Code>${code}</Code><Message>because</Message></Error>`)
      })
      service.listen(0, '127.0.0.1')
      await once(service, 'listening')
      const { port } = service.address() as AddressInfo
      const storage = storageAt(`s3://AKID:secret@files?endpoint=http://127.0.0.1:${port}`)
      await assert.rejects(storage.readStart('a', 1), (error: Error) => {
        assert.ok(error instanceof kind)
        assert.equal((error.cause as Error).name, code)
        return true
      })
      storage.close()
      service.closeAllConnections()
      service.close()
    })
  }

  test('no response before the deadline of a request ends the operation', async () => {
    const opened = new Set<Socket>()
    const silent = createSilentServer((socket) => opened.add(socket))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const storage = storageAt(`s3://AKID:secret@files?endpoint=http://127.0.0.1:${port}`)
    let operation: Promise<unknown> | undefined
    await assert.rejects(
      new Deadline(300).run(() => {
        operation = storage.put('a', Buffer.of(1), PDF)
        return operation
      }),
      DeadlinePassed,
    )
    await assert.rejects(operation!, DeadlinePassed)
    storage.close()
    for (const socket of opened) socket.destroy()
    silent.close()
  })
})

describe('a real S3 server', { skip: s3TestsSkipped() }, () => {
  let server: TestS3Server
  before(async () => {
    server = await startS3Server()
  })
  after(() => server.stop())

  test('a list goes through all pages of a large bucket', async () => {
    const storage = storageAt(server.storageUrl)
    const folder = join(server.bucketFolder, 'paged')
    await mkdir(folder)
    const names = Array.from({ length: 2050 }, (_, number) => String(number))
    for (const name of names) await writeFile(join(folder, name), name)
    const listed = await Array.fromAsync(storage.list('paged/'))
    assert.deepEqual(listed.map(({ key }) => key).toSorted(), names.map((name) => `paged/${name}`).toSorted())
    storage.close()
  })

  test('a missing bucket is a refusal, not a missing object', async () => {
    const storage = storageAt(server.storageUrl.replace('@files', '@elsewhere'))
    await assert.rejects(storage.head('a'), StorageRefused)
    await assert.rejects(storage.readStart('a', 1), StorageRefused)
    await assert.rejects(storage.move('a', 'b'), StorageRefused)
    await assert.rejects(Array.fromAsync(storage.list('')), StorageRefused)
    storage.close()
  })

  test('a wrong secret is a refusal and appears in no message', async () => {
    const storage = storageAt(server.storageUrl.replace(/:[^:@]*@/, ':guessed-secret@'))
    await assert.rejects(storage.put('a', Buffer.of(1), PDF), (error: Error) => {
      assert.ok(error instanceof StorageRefused)
      assert.doesNotMatch(`${error.message} ${String(error.cause)}`, /guessed-secret/)
      return true
    })
    storage.close()
  })
})
