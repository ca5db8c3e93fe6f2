import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findingAges, type FindingReport } from '@plumbline/contract'
import { sharedTestApp } from '../../../test/app.ts'
import { openLaboratory, type Body, type Laboratory } from '../../../test/calibrating.ts'
import { signInAs, signInPerson, TEST_PASSWORD, type TestSession } from '../../../test/session.ts'

// The clock of tests stands at Saturday, 2026-11-21, 08:00 in UTC.
const app = await sharedTestApp()
const NOW = Date.parse('2026-11-21T08:00:00.000Z')
const DAY_MS = 86_400_000

const out = { result: 'FAIL', nominal_value: '10 V', tolerance: '± 0.05 V', as_found_reading: '10.1 V' }

async function read(session: TestSession, query = ''): Promise<FindingReport> {
  const response = await session.call('GET', `/reports/findings${query}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body as FindingReport
}

/** Puts the clock so many days back from where it stands in tests. Entries of a ledger never go back in time: the oldest first. */
function setDaysAgo(days: number): void {
  app.clock.set(new Date(NOW - days * DAY_MS).toISOString())
}

/** Opens a finding at the time of the clock, and returns it. */
async function openFinding({ lab, manager }: Team): Promise<Body> {
  const { id } = await lab.instrument()
  await lab.calibrate(id, { performed_at: app.clock.now().toISOString(), ...out })
  const session = await signInPerson(app, lab.id, manager.personId)
  const { body } = await session.call('GET', `/findings?instrument_id=${id}`)
  return body.data[0]
}

async function change(session: TestSession, finding: string, body: Body) {
  const response = await session.call('PATCH', `/findings/${finding}`, { body })
  assert.equal(response.status, 200, JSON.stringify(response.body))
}

async function close({ lab, manager }: Team, finding: string) {
  const session = await signInPerson(app, lab.id, manager.personId)
  const body = { conclusion: 'Nothing else was used.', password: TEST_PASSWORD, meaning: 'Closed' }
  const response = await session.call('POST', `/findings/${finding}/close`, { body })
  assert.equal(response.status, 200, JSON.stringify(response.body))
}

/** A laboratory with the person who looks after its findings. */
interface Team {
  readonly lab: Laboratory
  readonly manager: TestSession
}

async function laboratory(timeZone = 'UTC'): Promise<Team> {
  const lab = await openLaboratory(app, { timeZone })
  const manager = await signInAs(app, lab, 'manager', { name: 'Quinn' })
  return { lab, manager }
}

// Outside of suites, which begin together: all of them share the clock.
setDaysAgo(600)
const [withOpen, withClosed] = [await laboratory(), await laboratory('Europe/Berlin')]
const ids = new Map<number, string>()
for (const days of [400, 181, 180, 91, 90, 61, 60, 31, 30, 0]) {
  setDaysAgo(days)
  ids.set(days, (await openFinding(withOpen))['id'] as string)
}
const closing: [days: number, opens: string | null, closes: string | null][] = [
  [500, 'first', null],
  [400, null, 'first'],
  [100, 'second', null],
  [100, 'third', null],
  [90, null, 'second'],
  [61, 'fourth', null],
  [60, null, 'third'],
  [60, null, 'fourth'],
]
const opened = new Map<string, string>()
for (const [days, opens, closes] of closing) {
  setDaysAgo(days)
  if (opens !== null) {
    const id = (await openFinding(withClosed))['id'] as string
    opened.set(opens, id)
    const session = await signInPerson(app, withClosed.lab.id, withClosed.manager.personId)
    await change(session, id, { due_date: '2026-09-20' })
  }
  if (closes !== null) await close(withClosed, opened.get(closes)!)
}
setDaysAgo(0)
for (const team of [withOpen, withClosed]) {
  Object.assign(team, { manager: await signInPerson(app, team.lab.id, team.manager.personId) })
}
const owned = { owner_person_id: withOpen.manager.personId }
await change(withOpen.manager, ids.get(31)!, { ...owned, due_date: '2026-11-20' })
await change(withOpen.manager, ids.get(400)!, { ...owned, due_date: '2026-11-01' })
await change(withOpen.manager, ids.get(0)!, { due_date: '2026-11-21' })
const voided = await withClosed.lab.calibrate((await withClosed.lab.instrument()).id, out)
await withClosed.lab.void(await withClosed.lab.caller(), voided.id)

describe('open findings', () => {
  const { manager } = withOpen

  test('are counted by age, to the day', async () => {
    const { open } = await read(manager)
    assert.deepEqual(open.ages, [
      { age: '0-30', count: 2, overdue: 0 },
      { age: '31-60', count: 2, overdue: 1 },
      { age: '61-90', count: 2, overdue: 0 },
      { age: '91-180', count: 2, overdue: 0 },
      { age: 'over-180', count: 2, overdue: 1 },
    ])
    assert.deepEqual([open.on, open.count, open.overdue, open.longest_days], ['2026-11-21', 10, 2, 400])
  })

  test('are counted by owner, including those without one', async () => {
    const { open } = await read(manager)
    assert.deepEqual(open.owners, [
      { owner: null, count: 8, overdue: 0, longest_days: 181 },
      { owner: { id: manager.personId, name: 'Quinn' }, count: 2, overdue: 2, longest_days: 400 },
    ])
  })

  test('are listed the oldest first, with how long they are open and overdue', async () => {
    const { rows, rows_total } = await read(manager)
    assert.equal(rows_total, 10)
    assert.deepEqual(
      rows.map(({ days }) => days),
      [400, 181, 180, 91, 90, 61, 60, 31, 30, 0],
    )
    const { asset_tag: _tag, instrument_id: _id, site_id: _site, ...oldest } = rows[0]!
    assert.deepEqual(oldest, {
      finding_id: ids.get(400),
      name: 'Caliper',
      size_percent: '200',
      owner: { id: manager.personId, name: 'Quinn' },
      opened_on: '2025-10-17',
      due_date: '2026-11-01',
      days_overdue: 20,
      closed_on: null,
      closed_because: null,
      days: 400,
    })
  })

  test('can be filtered by age, by owner or none, and by overdue', async () => {
    const daysOf = async (query: string) => {
      const { rows, rows_total, open } = await read(manager, query)
      assert.equal(rows.length, rows_total)
      assert.equal(open.count, 10)
      return rows.map(({ days }) => days)
    }
    assert.deepEqual(await daysOf('?age=31-60'), [60, 31])
    assert.deepEqual(await daysOf('?age=over-180'), [400, 181])
    assert.deepEqual(await daysOf(`?owner=${manager.personId}`), [400, 31])
    assert.deepEqual(await daysOf(`?owner=${manager.personId}&age=31-60`), [31])
    assert.deepEqual(await daysOf('?owner=none&age=over-180'), [181])
    assert.deepEqual(await daysOf('?list=overdue'), [400, 31])
    const { open, rows } = await read(manager)
    for (const { age, count } of open.ages) assert.equal((await daysOf(`?age=${age}`)).length, count)
    assert.equal(rows.length, open.count)
  })
})

describe('closed findings', () => {
  const { manager } = withClosed

  test('state median and longest of those that were concluded, by month too', async () => {
    const { closed, from, to, open } = await read(manager)
    assert.deepEqual([from, to, open.count, open.longest_days], ['2025-11-22', '2026-11-21', 0, null])
    assert.deepEqual(closed, {
      concluded: 3,
      with_record: 1,
      median_days: 10,
      longest_days: 40,
      months: [
        { month: '2026-08', concluded: 1, with_record: 0, median_days: 10, longest_days: 10 },
        { month: '2026-09', concluded: 2, with_record: 0, median_days: 20.5, longest_days: 40 },
        { month: '2026-11', concluded: 0, with_record: 1, median_days: null, longest_days: null },
      ],
    })
    assert.deepEqual(
      open.ages,
      findingAges.map((age) => ({ age, count: 0, overdue: 0 })),
    )
  })

  test('are listed the last closed first, of a month too, late ones with the days', async () => {
    const { rows, rows_total } = await read(manager, '?list=closed')
    assert.equal(rows_total, 4)
    assert.deepEqual(
      rows.map(({ closed_on, closed_because, days, days_overdue }) => [
        closed_on,
        closed_because,
        days,
        days_overdue,
      ]),
      [
        ['2026-11-21', 'record_voided', 0, 0],
        ['2026-09-22', 'concluded', 1, 2],
        ['2026-09-22', 'concluded', 40, 2],
        ['2026-08-23', 'concluded', 10, 0],
      ],
    )
    assert.equal((await read(manager, '?list=closed&month=2026-09')).rows_total, 2)
    assert.equal((await read(manager, '?list=closed&from=2025-01-01&to=2025-12-31')).rows_total, 1)
  })
})

test('days are those of the time zone of the workspace', async (t) => {
  t.after(() => setDaysAgo(0))
  // 08:00 in UTC is 21:00 in Auckland: the day there began at 11:00 of the day before.
  app.clock.set('2026-11-20T10:59:00.000Z')
  const team = await laboratory('Pacific/Auckland')
  await openFinding(team)
  app.clock.set('2026-11-20T11:00:00.000Z')
  await openFinding(team)
  setDaysAgo(0)
  const { rows } = await read(await signInPerson(app, team.lab.id, team.manager.personId))
  assert.deepEqual(
    rows.map(({ days, opened_on }) => [days, opened_on]),
    [
      [1, '2026-11-20'],
      [0, '2026-11-21'],
    ],
  )
})

describe('who may read it', () => {
  test('every role, each the findings of its sites, of one of them where it is named', async () => {
    const team = await laboratory()
    const { lab, manager } = team
    const leipzig = await lab.site('Leipzig')
    await openFinding(team)
    const { instrument } = (await openFinding(team)) as { instrument: { id: string } }
    const moved = await manager.call('PATCH', `/instruments/${instrument.id}`, {
      body: { site_id: leipzig },
    })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    for (const role of ['admin', 'manager', 'technician', 'auditor'] as const) {
      assert.equal((await read(await signInAs(app, lab, role))).open.count, 2)
    }
    const limited = await signInAs(app, lab, 'technician', { siteIds: [leipzig] })
    const { open, rows, rows_total } = await read(limited)
    assert.deepEqual([open.count, open.owners.length, rows.length, rows_total], [1, 1, 1, 1])
    assert.equal(rows[0]!.site_id, leipzig)
    const named = await read(manager, `?site_id=${leipzig}`)
    assert.deepEqual([named.open.count, named.rows_total], [1, 1])
    const main = (await read(manager)).rows.find(({ site_id }) => site_id !== leipzig)
    assert.equal((await read(limited, `?site_id=${main!.site_id}`)).open.count, 0)
  })

  test('nobody of another workspace', async () => {
    const team = await laboratory()
    await openFinding(team)
    const stranger = await signInAs(app, await openLaboratory(app), 'admin')
    assert.equal((await read(stranger)).open.count, 0)
    const response = await app.call('GET', `/reports/findings`, { key: team.lab.key })
    assert.equal(response.status, 404)
  })

  test('only for a period, an age and an owner that exist', async () => {
    const { manager } = await laboratory()
    for (const query of [
      'from=2026-05-02&to=2026-05-01',
      'age=0-29',
      'owner=Quinn',
      'list=all',
      'month=2026-13',
      'site_id=x',
    ]) {
      const response = await manager.call('GET', `/reports/findings?${query}`)
      assert.deepEqual([response.status, response.body.code], [422, 'VALIDATION_ERROR'], query)
    }
  })
})
