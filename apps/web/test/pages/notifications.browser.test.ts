import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { notifyPeople } from '../../../server/src/modules/notifications/index.ts'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { sql } from '../../../server/src/platform/db/index.ts'
import { everyMail } from '../../../server/test/every-mail.ts'
import { startMailReceiver } from '../../../server/test/mail-receiver.ts'
import { signInAs } from '../../../server/test/session.ts'
import { AXE_COLOURS, checkAccessibility, keepScreenshot, startBrowserTests } from '../support/browser.ts'

const receiver = await startMailReceiver({ after })
const tests = await startBrowserTests({ SMTP_URL: receiver.url, MAIL_FROM: 'plumbline@example.com' })
const lab = await openLaboratory(tests.app)
await lab.settings({ approvalPolicy: 'review' })
const admin = await signInAs(tests.app, lab, 'admin', { name: 'Ada Admin' })
const technician = await lab.person({ role: 'technician', name: 'Tess Technician' })
await notifyPeople(tests.app.parts)

/** Texts of cells of a mail that touch a line above or below, or the cell beside them. */
const CRAMPED_CELLS = `[...document.querySelectorAll('.row')].flatMap((row) => {
  const text = (cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return range.getBoundingClientRect()
  }
  const [first, last] = [row.firstElementChild, row.lastElementChild]
  const below = row.getBoundingClientRect().bottom - Math.max(...[...row.children].map((cell) => text(cell).bottom))
  const above = text(first).top - row.getBoundingClientRect().top
  const beside = last === first || text(last).top >= text(first).bottom ? 12 : text(last).left - text(first).right
  return above < 6 || below < 6 || beside < 8 ? [first.textContent + ': ' + [above, below, beside]] : []
})`

test('mails of every kind fit narrow and wide mail programs and are legible there, in both color schemes', async (t) => {
  // Of several things each, in the language with the longer words.
  const mails = await everyMail(t, 'de', 2)
  const page = await tests.visit(admin, `/w/${lab.id}/settings/mail`)
  await page.goto('about:blank')
  for (const [kind, mail] of Object.entries(mails)) {
    await page.setContent(String(mail.html))
    for (const scheme of ['light', 'dark'] as const) {
      for (const width of [640, 360]) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.setViewportSize({ width, height: 700 })
        const isNarrow = await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')
        assert.ok(isNarrow, `${kind} is wider than ${width}`)
        assert.deepEqual(await page.evaluate(CRAMPED_CELLS), [], `${kind} at ${width}`)
        await keepScreenshot(page, `mail-${kind}-${scheme}-${width}`)
      }
      await checkAccessibility(page, AXE_COLOURS)
    }
  }
})

test('an admin sees how mail is sent, sets the sender, tests it, and invites somebody by mail', async () => {
  const page = await tests.visit(admin, `/w/${lab.id}/settings/mail`)
  await page.getByText('plumbline@example.com').waitFor()
  await page.getByLabel('Sender name').fill('Calibration lab')
  await page.getByLabel('Reply-to address').fill('no address')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Reply-to address').fill('lab@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').waitFor()
  await page.getByRole('button', { name: 'Send test message' }).click()
  await page.getByText(`The message to ${admin.email} was handed to the mail server.`).waitFor()
  assert.equal(receiver.to(admin.email)[0]!.from!.text, '"Calibration lab" <plumbline@example.com>')
  receiver.options = { refuses: () => 550 }
  await page.getByRole('button', { name: 'Send test message' }).click()
  await page.getByText(/Response of the mail server: 550 5\.1\.1 no mailbox/).waitFor()
  receiver.options = { content: () => 'break' }
  await page.getByRole('button', { name: 'Send test message' }).click()
  // Nothing that the mail server said: the connection ended.
  await page.getByText(/^Details: /).waitFor()
  receiver.options = {}
  await keepScreenshot(page, 'settings-mail')
  await checkAccessibility(page)
  await page.goto(`${tests.app.origin}/w/${lab.id}/settings/people/new`)
  await page.getByLabel('Name').fill('Ines New')
  await page.getByLabel('E-mail').fill('ines@example.com')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByText('The message to ines@example.com was handed to the mail server.').waitFor()
  assert.match(receiver.to('ines@example.com')[0]!.text!, /\/invitation\?token=/)
})

/** Makes a calendar feed of a category, opens its address as a calendar program does, and revokes it. */
async function subscribeToCalendar(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New calendar feed' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Torque' }).check()
  await page.getByRole('button', { name: 'Create feed' }).click()
  const address = await page.getByRole('textbox', { name: 'Address' }).inputValue()
  assert.match(await (await fetch(address)).text(), /^BEGIN:VCALENDAR[^]*END:VCALENDAR/)
  await keepScreenshot(page, 'calendar-address')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  const revoke = page.getByRole('button', { name: 'Revoke calendar feed: All sites · Torque' })
  await revoke.waitFor()
  await keepScreenshot(page, 'calendar-feeds')
  await revoke.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke calendar feed' }).click()
  await page.getByText('The calendar feed is revoked.').waitFor()
  assert.equal((await fetch(address)).status, 404)
}

