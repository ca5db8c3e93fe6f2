import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PUBLIC_API_PREFIX } from '@plumbline/contract'
import { call, startTestApp, type TestResponse } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { holdTransaction, waitingForLocks } from '../../../../test/lock-waits.ts'
import { startSecondServer } from '../../../../test/second-server.ts'
import { sql } from '../../../platform/db/index.ts'

const app = await startTestApp()
const lab = await openLaboratory(app)
const { id: instrumentId } = await lab.instrument()
const second = await startSecondServer(app)
const DAY_MS = 24 * 60 * 60 * 1000

/** A write that the contract lets clients repeat. */
interface Repeatable {
  send: (key: string, options?: { isOther?: boolean; origin?: string }) => Promise<TestResponse>
  /** The table of what it writes. */
  table: string
  /** Whether a replay says that it is one: items of batches do not. */
  marksReplays: boolean
}

const instrument = (tag: string, name = 'Caliper') => ({
  asset_tag: tag,
  name,
  calibration_interval_value: 12,
})
const post = (origin: string, path: string, body: object, key?: string) =>
  call(`${origin}${PUBLIC_API_PREFIX}${path}`, 'POST', {
    key: lab.key,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })

/** Returns the response of the only item of a batch as that of a single write. */
async function itemOf(response: Promise<TestResponse>): Promise<TestResponse> {
  const { status, headers, body } = await response
  if (status !== 200) return { status, headers, body }
  const [item] = body.results
  return { status: item.status, headers, body: item.body ?? item.error }
}

const repeatables: Record<string, Repeatable> = {
  'POST /instruments': {
    send: (key, { isOther = false, origin = app.origin } = {}) =>
      post(origin, '/instruments', instrument(key, isOther ? 'Gauge' : undefined), key),
    table: 'instruments',
    marksReplays: true,
  },
  'POST /instruments/{instrument_id}/calibrations': {
    send: (key, { isOther = false, origin = app.origin } = {}) =>
      post(origin, `/instruments/${instrumentId}/calibrations`, { result: isOther ? 'FAIL' : 'PASS' }, key),
    table: 'calibrations',
    marksReplays: true,
  },
  'POST /instruments/batch': {
    send: (key, { isOther = false, origin = app.origin } = {}) =>
      itemOf(
        post(origin, '/instruments/batch', {
          items: [{ idempotency_key: key, body: instrument(key, isOther ? 'Gauge' : undefined) }],
        }),
      ),
    table: 'instruments',
    marksReplays: false,
  },
  'POST /calibrations/batch': {
    send: (key, { isOther = false, origin = app.origin } = {}) =>
      itemOf(
        post(origin, '/calibrations/batch', {
          items: [
            {
              idempotency_key: key,
              instrument_id: instrumentId,
              body: { result: isOther ? 'FAIL' : 'PASS' },
            },
          ],
        }),
      ),
    table: 'calibrations',
    marksReplays: false,
  },
}

const isReplayed = ({ headers }: TestResponse) => headers.get('idempotency-replayed') === 'true'

/** Number of rows of the workspace in a table. */
async function countOf(table: string): Promise<number> {
  const { rows } = await app.asOwner((owner) =>
    owner.query<{ count: number }>(
      `select count(*)::int as count from ${table} where workspace_id = '${lab.id}'`,
    ),
  )
  return rows[0]!.count
}

for (const [name, { send, table, marksReplays }] of Object.entries(repeatables)) {
  describe(name, () => {
    test('is replayed a day and a month later, and with another body refused', async () => {
      const first = await send(`${name} later`)
      assert.equal(first.status, 201, JSON.stringify(first.body))
      for (const wait of [DAY_MS + 1, 29 * DAY_MS]) {
        app.clock.advance(wait)
        const again = await send(`${name} later`)
        assert.deepEqual([again.status, isReplayed(again), again.body], [201, marksReplays, first.body])
        const other = await send(`${name} later`, { isOther: true })
        assert.deepEqual([other.status, other.body.code], [422, 'INVALID_REQUEST'])
        assert.equal(other.body.details.field, 'Idempotency-Key')
      }
    })

    test('is refused with 503 by another process while the first call runs, and then replayed', async () => {
      const before = await countOf(table)
      const held = holdTransaction(app, lab.id, (tx) =>
        tx.rows(sql`select from ledger_heads where workspace_id = ${tx.workspaceId} for update`),
      )
      await held.started
      const first = send(`${name} slow`)
      await waitingForLocks(app, 1)
      const early = await Promise.all(
        [false, true].map((isOther) => send(`${name} slow`, { isOther, origin: second.origin })),
      )
      await held.release()
      for (const { status, body } of early)
        assert.deepEqual([status, body.code], [503, 'REQUEST_IN_PROGRESS'])
      const { status, body } = await first
      assert.equal(status, 201, JSON.stringify(body))
      const again = await send(`${name} slow`)
      assert.deepEqual([again.status, isReplayed(again), again.body], [201, marksReplays, body])
      assert.equal(await countOf(table), before + 1)
    })

    test('that ended with 500 stored nothing: the retry carries it out, once', async () => {
      const before = await countOf(table)
      await app.asOwner(async (owner) => {
        await owner.query(`
          create function break_write() returns trigger language plpgsql as $$
          begin
            raise exception 'disk full';
          end $$`)
        await owner.query(
          `create trigger break_write before insert on ${table} for each row execute function break_write()`,
        )
      })
      const failed = await send(`${name} broken`)
      assert.deepEqual([failed.status, failed.body.code], [500, 'INTERNAL_ERROR'])
      await app.asOwner((owner) => owner.query(`drop function break_write cascade`))
      const retried = await send(`${name} broken`)
      assert.deepEqual([retried.status, isReplayed(retried)], [201, false])
      const again = await send(`${name} broken`)
      assert.deepEqual([again.status, isReplayed(again), again.body], [201, marksReplays, retried.body])
      assert.equal(await countOf(table), before + 1)
    })
  })
}

test('a long response is stored compressed, and replayed as it was', async () => {
  const send = () =>
    post(
      app.origin,
      `/instruments/${instrumentId}/calibrations`,
      { result: 'PASS', notes: '±5 µm "as found"\n'.repeat(200), method: '測定'.repeat(100) },
      'long',
    )
  const first = await send()
  assert.equal(first.status, 201, JSON.stringify(first.body))
  const again = await send()
  assert.deepEqual([again.status, isReplayed(again)], [201, true])
  assert.equal(JSON.stringify(again.body), JSON.stringify(first.body))
  const { rows } = await app.asOwner((owner) =>
    owner.query(
      `select body, octet_length(compressed_body) as size from idempotency_keys
       where workspace_id = '${lab.id}' and key = 'long'`,
    ),
  )
  const [{ body, size }] = rows
  assert.equal(body, null)
  assert.ok(size < JSON.stringify(first.body).length / 2, `takes ${size} bytes`)
})
