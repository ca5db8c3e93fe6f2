import type { ParsedMail } from 'mailparser'
import { notificationKinds, type NotificationKind } from '@plumbline/contract'
import { notifyBackupOverdue, notifyPeople } from '../src/modules/notifications/index.ts'
import { appendEntries } from '../src/modules/ledger/index.ts'
import { systemActor } from '../src/platform/actor.ts'
import { newId } from '../src/platform/ids.ts'
import { startTestApp, type TestApp } from './app.ts'
import { openLaboratory, type Laboratory } from './calibrating.ts'
import { startMailReceiver, type MailReceiver } from './mail-receiver.ts'
import { signInAs, signInPerson, type TestSession } from './session.ts'

/** All kinds of mail that the server sends to people. */
export const mailedKinds = [
  'test_message',
  'invitation',
  'password_reset',
  'due_digest',
  ...notificationKinds,
] as const
export type MailedKind = (typeof mailedKinds)[number]

/** An asset tag that looks like markup, and a name that is one long word. */
export const ODD_TAG = '<b>&"x'
export const LONG_NAME = 'Drehmomentschlüssel_mit_Verlängerung_und_Adapter_0815-4711-2342-SN-ABCDEFGHIJ'

/** A note that is too long for a mail to quote completely. */
const LONG_NOTE = 'please look through the measurements that were made with it since January. '.repeat(8)

interface Staff {
  readonly admin: TestSession
  readonly manager: TestSession
  readonly tess: TestSession
  /** Key of the technician. */
  readonly key: string
}

/**
 * Makes a laboratory send one mail of each kind in a language, caused by what its people do.
 * @param times how often each thing happens within the minute in which a mail collects its kind
 */
export async function everyMail(
  t: Parameters<typeof startMailReceiver>[0],
  language: string,
  times = 1,
): Promise<Readonly<Record<MailedKind, ParsedMail>>> {
  const receiver = await startMailReceiver(t)
  const app = await startTestApp({ SMTP_URL: receiver.url })
  const lab = await openLaboratory(app, { timeZone: 'Europe/Berlin' })
  const staff = await employ(app, lab, language)
  const { admin, manager, tess } = staff
  const asked = await askedFor(receiver, staff, language)
  for (let time = 0; time < times; time += 1) await work(app, lab, staff, time)
  await notifyPeople(app.parts)
  app.clock.advance(2 * 60_000)
  await notifyPeople(app.parts)
  const of = (person: TestSession, path: RegExp) => mailOf(receiver, person, path)
  const news: Record<NotificationKind | 'due_digest', ParsedMail> = {
    approval_requested: of(manager, /freigabe|approv/i),
    record_rejected: of(tess, /reject|abgelehnt/i),
    finding_opened: of(manager, /found out|außerhalb/i),
    finding_assigned: of(tess, /findings? w|befund/i),
    work_assigned: of(tess, /work was|arbeit/i),
    mentioned: of(tess, /mentioned|erwähnt/i),
    instrument_overdue: of(tess, /overdue|überfällig/i),
    webhook_disabled: of(admin, /webhook/i),
    backup_overdue: of(admin, /backup|sicherung/i),
    due_digest: of(manager, /\bdue\b|fällig /i),
  }
  return { ...asked, ...news }
}

/** Causes the mails that are sent immediately, because somebody requests them. */
async function askedFor(
  receiver: MailReceiver,
  { admin, tess }: Staff,
  language: string,
): Promise<Record<'test_message' | 'invitation' | 'password_reset', ParsedMail>> {
  const invited = { email: 'new.person@example.com', name: 'Nina New', role: 'technician' }
  const { body } = await admin.call('POST', '/users', { body: invited })
  await admin.call('POST', `/users/${tess.personId}/reset-link`)
  await admin.call('POST', '/mail/test', { body: { language } })
  const invitation = receiver.to(invited.email).at(-1)
  const reset = receiver.to(tess.email).at(-1)
  const test = receiver.to(admin.email).at(-1)
  if (!body.invitation_link || !invitation || !reset || !test) throw new Error('no message was sent')
  return { test_message: test, invitation, password_reset: reset }
}

async function employ(app: TestApp, lab: Laboratory, language: string): Promise<Staff> {
  const admin = await signInAs(app, lab, 'admin', { name: 'Ada Admin' })
  await admin.call('PATCH', '', { body: { language } })
  const manager = await signInAs(app, lab, 'manager', { name: 'Quinn Manager' })
  const { personId, key } = await lab.person({ role: 'technician', name: 'Tess Technician' })
  const tess = await signInPerson(app, lab.id, personId)
  for (const person of [admin, manager, tess]) {
    await person.call('PATCH', '/notification-settings', { body: { language } })
  }
  // Mails name the site of an instrument if there are several.
  await lab.site('Werk Nürnberg')
  await notifyPeople(app.parts)
  return { admin, manager, tess, key }
}

