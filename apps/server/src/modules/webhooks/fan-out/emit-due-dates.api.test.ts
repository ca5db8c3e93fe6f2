import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { describe, test, type TestContext } from 'node:test'
import { programPath } from '../../../../test/processes/program-path.ts'
import { startTestApp, type TestWorkspace } from '../../../../test/app.ts'
import {
  enterInstrument,
  startReceiver,
  subscribe,
  testWorkers,
  type TestReceiver,
} from '../../../../test/webhooks.ts'

const app = await startTestApp()
const processes = [testWorkers(app), testWorkers(app), testWorkers(app)] as const
const [workers] = processes

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A workspace whose due dates are asked to a receiver. */
async function watched(t: TestContext, timeZone = 'UTC') {
  const receiver = await startReceiver(t)
  const workspace = await app.workspace({ timeZone })
  await subscribe(app, workspace, {
    url: receiver.url,
    events: ['calibration.due_soon', 'calibration.overdue'],
  })
  return { receiver, workspace }
}

/** Enters an instrument that was calibrated at an instant and holds for so many days. */
const calibrated = (by: Pick<TestWorkspace, 'key'>, performedAt: string, days: number) =>
  enterInstrument(app, by, {
    last_calibration_date: performedAt,
    calibration_interval_value: days,
    calibration_interval_unit: 'days',
  })

/** Moves the clock and does what is due then. */
async function at(instant: string): Promise<void> {
  app.clock.set(instant)
  await workers.runOnce()
}

/** What was emitted so far: kind and due date, in the order of arrival by date and kind. */
function emitted(receiver: TestReceiver): string[] {
  return receiver
    .events()
    .map((event) => `${event.type.replace('calibration.', '')} ${event.data.due.due_date}`)
    .toSorted()
}

