import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { APP_API_PREFIX, PUBLIC_API_PREFIX } from '@plumbline/contract'
import { freePort } from '@plumbline/testing'
import { call, startTestApp, type TestResponse } from '../../../test/app.ts'
import { openLaboratory, type Laboratory } from '../../../test/calibrating.ts'
import { waitingForLocks } from '../../../test/lock-waits.ts'
import { startServerProcess } from '../../../test/processes/server-process.ts'
import { signInAs, TEST_PASSWORD, type TestSession } from '../../../test/session.ts'
import { projections } from '../../projections.ts'
import { verifyLedger } from '../ledger/index.ts'

/** PLUMBLINE_KILLS=50 makes the long run. */
const KILLS = Number(process.env['PLUMBLINE_KILLS'] ?? 2)

/** Long enough for some work between two kills. */
const PAUSE_MAX_MS = 400

const app = await startTestApp()
app.clock.set(new Date().toISOString())

const YEAR = app.clock.now().getUTCFullYear()
const on = (yearsAgo: number, day: string) => `${YEAR - yearsAgo}-${day}T10:00:00.000Z`

/** A server of its own on the database of the tests, which a test kills and starts again. */
class KilledServer {
  readonly #environment: Record<string, string>
  readonly #origin: string
  #process: ReturnType<typeof startServerProcess>

  private constructor(port: number) {
    this.#origin = `http://127.0.0.1:${port}`
    this.#environment = {
      DATABASE_URL: app.databaseUrl,
      SECRET_KEY: app.parts.config.SECRET_KEY!,
      RATE_LIMIT_PER_MINUTE: '1000000',
      PORT: String(port),
    }
    this.#process = startServerProcess('api', this.#environment)
  }

  static async start(t: TestContext): Promise<KilledServer> {
    const server = new KilledServer(await freePort())
    t.after(() => server.#process.kill())
    await server.#process.ready
    return server
  }

  kill(): Promise<void> {
    return this.#process.kill()
  }

  async startAgain(): Promise<void> {
    this.#process = startServerProcess('api', this.#environment)
    await this.#process.ready
  }

  /** Sends something to the public API with a key. */
  overKey({ key }: Laboratory, path: string, idempotencyKey: string, body: object): Promise<TestResponse> {
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': idempotencyKey }
    return call(`${this.#origin}${PUBLIC_API_PREFIX}${path}`, 'POST', { headers, body })
  }

  /** Sends something to the app API as a person who is signed in. */
  inApp({ workspaceId, cookie }: TestSession, path: string, body: object): Promise<TestResponse> {
    const url = `${this.#origin}${APP_API_PREFIX}/workspaces/${workspaceId}${path}`
    return call(url, 'POST', { headers: { cookie }, body })
  }
}

/** A standard that calibrated two instruments and is to be found out, with what a person does about it, step by step. */
interface Case {
  readonly standardId: string
  readonly touched: readonly string[]
  readonly key: string
}

async function openCase(lab: Laboratory): Promise<Case> {
  const standard = await lab.instrument()
  await lab.calibrate(standard.id, { performed_at: on(2, '01-10') })
  const touched: string[] = []
  for (const day of ['02-10', '03-10']) {
    const { id } = await lab.instrument()
    const use = { performed_at: on(2, day), reference_standard_asset_id: standard.id }
    touched.push((await lab.calibrate(id, use)).id)
  }
  return { standardId: standard.id, touched, key: randomUUID() }
}

const failing = {
  result: 'FAIL',
  notes: 'Bent',
  out_of_tolerance_impact: 'Under review',
  performed_at: on(1, '01-10'),
}

const acts = {
  append: (server: KilledServer, lab: Laboratory, { standardId, key }: Case) =>
    server.overKey(lab, `/instruments/${standardId}/calibrations`, key, failing),
  judge: (server: KilledServer, manager: TestSession, { touched }: Case, findingId: string) =>
    server.inApp(manager, `/findings/${findingId}/judgements`, {
      calibration_ids: touched,
      judgement: 'no_impact',
      reason: 'Checked against the spare set',
    }),
  close: (server: KilledServer, manager: TestSession, findingId: string) =>
    server.inApp(manager, `/findings/${findingId}/close`, {
      conclusion: 'No impact',
      password: TEST_PASSWORD,
      meaning: 'Assessed and closed',
    }),
}

