import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../server/test/calibrating.ts'
import { signInAs } from '../../server/test/session.ts'
import { startReceiver, testWorkers } from '../../server/test/webhooks.ts'
import { lookAtPage, startBrowserTests } from './browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const manager = await signInAs(tests.app, lab, 'manager')
const workers = testWorkers(tests.app, { retryDelaysSeconds: [] })
await workers.start()

describe('webhooks', () => {
  test('an endpoint is made, its secret told once, tried out, sent to again, changed, rotated and deleted', async (t) => {
    const receiver = await startReceiver(t)
    const page = await tests.visit(manager, `/w/${lab.id}/today`)
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    await page.getByRole('button', { name: 'New webhook' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Address').fill('nowhere')
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await form.getByRole('alert').waitFor()
    await form.getByLabel('Address').fill(receiver.url)
    await form.getByRole('checkbox', { name: 'All events, also those to come' }).uncheck()
    await form.getByRole('checkbox', { name: 'Calibration recorded' }).uncheck()
    await form.getByRole('button', { name: 'Create webhook' }).click()
    assert.match(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue(), /^whsec_/)
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByText('No deliveries').waitFor()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send test event' }).click()
    await page.getByRole('table').getByText('Delivered').waitFor()
    await page.getByText('1 attempt').waitFor()
    const again = receiver.nextRequest()
    await page.getByRole('button', { name: 'Send again' }).click()
    await again
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Edit webhook' }).click()
    await page.getByRole('dialog').getByLabel('Description').fill('Maintenance planning')
    await page.getByRole('button', { name: 'Save webhook' }).click()
    await page.getByText('Maintenance planning').waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Replace secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click()
    assert.match(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue(), /^whsec_/)
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete webhook' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('No webhook yet').waitFor()
  })

  test('one that is off says so, and is enabled again', async () => {
    const { id } = (
      await manager.call('POST', '/webhooks', {
        body: { url: 'http://127.0.0.1:9/hook', description: 'ERP' },
      })
    ).body
    await manager.call('POST', `/webhooks/${id}/test-event`, { body: { type: 'calibration.overdue' } })
    await lookAtPage(tests, manager, `/w/${lab.id}/webhooks/${id}`, 'webhook', async (page) => {
      await page.getByRole('table').getByText('Given up').waitFor()
    })
    await lookAtPage(tests, manager, `/w/${lab.id}/webhooks`, 'webhooks')
    const page = await tests.visit(manager, `/w/${lab.id}/webhooks/${id}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Pause webhook' }).click()
    await page.getByText('Switched off by a person').waitFor()
    await page.getByRole('button', { name: 'Enable webhook' }).click()
    await page.getByRole('button', { name: 'Send test event' }).waitFor()
  })

  test('are not offered to technicians and auditors', async () => {
    const auditor = await signInAs(tests.app, lab, 'auditor')
    const page = await tests.visit(auditor, `/w/${lab.id}/webhooks`)
    await page.getByText('Webhooks are not open to you').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Webhooks', exact: true }).count(), 0)
  })
})
