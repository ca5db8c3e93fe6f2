import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { PUBLIC_API_PREFIX, type Change, type ChangePage } from '@plumbline/contract'
import { createClient, followChanges, type FollowedChange } from '@plumbline/sdk'
import { freePort, until } from '@plumbline/testing'
import { setQuarantine } from '../../src/modules/instruments/index.ts'
import { withinTransaction } from '../../src/platform/db/index.ts'
import { call, startTestApp } from '../app.ts'
import { openLaboratory, type Laboratory } from '../calibrating.ts'
import { holdTransaction, waitingForLocks } from '../lock-waits.ts'
import { startServerProcess, type ServerProcess } from '../processes/server-process.ts'

const app = await startTestApp()
// Processes go by the real time.
app.clock.set(new Date().toISOString())

/** A server that can be killed and started again on the same port. */
interface Seat {
  readonly origin: string
  process: ServerProcess
  restart(): Promise<void>
}

async function openSeat(): Promise<Seat> {
  const PORT = String(await freePort())
  const start = () =>
    startServerProcess('api', {
      DATABASE_URL: app.databaseUrl,
      PORT,
      DATA_DIR: join(tmpdir(), 'plumbline-nothing-is-kept'),
      SECRET_KEY: 'a secret of the tests that nothing else uses',
      RATE_LIMIT_PER_MINUTE: '1000000',
    })
  const seat: Seat = {
    origin: `http://127.0.0.1:${PORT}`,
    process: start(),
    restart: async () => {
      await seat.process.kill()
      seat.process = start()
      await seat.process.ready
    },
  }
  app.endsWith(() => seat.process.kill())
  await seat.process.ready
  return seat
}

/** A copy that works until it is ended: it takes the other server whenever one does not respond. */
interface Copy {
  /** Number of pages read so far. */
  rounds: number
  readonly cursors: number[]
  readonly changes: Change[]
  end(): Promise<void>
}

/** Repeats a run against each server in turn, and ends with a run that began after `end` was called. */
function repeat<Kept extends Omit<Copy, 'end'>>(
  copy: Kept,
  seats: readonly Seat[],
  run: (origin: string) => Promise<unknown>,
): Kept & Pick<Copy, 'end'> {
  let isLast = false
  const ended = (async () => {
    for (let turn = 0; ; turn += 1) {
      const began = isLast
      const succeeded = await run(seats[turn % seats.length]!.origin).then(
        () => true,
        (error: unknown) => {
          assert.match(String(error), /ConnectionError|no response/)
          return false
        },
      )
      copy.rounds += 1
      if (began && succeeded) return
    }
  })()
  return Object.assign(copy, {
    end: () => {
      isLast = true
      return ended
    },
  })
}

/** A copy kept with the client, which stores each object that it receives by its ID. */
function clientCopy(lab: Laboratory, seats: readonly Seat[]): Copy & { things: Map<string, object> } {
  const things = new Map<string, object>()
  const copy = { rounds: 0, cursors: [] as number[], changes: [] as Change[], things }
  const store = {
    load: async () => copy.cursors.at(-1),
    save: async (cursor: number) => void copy.cursors.push(cursor),
  }
  const handle = async (page: FollowedChange[]) => {
    for (const { current, instrument, superseded, ...change } of page) {
      copy.changes.push(change)
      for (const thing of [superseded, current, instrument]) if (thing) things.set(thing.id, thing)
    }
  }
  return repeat(copy, seats, (origin) => {
    const client = createClient({ baseUrl: origin, apiKey: lab.key, maxRetries: 0 })
    return followChanges(client, { store, handle, once: true })
  })
}

/** A copy kept as with curl: it repeats the request with the cursor of the last response. */
function plainCopy(lab: Laboratory, seats: readonly Seat[]): Copy {
  const copy = { rounds: 0, cursors: [] as number[], changes: [] as Change[] }
  return repeat(copy, seats, async (origin) => {
    for (let more = true; more;) {
      const after = copy.cursors.length === 0 ? '' : `&after=${copy.cursors.at(-1)}`
      const path = `${origin}${PUBLIC_API_PREFIX}/changes?limit=3${after}`
      const { status, body } = await call(path, 'GET', { key: lab.key })
      assert.equal(status, 200)
      const { data, cursor, pagination } = body as ChangePage
      copy.changes.push(...data)
      copy.cursors.push(cursor)
      more = pagination.has_more
    }
  })
}

