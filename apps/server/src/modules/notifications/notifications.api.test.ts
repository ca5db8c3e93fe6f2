import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, test, type TestContext } from 'node:test'
import { programPath } from '../../../test/processes/program-path.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { startMailReceiver, type MailReceiverOptions } from '../../../test/mail-receiver.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'
import { sql } from '../../platform/db/index.ts'
import { systemActor } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import { changeMember } from '../access/index.ts'
import { appendEntries } from '../ledger/index.ts'
import { notifyBackupOverdue, notifyPeople } from './index.ts'

const MINUTE_MS = 60_000

/** A laboratory with a mail server, in which every record is approved by a person. */
async function laboratory(t: TestContext, options: MailReceiverOptions = {}) {
  const receiver = await startMailReceiver(t, options)
  const app = await startTestApp({ SMTP_URL: receiver.url })
  const lab = await openLaboratory(app)
  await lab.settings({ approvalPolicy: 'review' })
  const manager = await signInAs(app, lab, 'manager', { name: 'Quinn Manager' })
  const technician = await lab.person({ role: 'technician', name: 'Tess Technician' })
  // The admin of the workspace has no mailbox that a test looks at.
  await notifyPeople(app.parts)
  return { receiver, app, lab, manager, technician }
}

const listed = async (session: TestSession, query = '') =>
  (await session.call('GET', `/notifications${query}`)).body

/** Lets mails gather, and sends those that are due. */
async function later(app: TestApp, minutes = 2): Promise<void> {
  await notifyPeople(app.parts)
  app.clock.advance(minutes * MINUTE_MS)
  await notifyPeople(app.parts)
}

describe('a record that waits for approval', () => {
  test('notifies the people who may decide on it once, in the application and by mail', async (t) => {
    const { receiver, app, lab, manager, technician } = await laboratory(t)
    const instrument = await lab.instrument({ asset_tag: 'TW-014', name: 'Torque wrench' })
    const record = await lab.calibrate(instrument.id, {}, technician.key)
    await later(app)
    await later(app)
    const { data, unread } = await listed(manager)
    assert.equal(unread, 1)
    const { id, created_at, ...shown } = data[0]
    assert.deepEqual(shown, {
      kind: 'approval_requested',
      subject_type: 'calibration',
      subject_id: record.id,
      instrument_id: instrument.id,
      site_id: instrument.site_id,
      asset_tag: 'TW-014',
      title: 'Torque wrench',
      by: 'Tess Technician',
      reason: null,
      quote: null,
      count: null,
      planned_for: null,
      due_on: null,
      read_at: null,
    })
    assert.ok(id && created_at)
    const [mail, ...more] = receiver.to(manager.email)
    assert.equal(more.length, 0)
    assert.equal(mail!.subject, 'Approval requested: TW-014 · Torque wrench')
    assert.ok(mail!.text!.includes(`/w/${lab.id}/calibrations/${record.id}`))
    const own = await app.db.in(lab.id).rows(sql`
      select from notifications where workspace_id = ${lab.id} and person_id = ${technician.personId}`)
    assert.equal(own.length, 0)
  })

  test('shares a mail with others of the same minute, and causes none if it was decided before it was read', async (t) => {
    const { receiver, app, lab, manager, technician } = await laboratory(t)
    for (let count = 0; count < 25; count += 1) {
      await lab.calibrate((await lab.instrument()).id, {}, technician.key)
    }
    const early = await lab.calibrate((await lab.instrument()).id, {}, technician.key)
    await lab.approve(await lab.caller({ role: 'admin' }), early.id)
    await later(app)
    const [mail, ...more] = receiver.to(manager.email)
    assert.equal(more.length, 0)
    assert.match(mail!.subject!, /^25 calibration records are pending approval/)
    assert.match(mail!.text!, /and 5 more/)
    assert.equal(mail!.text!.match(/\/calibrations\/[0-9a-f-]{36}/g)!.length, 20, 'each one has its link')
    assert.equal((await listed(manager)).unread, 25)
  })

  test('does not notify people who no longer have access to the site, and not by mail those who switched that off', async (t) => {
    const { receiver, app, lab, manager, technician } = await laboratory(t)
    const siteId = await lab.site('Elsewhere')
    const limited = await signInAs(app, lab, 'manager', { siteIds: [siteId] })
    const off = await manager.call('PATCH', '/notification-settings', {
      body: { not_mailed: ['approval_requested'] },
    })
    assert.deepEqual([off.status, off.body.not_mailed], [200, ['approval_requested']])
    await lab.calibrate((await lab.instrument()).id, {}, technician.key)
    await later(app)
    assert.deepEqual([receiver.to(manager.email).length, receiver.to(limited.email).length], [0, 0])
    assert.deepEqual([(await listed(manager)).unread, (await listed(limited)).unread], [1, 0])
    await manager.call('PATCH', '/notification-settings', {
      body: { not_mailed: [], not_shown: ['approval_requested'], language: 'de' },
    })
    await lab.calibrate((await lab.instrument()).id, {}, technician.key)
    await later(app)
    assert.equal((await listed(manager)).unread, 1)
    assert.match(receiver.to(manager.email)[0]!.subject!, /^Freigabe erbeten: /)
  })

  test('follows its instrument to another site, in the application and by mail', async (t) => {
    const { receiver, app, lab, manager, technician } = await laboratory(t)
    const [former, next] = [await lab.site('Former'), await lab.site('Next')]
    const [left, reached] = [
      await signInAs(app, lab, 'manager', { siteIds: [former] }),
      await signInAs(app, lab, 'manager', { siteIds: [former, next] }),
    ]
    const { id } = await lab.instrument()
    const move = (siteId: string) =>
      manager.call('PATCH', `/instruments/${id}`, { body: { site_id: siteId } })
    assert.equal((await move(former)).status, 200)
    await lab.calibrate(id, {}, technician.key)
    await notifyPeople(app.parts)
    assert.deepEqual([(await listed(left)).unread, (await listed(reached)).unread], [1, 1])
    assert.equal((await move(next)).status, 200)
    await later(app)
    const seen = async (session: TestSession) => {
      const { data, unread } = await listed(session)
      return [data.length, unread, receiver.to(session.email).length]
    }
    assert.deepEqual(
      [await seen(left), await seen(reached)],
      [
        [0, 0, 0],
        [1, 1, 1],
      ],
    )
  })

  test('is not mailed to those who switched it off while the mail waited', async (t) => {
    const { receiver, app, lab, manager, technician } = await laboratory(t)
    await lab.calibrate((await lab.instrument()).id, {}, technician.key)
    await notifyPeople(app.parts)
    await manager.call('PATCH', '/notification-settings', { body: { not_mailed: ['approval_requested'] } })
    await later(app)
    assert.equal(receiver.to(manager.email).length, 0)
  })
})