describe('a due date', () => {
  test('has an event once when it comes within the warning days, and once on the day after it', async (t) => {
    app.clock.set('2026-03-01T08:00:00.000Z')
    const { receiver, workspace } = await watched(t)
    const instrument = await calibrated(workspace, '2026-02-20T10:00:00.000Z', 60)
    const dueDate = '2026-04-21'
    await at('2026-03-21T23:59:59.000Z')
    assert.deepEqual(emitted(receiver), [])
    await at('2026-03-22T00:00:30.000Z')
    assert.deepEqual(emitted(receiver), [`due_soon ${dueDate}`])
    await at('2026-04-21T23:59:59.000Z')
    assert.equal(receiver.requests.length, 1)
    await at('2026-04-22T00:00:30.000Z')
    assert.deepEqual(emitted(receiver), [`due_soon ${dueDate}`, `overdue ${dueDate}`])
    await at('2026-04-23T00:00:00.000Z')
    assert.equal(receiver.requests.length, 2)
    const [soon, overdue] = receiver.events()
    assert.deepEqual(soon.data, {
      due: {
        id: instrument.id,
        asset_tag: instrument.asset_tag,
        name: instrument.name,
        due_at: '2026-04-21T00:00:00.000Z',
        due_date: dueDate,
        compliance_status: 'WARNING',
        interval_label: soon.data.due.interval_label,
        site_name: 'Main site',
        location_name: null,
      },
    })
    assert.equal(overdue.data.due.compliance_status, 'NON_COMPLIANT')
    assert.equal(soon.created_at, '2026-03-22T00:00:30.000Z')
  })

  test('that comes within the warning days by a change of settings has an event then', async (t) => {
    app.clock.set('2026-03-01T08:00:00.000Z')
    const { receiver, workspace } = await watched(t)
    const early = await calibrated(workspace, '2026-02-20T10:00:00.000Z', 200)
    const late = await calibrated(workspace, '2026-02-20T10:00:00.000Z', 30)
    await setWarningDays(early.id, 190)
    await setWarningDays(late.id, 3)
    await at('2026-03-01T09:00:00.000Z')
    assert.deepEqual(emitted(receiver), [])
    await at('2026-03-02T00:00:00.000Z')
    assert.deepEqual(emitted(receiver), ['due_soon 2026-09-08'])
    await at('2026-03-18T23:00:00.000Z')
    assert.equal(receiver.requests.length, 1)
    await at('2026-03-19T00:00:00.000Z')
    assert.deepEqual(emitted(receiver), ['due_soon 2026-03-22', 'due_soon 2026-09-08'])
  })

  test('that passed more than seven days before it is first seen has no event', async (t) => {
    app.clock.set('2026-05-01T08:00:00.000Z')
    const { receiver, workspace } = await watched(t)
    await calibrated(workspace, '2026-04-01T10:00:00.000Z', 23)
    await calibrated(workspace, '2026-04-01T10:00:00.000Z', 22)
    await at('2026-05-01T08:01:00.000Z')
    assert.deepEqual(emitted(receiver), ['overdue 2026-04-24'])
  })

  test('that follows from a failed calibration, or of an instrument for reference only, gets no event', async (t) => {
    app.clock.set('2026-05-01T08:00:00.000Z')
    const { receiver, workspace } = await watched(t)
    const failed = await calibrated(workspace, '2026-04-20T10:00:00.000Z', 20)
    const reference = await calibrated(workspace, '2026-04-20T10:00:00.000Z', 20)
    const response = await app.call('POST', `/instruments/${failed.id}/calibrations`, {
      key: workspace.key,
      headers: { 'idempotency-key': randomUUID() },
      body: { result: 'FAIL', performed_at: '2026-05-01T07:00:00.000Z' },
    })
    assert.equal(response.status, 201)
    await app.asOwner((client) =>
      client.query(
        `update instruments
         set status = 'REFERENCE_ONLY', compliance_group = 'reference', due_date_0 = null, site_due_date_0 = null
         where instrument_id = $1`,
        [reference.id],
      ),
    )
    await at('2026-05-03T08:00:00.000Z')
    assert.deepEqual(emitted(receiver), [])
  })

  test('that is moved has another event, and one that is moved back does not', async (t) => {
    app.clock.set('2026-05-01T08:00:00.000Z')
    const { receiver, workspace } = await watched(t)
    const { id } = await calibrated(workspace, '2026-04-20T10:00:00.000Z', 20)
    const setInterval = (days: number) =>
      app.call('PATCH', `/instruments/${id}`, {
        key: workspace.key,
        body: { calibration_interval_value: days },
      })
    for (const [day, days] of [
      ['01', 20],
      ['02', 25],
      ['03', 20],
      ['04', 25],
    ] as const) {
      await setInterval(days)
      await at(`2026-05-${day}T09:00:00.000Z`)
    }
    assert.deepEqual(emitted(receiver), ['due_soon 2026-05-10', 'due_soon 2026-05-15'])
  })

  test('that came within the warning days before an endpoint existed is not sent to it, unlike later ones', async (t) => {
    app.clock.set('2026-06-01T08:00:00.000Z')
    const workspace = await app.workspace()
    await calibrated(workspace, '2026-05-20T10:00:00.000Z', 40)
    await at('2026-06-02T08:00:00.000Z')
    const receiver = await startReceiver(t)
    await subscribe(app, workspace, {
      url: receiver.url,
      events: ['calibration.due_soon', 'calibration.overdue'],
    })
    await at('2026-06-03T08:00:00.000Z')
    assert.deepEqual(emitted(receiver), [])
    await at('2026-06-30T08:00:00.000Z')
    assert.deepEqual(emitted(receiver), ['overdue 2026-06-29'])
  })

  test('is sent also where an endpoint is all that is left of the webhook consumer', async (t) => {
    app.clock.set('2026-06-01T08:00:00.000Z')
    const { receiver, workspace } = await watched(t)
    await calibrated(workspace, '2026-05-20T10:00:00.000Z', 50)
    await app.asOwner(async (owner) => {
      await owner.query('delete from event_consumers where workspace_id = $1', [workspace.id])
      await owner.query('update event_streams set has_consumers = false where workspace_id = $1', [
        workspace.id,
      ])
    })
    const later = testWorkers(app)
    await later.runOnce()
    app.clock.set('2026-06-09T08:00:00.000Z')
    await later.runOnce()
    assert.deepEqual(emitted(receiver), ['due_soon 2026-07-09'])
  })

  test('is made up for after a time in which nothing ran', async (t) => {
    app.clock.set('2026-06-01T08:00:00.000Z')
    const { receiver, workspace } = await watched(t)
    await calibrated(workspace, '2026-05-30T10:00:00.000Z', 40)
    await calibrated(workspace, '2026-05-30T10:00:00.000Z', 45)
    await at('2026-07-12T08:00:00.000Z')
    assert.deepEqual(emitted(receiver), ['due_soon 2026-07-14', 'overdue 2026-07-09'])
  })
})

