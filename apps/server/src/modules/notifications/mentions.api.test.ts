import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { TEST_PASSWORD } from '../../../test/test-password.ts'
import { startMailReceiver } from '../../../test/mail-receiver.ts'
import { signInAs, signInPerson, type TestSession } from '../../../test/session.ts'
import { notifyPeople } from './index.ts'

/** A laboratory with a finding of a standard, and two people who can be notified of it. */
async function laboratory(t: TestContext) {
  const receiver = await startMailReceiver(t)
  const app = await startTestApp({ SMTP_URL: receiver.url })
  const lab = await openLaboratory(app)
  const manager = await signInAs(app, lab, 'manager', { name: 'Quinn Manager' })
  const { personId, key } = await lab.person({ role: 'technician', name: 'Tess Technician' })
  const tess = await signInPerson(app, lab.id, personId)
  const standard = await lab.instrument({ asset_tag: 'STD-1', name: 'Gauge block set' })
  await lab.calibrate(standard.id, { performed_at: '2026-11-10T10:00:00.000Z', result: 'FAIL' })
  const { body } = await manager.call('GET', '/findings')
  await notifyPeople(app.parts)
  const note = async (writer: TestSession, text: string) =>
    assert.equal(
      (await writer.call('POST', `/findings/${body.data[0].id}/notes`, { body: { text } })).status,
      201,
    )
  const later = async () => {
    await notifyPeople(app.parts)
    app.clock.advance(2 * 60_000)
    await notifyPeople(app.parts)
  }
  return {
    receiver,
    app,
    lab,
    manager,
    tess,
    key,
    standard,
    findingId: body.data[0].id as string,
    note,
    later,
  }
}

const mentionsOf = async (session: TestSession) =>
  (await session.call('GET', '/notifications')).body.data.filter(
    ({ kind }: { kind: string }) => kind === 'mentioned',
  )

test('people mentioned in a note of a finding are notified once; its writer is not', async (t) => {
  const { receiver, manager, tess, standard, findingId, note, later } = await laboratory(t)
  await note(manager, 'Gauge room closed.\n@tess technician, please check; @Quinn Manager')
  await later()
  await later()
  const [{ id, created_at, ...shown }, ...more] = await mentionsOf(tess)
  assert.ok(id && created_at)
  assert.deepEqual(more, [])
  assert.deepEqual(shown, {
    kind: 'mentioned',
    subject_type: 'finding',
    subject_id: findingId,
    instrument_id: standard.id,
    site_id: standard.site_id,
    asset_tag: 'STD-1',
    title: 'Gauge block set',
    by: 'Quinn Manager',
    reason: null,
    quote: 'Gauge room closed. @tess technician, please check; @Quinn Manager',
    count: null,
    planned_for: null,
    due_on: null,
    read_at: null,
  })
  assert.deepEqual(await mentionsOf(manager), [])
  const mails = receiver.to(tess.email).filter(({ subject }) => subject!.startsWith('You were mentioned'))
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['You were mentioned: STD-1 · Gauge block set'],
  )
  assert.match(mails[0]!.text!, /By Quinn Manager · “Gauge room closed\. @tess technician/)
})

test('a judgement and a conclusion mention people too, even if the finding is closed before people are notified', async (t) => {
  const { lab, manager, tess, key, standard, findingId, later } = await laboratory(t)
  const { id: used } = await lab.instrument()
  const touching = { performed_at: '2026-11-09T10:00:00.000Z', reference_standard_asset_id: standard.id }
  const { id } = await lab.calibrate(used, touching, key)
  const judgement = { calibration_ids: [id], judgement: 'no_impact', reason: 'Checked by @Tess Technician.' }
  const judged = await manager.call('POST', `/findings/${findingId}/judgements`, { body: judgement })
  assert.equal(judged.status, 200, JSON.stringify(judged.body))
  const closing = { conclusion: 'Thanks to @Tess Technician.', password: TEST_PASSWORD, meaning: 'Closed' }
  const closed = await manager.call('POST', `/findings/${findingId}/close`, { body: closing })
  assert.equal(closed.status, 200, JSON.stringify(closed.body))
  await later()
  assert.deepEqual(
    (await mentionsOf(tess)).map(({ quote }: { quote: string }) => quote),
    ['Thanks to @Tess Technician.', 'Checked by @Tess Technician.'],
  )
})

test('people without access to the site, former members and auditors are not notified', async (t) => {
  const { app, lab, manager, note, later } = await laboratory(t)
  const people = [
    await signInAs(app, lab, 'technician', {
      name: 'Elsa Elsewhere',
      siteIds: [await lab.site('Elsewhere')],
    }),
    await signInAs(app, lab, 'auditor', { name: 'Audrey Auditor' }),
  ]
  await note(manager, '@Elsa Elsewhere @Audrey Auditor')
  await later()
  assert.deepEqual((await Promise.all(people.map(mentionsOf))).flat(), [])
})