test('a rejection notifies the person whose record it is, with the reason', async (t) => {
  const { receiver, app, lab, technician } = await laboratory(t)
  const record = await lab.calibrate((await lab.instrument()).id, {}, technician.key)
  await lab.reject(await lab.caller({ role: 'manager' }), record.id, 'A point is missing')
  await later(app)
  const [mail] = receiver.mails.filter(({ subject }) => subject!.startsWith('Your record was rejected'))
  assert.match(mail!.text!, /A point is missing/)
})

test('a standard found out of tolerance notifies the people who decide and those whose calibrations it touches', async (t) => {
  const { receiver, app, lab, manager, technician } = await laboratory(t)
  await lab.settings({ approvalPolicy: 'automatic' })
  const [standard, used] = [await lab.instrument({ asset_tag: 'STD-1' }), await lab.instrument()]
  const on = (date: string) => `${date}T10:00:00.000Z`
  await lab.calibrate(standard.id, { performed_at: on('2026-01-10') })
  const with1 = { performed_at: on('2026-02-10'), reference_standard_asset_id: standard.id }
  await lab.calibrate(used.id, with1, technician.key)
  await lab.calibrate(standard.id, { performed_at: on('2026-11-10'), result: 'FAIL' })
  await later(app)
  const { data } = await listed(manager)
  assert.deepEqual([data[0].kind, data[0].asset_tag, data[0].count], ['finding_opened', 'STD-1', 1])
  const [mail] = receiver.to(manager.email)
  assert.match(mail!.subject!, /^Found out of tolerance: STD-1/)
  assert.match(mail!.text!, /touches 1 calibration/)
  const rows = await app.db.in(lab.id).rows<{ kind: string }>(sql`
    select kind from notifications where workspace_id = ${lab.id} and person_id = ${technician.personId}`)
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['finding_opened'],
  )
  const given = await manager.call('PATCH', `/findings/${data[0].subject_id}`, {
    body: { owner_person_id: technician.personId },
  })
  assert.equal(given.status, 200, JSON.stringify(given.body))
  await later(app)
  assert.ok(receiver.mails.some(({ subject }) => subject!.startsWith('A finding was assigned to you: STD-1')))
})

