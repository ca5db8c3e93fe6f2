import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventEnvelope, eventExamples, eventTypeNames, type EventType } from '@plumbline/contract'
import { verifyWebhook, eventTypes, isEvent, isKnownEvent } from '@plumbline/sdk'
import { Ajv } from 'ajv'
import { createHmac } from 'node:crypto'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory, type WaitingEvent } from '../../../../test/calibrating.ts'
import { changeStatus } from '../../instruments/index.ts'
import { newId } from '../../../platform/ids.ts'

const app = await sharedTestApp()
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })

/** What the contract does not promise of the body that an event is delivered as. */
function breaches({ type, data }: WaitingEvent): unknown[] {
  const body = { id: newId(), type, created_at: '2026-11-21T08:00:00.000Z', data }
  // Its names stand in several envelopes, and one validator takes each once.
  const nameless = JSON.stringify(eventEnvelope(type as EventType), (key, value) =>
    key === '$id' ? undefined : value,
  )
  ajv.validate(JSON.parse(nameless), body)
  return ajv.errors ?? []
}

test('every event of the register and the ledger has the members that the contract promises', async () => {
  const lab = await openLaboratory(app)
  const manager = await lab.caller()
  const changed = await lab.instrument({ asset_tag: 'changed' })
  await app.call('PATCH', `/instruments/${changed.id}`, { key: lab.key, body: { name: 'Other name' } })
  await lab.settings({ approvalPolicy: 'review' })
  const approved = await lab.calibrate(changed.id)
  await lab.approve(manager, approved.id)
  const rejected = await lab.calibrate(changed.id)
  await lab.reject(manager, rejected.id)
  const correction = await lab.correct(manager, approved.id)
  await lab.approve(await lab.caller(), correction.id)
  await lab.void(manager, correction.id)
  const failed = await lab.calibrate(changed.id, { result: 'FAIL' })
  await lab.approve(manager, failed.id)
  await lab.void(manager, failed.id)
  await changeStatus(app, manager, changed.id, { status: 'OUT_FOR_CALIBRATION', reason: 'Due.' })
  await changeStatus(app, manager, changed.id, { status: 'out_of_service', reason: 'Dropped.' })
  await app.call('POST', `/instruments/${changed.id}/retire`, { key: lab.key })

  const events = await lab.events()
  for (const event of events) assert.deepEqual(breaches(event), [], event.type)
  const seen = new Set(events.map(({ type }) => type))
  const byTheClock = ['calibration.due_soon', 'calibration.overdue']
  assert.deepEqual(
    [...eventTypeNames].filter((type) => !seen.has(type) && !byTheClock.includes(type)),
    [],
  )
})

test('the example of every type, which samples carry, has the members that the contract promises', () => {
  for (const type of eventTypeNames) assert.deepEqual(breaches({ type, data: eventExamples[type] }), [], type)
})

test('a receiver knows every type of event and narrows its data by it', () => {
  assert.deepEqual(eventTypes, eventTypeNames)
  const secret = 'whsec_test'
  const receive = (type: string, data: object) => {
    const rawBody = JSON.stringify({ id: newId(), type, created_at: '2026-11-21T08:00:00.000Z', data })
    const seconds = Math.floor(Date.now() / 1000)
    const digest = createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest('hex')
    return verifyWebhook({ rawBody, header: `t=${seconds},v1=${digest}`, secret })
  }
  const overdue = receive('calibration.overdue', eventExamples['calibration.overdue'])
  assert.ok(isKnownEvent(overdue) && isEvent(overdue, 'calibration.overdue'))
  assert.equal(overdue.data.due.asset_tag, 'CAL-0042')
  assert.equal(isEvent(overdue, 'calibration.due_soon'), false)
  assert.equal(isKnownEvent(receive('instrument.painted', {})), false)
})
