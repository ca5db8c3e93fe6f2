import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { after, test, type TestContext } from 'node:test'
import { until } from '@plumbline/testing'
import { verifyLedger } from '../src/modules/ledger/index.ts'
import { sql } from '../src/platform/db/index.ts'
import { projections } from '../src/projections.ts'
import { startTestApp } from './app.ts'
import { openLaboratory } from './calibrating.ts'
import { replicaTestsSkipped, startPostgres, type PostgresServer } from './servers/replicated-postgres.ts'
import { startSwitchingProxy } from './servers/switching-proxy.ts'

/** `npm run check:failover` makes 20, with servers that wait for their disks. */
const ROUNDS = Number(process.env['FAILOVER_ROUNDS'] ?? 1)
const SETTINGS = ROUNDS === 1 ? ['fsync=off'] : []

/** Each writes its records one after another, to an instrument of its own. */
const WRITERS = 8

/** Records that must be acknowledged before the primary is killed, and again afterwards. */
const RECORDS = 40

/** Pause of a client before it repeats a request that got 503. */
const RETRY_MS = 20

const skip = replicaTestsSkipped()

test('every acknowledged record outlives its primary', { skip }, async (t) => {
  let primary = await startPostgres(SETTINGS)
  const proxy = await startSwitchingProxy(portOf(primary))
  process.env['TEST_DATABASE_URL'] = primary.url.replace(String(portOf(primary)), String(proxy.port))
  // Long enough for a promotion on a busy machine, so that a 503 is an answer of the database's state.
  const app = await startTestApp({ REQUEST_DEADLINE_MS: '60000' })
  let standby: PostgresServer | undefined
  after(() => Promise.all([proxy.end(), primary.end(), standby?.end()]))
  const lab = await openLaboratory(app, { keepsEvents: false })
  const instruments = await Promise.all(Array.from({ length: WRITERS }, () => lab.instrument()))
  /** Records by the Idempotency-Key of the request that created them. */
  const acknowledged = new Map<string, string>()

  for (let round = 1; round <= ROUNDS; round += 1) {
    standby = await primary.standby(SETTINGS)
    await replicateSynchronously(primary)
    const load = startWriters(round)
    await load.untilAcknowledged(RECORDS)
    const killedAt = performance.now()
    await primary.kill()
    // Clients first meet a server that is gone, then one that only reads, and then its successor.
    proxy.switchTo(portOf(standby))
    const atKill = acknowledged.size
    const promoted = standby.withClient((client) => client.query('select pg_promote(true, 60)'))
    await load.untilAcknowledged(1)
    const resumedMs = performance.now() - killedAt
    await load.untilAcknowledged(RECORDS)
    await Promise.all([promoted, load.end()])
    await primary.end()
    ;[primary, standby] = [standby, undefined]
    report(t, { round, atKill, resumedMs, statuses: load.statuses })
    await requireAll()
  }

  function startWriters(round: number) {
    const over = new AbortController()
    const statuses = new Map<number, number>()
    const write = async (instrument: { id: string }, writer: number) => {
      for (let number = 0; !over.signal.aborted; number += 1) {
        const key = `${round}-${writer}-${number}`
        acknowledged.set(key, await appendUntilAcknowledged(instrument.id, key, statuses))
      }
    }
    const writers = instruments.map(write)
    const failed = Promise.all(writers).then(() => undefined)
    // One that fails ends the others, which would otherwise keep the process alive.
    failed.catch(() => over.abort())
    return {
      statuses,
      untilAcknowledged: (more: number) => {
        const enough = acknowledged.size + more
        return Promise.race([failed, until(() => acknowledged.size >= enough, 'acknowledged records')])
      },
      end: async () => {
        over.abort()
        await failed
      },
    }
  }

  /** Sends a record as clients do: again, with the same key, after each 503. */
  async function appendUntilAcknowledged(id: string, key: string, statuses: Map<number, number>) {
    for (;;) {
      const { status, body } = await lab.send(id, {}, { headers: { 'idempotency-key': key } })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 201) return body.id as string
      assert.equal(status, 503, JSON.stringify(body))
      await delay(RETRY_MS)
    }
  }

  /** Every acknowledged record is there, each once, and the ledger agrees. */
  async function requireAll() {
    // What the counts of autovacuum would have led to, which a promoted standby does not have.
    await app.asOwner((owner) => owner.query('analyze'))
    const rows = await app.db
      .in(lab.id)
      .rows<{ id: string }>(sql`select calibration_id as id from calibrations where workspace_id = ${lab.id}`)
    assert.deepEqual(rows.map(({ id }) => id).toSorted(), [...acknowledged.values()].toSorted())
    const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections }, lab.id)
    assert.deepEqual({ fault, rowFaults }, { fault: null, rowFaults: [] })
  }
})

const portOf = ({ url }: PostgresServer) => Number(new URL(url).port)

/** From now on, a commit is acknowledged once a standby has it on its disk. */
async function replicateSynchronously(primary: PostgresServer): Promise<void> {
  await primary.withClient(async (client) => {
    await client.query(`alter system set synchronous_standby_names = '*'`)
    await client.query('select pg_reload_conf()')
    await until(async () => {
      const { rowCount } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`)
      return rowCount === 1
    }, 'a synchronous standby')
  })
}

function report(
  t: TestContext,
  round: { round: number; atKill: number; resumedMs: number; statuses: ReadonlyMap<number, number> },
): void {
  const statuses = [...round.statuses].map(([status, times]) => `${status}: ${times}`).join(', ')
  t.diagnostic(
    `round ${round.round}: ${round.atKill} records acknowledged at the kill, writes again after ${Math.round(round.resumedMs)} ms; ${statuses}`,
  )
}
