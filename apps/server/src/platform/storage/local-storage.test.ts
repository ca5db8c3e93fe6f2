import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chown, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { until } from '@plumbline/testing'
import { createStorage, ObjectMissing, StorageUnavailable, UPLOAD_BYTES_MAX, type Storage } from './index.ts'
import { newKey, serveLocalStorage, type ServedStorage } from './test/storages.ts'
import { formOf, sendForm, type FormPart, type SendingOptions } from './test/upload-form.ts'

const PDF = 'application/pdf'
const small = randomBytes(1000)
const MINUTE_MS = 60_000

describe('local storage', () => {
  let served: ServedStorage
  let storage: Storage
  before(async () => {
    served = await serveLocalStorage()
    storage = served.storage
  })
  after(() => served.stop())

  const unfinished = async () => {
    const folder = join(served.dataDir, 'objects/.unfinished')
    return (await readdir(folder).catch(() => [])).map((name) => join(folder, name))
  }

  const refusals: {
    what: string
    file?: Buffer
    alter?: (form: FormPart[]) => FormPart[]
    options?: SendingOptions
    status: number
    code: string
    field?: string
  }[] = [
    {
      what: 'a file of 26,214,401 bytes',
      file: Buffer.alloc(UPLOAD_BYTES_MAX + 1),
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    },
    {
      what: 'a Content-Length over any upload',
      options: { declaredLength: 50_000_000 },
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    },
    {
      what: 'megabytes behind the end of the form',
      alter: (form) => [
        ...form.slice(0, -1),
        { name: 'file', value: Buffer.alloc(UPLOAD_BYTES_MAX + 100_000) },
      ],
      options: { chunked: true },
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    },
    { what: 'an empty file', file: Buffer.alloc(0), status: 422, code: 'INVALID_REQUEST', field: 'file' },
    {
      what: 'a form without a file',
      alter: (form) => form.slice(0, -1),
      status: 422,
      code: 'INVALID_REQUEST',
      field: 'file',
    },
    {
      what: 'a second file',
      alter: (form) => [...form, form.at(-1)!],
      status: 422,
      code: 'INVALID_REQUEST',
      field: 'file',
    },
    {
      what: 'a field behind the file',
      alter: (form) => [...form.slice(1), form[0]!],
      status: 422,
      code: 'INVALID_REQUEST',
      field: 'key',
    },
    {
      what: 'a field sent twice',
      alter: (form) => [form[1]!, ...form.slice(1)],
      status: 422,
      code: 'INVALID_REQUEST',
      field: 'Content-Type',
    },
    {
      what: 'a missing field',
      alter: (form) => form.slice(1),
      status: 422,
      code: 'INVALID_REQUEST',
      field: 'key',
    },
    {
      what: 'an unknown field',
      alter: (form) => [{ name: '__proto__', value: 'x' }, ...form.slice(1)],
      status: 422,
      code: 'INVALID_REQUEST',
      field: '__proto__',
    },
    {
      what: 'more fields than a ticket has',
      alter: (form) => [...Array.from({ length: 50 }, (_, n) => ({ name: `f${n}`, value: '' })), ...form],
      status: 422,
      code: 'INVALID_REQUEST',
      field: 'f0',
    },
    {
      what: 'a value of a megabyte',
      alter: (form) => [{ name: 'key', value: 'k'.repeat(1_000_000) }, ...form.slice(1)],
      status: 422,
      code: 'INVALID_REQUEST',
      field: 'key',
    },
    {
      what: 'a file in a part of another name',
      alter: (form) => [...form.slice(0, -1), { ...form.at(-1)!, name: 'upload' }],
      status: 422,
      code: 'INVALID_REQUEST',
      field: 'upload',
    },
    {
      what: 'an altered key',
      alter: (form) => [{ name: 'key', value: '../secret.key' }, ...form.slice(1)],
      status: 403,
      code: 'FORBIDDEN',
    },
    { what: 'an unclosed form', options: { unclosed: true }, status: 422, code: 'INVALID_REQUEST' },
    {
      what: 'a body that is no form',
      options: { contentType: 'text/plain' },
      status: 422,
      code: 'INVALID_REQUEST',
    },
    {
      what: 'a body of no type',
      options: { contentType: '' },
      status: 422,
      code: 'INVALID_REQUEST',
    },
    {
      what: 'a form without a boundary',
      options: { contentType: 'multipart/form-data' },
      status: 422,
      code: 'INVALID_REQUEST',
    },
  ]

  for (const { what, file, alter, options, status, code, field } of refusals) {
    test(`${what} is refused with ${status} ${code} in the envelope, and nothing stays behind`, async () => {
      const key = newKey()
      const ticket = await storage.uploadTicket({ key, contentType: PDF })
      const form = formOf(ticket, file ?? small)
      const response = await sendForm(ticket.upload_url, alter?.(form) ?? form, options)
      assert.equal(response.status, status, response.text)
      const envelope = JSON.parse(response.text) as {
        code: string
        message: string
        details?: { field?: string }
      }
      assert.equal(envelope.code, code)
      assert.match(envelope.message, /\.$/)
      assert.equal(envelope.details?.field, field)
      await assert.rejects(storage.head(key), ObjectMissing)
      assert.deepEqual(await unfinished(), [])
    })
  }

  test('an interrupted upload deletes its bytes from the disk', async () => {
    const ticket = await storage.uploadTicket({ key: newKey(), contentType: PDF })
    const form = formOf(ticket, Buffer.alloc(5_000_000))
    await sendForm(ticket.upload_url, form, { cutAfter: 3_000_000 })
    await until(async () => (await unfinished()).length === 0, 'the file is gone')
  })

  test('a ticket is valid until its expiry', async () => {
    const key = newKey()
    const ticket = await storage.uploadTicket({ key, contentType: PDF })
    served.clock.advance(14 * MINUTE_MS)
    assert.equal((await sendForm(ticket.upload_url, formOf(ticket, small))).status, 204)
    served.clock.advance(MINUTE_MS)
    const late = await sendForm(ticket.upload_url, formOf(ticket, small))
    assert.equal(late.status, 403)
    assert.match(late.text, /expired/)
  })

  test('a download URL is valid until its expiry', async () => {
    const key = newKey()
    await storage.put(key, small, PDF)
    const { url } = await storage.downloadAddress({ key, fileName: 'a.pdf', contentType: PDF })
    served.clock.advance(4 * MINUTE_MS)
    assert.equal((await fetch(url)).status, 200)
    served.clock.advance(MINUTE_MS)
    assert.equal((await fetch(url)).status, 403)
  })

  test('the signature of a download is not valid for an upload', async () => {
    const key = newKey()
    const { url } = await storage.downloadAddress({ key, fileName: 'a.pdf', contentType: PDF })
    const ticket = await storage.uploadTicket({ key, contentType: PDF })
    const signature = new URL(url).searchParams.get('signature')!
    const forged = { ...ticket, fields: { ...ticket.fields, signature } }
    assert.equal((await sendForm(ticket.upload_url, formOf(forged, small))).status, 403)
  })

  test('a download is an attachment that browsers do not display, sniff, execute or cache', async () => {
    const key = newKey()
    await storage.put(key, Buffer.from('<script>alert(1)</script>'), PDF)
    const { url } = await storage.downloadAddress({ key, fileName: 'a.html', contentType: PDF })
    const { headers } = await fetch(url)
    assert.equal(headers.get('content-disposition'), 'attachment; filename="a.html"')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
    assert.equal(headers.get('cache-control'), 'private, no-store')
    assert.equal(headers.get('content-length'), '25')
  })

  test('a range of another version returns the whole file', async () => {
    const key = newKey()
    await storage.put(key, small, PDF)
    const { url } = await storage.downloadAddress({ key, fileName: 'a.pdf', contentType: PDF })
    const tag = (await fetch(url)).headers.get('etag')!
    const part = { range: 'bytes=0-9' }
    assert.equal((await fetch(url, { headers: { ...part, 'if-range': tag } })).status, 206)
    assert.equal((await fetch(url, { headers: { ...part, 'if-range': '"other"' } })).status, 200)
    assert.equal((await fetch(url, { headers: { range: 'bytes=1000-' } })).status, 416)
  })

  describe('a download with a recorded hash', () => {
    const addressOf = (key: string, recorded: Buffer) => {
      const sha256 = createHash('sha256').update(recorded).digest()
      return storage.downloadAddress({ key, fileName: 'a.pdf', contentType: PDF, sha256 })
    }
    const large = randomBytes(1_000_000)

    test('contains every byte of an unaltered file, whole and in part', async () => {
      for (const bytes of [small, large]) {
        const key = newKey()
        await storage.put(key, bytes, PDF)
        const { url } = await addressOf(key, bytes)
        assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), bytes)
        const part = await fetch(url, { headers: { range: 'bytes=10-19' } })
        assert.equal(part.status, 206)
        assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(10, 20))
      }
    })

    test('is cut off before its end when one byte of the file was altered', async () => {
      const key = newKey()
      const altered = Buffer.from(large)
      altered[altered.length - 1]! ^= 1
      await storage.put(key, altered, PDF)
      const { url } = await addressOf(key, large)
      await assert.rejects(
        fetch(url).then((response) => response.arrayBuffer()),
        TypeError,
      )
    })

    test('of a small altered file, or of a part of one, is refused with the reason', async () => {
      const key = newKey()
      await storage.put(key, Buffer.from('altered'), PDF)
      const { url } = await addressOf(key, small)
      for (const headers of [{}, { range: 'bytes=0-1' }]) {
        const response = await fetch(url, { headers })
        const { code, message } = (await response.json()) as { code: string; message: string }
        assert.deepEqual([response.status, code], [404, 'NOT_FOUND'])
        assert.match(message, /no longer matches the one that was recorded/)
      }
    })

    test('is bound to its hash: a URL with another one is refused', async () => {
      const key = newKey()
      await storage.put(key, small, PDF)
      const { url } = await addressOf(key, large)
      const other = new URL(url)
      other.searchParams.set('sha256', createHash('sha256').update(small).digest('hex'))
      assert.equal((await fetch(other)).status, 403)
      other.searchParams.delete('sha256')
      assert.equal((await fetch(other)).status, 403)
    })
  })

  test('other methods are refused by name', async () => {
    const ticket = await storage.uploadTicket({ key: newKey(), contentType: PDF })
    const asGet = await fetch(ticket.upload_url)
    assert.equal(asGet.status, 405)
    assert.equal(asGet.headers.get('allow'), 'POST')
    const { url } = await storage.downloadAddress({ key: newKey(), fileName: 'a.pdf', contentType: PDF })
    assert.equal((await fetch(url, { method: 'DELETE' })).headers.get('allow'), 'GET')
  })

  test('only the remains of an upload after a crash are deleted, after an hour', async () => {
    const key = newKey()
    await storage.put(key, small, PDF)
    const [dead, alive] = ['dead', 'alive'].map((name) => join(served.dataDir, 'objects/.unfinished', name))
    await writeFile(dead!, small)
    await writeFile(alive!, small)
    const longAgo = new Date(served.clock.now().getTime() - 61 * MINUTE_MS)
    await utimes(dead!, longAgo, longAgo)
    await utimes(alive!, served.clock.now(), served.clock.now())
    assert.equal(await storage.sweepUnfinished(), 1)
    assert.deepEqual(await unfinished(), [alive])
    await rm(alive!)
    assert.equal((await storage.head(key)).sizeBytes, small.length)
  })

  test('the age of an object starts when it is put or moved', async () => {
    const [from, to] = [newKey(), newKey('documents')]
    await storage.put(from, small, PDF)
    served.clock.advance(25 * 60 * MINUTE_MS)
    await storage.move(from, to)
    const { modifiedAt } = await storage.head(to)
    assert.ok(served.clock.now().getTime() - modifiedAt.getTime() < MINUTE_MS)
  })

  test('files and folders are readable only by the server', async () => {
    const key = newKey()
    await storage.put(key, small, PDF)
    assert.equal((await stat(join(served.dataDir, 'objects', key))).mode & 0o777, 0o600)
    assert.equal((await stat(join(served.dataDir, 'objects/uploads'))).mode & 0o777, 0o700)
  })
})

