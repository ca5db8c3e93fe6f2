import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { lookAtPage, startBrowserTests } from '../support/browser.ts'
import { registerOf } from '../support/sample-register.ts'
import { sampleWebhooks } from '../support/sample-webhooks.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const siteId = await lab.site('Leipzig')
await registerOf(lab)
const manager = await signInAs(tests.app, lab, 'manager')
const empty = await openLaboratory(tests.app)
const newcomer = await signInAs(tests.app, empty, 'manager')
const hooks = await sampleWebhooks(tests.app, manager)
const ada = await signInAs(tests.app, lab, 'admin', { name: 'Ada Admin' })

describe('sign-in, settings and webhooks are accessible, and their targets are large enough for touch', () => {
  test('sign-in', () => lookAtPage(tests, null, '/sign-in', 'sign-in'))
  test('choosing a new password', async () => {
    const admin = await signInAs(tests.app, lab, 'admin')
    const person = await signInAs(tests.app, lab, 'technician', { name: 'Tess Technician' })
    const { link } = (await admin.call('POST', `/users/${person.personId}/reset-link`)).body
    await lookAtPage(tests, null, String(link).slice(tests.app.origin.length), 'reset-password')
  })
  test('a reset link that is no longer valid', () =>
    lookAtPage(tests, null, '/reset-password?token=used', 'reset-password-void'))
  test('my account', () => lookAtPage(tests, manager, '/account', 'account'))
  test('webhooks, one of them failing', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/webhooks`, 'webhooks', async (page) => {
      await page.getByRole('table').getByText('Failing', { exact: true }).waitFor()
    }))
  test('the log of all events', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/webhooks/events`, 'webhook-events', async (page) => {
      await page.getByRole('table').getByRole('button', { name: 'Resend' }).first().waitFor()
    }))
  test('new webhook', () =>
    lookAtPage(tests, newcomer, `/w/${empty.id}/webhooks`, 'webhook-new', async (page) => {
      await page.getByRole('button', { name: 'New webhook' }).click()
      await page.getByRole('checkbox', { name: 'All events, including future ones' }).uncheck()
      await page.getByRole('checkbox', { name: 'Calibration due soon' }).waitFor()
    }))
  test('a webhook that fails', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/webhooks/${hooks.failing}`, 'webhook', async (page) => {
      await page.getByRole('table').getByText('Response body').first().waitFor()
    }))
  test('a delivery of it', () =>
    lookAtPage(
      tests,
      manager,
      `/w/${lab.id}/webhooks/${hooks.failing}/deliveries/${hooks.delivery}`,
      'webhook-delivery',
      async (page) => {
        await page.getByRole('table').getByText('Response body').first().click()
        await page.getByText('Svc-Signature').waitFor()
      },
    ))
  test('settings of the workspace', () =>
    lookAtPage(tests, ada, `/w/${lab.id}/settings/workspace`, 'settings-workspace', async (page) => {
      await page.getByLabel('Due-soon warning (days)').fill('300')
      await page.getByRole('row', { name: /TAG-/ }).first().waitFor()
    }))
  test('settings of the workspace, to be read', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/settings/workspace`, 'settings-workspace-read'))
  test('settings: sites', () => lookAtPage(tests, manager, `/w/${lab.id}/settings/sites`, 'settings-sites'))
  test('settings: one site', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/settings/sites/${siteId}`, 'settings-site'))
  test('settings: standards', () =>
    lookAtPage(tests, ada, `/w/${lab.id}/settings/standards`, 'settings-standards', async (page) => {
      await page.getByLabel('ISO/IEC 17025:2017').check()
      await page.getByText(/calibration fields become required/).waitFor()
    }))
  test('settings: people', () => lookAtPage(tests, ada, `/w/${lab.id}/settings/people`, 'settings-people'))
  test('settings: one person', () =>
    lookAtPage(tests, ada, `/w/${lab.id}/settings/people/${manager.personId}`, 'settings-person'))
  test('settings: an invitation', () =>
    lookAtPage(tests, ada, `/w/${lab.id}/settings/people/new`, 'settings-invite', async (page) => {
      await page.getByLabel('Role').selectOption('auditor')
      await page.getByLabel('All sites, including future ones').uncheck()
    }))
  test('settings: API keys', () =>
    lookAtPage(tests, ada, `/w/${lab.id}/settings/api-keys`, 'settings-api-keys'))
  test('settings: a key that is shown once', () =>
    lookAtPage(tests, ada, `/w/${lab.id}/settings/api-keys/new`, 'settings-api-key', async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('ERP system')
      await page.getByRole('button', { name: 'Create API key' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'API key' }).waitFor()
    }))
  test('page not found', () => lookAtPage(tests, manager, `/w/${lab.id}/nowhere`, 'not-found'))
})
