import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  ConflictError,
  createClient,
  hasCode,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  syncCalibrations,
  syncInstruments,
  UnexpectedResponseError,
  uploadDocument,
  type Calibration,
  type Client,
  type Watermark,
  type WatermarkStore,
} from '@plumbline/sdk'
import { startTestApp } from '../app.ts'

const app = await startTestApp()
const clientOf = (apiKey: string): Client => createClient({ baseUrl: app.origin, apiKey, retryDelayMs: 1 })

const instrumentBody = (tag: string) => ({ asset_tag: tag, name: 'Caliper', calibration_interval_value: 12 })

async function instrumentsOf(client: Client, count: number): Promise<string[]> {
  const items = Array.from({ length: count }, (_, index) => ({ body: instrumentBody(`T-${index}`) }))
  const { results } = await client.createInstruments({ body: { items } })
  return results.map(({ body }) => body?.id ?? assert.fail('refused'))
}

/** Keeps the watermark as JSON, as a database would. */
function memoryStore(): WatermarkStore & { kept: () => Watermark } {
  let text: string | undefined
  return {
    load: async () => (text === undefined ? undefined : (JSON.parse(text) as Watermark)),
    save: async (watermark) => {
      text = JSON.stringify(watermark)
    },
    kept: () => JSON.parse(text ?? 'null') as Watermark,
  }
}

test('a change succeeds with the version that was read and is refused with an older one', async () => {
  const { key } = await app.workspace()
  const client = clientOf(key)
  const [id = ''] = await instrumentsOf(client, 1)
  const params = { instrument_id: id }
  const { etag, requestId } = await client.getInstrument({ params }).withResponse()
  assert.ok(etag && requestId)
  const changed = await client.updateInstrument({ params, body: { notes: 'Moved.' }, ifMatch: etag })
  assert.equal(changed.notes, 'Moved.')
  await assert.rejects(
    client.updateInstrument({ params, body: { notes: 'Late.' }, ifMatch: etag }),
    PreconditionFailedError,
  )
})

test('a repeated key brings the stored response', async () => {
  const { key } = await app.workspace()
  const client = clientOf(key)
  const [id = ''] = await instrumentsOf(client, 1)
  const input = {
    params: { instrument_id: id },
    body: { result: 'PASS' },
    idempotencyKey: randomUUID(),
  } as const
  const first = await client.appendCalibration(input)
  const again = await client.appendCalibration(input).withResponse()
  assert.deepEqual([again.data.id, again.isReplayed], [first.id, true])
})

test('a document is uploaded in one call, again if its file was lost, and not if the storage refuses it', async () => {
  const { key } = await app.workspace()
  const client = clientOf(key)
  const [id = ''] = await instrumentsOf(client, 1)
  const upload = {
    instrument_id: id,
    file: new TextEncoder().encode('%PDF-1.7\n%%EOF\n'),
    file_name: 'Report.pdf',
    content_type: 'application/pdf',
    document_type: 'certificate',
  } as const
  const failures: (() => Promise<Response>)[] = [
    () => Promise.reject(new Error('reset')),
    async () => new Response('<Code>SlowDown</Code>', { status: 503 }),
  ]
  const document = await uploadDocument(client, upload, {
    fetch: (url, init) => failures.shift()?.() ?? fetch(url, init),
  })
  assert.deepEqual([document.file_name, document.document_type], ['Report.pdf', 'certificate'])
  const { data } = await client.listInstrumentDocuments({ params: { instrument_id: id } })
  assert.deepEqual(
    data.map((listed) => listed.id),
    [document.id],
  )
  await assert.rejects(
    uploadDocument(client, upload, { fetch: async () => new Response('<Error/>', { status: 403 }) }),
    (error) => error instanceof UnexpectedResponseError && error.status === 403,
  )
})

test('refusals arrive as errors of the class of their code, with details and request id', async () => {
  const workspace = await app.workspace()
  const client = clientOf(workspace.key)
  const [id = ''] = await instrumentsOf(client, 1)
  await assert.rejects(client.getInstrument({ params: { instrument_id: randomUUID() } }), NotFoundError)
  await assert.rejects(client.createInstrument({ body: instrumentBody('T-0') }), ConflictError)
  const reader = clientOf((await workspace.person({ scope: 'read' })).key)
  await assert.rejects(reader.createInstrument({ body: instrumentBody('T-9') }), (error) => {
    assert.ok(error instanceof PermissionError && hasCode(error, 'INSUFFICIENT_SCOPE'))
    assert.equal(error.details.required_scope, 'write')
    assert.ok(error.requestId)
    return true
  })
  await assert.rejects(client.getInstrument({ params: { instrument_id: 'x' } }), (error) => {
    assert.ok(hasCode(error, 'VALIDATION_ERROR'))
    assert.deepEqual(error.details.errors[0]?.loc, ['path', 'instrument_id'])
    return true
  })
  const passed = {
    result: 'PASS',
    nominal_value: '10 mm',
    tolerance: '0.1 mm',
    as_found_reading: '11 mm',
  } as const
  await assert.rejects(client.appendCalibration({ params: { instrument_id: id }, body: passed }), (error) => {
    assert.ok(hasCode(error, 'PASS_OVER_TOLERANCE_REASON_REQUIRED'))
    assert.equal(error.details.field, 'out_of_tolerance_impact')
    return true
  })
})

