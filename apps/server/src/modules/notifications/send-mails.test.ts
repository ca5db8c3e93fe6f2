import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { startMailReceiver } from '../../../test/mail-receiver.ts'
import { signInAs } from '../../../test/session.ts'
import { sql } from '../../platform/db/index.ts'
import { notifyPeople } from './index.ts'

const HOUR_MS = 3_600_000

test('a mail that cannot be written delays no other, and fails after its attempts', async (t) => {
  const receiver = await startMailReceiver(t)
  const app = await startTestApp({ SMTP_URL: receiver.url })
  const lab = await openLaboratory(app)
  await lab.settings({ approvalPolicy: 'review' })
  const managers = [await signInAs(app, lab, 'manager'), await signInAs(app, lab, 'manager')]
  const technician = await lab.person({ role: 'technician' })
  await notifyPeople(app.parts)
  await lab.calibrate((await lab.instrument()).id, {}, technician.key)
  await notifyPeople(app.parts)
  const queries = app.db.in(lab.id)
  const [first] = await queries.rows<{ mailId: string; personId: string }>(sql`
    select mail_id as "mailId", person_id as "personId" from mails
    where workspace_id = ${lab.id} and person_id = any(${managers.map(({ personId }) => personId)}::uuid[])
    order by due_at, mail_id limit 1`)
  const data = sql`where workspace_id = ${lab.id} and mail_id = ${first!.mailId}`
  await queries.rows(sql`update notifications set data = 'null' ${data}`)
  app.clock.advance(HOUR_MS)
  await notifyPeople(app.parts)
  const arrived = managers.map(({ email }) => receiver.to(email).length)
  assert.deepEqual(
    arrived,
    managers.map(({ personId }) => (personId === first!.personId ? 0 : 1)),
  )
  for (let attempts = 1; attempts < 8; attempts += 1) {
    app.clock.advance(12 * HOUR_MS)
    await notifyPeople(app.parts)
  }
  const ended = await queries.rows(sql`select state, due_at, attempt_count from mails ${data}`)
  assert.deepEqual(ended, [{ state: 'failed', due_at: null, attempt_count: 8 }])
})