test(
  'what root stores belongs to the owner of the data folder, so that a server under that user can go on storing',
  {
    skip: process.geteuid?.() !== 0 && 'only root can give files away',
  },
  async () => {
    const owner = { uid: 65_534, gid: 65_533 }
    const served = await serveLocalStorage()
    const { storage, dataDir } = served
    try {
      await chown(dataDir, owner.uid, owner.gid)
      await storage.probe()
      await storage.put('certificates/of/one', small, PDF)
      const stored = await readdir(dataDir, { recursive: true })
      assert.ok(stored.includes('objects/certificates/of/one'))
      for (const path of stored) {
        const { uid, gid } = await stat(join(dataDir, path))
        assert.deepEqual({ path, uid, gid }, { path, ...owner })
      }
    } finally {
      await served.stop()
    }
  },
)

describe('local storage that cannot work', () => {
  const storageIn = (dataDir: string) => {
    const options = {
      publicUrl: 'http://127.0.0.1',
      signingKeys: [randomBytes(32)],
      clock: { now: () => new Date() },
    }
    return createStorage({ storageUrl: undefined, dataDir, ...options })
  }
  const inFolder = async (act: (folder: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-storage-'))
    try {
      await act(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  test('a folder that is a file makes it unavailable', () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, 'data'), '')
      const storage = storageIn(join(folder, 'data'))
      await assert.rejects(storage.put('a', small, PDF), StorageUnavailable)
      await assert.rejects(storage.probe(), StorageUnavailable)
    }))

  test('a full disk results in 503, nothing of the file remains, and the next one that fits is stored', () => {
    const script = join(import.meta.dirname, 'test/full-disk.ts')
    const limited = `ulimit -f 200; exec "${process.execPath}" "${script}"`
    const printed = execFileSync('bash', ['-c', limited], { encoding: 'utf8' })
    const outcome = JSON.parse(printed) as Record<'large' | 'small', { status: number; text: string }>
    assert.equal(outcome.large.status, 503)
    assert.match(outcome.large.text, /"SERVICE_UNAVAILABLE"/)
    assert.equal(outcome.small.status, 204)
    assert.deepEqual({ ...outcome, large: 0, small: 0 }, { large: 0, small: 0, objects: 0, unfinished: 0 })
  })
})