test('everyone with the mentioned name is notified, by the current names', async (t) => {
  const { app, lab, manager, tess, note, later } = await laboratory(t)
  const other = await signInAs(app, lab, 'technician', { name: 'Tess Technician' })
  await note(manager, '@Tess Technician, look')
  await later()
  const admin = await signInAs(app, lab, 'admin')
  const renamed = { body: { name: 'Theresa Technician' } }
  assert.equal((await admin.call('PATCH', `/users/${other.personId}`, renamed)).status, 200)
  await note(manager, '@Tess Technician, look again')
  await later()
  assert.deepEqual([(await mentionsOf(tess)).length, (await mentionsOf(other)).length], [2, 1])
})

test('the person whose record is rejected and who is mentioned in the reason gets one message, in the way that is enabled', async (t) => {
  const { receiver, lab, tess, key, later } = await laboratory(t)
  await lab.settings({ approvalPolicy: 'review' })
  const reject = async () => {
    const record = await lab.calibrate((await lab.instrument()).id, {}, key)
    await lab.reject(await lab.caller({ role: 'manager' }), record.id, '@Tess Technician: a point is missing')
    await later()
  }
  const received = async () => {
    const { data } = (await tess.call('GET', '/notifications')).body
    const kinds = data.map(({ kind }: { kind: string }) => kind)
    const subjects = receiver.to(tess.email).map(({ subject }) => subject!.split(':')[0])
    return { kinds: kinds.toSorted(), subjects: subjects.toSorted((a, b) => a!.localeCompare(b!)) }
  }
  await reject()
  assert.deepEqual(await received(), { kinds: ['record_rejected'], subjects: ['Your record was rejected'] })
  await tess.call('PATCH', '/notification-settings', { body: { not_mailed: ['record_rejected'] } })
  await reject()
  assert.deepEqual(await received(), {
    kinds: ['record_rejected', 'record_rejected'],
    subjects: ['You were mentioned', 'Your record was rejected'],
  })
})

test('the reason of a bulk edit notifies once, however many instruments it changes', async (t) => {
  const { receiver, manager, tess, lab, later } = await laboratory(t)
  const instruments = await Promise.all([1, 2, 3].map((n) => lab.instrument({ asset_tag: `CAL-${n}` })))
  const body = {
    instrument_ids: instruments.map(({ id }) => id),
    change: { responsible_id: tess.personId },
    reason: 'Handed over to @Tess Technician',
  }
  const changed = await manager.call('POST', '/instruments/bulk-change', { body })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  await later()
  const [mention, ...more] = await mentionsOf(tess)
  assert.deepEqual([mention.subject_type, mention.count, more], ['instrument', 3, []])
  assert.match(receiver.to(tess.email).at(-1)!.text!, /3 instruments/)
})

test('people mentioned in the reason of a new calibration interval are notified', async (t) => {
  const { manager, tess, lab, later } = await laboratory(t)
  const { id } = await lab.instrument({ asset_tag: 'CAL-1' })
  const body = {
    calibration_interval_value: 6,
    calibration_interval_change_reason: 'Drifts, says @Tess Technician',
  }
  const changed = await manager.call('PATCH', `/instruments/${id}`, { body })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  await later()
  const [mention, ...more] = await mentionsOf(tess)
  assert.deepEqual(
    [mention.subject_type, mention.subject_id, mention.quote, more],
    ['instrument', id, body.calibration_interval_change_reason, []],
  )
})

test('a text about a site can mention members with access to the site, except auditors', async (t) => {
  const { app, lab, manager } = await laboratory(t)
  const [north, south] = [await lab.site('North'), await lab.site('South')]
  const nora = await signInAs(app, lab, 'technician', { name: 'Nora North', siteIds: [north] })
  await signInAs(app, lab, 'auditor', { name: 'Audrey Auditor' })
  const names = async (session: TestSession, siteId: string) => {
    const { body } = await session.call('GET', `/performers?site_id=${siteId}`)
    return body.data.map(({ name }: { name: string }) => name)
  }
  assert.ok((await names(manager, north)).includes('Nora North'))
  assert.ok(!(await names(manager, south)).includes('Nora North'))
  assert.ok(!(await names(manager, north)).includes('Audrey Auditor'))
  assert.ok((await names(nora, north.toUpperCase())).includes('Quinn Manager'))
  assert.deepEqual(await names(nora, south), [])
})