test('an iterator returns every row once, whatever the size of a page', async () => {
  const { key } = await app.workspace()
  const client = clientOf(key)
  const made = await instrumentsOf(client, 7)
  const seen: string[] = []
  for await (const { id } of client.listInstruments.items({ query: { limit: 3, sort: 'created_at' } }))
    seen.push(id)
  assert.deepEqual(seen.toSorted(), made.toSorted())
})

const WRITERS = 16
const RECORDS_EACH = 8

/** Delays transactions between their ledger entry and their commit, each by a different time. */
async function slowDownCommits(): Promise<void> {
  await app.asOwner(async (owner) => {
    await owner.query(`
      create function delay_commit() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(random() * 0.02);
        return null;
      end $$`)
    await owner.query(
      'create trigger delay_commit after insert on idempotency_keys for each row execute function delay_commit()',
    )
  })
}

test('a copy that is synced while sixteen slow writers work, and stopped at random, misses no record', async () => {
  const { key } = await app.workspace()
  const client = clientOf(key)
  const instruments = await instrumentsOf(client, WRITERS)
  await slowDownCommits()
  const written: string[] = []
  let writing = WRITERS
  const writers = instruments.map(async (id) => {
    for (let count = 0; count < RECORDS_EACH; count += 1) {
      // A clock that jumps back and forth must not lead the copy astray either.
      app.clock.advance(count % 3 === 2 ? -400 : 300)
      const record = await client.appendCalibration({
        params: { instrument_id: id },
        body: { result: 'PASS' },
      })
      written.push(record.id)
    }
    writing -= 1
  })

  const store = memoryStore()
  const copy = new Map<string, Calibration>()
  let repeated = 0
  let runs = 0
  const handle = async (records: Calibration[]) => {
    runs += 1
    if (runs % 5 === 0) throw new Error('the copy stopped before it stored the records')
    for (const record of records) {
      if (copy.has(record.id)) repeated += 1
      copy.set(record.id, record)
    }
    if (runs % 7 === 0) throw new Error('the copy stopped before it stored the watermark')
  }
  const reader = async () => {
    for (let last = false; !last;) {
      last = writing === 0
      const ended = await syncCalibrations(client, { store, handle }).catch(() => undefined)
      if (ended === undefined) last = false
    }
  }
  await Promise.all([...writers, reader()])
  await app.asOwner((owner) => owner.query('drop trigger delay_commit on idempotency_keys'))

  assert.equal(written.length, WRITERS * RECORDS_EACH)
  assert.deepEqual(new Set(written).difference(new Set(copy.keys())), new Set())
  const before = repeated
  assert.equal(await syncCalibrations(client, { store, handle }), 0)
  assert.equal(repeated, before)
  assert.ok(store.kept().handled.length > 0)
})

test('each record is returned once, in the order of the ledger, over runs that each load the watermark', async () => {
  const { key } = await app.workspace()
  const client = clientOf(key)
  const [id = ''] = await instrumentsOf(client, 1)
  const store = memoryStore()
  const copied: string[] = []
  const written: string[] = []
  const handle = async (records: Calibration[]) => {
    copied.push(...records.map((record) => record.id))
  }
  for (const [run, size] of [100, 20, 5, 5].entries()) {
    const items = Array.from({ length: size }, () => ({
      instrument_id: id,
      body: { result: 'PASS' as const },
    }))
    const { results } = await client.appendCalibrations({ body: { items } })
    written.push(...results.map(({ body }) => body?.id ?? assert.fail('refused')))
    // Less than the overlap, so that each run reads records again that the one before handled.
    app.clock.advance(1500)
    if (run > 0) await syncCalibrations(client, { store, handle })
  }
  assert.deepEqual(copied, written)
})

test('instruments that changed since the last run are returned again, retired ones as deleted', async () => {
  // The responses carry the date of this machine.
  app.clock.set(new Date().toISOString())
  const { key } = await app.workspace()
  const client = clientOf(key)
  const made = await instrumentsOf(client, 3)
  const store = memoryStore()
  const copy = new Map<string, boolean>()
  const handle = async (rows: { id: string; deleted: boolean }[]) => {
    for (const { id, deleted } of rows) copy.set(id, deleted)
  }
  assert.equal(await syncInstruments(client, { store, handle, overlapMs: 60_000 }), 3)
  await client.retireInstrument({ params: { instrument_id: made[1] ?? '' } })
  await syncInstruments(client, { store, handle, overlapMs: 60_000 })
  assert.deepEqual(
    copy,
    new Map([
      [made[0], false],
      [made[1], true],
      [made[2], false],
    ]),
  )
})
