import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { holdTransaction, waitingForLocks } from '../../../../test/lock-waits.ts'
import { sql, type Transaction } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import { projections } from '../../../projections.ts'
import { followRecords } from '../../findings/index.ts'
import { lockInstrument } from '../../instruments/index.ts'
import { firstDifference, lockHead, verifyLedger } from '../../ledger/index.ts'
import { appendOne } from './append-calibration.ts'

const app = await startTestApp()

const verified = async (workspaceId: string) => {
  const report = await verifyLedger({ ...app.parts, projections }, workspaceId)
  assert.equal(firstDifference(report), null, JSON.stringify(report.rowFaults))
}

/** A change of settings, as far as records look at it. */
const reviewing = async (tx: Transaction) => {
  await lockHead(tx, app.clock)
  await tx.rows(sql`update workspaces set approval_policy = 'review' where workspace_id = ${tx.workspaceId}`)
}

test('a policy that changes while a record is being sent applies to it', async () => {
  const lab = await openLaboratory(app)
  const { id } = await lab.instrument()
  await lab.calibrate(id)
  const change = holdTransaction(app, lab.id, reviewing)
  await change.started
  const sent = lab.send(id)
  await waitingForLocks(app, 1)
  await change.release()
  const { status, body } = await sent
  assert.deepEqual([status, body.approval_status], [201, 'pending'])
})

test('two that are appended to one instrument within transactions of their callers are both appended', async () => {
  const lab = await openLaboratory(app)
  const { id } = await lab.instrument()
  const caller = await lab.caller()
  const append = (tx: Transaction) =>
    appendOne(tx, { clock: app.clock, followRecords }, caller, id, { result: 'PASS' })
  const first = holdTransaction(app, lab.id, async (tx) => void (await append(tx)))
  await first.started
  const second = app.db.transaction(lab.id, append)
  await waitingForLocks(app, 1)
  await first.release()
  assert.equal((await second).instrument_id, id)
  const { body } = await app.call('GET', `/instruments/${id}/calibrations`, { key: lab.key })
  assert.equal(body.pagination.total, 2)
})

test('standards that are selected while a record is being sent apply to it', async () => {
  const lab = await openLaboratory(app)
  const { id } = await lab.instrument()
  const change = holdTransaction(app, lab.id, async (tx) => {
    await lockHead(tx, app.clock)
    await tx.rows(
      sql`update workspaces set standards = '{iso_iec_17025}' where workspace_id = ${tx.workspaceId}`,
    )
  })
  await change.started
  const sent = lab.send(id)
  await waitingForLocks(app, 1)
  await change.release()
  const { status, body } = await sent
  assert.deepEqual([status, body.code], [422, 'FIELD_REQUIREMENTS_UNMET'])
})

test('a policy that changes while an approval waits decides about it', async () => {
  const lab = await openLaboratory(app)
  const { id } = await lab.instrument()
  await lab.settings({ approvalPolicy: 'review' })
  const reader = await lab.caller({ role: 'manager' })
  const own = await lab.person({ role: 'manager' })
  const record = await lab.calibrate(id, {}, own.key)
  await lab.settings({ approvalPolicy: 'automatic' })
  const caller = await lab.caller({ personId: own.personId })
  const held = holdTransaction(app, lab.id, (tx) => lockInstrument(tx, id, null))
  await held.started
  const approved = assert.rejects(
    lab.approve(caller, record.id),
    (error) => error instanceof ApiError && error.code === 'FORBIDDEN',
  )
  await waitingForLocks(app, 1)
  await lab.settings({ approvalPolicy: 'review' })
  await held.release()
  await approved
  await lab.approve(reader, record.id)
})

test('a policy that changes while a correction waits decides about it', async () => {
  const lab = await openLaboratory(app)
  const { id } = await lab.instrument()
  const record = await lab.calibrate(id)
  const caller = await lab.caller()
  const held = holdTransaction(app, lab.id, (tx) => lockInstrument(tx, id, null))
  await held.started
  const corrected = lab.correct(caller, record.id)
  await waitingForLocks(app, 1)
  await lab.settings({ approvalPolicy: 'review' })
  await held.release()
  assert.equal((await corrected).approval_status, 'pending')
})