test('a disabled webhook and an overdue backup notify admins with access to all sites', async (t) => {
  const { receiver, app, lab, manager } = await laboratory(t)
  const admin = await signInAs(app, lab, 'admin')
  const limited = await signInAs(app, lab, 'admin', { siteIds: [await lab.site('Elsewhere')] })
  await app.db.transaction(lab.id, (tx) =>
    appendEntries(tx, app.clock, systemActor(lab.id, 'webhooks'), [
      {
        kind: 'webhook.disabled',
        subject: { type: 'webhook', id: newId() },
        payload: { url: 'https://erp.example.com/hook', exhausted_in_a_row: 5 },
      },
    ]),
  )
  for (let hour = 0; hour < 2; hour += 1) await notifyBackupOverdue(app.parts, '2026-11-19T02:12:00.000Z')
  await later(app)
  const subjects = receiver.to(admin.email).map(({ subject }) => subject!)
  assert.deepEqual(
    subjects.toSorted((one, other) => one.localeCompare(other)),
    ['A webhook was disabled: https://erp.example.com/hook', 'The last backup is overdue'],
  )
  assert.deepEqual([(await listed(manager)).unread, (await listed(limited)).unread], [0, 0])
  assert.equal((await listed(admin)).unread, 2)
  await changeMember(app.parts, systemActor(lab.id), admin.personId, { role: 'manager' })
  assert.deepEqual((await listed(admin)).data, [], 'a former admin no longer sees notifications for admins')
})

test('people mark their own notifications as read, one by one or all', async (t) => {
  const { app, lab, manager, technician } = await laboratory(t)
  const other = await signInAs(app, lab, 'manager')
  for (let count = 0; count < 3; count += 1) {
    await lab.calibrate((await lab.instrument()).id, {}, technician.key)
  }
  await notifyPeople(app.parts)
  const { data } = await listed(manager)
  const read = async (session: TestSession, body: object) =>
    (await session.call('POST', '/notifications/read', { body })).body.unread
  assert.equal(await read(other, { ids: [data[0].id] }), 3)
  assert.equal(await read(manager, { ids: [data[0].id] }), 2)
  assert.equal((await listed(manager, '?unread=true')).data.length, 2)
  assert.equal((await listed(manager, '?unread=false&limit=1')).pagination.total, 1)
  assert.equal(await read(manager, {}), 0)
  assert.equal((await listed(other)).unread, 3)
})

test('older notifications follow the last one that was listed, each once, while new ones arrive', async (t) => {
  const { app, lab, manager, technician } = await laboratory(t)
  const happen = async () => {
    await lab.calibrate((await lab.instrument()).id, {}, technician.key)
    await notifyPeople(app.parts)
  }
  for (let count = 0; count < 5; count += 1) await happen()
  const all = (await listed(manager)).data.map(({ id }: { id: string }) => id)
  const first = await listed(manager, '?limit=2')
  assert.deepEqual(first.pagination, { limit: 2, offset: 0, total: 5, has_more: true })
  await happen()
  const second = await listed(manager, `?limit=2&before=${first.data[1].id}`)
  assert.deepEqual(
    [...first.data, ...second.data].map(({ id }) => id),
    all.slice(0, 4),
  )
  assert.deepEqual(
    [second.pagination, second.unread],
    [{ limit: 2, offset: 0, total: 3, has_more: true }, 6],
    'only older ones are counted, but for those that are unread',
  )
  await manager.call('POST', '/notifications/read', { body: { ids: [all[3]] } })
  const unread = await listed(manager, `?unread=true&before=${second.data[0].id}`)
  assert.deepEqual(
    unread.data.map(({ id }: { id: string }) => id),
    [all[4]],
  )
  assert.deepEqual((await listed(manager, `?before=${all[4]}`)).data, [])
  assert.equal((await listed(manager, '?before=yesterday')).code, 'VALIDATION_ERROR')
})

