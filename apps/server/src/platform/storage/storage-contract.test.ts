import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { ObjectMissing, UPLOAD_BYTES_MAX, type Storage, type UploadTicket } from './index.ts'
import { newKey, storages, type ServedStorage } from './test/storages.ts'
import { formOf, sendForm, type FormPart, type SendingOptions } from './test/upload-form.ts'

const PDF = 'application/pdf'
const small = randomBytes(1000)
const largest = randomBytes(UPLOAD_BYTES_MAX)

/** Another machine's clock may differ a little from ours. */
const CLOCKS_DIFFER_MS = 60_000

function assertSince(startedAt: number, at: Date): void {
  const [earliest, latest] = [startedAt - CLOCKS_DIFFER_MS, Date.now() + CLOCKS_DIFFER_MS]
  assert.ok(at.getTime() > earliest && at.getTime() < latest, at.toISOString())
}

for (const { kind, skipped, serve } of storages) {
  describe(`${kind} storage`, { skip: skipped }, () => {
    let served: ServedStorage
    let storage: Storage
    before(async () => {
      served = await serve()
      storage = served.storage
    })
    after(() => served.stop())

    const ticketFor = (key: string) => storage.uploadTicket({ key, contentType: PDF })
    const bytesOf = async (key: string) => buffer(await storage.read(key))

    /** Sends a form made from a fresh ticket; returns the status and what is stored since. */
    const attempt = async (
      form: (ticket: UploadTicket) => FormPart[] | Promise<FormPart[]>,
      options: SendingOptions = {},
    ) => {
      const key = newKey()
      const ticket = await ticketFor(key)
      const { status } = await sendForm(ticket.upload_url, await form(ticket), options)
      const stored = await bytesOf(key).catch((error: unknown) => {
        assert.ok(error instanceof ObjectMissing, String(error))
        return null
      })
      return { status, stored }
    }
    // S3 servers may close the connection or call a malformed form a fault of theirs; our routes never do.
    const assertRefused = ({ status, stored }: Awaited<ReturnType<typeof attempt>>) => {
      const isRefusal = kind === 's3' ? status < 200 || status >= 400 : status >= 400 && status < 500
      assert.ok(isRefusal, `status ${status}`)
      assert.equal(stored, null)
    }
    // Our routes refuse what follows the file; S3 may also ignore it or take it for part of the file.
    const assertNoneOrFirst = (stored: Buffer | null) => {
      assert.ok(stored === null || (kind === 's3' && stored.subarray(0, small.length).equals(small)))
    }

    describe('uploads', () => {
      test('a file that is sent according to its ticket is stored byte by byte', async () => {
        const key = newKey()
        const startedAt = Date.now()
        const ticket = await ticketFor(key)
        const { status } = await sendForm(ticket.upload_url, formOf(ticket, small))
        assert.equal(status, 204)
        assert.deepEqual(await bytesOf(key), small)
        const { sizeBytes, modifiedAt } = await storage.head(key)
        assert.equal(sizeBytes, small.length)
        assertSince(startedAt, modifiedAt)
      })

      test('a file may have 26,214,400 bytes and not one more', async () => {
        const allowed = await attempt((ticket) => formOf(ticket, largest))
        assert.equal(allowed.status, 204)
        assert.ok(allowed.stored?.equals(largest))
        assertRefused(await attempt((ticket) => formOf(ticket, Buffer.concat([largest, Buffer.of(0)]))))
      })

      test('a ticket can allow less', async () => {
        const key = newKey()
        const ticket = await storage.uploadTicket({ key, contentType: PDF, sizeBytesMax: 999 })
        const { status } = await sendForm(ticket.upload_url, formOf(ticket, small))
        assert.ok(status >= 400 && status < 500, `status ${status}`)
        await assert.rejects(storage.head(key), ObjectMissing)
      })

      test('a file sent in chunks without a length is stored whole or refused', async () => {
        const { status, stored } = await attempt((ticket) => formOf(ticket, small), { chunked: true })
        if (status === 204) assert.deepEqual(stored, small)
        else assertRefused({ status, stored })
      })

      test('a file too large is refused in chunks too', async () => {
        const form = (ticket: UploadTicket) => formOf(ticket, Buffer.concat([largest, Buffer.of(0)]))
        assertRefused(await attempt(form, { chunked: true }))
      })

      test('an empty file is refused', async () => {
        assertRefused(await attempt((ticket) => formOf(ticket, Buffer.alloc(0))))
      })

      test('an upload cut off in the middle leaves nothing', async () => {
        const { stored } = await attempt((ticket) => formOf(ticket, largest), { cutAfter: 5_000_000 })
        assert.equal(stored, null)
      })

      test('an upload in chunks cut off in the middle leaves nothing', async () => {
        const options = { cutAfter: 5_000_000, chunked: true }
        const { stored } = await attempt((ticket) => formOf(ticket, largest), options)
        assert.equal(stored, null)
      })

      test('a Content-Length longer than the body leaves nothing', async () => {
        const form = (ticket: UploadTicket) => formOf(ticket, small)
        const { stored } = await attempt(form, { declaredLength: 9000, cutAfter: 700 })
        assert.equal(stored, null)
      })

      test('a Content-Length shorter than the body is refused', async () => {
        const { status, stored } = await attempt((ticket) => formOf(ticket, small), { declaredLength: 1500 })
        assert.notEqual(status, 204)
        assert.equal(stored, null)
      })

      test('a form without a file is refused', async () => {
        assertRefused(await attempt((ticket) => formOf(ticket, small).slice(0, -1)))
      })

      test('a form without its closing boundary is refused', async () => {
        assertRefused(await attempt((ticket) => formOf(ticket, small), { unclosed: true }))
      })

      test('a body that is not a form is refused', async () => {
        const form = (ticket: UploadTicket) => formOf(ticket, small)
        assertRefused(await attempt(form, { contentType: 'application/json' }))
        assertRefused(await attempt(form, { contentType: 'multipart/form-data' }))
      })

      test('a second file never replaces the first', async () => {
        const second = { name: 'file', value: 'another', fileName: 'b.pdf' }
        const { stored } = await attempt((ticket) => [...formOf(ticket, small), second])
        assertNoneOrFirst(stored)
      })

      test('a field after the file has no effect', async () => {
        const elsewhere = newKey()
        const field = { name: 'key', value: elsewhere }
        const { stored } = await attempt((ticket) => [...formOf(ticket, small), field])
        assertNoneOrFirst(stored)
        await assert.rejects(storage.head(elsewhere), ObjectMissing)
      })
    })

    describe('tickets', () => {
      const withField = (ticket: UploadTicket, name: string, value: string) =>
        formOf(ticket, small).map((part) => (part.name === name ? { name, value } : part))

      const withAltered = (ticket: UploadTicket, name: string) => {
        const value = ticket.fields[name]!
        return withField(ticket, name, `${value.slice(0, -1)}${value.endsWith('1') ? '2' : '1'}`)
      }

      // The field `bucket` is left out below: S3 takes the bucket from the address.
      test('every field of a ticket must come back unaltered', async () => {
        const { fields } = await ticketFor(newKey())
        for (const name of Object.keys(fields)) {
          if (name === 'bucket') continue
          const outcome = await attempt((ticket) => withAltered(ticket, name))
          assert.ok(outcome.status >= 400 && outcome.status < 500, `${name}: status ${outcome.status}`)
          assert.equal(outcome.stored, null, name)
        }
      })

      test('every field of a ticket must come back', async () => {
        const { fields } = await ticketFor(newKey())
        for (const missing of Object.keys(fields)) {
          if (missing === 'bucket') continue
          assertRefused(
            await attempt((ticket) => formOf(ticket, small).filter(({ name }) => name !== missing)),
          )
        }
      })

      test('a field that the ticket does not have is refused', async () => {
        const extra = { name: 'acl', value: 'public-read' }
        assertRefused(await attempt((ticket) => [extra, ...formOf(ticket, small)]))
      })

      test('a ticket is valid for no other key', async () => {
        const elsewhere = newKey()
        assertRefused(await attempt((ticket) => withField(ticket, 'key', elsewhere)))
        await assert.rejects(storage.head(elsewhere), ObjectMissing)
        const other = await ticketFor(elsewhere)
        assertRefused(await attempt((ticket) => withField(other, 'key', ticket.fields['key']!)))
        await assert.rejects(storage.head(elsewhere), ObjectMissing)
      })

      test('a ticket is valid for no other type', async () => {
        assertRefused(await attempt((ticket) => withField(ticket, 'Content-Type', 'text/html')))
      })

      test('an expired ticket is refused', async () => {
        const key = newKey()
        const ticket = await storage.uploadTicket({ key, contentType: PDF, expiresInSeconds: -1 })
        const { status } = await sendForm(ticket.upload_url, formOf(ticket, small))
        assert.equal(status, 403)
        await assert.rejects(storage.head(key), ObjectMissing)
      })

      test('path traversal, control characters and very long names do not affect where a file is stored', async () => {
        for (const fileName of [
          '../../../etc/passwd',
          'a\u0001\u007fb.pdf',
          '𝔘'.repeat(255),
          'C:\\x.pdf',
          '',
        ]) {
          const { status, stored } = await attempt((ticket) => formOf(ticket, small, fileName))
          if (status !== 204) assertRefused({ status, stored })
          // The S3 server takes a closing boundary that arrives in two pieces for part of the file.
          else if (kind === 's3') assert.deepEqual(stored?.subarray(0, small.length), small)
          else assert.deepEqual(stored, small)
          assert.ok(status === 204 || kind === 's3', `${fileName}: status ${status}`)
        }
      })

      test('a replayed ticket cannot touch a file that was moved', async () => {
        const key = newKey()
        const ticket = await ticketFor(key)
        await sendForm(ticket.upload_url, formOf(ticket, small))
        const moved = newKey('documents')
        await storage.move(key, moved)
        await assert.rejects(storage.head(key), ObjectMissing)
        const { status } = await sendForm(ticket.upload_url, formOf(ticket, Buffer.from('replayed')))
        assert.equal(status, 204)
        assert.deepEqual(await bytesOf(moved), small)
      })

      test('of two uploads with one ticket, the last one is stored', async () => {
        const key = newKey()
        const ticket = await ticketFor(key)
        await sendForm(ticket.upload_url, formOf(ticket, small))
        await sendForm(ticket.upload_url, formOf(ticket, Buffer.from('second')))
        assert.equal((await bytesOf(key)).toString(), 'second')
      })

      test('concurrent uploads with one ticket leave one of the files complete', async () => {
        const key = newKey()
        const ticket = await ticketFor(key)
        const files = Array.from({ length: 4 }, () => randomBytes(200_000))
        await Promise.all(files.map((file) => sendForm(ticket.upload_url, formOf(ticket, file))))
        const stored = await bytesOf(key)
        assert.ok(files.some((file) => file.equals(stored)))
      })
    })

    describe('downloads', () => {
      const addressOf = (key: string, fileName = 'a.pdf', expiresInSeconds = 300) =>
        storage.downloadAddress({ key, fileName, contentType: PDF, expiresInSeconds })

      test('a download URL returns the bytes as an attachment of the declared type', async () => {
        const key = newKey()
        await storage.put(key, small, 'image/png')
        const earliest = Date.now() - 1000
        const { url, expiresAt } = await addressOf(key, 'Prüfbericht 7.pdf')
        const latest = Date.now()
        const response = await fetch(url)
        assert.equal(response.status, 200)
        assert.equal(response.headers.get('content-type'), PDF)
        assert.equal(
          response.headers.get('content-disposition'),
          `attachment; filename="Pr_fbericht 7.pdf"; filename*=UTF-8''Pr%C3%BCfbericht%207.pdf`,
        )
        assert.equal(response.headers.get('cache-control'), 'private, no-store')
        assert.deepEqual(Buffer.from(await response.arrayBuffer()), small)
        // Of one kind of storage the server's clock counts whole seconds.
        const madeAt = expiresAt.getTime() - 300_000
        assert.ok(madeAt > earliest && madeAt <= latest, expiresAt.toISOString())
      })

      test('names with path traversal, control characters or great length result in one safe header', async () => {
        const key = newKey()
        await storage.put(key, small, PDF)
        for (const fileName of [
          '../../etc/passwd',
          'a\r\nSet-Cookie: x=1\u0000.pdf',
          `${'𝔘'.repeat(251)}.pdf`,
          '"; x="',
        ]) {
          const response = await fetch((await addressOf(key, fileName)).url)
          assert.equal(response.status, 200, fileName)
          assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="[^/\\"]+"/)
          assert.equal(response.headers.get('set-cookie'), null)
        }
      })

      test('an altered download URL is refused', async () => {
        const [key, other] = [newKey(), newKey()]
        await storage.put(key, small, PDF)
        await storage.put(other, small, PDF)
        const { url } = await addressOf(key)
        const alterations = [
          url.replaceAll(key, other).replaceAll(encodeURIComponent(key), encodeURIComponent(other)),
          url.replace('attachment', 'inline').replace('a.pdf', 'b.html'),
          url.replaceAll('application%2Fpdf', 'text%2Fhtml'),
          `${url.slice(0, -2)}${url.endsWith('00') ? '11' : '00'}`,
        ]
        for (const altered of alterations) {
          assert.notEqual(altered, url)
          assert.equal((await fetch(altered)).status, 403, altered)
        }
      })

      test('an expired download URL is refused', async () => {
        const key = newKey()
        await storage.put(key, small, PDF)
        const { status } = await fetch((await addressOf(key, 'a.pdf', -1)).url)
        assert.ok(status === 403 || status === 400, `status ${status}`)
      })

      test('a download URL of a missing object responds with 404', async () => {
        assert.equal((await fetch((await addressOf(newKey())).url)).status, 404)
      })

      test('a download URL supports range requests', async () => {
        const key = newKey()
        await storage.put(key, small, PDF)
        const response = await fetch((await addressOf(key)).url, { headers: { range: 'bytes=10-19' } })
        assert.equal(response.status, 206)
        assert.equal(response.headers.get('content-range'), 'bytes 10-19/1000')
        assert.deepEqual(Buffer.from(await response.arrayBuffer()), small.subarray(10, 20))
      })
    })

    describe('the hash of an object', () => {
      const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

      test('a moved object keeps its hash, and one that has been replaced has another', async () => {
        const [from, key] = [newKey(), newKey()]
        await storage.put(from, small, PDF)
        await storage.move(from, key)
        const original = await storage.sha256Of(key)
        await storage.put(key, Buffer.from('altered'), PDF)
        const now = await storage.sha256Of(key)
        // Our own routes compare it while they send it.
        const expected =
          kind === 's3' ? [sha256(small), sha256(Buffer.from('altered'))] : [undefined, undefined]
        assert.deepEqual([original, now], expected)
        await assert.rejects(storage.sha256Of(newKey()), ObjectMissing)
      })

      test('a folder of objects is not an object', async () => {
        const folder = newKey()
        await storage.put(`${folder}/one`, small, PDF)
        await assert.rejects(storage.head(folder), ObjectMissing)
        await assert.rejects(bytesOf(folder), ObjectMissing)
        await assert.rejects(storage.readStart(folder, 10), ObjectMissing)
      })
    })

    describe('objects', () => {
      test('a stored object can be read as a whole, in part and from its start', async () => {
        const key = newKey('certificates')
        await storage.put(key, small, PDF)
        assert.deepEqual(await bytesOf(key), small)
        assert.deepEqual(
          await buffer(await storage.read(key, { first: 990, last: 999 })),
          small.subarray(990),
        )
        assert.deepEqual(await storage.readStart(key, 7), small.subarray(0, 7))
        assert.deepEqual(await storage.readStart(key, 5000), small)
      })

      test('a stream of known length is stored like bytes', async () => {
        const key = newKey()
        const stream = Readable.from([small.subarray(0, 400), small.subarray(400)])
        await storage.put(key, { stream, sizeBytes: small.length }, PDF)
        assert.deepEqual(await bytesOf(key), small)
      })

      test('a second put replaces the first', async () => {
        const key = newKey()
        await storage.put(key, small, PDF)
        await storage.put(key, Buffer.from('new'), PDF)
        assert.equal((await bytesOf(key)).toString(), 'new')
      })

      test('an empty object is an object', async () => {
        const key = newKey()
        await storage.put(key, Buffer.alloc(0), PDF)
        assert.equal((await storage.head(key)).sizeBytes, 0)
        assert.equal((await storage.readStart(key, 10)).length, 0)
      })

      test('a missing object is missing for every operation, and deleting it succeeds', async () => {
        const key = newKey()
        await assert.rejects(storage.head(key), ObjectMissing)
        await assert.rejects(storage.read(key), ObjectMissing)
        await assert.rejects(storage.readStart(key, 1), ObjectMissing)
        await assert.rejects(storage.move(key, newKey()), ObjectMissing)
        await storage.delete(key)
      })

      test('a deleted object is gone', async () => {
        const key = newKey()
        await storage.put(key, small, PDF)
        await storage.delete(key)
        await assert.rejects(storage.head(key), ObjectMissing)
      })

      test('a list contains the objects of a folder in order, with size and time, after a key', async () => {
        const startedAt = Date.now()
        const [first, second, elsewhere] = [newKey('listed/a'), newKey('listed/b'), newKey('listed-not')]
        for (const key of [first, second, elsewhere]) await storage.put(key, small, PDF)
        const listed = await Array.fromAsync(storage.list('listed/'))
        const inOrder = [first, second].toSorted()
        assert.deepEqual(
          listed.map(({ key }) => key),
          inOrder,
        )
        const rest = await Array.fromAsync(storage.list('listed/', inOrder[0]))
        assert.deepEqual(
          rest.map(({ key }) => key),
          inOrder.slice(1),
        )
        for (const { sizeBytes, modifiedAt } of listed) {
          assert.equal(sizeBytes, small.length)
          assertSince(startedAt, modifiedAt)
        }
        assert.deepEqual(await Array.fromAsync(storage.list('nothing/')), [])
        const everything = (await Array.fromAsync(storage.list(''))).map(({ key }) => key)
        assert.ok([first, second, elsewhere].every((key) => everything.includes(key)))
      })

      test('a key with path traversal is a programming error', async () => {
        for (const key of ['../secret.key', 'a/../../b', '/etc/passwd', 'a\u0000', '.unfinished/x']) {
          await assert.rejects(async () => storage.head(key), /not a storage key/)
          await assert.rejects(async () => storage.put(key, small, PDF), /not a storage key/)
          await assert.rejects(
            async () => storage.uploadTicket({ key, contentType: PDF }),
            /not a storage key/,
          )
        }
      })

      test('a working storage passes its probe, which leaves nothing behind', async () => {
        await storage.probe()
        assert.deepEqual(await Array.fromAsync(storage.list('probe/')), [])
      })
    })
  })
}