/** Enters earlier notifications of the admin, which were read. */
async function rememberOthers(count: number): Promise<void> {
  await tests.app.db.in(lab.id).rows(sql`
    insert into notifications (workspace_id, notification_id, person_id, kind, cause, data, is_shown, created_at, read_at)
    select ${lab.id}, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${admin.personId}, 'backup_overdue',
      n::text, ${JSON.stringify(EARLIER)}::jsonb, true, now(), now()
    from generate_series(1, ${count}) as n`)
}

const EARLIER = {
  subject_type: 'backups',
  subject_id: null,
  instrument_id: null,
  asset_tag: null,
  title: '2026-11-01',
  by: null,
  reason: null,
  count: null,
}

test('the bell counts what concerns the person, links to it, and has settings', async () => {
  const instruments = [
    await lab.instrument({ asset_tag: 'TW-014', name: 'Torque wrench 200 N·m', category: 'Torque' }),
    await lab.instrument({ asset_tag: 'CAL-7', name: 'Caliper 150 mm' }),
  ]
  const moved = { body: { site_id: await lab.site('Leipzig') } }
  for (const { id } of instruments) {
    assert.equal((await admin.call('PATCH', `/instruments/${id}`, moved)).status, 200)
  }
  const records = await Promise.all(instruments.map(({ id }) => lab.calibrate(id, {}, technician.key)))
  const assigning = await signInAs(tests.app, lab, 'manager', { name: 'Maren Manager' })
  const ids = instruments.map(({ id }) => id)
  const work = { instrument_ids: ids, assignee_id: admin.personId, planned_for: '2026-12-01' }
  assert.equal((await assigning.call('POST', '/assignments', { body: work })).status, 200)
  await notifyPeople(tests.app.parts)
  tests.app.clock.advance(2 * 60_000)
  await notifyPeople(tests.app.parts)
  await rememberOthers(40)
  // The address to which mails about several things lead.
  const page = await tests.visit(admin, `/w/${lab.id}/today#notifications`)
  await page.getByRole('button', { name: 'Notifications, 3 unread' }).waitFor()
  const assigned = page.getByRole('button', { name: /Work assigned to you/ })
  await assigned.getByText('2 instruments').waitFor()
  await assigned.getByText('planned for 1 Dec 2026').waitFor()
  const row = page.getByRole('button', { name: /TW-014 · Torque/ })
  await row.getByText('by Tess Technician').waitFor()
  await row.getByText('Leipzig').waitFor()
  await keepScreenshot(page, 'bell', false)
  const backups = page.getByRole('button', { name: /Backup overdue/ })
  assert.equal(await backups.count(), 27)
  await page.getByRole('button', { name: 'Show older' }).click()
  await backups.nth(39).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Show older' }).count(), 0)
  // What lies below the panel is covered in part.
  await checkAccessibility(page, undefined, { within: ['section[aria-label=Notifications]'] })
  await row.click()
  await page.waitForURL(`**/calibrations/${records[0].id}*`)
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  await page.getByText('Unread only').click()
  await row.waitFor({ state: 'detached' })
  await assigned.waitFor()
  await keepScreenshot(page, 'bell-unread', false)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText('You have read everything.').waitFor()
  await page.getByRole('link', { name: 'Notification settings' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  const byMail = page.getByRole('checkbox', { name: 'Approval requested: by e-mail' })
  await byMail.uncheck()
  await keepScreenshot(page, 'settings-notifications')
  await checkAccessibility(page)
  const { body } = await admin.call('GET', '/notification-settings')
  assert.deepEqual([body.not_mailed, body.not_shown], [['approval_requested'], []])
  await page.getByRole('checkbox', { name: /^E-mail me a list of overdue/ }).check()
  await page.getByRole('checkbox', { name: 'Thursday' }).check()
  await page.getByLabel('Instruments', { exact: true }).selectOption('assigned_or_responsible')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').waitFor()
  const { digest } = (await admin.call('GET', '/notification-settings')).body
  const narrowed = { site_ids: null, categories: null, mine: 'assigned_or_responsible' }
  assert.deepEqual(digest, { weekdays: [1, 4], hour: 7, lead_days: 30, ...narrowed })
  await keepScreenshot(page, 'settings-digest')
  await checkAccessibility(page)
  await subscribeToCalendar(page)
  receiver.options = { refuses: () => 550 }
  await admin.call('PATCH', '/notification-settings', { body: { not_mailed: [] } })
  await lab.calibrate(instruments[1].id, {}, technician.key)
  await notifyPeople(tests.app.parts)
  tests.app.clock.advance(2 * 60_000)
  await notifyPeople(tests.app.parts)
  await page.setViewportSize({ width: 360, height: 740 })
  await keepScreenshot(page, 'settings-notifications-360')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'E-mail' }).click()
  await page
    .getByRole('row', { name: admin.email })
    .getByText(/^550 5\.1\.1/)
    .waitFor()
  await keepScreenshot(page, 'settings-mail-problems')
})