describe('a mail', () => {
  test('that the server temporarily refuses is sent later; one to an address that it rejects is not', async (t) => {
    let code: number | undefined = 450
    const { receiver, app, lab, manager, technician } = await laboratory(t, { refuses: () => code })
    await lab.calibrate((await lab.instrument()).id, {}, technician.key)
    await later(app)
    assert.equal(receiver.mails.length, 0)
    code = undefined
    await later(app)
    assert.equal(receiver.to(manager.email).length, 1)
    code = 550
    await lab.calibrate((await lab.instrument()).id, {}, technician.key)
    await later(app)
    code = undefined
    await later(app, 24 * 60)
    assert.equal(receiver.to(manager.email).length, 1)
    const admin = await signInAs(app, lab, 'admin')
    const { body } = await admin.call('GET', '/mail/problems')
    const [problem] = body.data.filter(({ address }: { address: string }) => address === manager.email)
    assert.deepEqual(
      [problem.state, problem.fault, problem.kind, problem.name],
      ['refused', 'recipient', 'approval_requested', 'Quinn Manager'],
    )
    assert.match(problem.detail, /^550 /)
    assert.equal((await manager.call('GET', '/mail/problems')).status, 403)
  })

  test('is not sent again if the process is killed during the handover', async (t) => {
    let holds = true
    const { receiver, app, lab, manager, technician } = await laboratory(t, {
      content: () => (holds ? 'hold' : undefined),
    })
    await lab.calibrate((await lab.instrument()).id, {}, technician.key)
    await notifyPeople(app.parts)
    app.clock.advance(2 * MINUTE_MS)
    const { child, exit } = startSender(app)
    await receiver.next()
    child.kill('SIGKILL')
    await exit
    holds = false
    const before = receiver.mails.length
    for (let round = 0; round < 3; round += 1) await later(app, 10)
    // The admin's own mail, which the process had not begun with, is sent; what the server had is not.
    assert.ok(receiver.to(manager.email).length <= 1)
    const states = await app.db.in(lab.id).rows<{ state: string }>(sql`
      select state from mails where workspace_id = ${lab.id} order by state`)
    assert.equal(states.filter(({ state }) => state === 'unknown').length, 1)
    assert.equal(receiver.mails.length, before + states.length - 1)
  })

  test('is sent by another process if its process is killed before the handover', async (t) => {
    const { receiver, app, lab, manager, technician } = await laboratory(t, { holdsRecipients: true })
    await lab.calibrate((await lab.instrument()).id, {}, technician.key)
    await notifyPeople(app.parts)
    app.clock.advance(2 * MINUTE_MS)
    const { child, exit } = startSender(app)
    await receiver.nextRecipient()
    child.kill('SIGKILL')
    await exit
    receiver.options = {}
    for (let round = 0; round < 3; round += 1) await later(app, 10)
    assert.equal(receiver.to(manager.email).length, 1)
  })
})

function startSender(app: TestApp) {
  const program = programPath(new URL('../../../test/processes/mail-process.ts', import.meta.url))
  const { SMTP_URL = '', SECRET_KEY = '', PUBLIC_URL, DATA_DIR } = app.parts.config
  const settings = JSON.stringify({ SMTP_URL, SECRET_KEY, PUBLIC_URL, DATA_DIR })
  const args = [program, app.databaseUrl, settings, app.clock.now().toISOString()]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  return { child, exit: once(child, 'exit') }
}

test('without a mail server no mails are queued, and the application still shows notifications', async () => {
  const app = await startTestApp()
  const lab = await openLaboratory(app)
  await lab.settings({ approvalPolicy: 'review' })
  const manager = await signInAs(app, lab, 'manager')
  const technician = await lab.person({ role: 'technician' })
  await lab.calibrate((await lab.instrument()).id, {}, technician.key)
  await notifyPeople(app.parts)
  assert.equal((await listed(manager)).unread, 1)
  const mails = await app.db.in(lab.id).rows(sql`select from mails where workspace_id = ${lab.id}`)
  assert.equal(mails.length, 0)
  const settings = await manager.call('GET', '/notification-settings')
  assert.equal(settings.body.is_mail_set_up, false)
  assert.ok(!settings.body.kinds.includes('webhook_disabled'))
})