/** What there is of a case: its failing records, and its findings with how much of them is judged. */
async function stateOf(manager: TestSession, { standardId }: Case) {
  const query = `?instrument_id=${standardId}&include=touched`
  const findings = (await manager.call('GET', `/findings${query}`)).body.data
  const records = (await manager.call('GET', `/instruments/${standardId}/calibrations?result=FAIL`)).body.data
  return {
    records: records.length,
    findings: findings.map(({ status, touched }: any) => [status, touched.total - touched.unjudged]),
    findingId: findings[0]?.id as string,
    isQuarantined: (await manager.call('GET', `/instruments/${standardId}`)).body.is_quarantined,
  }
}

async function assertVerified(lab: Laboratory): Promise<void> {
  const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections }, lab.id)
  assert.deepEqual([fault, rowFaults], [null, []])
}

/** Kills the server while what it does waits for a table, and lets the table go. */
async function killedAt(server: KilledServer, table: string, act: () => Promise<unknown>): Promise<void> {
  await app.asOwner(async (owner) => {
    await owner.query('begin')
    await owner.query(`lock table ${table} in share row exclusive mode`)
    const response = act()
    response.catch(() => undefined)
    await waitingForLocks(app, 1)
    await server.kill()
    await assert.rejects(response)
    await owner.query('rollback')
  })
  // The database notices that nobody is there any more when it goes on with the statement.
  await waitingForLocks(app, 0)
  await server.startAgain()
}

describe('a server that is killed', () => {
  test('within a record and its finding, within judgements and within a closing leaves nothing half-done', async (t) => {
    const lab = await openLaboratory(app)
    const manager = await signInAs(app, lab, 'manager')
    const one = await openCase(lab)
    const server = await KilledServer.start(t)
    const assertState = async (records: number, findings: unknown[], what: string) => {
      const state = await stateOf(manager, one)
      assert.deepEqual(
        [state.records, state.findings, state.isQuarantined],
        [records, findings, records > 0],
        what,
      )
      await assertVerified(lab)
      return state.findingId
    }

    await killedAt(server, 'findings', () => acts.append(server, lab, one))
    await assertState(0, [], 'neither record nor finding')
    const appended = await acts.append(server, lab, one)
    assert.deepEqual([appended.status, appended.headers.get('idempotency-replayed')], [201, null])
    const findingId = await assertState(1, [['open', 0]], 'both')

    await killedAt(server, 'finding_judgements', () => acts.judge(server, manager, one, findingId))
    await assertState(1, [['open', 0]], 'no judgement')
    assert.equal((await acts.judge(server, manager, one, findingId)).status, 200)
    await assertState(1, [['open', 2]], 'every judgement')

    await killedAt(server, 'findings', () => acts.close(server, manager, findingId))
    await assertState(1, [['open', 2]], 'not closed')
    assert.equal((await acts.close(server, manager, findingId)).status, 200)
    await assertState(1, [['closed', 2]], 'closed')
  })

  test('at random moments leaves each record with its finding, and all judgements of a request or none', async (t) => {
    const lab = await openLaboratory(app)
    const manager = await signInAs(app, lab, 'manager')
    const server = await KilledServer.start(t)
    const killing = killAtRandom(server)
    const cases: Case[] = []
    const kills = { areOver: false }
    const end = () => {
      kills.areOver = true
    }
    killing.then(end, end)
    while (!kills.areOver) {
      const one = await openCase(lab)
      cases.push(one)
      await untilTaken(() => acts.append(server, lab, one), [201])
      const { findingId, ...state } = await stateOf(manager, one)
      assert.deepEqual([state.records, state.findings], [1, [['open', 0]]])
      await untilTaken(async () => {
        const { findings } = await stateOf(manager, one)
        assert.ok([0, 2].includes(findings[0][1]), 'all of them or none')
        return acts.judge(server, manager, one, findingId)
      }, [200])
      // One that was closed by an attempt whose response was lost is refused.
      await untilTaken(() => acts.close(server, manager, findingId), [200, 409])
    }
    await killing
    for (const one of cases) {
      const { records, findings } = await stateOf(manager, one)
      assert.deepEqual([records, findings], [1, [['closed', 2]]])
    }
    await assertVerified(lab)
    t.diagnostic(`${KILLS} kills, ${cases.length} findings`)
  })
})

async function killAtRandom(server: KilledServer): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(Math.random() * PAUSE_MAX_MS)
    await server.kill()
    await server.startAgain()
  }
}

/** Sends a request again until a server responds. */
async function untilTaken(send: () => Promise<TestResponse>, statuses: readonly number[]): Promise<void> {
  for (;;) {
    const response = await send().catch((error: unknown) => {
      if (error instanceof assert.AssertionError) throw error
    })
    if (!response) {
      await delay(20)
      continue
    }
    if (response.status === 503) continue
    assert.ok(statuses.includes(response.status), JSON.stringify(response.body))
    return
  }
}
