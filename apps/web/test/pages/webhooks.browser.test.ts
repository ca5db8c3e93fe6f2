import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { startReceiver, testWorkers } from '../../../server/test/webhooks.ts'
import { focusOn, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const manager = await signInAs(tests.app, lab, 'manager')
const workers = testWorkers(tests.app, { retryDelaysSeconds: [1] })
await workers.start()

/** Chooses one of what can be done with the endpoint; the dialog that it opens. */
async function chooseAct(page: Page, name: string) {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name }).click()
  return page.getByRole('dialog', { name })
}

/** Waits for a secret in full, and says that it is kept. */
async function keepSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Signing secret' })
  const secret = dialog.getByRole('textbox', { name: 'Signing secret' })
  await secret.and(page.locator('[value^="whsec_"]')).waitFor()
  await dialog.getByText('HMAC-SHA256(secret').waitFor()
  const value = await secret.inputValue()
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await dialog.waitFor({ state: 'hidden' })
  return value
}

describe('webhooks', () => {
  test('an endpoint is created, tested, inspected, resent to, changed, rotated and deleted', async (t) => {
    const receiver = await startReceiver(t)
    const page = await tests.visit(manager, `/w/${lab.id}/today`)
    await page.getByRole('link', { name: 'Webhooks', exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('webh')
    await page.getByRole('dialog').getByRole('option', { name: 'Webhooks' }).click()
    await page.getByText('No webhooks yet').waitFor()

    await page.getByRole('button', { name: 'New webhook' }).click()
    const form = page.getByRole('dialog', { name: 'New webhook' })
    const address = form.getByRole('textbox', { name: 'URL' })
    await address.fill('nowhere')
    await form.getByRole('checkbox', { name: 'All events, including future ones' }).uncheck()
    await form.getByRole('checkbox', { name: 'Calibration recorded' }).uncheck()
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await address.and(page.locator('[aria-invalid=true]')).waitFor()
    await address.fill(receiver.url)
    await form.getByRole('button', { name: 'Create webhook' }).click()
    const first = await keepSecret(page)
    await page.getByText('No deliveries').waitFor()

    await page.getByRole('button', { name: 'Send test event' }).click()
    const trial = page.getByRole('dialog', { name: 'Send test event' })
    await trial.getByLabel('Event type').selectOption('instrument.retired')
    await trial.getByRole('button', { name: 'Send test event' }).click()
    await trial.getByRole('status').getByText('Delivered.').waitFor()
    await trial.getByRole('link', { name: 'Show attempts and request' }).click()

    await page.getByRole('heading', { name: 'Instrument retired' }).waitFor()
    const attempts = page.getByRole('table', { name: 'Attempts' })
    await attempts.getByRole('cell', { name: '204', exact: true }).waitFor()
    await page.getByText(String(receiver.requests[0]!.headers['svc-signature'])).waitFor()
    await page.getByText(receiver.requests[0]!.body, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Resend' }).click()
    await attempts.getByRole('row').nth(2).waitFor()
    assert.equal(receiver.requests[1]!.body, receiver.requests[0]!.body)

    await page.getByRole('link', { name: '← Deliveries' }).click()
    const log = page.getByRole('region', { name: 'Deliveries' })
    await log.getByRole('link', { name: 'Instrument retired' }).waitFor()
    await log.getByLabel('Event').selectOption('instrument.created')
    await log.getByText('No deliveries match these filters.').waitFor()
    await page.waitForURL(/[?&]event=instrument\.created/)
    await log.getByLabel('Event').selectOption('instrument.retired')
    await log.getByLabel('Status').selectOption('succeeded')
    await page.waitForURL(/[?&]status=succeeded/)
    await log.getByRole('table').getByText('2 attempts').waitFor()

    await lab.instrument()
    await log.getByLabel('Event').selectOption('instrument.created')
    const arrived = log.getByRole('row').filter({ hasText: 'Instrument added' })
    await arrived.getByText('Delivered').waitFor()
    const resend = await chooseAct(page, 'Resend events')
    await resend.getByLabel('Events of').selectOption('Everything in the log')
    await resend.getByRole('button', { name: 'Resend events' }).click()
    await page.getByText('1 event is being sent again.').waitFor()
    await arrived.getByText('2 attempts').waitFor()

    const endpointPage = page.url()
    await page.getByRole('link', { name: '← Webhooks' }).click()
    await page.getByRole('link', { name: 'Event log' }).click()
    const events = page.getByRole('table', { name: 'Event log' })
    const added = events.getByRole('row').filter({ hasText: 'Instrument added' })
    await added.getByRole('link', { name: /^T-\d+$/ }).waitFor()
    await added.getByText('Delivered', { exact: true }).waitFor()
    await events.getByRole('row').filter({ hasText: 'Instrument retired' }).getByText('Test event').waitFor()
    await added.getByRole('button', { name: 'Resend' }).click()
    await page.getByText('Resent with the identical body.').waitFor()
    await page.getByLabel('Event').selectOption('finding.opened')
    await page.getByText('No events match this filter.').waitFor()
    await page.goto(endpointPage)

    const edit = await chooseAct(page, 'Edit webhook')
    await edit.getByLabel('Description').fill('Maintenance planning')
    await edit.getByRole('button', { name: 'Save webhook' }).click()
    await page.getByText('Maintenance planning', { exact: true }).waitFor()
    const rotation = await chooseAct(page, 'Rotate secret')
    await rotation.getByRole('button', { name: 'Rotate secret' }).click()
    assert.notEqual(await keepSecret(page), first)
    await focusOn(page.getByRole('button', { name: 'More' }))
    const deletion = await chooseAct(page, 'Delete webhook')
    await deletion.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('No webhooks yet').waitFor()
  })

  test('a failing one shows each state without reloading, why it was disabled, and can be enabled again', async () => {
    const body = { url: 'http://127.0.0.1:9/hook', description: 'ERP' }
    const { id } = (await manager.call('POST', '/webhooks', { body })).body
    const page = await tests.visit(manager, `/w/${lab.id}/webhooks/${id}`)
    await page.getByText('No deliveries').waitFor()
    const log = page.getByRole('table', { name: 'Deliveries' })
    const trial = { body: { type: 'calibration.overdue' } }
    for (let sent = 0; sent < 5; sent += 1) await manager.call('POST', `/webhooks/${id}/test-event`, trial)
    await log.getByText('Failed, will retry').nth(4).waitFor()
    tests.app.clock.advance(2000)
    await log.getByText('Failed permanently').nth(4).waitFor()
    const why = page.getByRole('note').filter({ hasText: 'Disabled' })
    await why.getByText('5 failed deliveries', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Enable webhook' }).click()
    await page.getByRole('button', { name: 'Send test event' }).waitFor()
    tests.app.clock.advance(1000)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Disable webhook' }).click()
    await page.getByText('Disabled by a user').waitFor()
    await page.getByRole('link', { name: '← Webhooks' }).click()
    const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row', { name: /127\.0\.0\.1:9/ })
    await row.getByText('Disabled', { exact: true }).waitFor()
    await row.getByRole('link', { name: '5 failed permanently in 7 days' }).click()
    await page.waitForURL(/[?&]status=exhausted/)
    await log.getByText('Failed permanently').nth(4).waitFor()
  })

  test('a manager of one site sees who disabled it, and that it gets only the events of the site', async () => {
    const site = await lab.site('Leipzig')
    const limited = await signInAs(tests.app, lab, 'manager', { siteIds: [site] })
    const { id } = (await limited.call('POST', '/webhooks', { body: { url: 'http://127.0.0.1:9/site' } }))
      .body
    const trial = { body: { type: 'calibration.overdue' } }
    for (let sent = 0; sent < 5; sent += 1) await limited.call('POST', `/webhooks/${id}/test-event`, trial)
    const page = await tests.visit(limited, `/w/${lab.id}/webhooks/${id}`)
    const log = page.getByRole('table', { name: 'Deliveries' })
    await log.getByText('Failed, will retry').nth(4).waitFor()
    tests.app.clock.advance(2000)
    await log.getByText('Failed permanently').nth(4).waitFor()
    const why = page.getByRole('note').filter({ hasText: 'Disabled' })
    await why.getByText('5 failed deliveries', { exact: false }).waitFor()
    await page
      .getByRole('definition')
      .filter({ hasText: /^Leipzig$/ })
      .waitFor()
  })

  test('are not offered to technicians and auditors', async () => {
    for (const role of ['technician', 'auditor'] as const) {
      const page = await tests.visit(await signInAs(tests.app, lab, role), `/w/${lab.id}/webhooks`)
      await page.getByText('You do not have access to webhooks').waitFor()
      assert.equal(await page.getByRole('link', { name: 'Webhooks', exact: true }).count(), 0, role)
    }
  })
})