test('a policy that changes while a correction, an approval or a void waits for the head applies to it', async () => {
  const lab = await openLaboratory(app)
  const record = await lab.calibrate((await lab.instrument()).id)
  const voided = await lab.calibrate((await lab.instrument()).id)
  const caller = await lab.caller()
  const change = holdTransaction(app, lab.id, reviewing)
  await change.started
  const correcting = lab.correct(caller, record.id)
  const voiding = lab.void(caller, voided.id)
  await waitingForLocks(app, 2)
  await change.release()
  const correction = await correcting
  assert.equal(correction.approval_status, 'pending')
  assert.equal((await voiding).record_type, 'void')
  await lab.settings({ approvalPolicy: 'automatic' })
  const own = await lab.person({ role: 'manager' })
  const decider = await lab.caller({ personId: own.personId })
  await lab.settings({ approvalPolicy: 'review' })
  const waiting = await lab.calibrate((await lab.instrument()).id, {}, lab.key)
  const signing = holdTransaction(app, lab.id, async (tx) => {
    await lockHead(tx, app.clock)
    await tx.rows(
      sql`update workspaces set requires_electronic_signature = true where workspace_id = ${tx.workspaceId}`,
    )
  })
  await signing.started
  const approving = assert.rejects(
    lab.approve(decider, waiting.id),
    (error) => error instanceof ApiError && error.code === 'VALIDATION_ERROR',
  )
  await waitingForLocks(app, 1)
  await signing.release()
  await approving
})

test('records that are sent at the same time are appended or refused one by one, and the ledger verifies', async () => {
  const lab = await openLaboratory(app)
  const instruments = await Promise.all(Array.from({ length: 6 }, () => lab.instrument()))
  const [first, ...others] = instruments.map(({ id }) => id as string)
  const unmet = { result: 'PASS', nominal_value: '10 mm', tolerance: '±0.01 mm', as_found_reading: '11 mm' }
  const sent = await Promise.all([
    ...others.map((id) => lab.send(id)),
    lab.send(first!, { result: 'FAIL', performed_at: '2026-01-01T00:00:00.000Z' }),
    lab.send(first!),
    lab.send(randomUUID()),
    lab.send(others[0]!, unmet),
    lab.send(others[1]!, { reference_standard_asset_id: first }),
    lab.send(first!, { result: 'LIMITED_CALIBRATION' }),
  ])
  const statuses = sent.map(({ status }) => status).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [...Array.from({ length: 9 }, () => 201), 404, 422])
  const feed = await app.call('GET', '/calibrations', { key: lab.key })
  assert.deepEqual(
    new Set(feed.body.data.map(({ id }: { id: string }) => id)),
    new Set(sent.filter(({ status }) => status === 201).map(({ body }) => body.id)),
  )
  const { is_quarantined: isQuarantined } = await lab.read(first!)
  assert.equal(isQuarantined, false)
  await verified(lab.id)
})

test('a group that fails as a whole is carried out one by one', async () => {
  const lab = await openLaboratory(app)
  const instruments = await Promise.all(Array.from({ length: 4 }, () => lab.instrument()))
  const [broken, ...others] = instruments.map(({ id }) => id as string)
  await app.asOwner((owner) =>
    owner.query(`
      create function refuse_one() returns trigger language plpgsql as $$
      begin raise exception 'not this one'; end $$;
      create trigger refuse_one before insert on calibrations
        for each row when (new.instrument_id = '${broken}') execute function refuse_one()`),
  )
  const sent = await Promise.all([...others, broken!, ...others].map((id) => lab.send(id)))
  assert.deepEqual(
    sent.map(({ status }) => status),
    [201, 201, 201, 500, 201, 201, 201],
  )
  await app.asOwner((owner) => owner.query('drop trigger refuse_one on calibrations'))
  await verified(lab.id)
})

test('a record that was refused with 503 is not written later, and neither are those that waited for it', async () => {
  const hasty = await startTestApp({ REQUEST_DEADLINE_MS: '1500' })
  const lab = await openLaboratory(hasty)
  const instruments = await Promise.all(Array.from({ length: 4 }, () => lab.instrument()))
  // As the owner, whose transactions no deadline ends.
  await hasty.asOwner(async (owner) => {
    await owner.query('begin')
    await owner.query('select from ledger_heads where workspace_id = $1 for update', [lab.id])
    const refused = await Promise.all(instruments.slice(1).map(({ id }) => lab.send(id)))
    assert.deepEqual(
      refused.map(({ status }) => status),
      [503, 503, 503],
    )
    await owner.query('commit')
  })
  // Requests of one caller are carried out in turn: whatever waited before it has been decided by now.
  await lab.calibrate(instruments[0]!.id)
  const { body } = await hasty.call('GET', '/calibrations', { key: lab.key })
  assert.equal(body.pagination.total, 1)
})
