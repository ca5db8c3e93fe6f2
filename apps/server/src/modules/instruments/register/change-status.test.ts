import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { calibrate, callerOf, enter, entriesOf, eventsOf } from '../../../../test/register.ts'
import { changeStatus, retireInstrument, setQuarantine, type MovableStatus } from '../index.ts'

const app = await sharedTestApp({ keepsEvents: true })

const statuses: MovableStatus[] = [
  'active',
  'in_service',
  'out_of_service',
  'OUT_FOR_CALIBRATION',
  'REFERENCE_ONLY',
]

/** A workspace with one instrument, and a way to move it. */
async function movable(timeZone = 'UTC') {
  const workspace = await app.workspace({ timeZone })
  const { id } = await enter(app, workspace.key)
  const caller = await callerOf(app, workspace.id)
  const move = (status: MovableStatus, reason = 'because') =>
    changeStatus(app, caller, id, { status, reason })
  return { workspace, id, caller, move }
}

test('an instrument moves from every status to every other, and each move is logged and emitted', async () => {
  const { workspace, id, move } = await movable()
  let present: string = 'active'
  for (const status of statuses.flatMap((first) => statuses.flatMap((second) => [first, second]))) {
    if (status === present) continue
    app.clock.advance(1)
    const { detail } = await move(status, `to ${status}`)
    assert.equal(detail.status, status)
    const events = await eventsOf(app, workspace.id)
    const event = events.findLast(({ type }) => type === 'instrument.status_changed')
    assert.equal(event?.data.previous_status, present)
    const entry = (await entriesOf(app, workspace.id, id)).at(-1)
    assert.equal(entry?.kind, 'instrument.status_changed')
    assert.equal(entry.payload.reason, `to ${status}`)
    assert.deepEqual(entry.payload.changes.status, { before: present, after: status })
    present = status
  }
})

test('a move emits the status before and the reason, and no other event', async () => {
  const { workspace, move } = await movable()
  app.clock.advance(1000)
  const { detail } = await move('in_service', ' fit again ')
  const [, ...events] = await eventsOf(app, workspace.id)
  assert.deepEqual(
    events.map(({ type, data }) => ({ type, data })),
    [
      {
        type: 'instrument.status_changed',
        data: { instrument: detail, previous_status: 'active', reason: 'fit again' },
      },
    ],
  )
})

test('the status that it has changes nothing', async () => {
  const { workspace, id, move } = await movable()
  await move('OUT_FOR_CALIBRATION')
  const { etag } = await move('OUT_FOR_CALIBRATION')
  assert.equal((await move('OUT_FOR_CALIBRATION')).etag, etag)
  assert.equal((await entriesOf(app, workspace.id, id)).length, 2)
  const types = (await eventsOf(app, workspace.id)).map(({ type }) => type)
  assert.deepEqual(types, ['instrument.created', 'instrument.status_changed', 'instrument.sent_out'])
})

test('a move needs a reason', async () => {
  const { move } = await movable()
  await assert.rejects(move('in_service', '  '), { code: 'VALIDATION_ERROR', status: 422 })
})

test('retirement is final', async () => {
  const { id, caller, move } = await movable()
  await retireInstrument(app, caller, id, { reason: 'worn out' })
  await assert.rejects(move('active'), { code: 'ASSET_RETIRED' })
})

test('an instrument out of the caller’s sites is not found', async () => {
  const { workspace, id } = await movable()
  const limited = await callerOf(app, workspace.id, { siteIds: [await workspace.site('Other')] })
  await assert.rejects(changeStatus(app, limited, id, { status: 'in_service', reason: 'x' }), {
    code: 'NOT_FOUND',
  })
})

test('sending out remembers the status before and the local date; coming back forgets them', async () => {
  const { workspace, id, move } = await movable('Pacific/Auckland')
  app.clock.set('2026-11-21T10:59:59.999Z')
  await move('in_service')
  await move('OUT_FOR_CALIBRATION')
  app.clock.set('2026-11-21T11:00:00.000Z')
  await move('out_of_service')
  await move('OUT_FOR_CALIBRATION')
  const changes = (await entriesOf(app, workspace.id, id)).map(({ payload }) => payload.changes)
  assert.deepEqual(
    changes
      .slice(2)
      .map(({ sent_out_on: sentOutOn, status_before_sending_out: before }) => [
        sentOutOn.after,
        before.after,
      ]),
    [
      ['2026-11-21', 'in_service'],
      [null, null],
      ['2026-11-22', 'out_of_service'],
    ],
  )
})

test('the token and the due date follow the status', async () => {
  const { workspace, id, move } = await movable()
  app.clock.set('2026-11-21T08:00:00Z')
  await calibrate(app, workspace, id, { performedAt: '2026-10-01T00:00:00Z' })
  const cases: [status: MovableStatus, token: string | null, due: string | null][] = [
    ['out_of_service', 'COMPLIANT', '2027-10-01T00:00:00.000Z'],
    ['OUT_FOR_CALIBRATION', 'OUT_FOR_CALIBRATION', '2027-10-01T00:00:00.000Z'],
    ['REFERENCE_ONLY', null, null],
    ['active', 'COMPLIANT', '2027-10-01T00:00:00.000Z'],
  ]
  for (const [status, token, due] of cases) {
    const { detail } = await move(status)
    assert.equal(detail.compliance_status, token)
    assert.equal(detail.next_due_at, due)
    assert.equal(detail.last_calibration_at, '2026-10-01T00:00:00.000Z')
  }
})

test('admins and managers set and clear a quarantine; repeating it changes nothing', async () => {
  const { workspace, id } = await movable()
  const manager = await callerOf(app, workspace.id, { role: 'manager' })
  const set = (isQuarantined: boolean) =>
    setQuarantine(app, manager, id, { isQuarantined, reason: 'dropped' })
  assert.equal((await set(true)).detail.is_quarantined, true)
  assert.equal((await set(true)).detail.is_quarantined, true)
  assert.equal((await set(false)).detail.is_quarantined, false)
  const entries = (await entriesOf(app, workspace.id, id)).slice(1)
  assert.deepEqual(
    entries.map(({ kind, payload }) => [kind, payload.reason, payload.changes]),
    [
      ['instrument.quarantined', 'dropped', { is_quarantined: { before: false, after: true } }],
      ['instrument.quarantine_lifted', 'dropped', { is_quarantined: { before: true, after: false } }],
    ],
  )
  const events = (await eventsOf(app, workspace.id)).slice(1)
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.changed_fields]),
    [
      ['instrument.updated', ['is_quarantined']],
      ['instrument.updated', ['is_quarantined']],
    ],
  )
  const technician = await callerOf(app, workspace.id, { role: 'technician' })
  const refused = setQuarantine(app, technician, id, { isQuarantined: true, reason: null })
  await assert.rejects(refused, { code: 'FORBIDDEN' })
})