/**
 * Causes notifications: records, a standard out of tolerance, assigned work, an overdue instrument, a webhook and a
 * backup. Each call uses other instruments.
 */
async function work(app: TestApp, lab: Laboratory, staff: Staff, time: number): Promise<void> {
  const { manager, tess, key } = staff
  const suffix = time === 0 ? '' : `-${time}`
  const late = await lab.instrument({
    asset_tag: ODD_TAG + suffix,
    name: LONG_NAME,
    last_calibration_date: '2025-10-01T10:00:00Z',
  })
  const soon = await lab.instrument({
    asset_tag: `TW-014${suffix}`,
    name: 'Torque wrench 200 N·m',
    last_calibration_date: '2025-12-10T10:00:00Z',
  })
  await findOutOfTolerance(app, lab, staff, `STD-1${suffix}`)
  await lab.settings({ approvalPolicy: 'review' })
  await lab.calibrate(late.id, {}, key)
  const rejected = await lab.calibrate(soon.id, {}, key)
  await lab.reject(await lab.caller({ role: 'manager' }), rejected.id, 'The 60 N·m point is missing.')
  await lab.settings({ approvalPolicy: 'automatic' })
  const assigned = { instrument_ids: [late.id], assignee_id: tess.personId, planned_for: '2026-12-01' }
  await manager.call('POST', '/assignments', { body: assigned })
  const overdue = await lab.instrument({
    asset_tag: `CAL-0042${suffix}`,
    name: 'Digital caliper',
    last_calibration_date: '2025-11-18T10:00:00Z',
  })
  const responsible = { responsible_id: tess.personId }
  await manager.call('PATCH', `/instruments/${overdue.id}`, { body: responsible })
  const url = `https://erp.example.com/hooks${suffix}/${'0123456789'.repeat(8)}`
  const payload = { url, exhausted_in_a_row: 5 }
  const disabled = { kind: 'webhook.disabled', subject: { type: 'webhook', id: newId() }, payload } as const
  await app.db.transaction(lab.id, (tx) =>
    appendEntries(tx, app.clock, systemActor(lab.id, 'webhooks'), [disabled]),
  )
  // 21 November 2026, the date of the test clock, is a Saturday.
  const digest = {
    weekdays: [6],
    hour: 8,
    lead_days: 30,
    site_ids: null,
    categories: null,
    mine: null,
  }
  await manager.call('PATCH', '/notification-settings', { body: { digest } })
  await notifyBackupOverdue(app.parts, `2026-11-1${9 - time}T02:12:00.000Z`)
}

/** Makes a standard fail after a calibration that used it, and assigns the finding to the technician. */
async function findOutOfTolerance(
  app: TestApp,
  lab: Laboratory,
  { manager, tess, key }: Staff,
  assetTag: string,
): Promise<void> {
  const standard = await lab.instrument({ asset_tag: assetTag, name: LONG_NAME })
  const on = (date: string) => `${date}T10:00:00.000Z`
  await lab.calibrate(standard.id, { performed_at: on('2026-01-10') })
  await lab.calibrate(
    (await lab.instrument()).id,
    { performed_at: on('2026-02-10'), reference_standard_asset_id: standard.id },
    key,
  )
  await lab.calibrate(standard.id, { performed_at: on('2026-11-10'), result: 'FAIL' })
  await notifyPeople(app.parts)
  const { body } = await manager.call('GET', '/notifications')
  const opened = body.data.find((row: { asset_tag: string }) => row.asset_tag === assetTag)
  const owner = { owner_person_id: tess.personId }
  await manager.call('PATCH', `/findings/${opened.subject_id}`, { body: owner })
  const text = `The gauge blocks of this week were measured with it.\n\n@tess technician: ${LONG_NOTE}`
  await manager.call('POST', `/findings/${opened.subject_id}/notes`, { body: { text } })
}

function mailOf(receiver: MailReceiver, person: TestSession, subject: RegExp): ParsedMail {
  const mails = receiver.to(person.email).filter((mail) => subject.test(mail.subject ?? ''))
  const [mail] = mails
  if (!mail) {
    const got = receiver.to(person.email).map((each) => each.subject)
    throw new Error(`no mail ${String(subject)} among ${JSON.stringify(got)}`)
  }
  return mail
}
