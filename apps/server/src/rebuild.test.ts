import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, describe, test } from 'node:test'
import type { ClientBase } from 'pg'
import { HANG_MS, until as untilSo } from '@plumbline/testing'
import { programPath } from '../test/processes/program-path.ts'
import { startTestApp } from '../test/app.ts'
import { bareEnvironment } from '../test/processes/bare-environment.ts'
import { actsOn } from '../test/workspaces/living-workspace.ts'
import { openRichWorkspace } from '../test/workspaces/rich-workspace.ts'
import { tamper } from '../test/ledger/tampering.ts'
import { calibrationEffects } from './modules/calibrations/index.ts'
import { instrumentProjection, scheduleOf } from './modules/instruments/index.ts'
import { firstDifference, rebuildLedger, verifyLedger, type Projection } from './modules/ledger/index.ts'
import { APPLICATION_ROLE, openDatabase } from './platform/db/index.ts'
import { projections } from './projections.ts'
import { createLedgerThreads } from './verify-thread.ts'

const app = await startTestApp()
const acts = actsOn(app)
const w = await openRichWorkspace(app)
const owner = openDatabase({
  connection: app.parts.connection,
  poolSize: 1,
  role: undefined,
  requestDeadlineMs: HANG_MS,
  onIdleError: () => undefined,
})
after(() => owner.close())
const parts = { secrets: app.parts.secrets, owner, projections }

/** Tables that are readings of the ledger, what triggers count of them, and what they are found by. */
const TABLES = [
  ...projections.flatMap(({ tables }) => tables.map(({ table }) => table)),
  ...projections.flatMap(({ counts }) => counts?.('').map(({ table }) => table) ?? []),
  'instrument_words',
  'document_words',
  'point_standards',
]