/** Waits until each copy has ended this many more runs. */
async function pass(copies: readonly Copy[], runs: number): Promise<void> {
  const before = copies.map(({ rounds }) => rounds)
  await until(() => copies.every(({ rounds }, index) => rounds >= before[index]! + runs))
}

/** Holds a commit while both servers are asked to write, kills one of them, and repeats at the other what got no response. */
async function writeAroundKill(
  lab: Laboratory,
  ids: readonly string[],
  seats: readonly Seat[],
  copies: Copy[],
) {
  const [killed, staying] = seats as [Seat, Seat]
  const caller = await lab.caller()
  const held = holdTransaction(app, lab.id, (tx) => {
    const parts = { ...app, db: withinTransaction(app.db, tx) }
    return setQuarantine(parts, caller, ids[0]!, { isQuarantined: true, reason: 'Dropped' })
  })
  await held.started
  const calibrate = (origin: string, id: string, idempotencyKey: string) =>
    call(`${origin}${PUBLIC_API_PREFIX}/instruments/${id}/calibrations`, 'POST', {
      key: lab.key,
      headers: { 'idempotency-key': idempotencyKey },
      body: { result: 'PASS' },
    })
  const lost = calibrate(killed.origin, ids[1]!, `lost at ${killed.origin}`).catch(() => undefined)
  await waitingForLocks(app, 1)
  const taken = calibrate(staying.origin, ids[2]!, `taken beside ${killed.origin}`)
  await waitingForLocks(app, 2)
  // A run that began after this one has read everything that was committed before.
  await pass(copies, 2)
  const seen = copies.map(({ changes }) => changes.length)
  await pass(copies, 3)
  assert.deepEqual(
    copies.map(({ changes }) => changes.length),
    seen,
    'nothing behind an open commit can be seen',
  )
  const restarted = killed.restart()
  assert.equal(await lost, undefined)
  await held.release()
  assert.equal((await taken).status, 201)
  const repeated = await calibrate(staying.origin, ids[1]!, `lost at ${killed.origin}`)
  assert.equal(repeated.status, 201)
  await restarted
}

/** Returns all changes as the server lists them, and the objects that they name. */
async function register(lab: Laboratory) {
  const changes: Change[] = []
  for (let page: ChangePage | undefined; page === undefined || page.pagination.has_more;) {
    const after = page === undefined ? '' : `&after=${page.cursor}`
    page = (await app.call('GET', `/changes?limit=100${after}`, { key: lab.key })).body as ChangePage
    changes.push(...page.data)
  }
  const things = new Map<string, object>()
  for (const { resource, id } of changes) {
    things.set(id, await (resource === 'instrument' ? lab.read(id) : lab.record(id)))
  }
  return { changes, things }
}

test('copies that follow changes beside open commits, of two servers that are killed in turn, miss nothing and repeat nothing', async () => {
  const lab = await openLaboratory(app)
  const seats = await Promise.all([openSeat(), openSeat()])
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1) ids.push((await lab.instrument()).id)
  const withClient = clientCopy(lab, seats)
  const plain = plainCopy(lab, seats)
  const copies = [withClient, plain]
  await writeAroundKill(lab, ids, seats, copies)
  await lab.settings({ approvalPolicy: 'review' })
  await writeAroundKill(lab, ids.toReversed(), seats.toReversed(), copies)
  await Promise.all(copies.map((copy) => copy.end()))

  const expected = await register(lab)
  assert.equal(expected.changes.filter(({ type }) => type === 'calibration.appended').length, 4)
  for (const { cursors, changes } of copies) {
    assert.deepEqual(changes, expected.changes)
    assert.deepEqual(
      cursors,
      cursors.toSorted((a, b) => a - b),
    )
  }
  for (const [id, thing] of expected.things) assert.deepEqual(withClient.things.get(id), thing)
  assert.equal(withClient.things.size, expected.things.size)
})