async function setWarningDays(instrumentId: string, days: number): Promise<void> {
  await app.asOwner((client) =>
    client.query('update instruments set warning_days = $2 where instrument_id = $1', [instrumentId, days]),
  )
}

test('three schedulers over three zones emit each due date once, at the midnight of its site', async (t) => {
  app.clock.set('2026-08-01T00:00:00.000Z')
  const { receiver, workspace } = await watched(t, 'Europe/Berlin')
  const zones = ['Pacific/Kiritimati', 'Europe/Berlin', 'Pacific/Pago_Pago']
  for (const zone of zones) {
    const site = await workspace.site(zone, zone)
    await calibrated(
      await workspace.person({ role: 'manager', keySiteIds: [site] }),
      '2026-07-31T12:00:00.000Z',
      60,
    )
  }
  const seen: string[] = []
  const until = Date.parse('2026-10-02T12:00:00.000Z')
  for (let now = Date.parse('2026-08-29T00:00:00.000Z'); now <= until; now += HOUR_MS) {
    app.clock.set(new Date(now).toISOString())
    const before = receiver.requests.length
    if (isQuietTime(now)) continue
    await Promise.all(processes.map((each) => each.runOnce()))
    for (const event of receiver.events().slice(before)) {
      seen.push(`${event.data.due.site_name} ${event.type} ${event.data.due.due_date} at ${event.created_at}`)
    }
  }
  // Noon in UTC is the first of August in Kiritimati, and still the thirty-first of July elsewhere.
  assert.deepEqual(seen.toSorted(), [
    'Europe/Berlin calibration.due_soon 2026-09-29 at 2026-08-29T22:00:00.000Z',
    'Europe/Berlin calibration.overdue 2026-09-29 at 2026-09-29T22:00:00.000Z',
    'Pacific/Kiritimati calibration.due_soon 2026-09-30 at 2026-08-30T10:00:00.000Z',
    'Pacific/Kiritimati calibration.overdue 2026-09-30 at 2026-09-30T10:00:00.000Z',
    'Pacific/Pago_Pago calibration.due_soon 2026-09-29 at 2026-08-30T11:00:00.000Z',
    'Pacific/Pago_Pago calibration.overdue 2026-09-29 at 2026-09-30T11:00:00.000Z',
  ])
})

/** Between the two times at which something happens nothing needs to run. */
function isQuietTime(now: number): boolean {
  return now > Date.parse('2026-08-31T00:00:00.000Z') && now < Date.parse('2026-09-29T00:00:00.000Z')
}

test('a scheduler that is killed at any step omits no event and emits none twice', async (t) => {
  app.clock.set('2026-11-01T00:00:00.000Z')
  const { receiver, workspace } = await watched(t)
  for (const days of [10, 20, 28]) await calibrated(workspace, '2026-10-30T12:00:00.000Z', days)
  const begun = Date.parse('2026-11-20T00:00:00.000Z')
  await at(new Date(begun - DAY_MS).toISOString())
  const before = emitted(receiver)
  // Rounds of the other tests' workspaces would only make the way longer.
  await app.asOwner((client) =>
    client.query(`update webhook_rounds set due_scan_at = 'infinity' where workspace_id <> $1`, [
      workspace.id,
    ]),
  )
  let step = 0
  for (let wasKilled = true; wasKilled;) {
    step += 1
    wasKilled = await runKilledAt(step, new Date(begun + step * MINUTE_MS).toISOString())
  }
  assert.ok(step > 8, `${step} steps`)
  await at(new Date(begun + (step + 1) * MINUTE_MS).toISOString())
  assert.deepEqual(before, ['due_soon 2026-11-19', 'due_soon 2026-11-27'])
  assert.deepEqual(emitted(receiver), [...before, 'overdue 2026-11-19'].toSorted())
})

/** Runs a scheduler that is killed at a step; returns false when it ended before. */
async function runKilledAt(step: number, instant: string): Promise<boolean> {
  const script = programPath(new URL('../../../../test/processes/due-dates-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, app.databaseUrl, instant, String(step)], {
    stdio: 'inherit',
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (signal === null && code !== 0) throw new Error(`the scheduler ended with ${code}`)
  return signal === 'SIGKILL'
}