/** Every row of a workspace, with every column. */
async function everyRow(workspaceId: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  await app.asOwner(async (client) => {
    for (const table of TABLES) {
      const mine =
        table === 'people'
          ? 'id in (select person_id from memberships where workspace_id = $1)'
          : 'workspace_id = $1'
      // A row that counts nothing is as good as none.
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${table} t where ${mine} and to_jsonb(t) ->> 'count' is distinct from '0'
         order by 1`,
        [workspaceId],
      )
      found[table] = rows.map(({ row }) => row)
    }
  })
  return found
}

/** Tampers with rows of a workspace as a person with all rights could: no trigger follows, no key is looked at. */
const tamperWith = (statements: readonly string[]) =>
  tamper(app, async ({ run }) => {
    await run(`set app.rebuilds = 'on'`)
    for (const text of statements) await run(text.replaceAll('$w', `'${w.lab.id}'`))
  })

const one = (table: string, id: string, more = 'true') =>
  `workspace_id = $w and ${id} = (select min(${id}::text)::uuid from ${table} where workspace_id = $w and ${more})`

/** Two rows exchange a value that no two may share. */
const exchange = (table: string, id: string, column: string, free: string, more = 'true') => [
  `create temp table pair as select ${id} as id, ${column} as value, row_number() over (order by ${id}) as place
   from ${table} where workspace_id = $w and ${more} order by ${id} limit 2`,
  `update ${table} t set ${column} = ${free} from pair where workspace_id = $w and ${id} = pair.id`,
  `update ${table} t set ${column} = other.value from pair join pair other on other.place <> pair.place
   where workspace_id = $w and ${id} = pair.id`,
  `drop table pair`,
]

const forged = (table: string, id: string, changes: Record<string, unknown>, more = 'true') =>
  `insert into ${table}
   select (jsonb_populate_record(t, jsonb_build_object('${id}', gen_random_uuid()) || '${JSON.stringify(changes)}')).*
   from ${table} t where ${one(table, id, more)}`

/** A rule of due dates by which everything falls due a day later. */
const aDayLater: typeof scheduleOf = (instrument, zones) => {
  const { complianceGroup, ...dates } = scheduleOf(instrument, zones)
  const later = Object.entries(dates).map(([name, date]) => [name, date && addDay(date)])
  return { complianceGroup, ...(Object.fromEntries(later) as typeof dates) }
}

const addDay = (date: string) => {
  const next = new Date(date)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, date.length)
}

const isOfRegister = ({ tables }: Projection) => tables.some(({ table }) => table === 'instruments')

/** Every projection, that of the register by another rule. */
const withSchedule = (schedule: typeof scheduleOf) =>
  projections.map((each) => (isOfRegister(each) ? instrumentProjection(calibrationEffects, schedule) : each))

const idle = { take: () => undefined, compare: () => Promise.resolve() }

const reading = {
  result: 'PASS',
  performed_at: '2026-07-01T00:00:00.000Z',
  nominal_value: '10 mm',
  temperature: '20',
}

const ENDPOINTS_FORGED = `update webhook_endpoints set url = 'https://forged.example' where workspace_id = $w`

const CLI = programPath(new URL('./cli/plumbline.ts', import.meta.url))
const environment = {
  DATABASE_URL: app.databaseUrl,
  SECRET_KEY: app.parts.config.SECRET_KEY!,
  DATA_DIR: app.parts.config.DATA_DIR,
}

/** Waits for what other connections do. */
async function until(client: ClientBase, condition: string): Promise<void> {
  await untilSo(async () => {
    const { rows } = await client.query<{ holds: boolean }>(`select ${condition} as holds`)
    return rows[0]!.holds
  }, condition)
}

const FORGERIES = [
  `update workspaces set name = 'Forged', warning_days = 99 where workspace_id = $w`,
  ...exchange('sites', 'site_id', 'name', 'site_id::text'),
  `delete from locations where workspace_id = $w`,
  `update memberships set role = 'admin' where workspace_id = $w`,
  `update people set name = 'Forged' where id in (select person_id from memberships where workspace_id = $w)`,
  `update api_keys set revoked_at = null, scope = 'read' where ${one('api_keys', 'key_id')}`,
  `update invitations set role = 'admin' where workspace_id = $w`,
  `update service_accounts set role = 'manager', site_ids = '{}' where workspace_id = $w`,
  forged('api_keys', 'key_id', { prefix: 'forged' }),
  ...exchange('instruments', 'instrument_id', 'asset_tag', 'instrument_id::text'),
  `update instruments set due_date_0 = due_date_0 + 1, name = 'Forged' where workspace_id = $w`,
  `delete from instruments where ${one('instruments', 'instrument_id')}`,
  forged('instruments', 'instrument_id', { asset_tag: 'FORGED', serial_number: null }),
  ...exchange('calibrations', 'calibration_id', 'feed_place', '-1 - feed_place'),
  ...exchange('calibrations', 'calibration_id', 'ledger_index', '-1 - ledger_index'),
  `update calibrations set result = 'FAIL' where workspace_id = $w and record_type = 'calibration'`,
  `delete from calibrations where ${one('calibrations', 'calibration_id', `voids_id is null`)}`,
  `delete from calibration_decisions where ${one('calibration_decisions', 'calibration_id')}`,
  `update calibration_decisions set decided_by = 'Forged' where workspace_id = $w`,
  `delete from undecided_calibrations where workspace_id = $w`,
  `update documents set file_name = 'forged.pdf' where workspace_id = $w`,
  `update certificates set number = 'FORGED', sha256 = decode(repeat('00', 32), 'hex') where workspace_id = $w`,
  `delete from certificate_directory where workspace_id = $w`,
  ENDPOINTS_FORGED,
  `delete from instrument_words where workspace_id = $w and word = 'caliper'`,
  `update calibration_counts set count = count + 7 where workspace_id = $w`,
]

describe('rebuilding', () => {
  test('puts every row of every table back as the ledger has it, and leaves what no entry records', async () => {
    const before = await everyRow(w.lab.id)
    await tamperWith(FORGERIES)
    const tampered = await everyRow(w.lab.id)
    const stopped = await rebuildLedger(parts, w.lab.id, { takeLog: false })
    assert.deepEqual([stopped.fault, stopped.isSwapped], [null, false])
    assert.deepEqual(await everyRow(w.lab.id), tampered, 'without leave nothing is changed')
    for (const heldMax of [2, undefined]) {
      const report = await rebuildLedger({ ...parts, ...(heldMax && { heldMax }) }, w.lab.id, {
        takeLog: true,
      })
      assert.deepEqual([report.fault, report.missing], [null, []])
      assert.deepEqual([report.isSwapped, report.differing.size > 0], heldMax ? [true, true] : [false, false])
      assert.deepEqual(await everyRow(w.lab.id), before)
    }
  })
  test('applies a changed rule of due dates, also to everything derived from them', async () => {
    const dueOf = async () => {
      const response = await app.call('GET', '/due?within_days=3650', { key: w.lab.key })
      return response.body.data.map((row: { due_date: string }) => row.due_date)
    }
    const before = await dueOf()
    const changed = { ...parts, projections: withSchedule(aDayLater) }
    const stopped = await rebuildLedger(changed, w.lab.id, { takeLog: false })
    assert.match(firstDifference(stopped)!.says, /instruments \S+ has due_date_0 "/)
    assert.deepEqual(await dueOf(), before)
    const rolledOut = await rebuildLedger(changed, w.lab.id, { takeLog: true })
    assert.deepEqual([...rolledOut.differing.keys()], ['instruments'])
    assert.deepEqual(
      await dueOf(),
      before.map((at: string) => addDay(at)),
    )
    const report = await verifyLedger({ ...app.parts, projections: changed.projections }, w.lab.id)
    assert.equal(firstDifference(report), null)
    await rebuildLedger(parts, w.lab.id, { takeLog: true })
    assert.deepEqual(await dueOf(), before)
  })

  test('lets others write, and includes what they entered meanwhile', async () => {
    const [first, second] = w.instruments
    const changed = withSchedule(aDayLater)
    for (const heldMax of [2, 2000]) {
      await tamperWith([`update instruments set name = 'Forged' where workspace_id = $w`])
      const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const pause = { tables: [], begin: () => idle, hold: () => (reached.resolve(), goOn.promise) }
      const rebuilding = rebuildLedger({ ...parts, projections: [pause, ...changed], heldMax }, w.lab.id, {
        takeLog: true,
      })
      await Promise.race([reached.promise, rebuilding])
      await acts.update(w, first!, { name: `Renamed ${heldMax}`, location_id: null, site_id: w.sites[0]! })
      await acts.calibrate(w, second!, reading)
      await acts.correct(w, w.records.at(-1)!, reading)
      await acts.approve(w, w.records.at(-1)!, null)
      await acts.void(w, w.records.at(-2)!)
      await acts.enter(w, { name: 'New', calibration_interval_value: 12, asset_tag: `N-${heldMax}` })
      await acts.attach(w, w.instruments.at(-1)!)
      await acts.addLocation(w, w.sites[0]!, `Shelf ${heldMax}`)
      goOn.resolve()
      assert.equal((await rebuilding).isSwapped, true)
      const report = await verifyLedger({ ...app.parts, projections: changed }, w.lab.id)
      assert.equal(firstDifference(report), null)
    }
    await rebuildLedger(parts, w.lab.id, { takeLog: true })
  })

  test('leaves everything as it was when it is killed in the midst of the exchange, and then carries through', async () => {
    const before = await everyRow(w.lab.id)
    await tamperWith([`update instruments set name = 'Forged' where workspace_id = $w`, ENDPOINTS_FORGED])
    const tampered = await everyRow(w.lab.id)
    await app.asOwner(async (client) => {
      // The exchange begins with instruments and ends with endpoints.
      await client.query('begin')
      await client.query('lock table webhook_endpoints in share mode')
      const child = spawn(process.execPath, [CLI, 'ledger', 'rebuild', '--workspace', w.lab.id, '--yes'], {
        stdio: 'ignore',
        env: { ...bareEnvironment(), ...environment },
      })
      const ended = once(child, 'exit')
      await until(
        client,
        `exists (select from pg_locks where not granted and relation = 'webhook_endpoints'::regclass)`,
      )
      child.kill('SIGKILL')
      await ended
      await client.query('rollback')
      await until(client, `not exists (select from pg_class where relname = 'differing_rows')`)
    })
    assert.deepEqual(await everyRow(w.lab.id), tampered)
    const report = await rebuildLedger(parts, w.lab.id, { takeLog: true })
    assert.equal(report.differing.get('webhook_endpoints'), 1)
    assert.deepEqual(await everyRow(w.lab.id), before)
  })

  test('and verifying in a thread, as large ledgers are, find the same', async () => {
    const { connection } = app.parts
    const threads = createLedgerThreads(app.parts)
    await tamperWith([ENDPOINTS_FORGED])
    const found = await threads.verify(w.lab.id)
    const rebuilt = await threads.rebuild(w.lab.id, { owner: connection, takeLog: true })
    assert.deepEqual(found.rowFaults, rebuilt.rowFaults)
    assert.deepEqual([...rebuilt.differing], [['webhook_endpoints', 1]])
    const report = await threads.verify(w.lab.id)
    assert.equal(firstDifference(report), null)
    const here = await verifyLedger({ ...app.parts, projections }, w.lab.id)
    assert.deepEqual([report.size, report.root], [here.size, here.root])
  })

  test('reports the rows that stay missing, because no entry contains their secrets', async () => {
    await tamperWith([`delete from webhook_endpoints where workspace_id = $w`])
    const report = await rebuildLedger(parts, w.lab.id, { takeLog: true })
    assert.deepEqual(report.missing, [{ table: 'webhook_endpoints', rowId: w.webhooks[0]! }])
  })
})

test('rows that are written once are changed by their owner only, and only to rebuild them', async () => {
  const tries = {
    [APPLICATION_ROLE]: /permission denied/,
    none: /is refused: its rows are written once/,
  }
  for (const table of ['calibrations', 'calibration_decisions', 'certificates', 'certificate_directory']) {
    for (const [role, complaint] of Object.entries(tries)) {
      await app.asOwner(async (client) => {
        await client.query(`set role ${role}; set app.workspace_id = '${w.lab.id}'`)
        if (role !== 'none') await client.query(`set app.rebuilds = 'on'`)
        await assert.rejects(
          client.query(`delete from ${table} where workspace_id = '${w.lab.id}'`),
          complaint,
        )
      })
    }
    await app.asOwner(async (client) => {
      await client.query(`set app.rebuilds = 'on'`)
      await assert.rejects(client.query(`truncate ${table} cascade`), /TRUNCATE .* is refused/)
    })
  }
})

test('nothing is built from a ledger that fails verification', async () => {
  await tamper(app, async ({ owner: client }) => {
    await client.query('alter table ledger_entries disable trigger user')
    await client.query(`update ledger_entries set payload = '{}' where workspace_id = $1 and index = 2`, [
      w.lab.id,
    ])
    await client.query('alter table ledger_entries enable always trigger written_once')
    await client.query('alter table ledger_entries enable always trigger never_emptied')
    await client.query(`update instruments set name = 'Forged' where workspace_id = $1`, [w.lab.id])
  })
  const tampered = await everyRow(w.lab.id)
  const report = await rebuildLedger(parts, w.lab.id, { takeLog: true })
  assert.deepEqual([report.fault?.index, report.isSwapped], [2, false])
  assert.deepEqual(await everyRow(w.lab.id), tampered)
})
