import { describe, test } from 'node:test'
import { jobExample } from '@plumbline/contract'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../server/test/calibrating.ts'
import { signInAs } from '../../server/test/session.ts'
import { lookAtPage, startBrowserTests } from './browser.ts'
import { attachDocument } from '../../server/test/documents.ts'
import { drifting, registerOf } from './sample-register.ts'
import { sampleWebhooks } from './sample-webhooks.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const siteId = await lab.site('Leipzig')
await registerOf(lab)
const instrumentId = await drifting(lab)
const manager = await signInAs(tests.app, lab, 'manager')
const empty = await openLaboratory(tests.app)
const newcomer = await signInAs(tests.app, empty, 'manager')
const hooks = await sampleWebhooks(tests.app, manager)
const ada = await signInAs(tests.app, lab, 'admin', { name: 'Ada Admin' })

async function choose(page: Page) {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Change…' }).waitFor()
}

/** Fills in a change of the interval and the use of all in view, and shows the fields of every other part. */
async function askForChange(page: Page) {
  await choose(page)
  await page.getByRole('button', { name: 'Change…' }).click()
  const dialog = page.getByRole('dialog')
  for (const part of ['Interval', 'Days of grace', 'Use']) {
    await dialog.getByRole('checkbox', { name: part, exact: true }).check()
  }
  await dialog.getByRole('textbox', { name: 'Interval' }).fill('1')
  await dialog.getByLabel('Reason').fill('Agreed in the review of 2026')
}

describe('every page is free of barriers and its targets fit a finger', () => {
  test('sign-in', () => lookAtPage(tests, null, '/sign-in', 'sign-in'))
  test('choosing a new password', async () => {
    const admin = await signInAs(tests.app, lab, 'admin')
    const person = await signInAs(tests.app, lab, 'technician', { name: 'Tess Technician' })
    const { link } = (await admin.call('POST', `/users/${person.personId}/reset-link`)).body
    await lookAtPage(tests, null, String(link).slice(tests.app.origin.length), 'reset-password')
  })
  test('a reset link that is no longer good', () =>
    lookAtPage(tests, null, '/reset-password?token=used', 'reset-password-void'))
  test('my account', () => lookAtPage(tests, manager, '/account', 'account'))
  test('today', () => lookAtPage(tests, manager, `/w/${lab.id}/today`, 'today'))
  test('today in a new workspace', () => lookAtPage(tests, newcomer, `/w/${empty.id}/today`, 'today-new'))
  test('worklist', () => lookAtPage(tests, manager, `/w/${lab.id}/worklist?within=365`, 'worklist'))
  test('worklist, a range without rows', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/worklist?from=2030-01-01&to=2030-01-07`, 'worklist-nothing'))
  test('worklist for paper', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/worklist/print?within=365`, 'worklist-print'))
  test('instruments', () => lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'instruments'))
  test('instruments, nothing found', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments?q=nowhere`, 'instruments-nothing'))
  test('documents', async () => {
    await attachDocument(manager, instrumentId, 'Certificate 2026-0193.png')
    await lookAtPage(tests, manager, `/w/${lab.id}/documents`, 'documents')
  })
  test('documents, none yet', () => lookAtPage(tests, newcomer, `/w/${empty.id}/documents`, 'documents-none'))
  test('instruments, chosen', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'instruments-chosen', choose))
  test('a change of many that has stopped', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments/change`, 'bulk-change-stopped', async (page) => {
      const error = { code: 'FORBIDDEN', message: 'Your role does not allow this.' }
      const request = { instrument_ids: [instrumentId], change: { grace_days: 7 }, reason: 'Review' }
      const result = { changed: 50, unchanged: 0, refused: 0 }
      const stopped = { ...jobExample, kind: 'bulk_change', state: 'failed', request, done: 50, total: 70 }
      const job = { ...stopped, can_cancel: false, finished_at: jobExample.started_at, result, error }
      const pagination = { limit: 1, offset: 0, total: 1, has_more: false }
      await page.route('**/jobs?*', (route) => route.fulfill({ json: { data: [job], pagination } }))
      await page.reload()
      await page.getByText(/^Broken off/).waitFor()
      await page.getByRole('heading', { name: /^Change of 70 instruments$/ }).waitFor()
    }))
  test('views of the table', async () => {
    const body = { name: 'Torque tools', is_shared: true, state: { q: 'torque' } }
    const { id } = (await manager.call('POST', '/views', { body })).body
    await lookAtPage(tests, manager, `/w/${lab.id}/instruments?view=${id}`, 'views', async (page) => {
      await page.getByRole('button', { name: 'View: Torque tools' }).click()
      await page.getByRole('menuitem', { name: 'Torque tools', exact: true }).waitFor()
    })
  })
  test('a view to keep', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'view-new', async (page) => {
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Everything')
      await page.getByRole('menu').waitFor({ state: 'hidden' })
    }))
  test('change of many', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'bulk-change', askForChange))
  test('change of many, foreseen', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'bulk-change-preview', async (page) => {
      await askForChange(page)
      await page.getByRole('button', { name: 'Show what changes' }).click()
      await page.getByRole('rowheader').first().waitFor()
      await page.getByRole('button', { name: /^Change \d+ instruments/ }).waitFor()
    }))
  test('webhooks, one of them failing', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/webhooks`, 'webhooks', async (page) => {
      await page.getByRole('table').getByText('Failing', { exact: true }).waitFor()
    }))
  test('a webhook to be made', () =>
    lookAtPage(tests, newcomer, `/w/${empty.id}/webhooks`, 'webhook-new', async (page) => {
      await page.getByRole('button', { name: 'New webhook' }).click()
      await page.getByRole('checkbox', { name: 'All events, also those to come' }).uncheck()
      await page.getByRole('checkbox', { name: 'Calibration due soon' }).waitFor()
    }))
  test('a webhook that fails', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/webhooks/${hooks.failing}`, 'webhook', async (page) => {
      await page.getByRole('table').getByText('What it answered').first().waitFor()
    }))
  test('a delivery of it', () =>
    lookAtPage(
      tests,
      manager,
      `/w/${lab.id}/webhooks/${hooks.failing}/deliveries/${hooks.delivery}`,
      'webhook-delivery',
      async (page) => {
        await page.getByRole('table').getByText('What it answered').first().click()
        await page.getByText('Svc-Signature').waitFor()
      },
    ))
  test('new instrument', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments/new`, 'instrument-new', async (page) => {
      await page.getByRole('button', { name: 'Create instrument' }).click()
    }))
  test('edit instrument', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments/${instrumentId}/edit`, 'instrument-edit'))
  test('instrument', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments/${instrumentId}`, 'instrument'))
  test('calibrate', () =>
    lookAtPage(
      tests,
      manager,
      `/w/${lab.id}/instruments/${instrumentId}/calibrate`,
      'calibrate',
      async (page) => {
        await page.getByRole('textbox', { name: 'As found' }).fill('10.07')
        await page.getByRole('radio', { name: 'Pass', exact: true }).check()
        await page.getByRole('textbox', { name: 'Justification' }).waitFor()
      },
    ))
  test('calibrate, refused', () =>
    lookAtPage(
      tests,
      manager,
      `/w/${lab.id}/instruments/${instrumentId}/calibrate`,
      'calibrate-refused',
      async (page) => {
        await page.getByText('External certificate').click()
        await page.getByRole('button', { name: 'Save record' }).click()
        await page.getByRole('alert').waitFor()
      },
    ))
  test('calibrated', () =>
    lookAtPage(
      tests,
      manager,
      `/w/${lab.id}/instruments/${instrumentId}/calibrate`,
      'calibrate-saved',
      async (page) => {
        await page.getByRole('textbox', { name: 'As found' }).fill('10.04')
        await page.getByRole('radio', { name: 'Pass', exact: true }).check()
        await page.keyboard.press('Control+Enter')
        await page.getByText('is recorded').waitFor()
      },
    ))
  test('correct', async () => {
    const answer = await manager.call('GET', `/instruments/${instrumentId}/calibrations`)
    const { id } = answer.body.data.find(
      ({ approval_status }: { approval_status: string }) => approval_status === 'approved',
    )
    await lookAtPage(tests, manager, `/w/${lab.id}/calibrations/${id}/correct`, 'correct', async (page) => {
      await page.getByRole('textbox', { name: 'As found' }).fill('10.05 V')
      await page.getByRole('row', { name: /As found/ }).waitFor()
    })
  })
  for (const report of ['due-forecast', 'timeliness', 'findings', 'models', 'without-calibration']) {
    test(`report: ${report}`, () =>
      lookAtPage(tests, manager, `/w/${lab.id}/reports/${report}`, `report-${report}`))
  }
  test('printing labels', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'labels', async (page) => {
      await page.getByRole('button', { name: 'Print labels' }).click()
      await page
        .getByRole('dialog')
        .getByRole('img', { name: /^Labels 1 to/ })
        .waitFor()
    }))
  test('retiring', () =>
    lookAtPage(
      tests,
      manager,
      `/w/${lab.id}/instruments/${instrumentId}`,
      'instrument-retire',
      async (page) => {
        await page.getByRole('button', { name: 'More' }).click()
        await page.getByRole('menuitem', { name: 'Retire instrument' }).click()
        await page.getByRole('dialog').getByLabel('Reason').waitFor()
        await page.getByRole('menu').waitFor({ state: 'hidden' })
      },
    ))
  test('search over everything', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'search', async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('tag')
      await page
        .getByRole('dialog')
        .getByRole('option', { name: /^TAG-001/ })
        .waitFor()
    }))
  test('settings of the workspace', () =>
    lookAtPage(tests, ada, `/w/${lab.id}/settings/workspace`, 'settings-workspace', async (page) => {
      await page.getByLabel('Warn this many days before').fill('300')
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
      await page.getByText(/fields of calibrations become required/).waitFor()
    }))
  test('settings: people', () => lookAtPage(tests, ada, `/w/${lab.id}/settings/people`, 'settings-people'))
  test('settings: one person', () =>
    lookAtPage(tests, ada, `/w/${lab.id}/settings/people/${manager.personId}`, 'settings-person'))
  test('settings: an invitation', () =>
    lookAtPage(tests, ada, `/w/${lab.id}/settings/people/new`, 'settings-invite', async (page) => {
      await page.getByLabel('Role').selectOption('auditor')
      await page.getByLabel('All sites, those to come too').uncheck()
    }))
  test('settings: API keys', () =>
    lookAtPage(tests, ada, `/w/${lab.id}/settings/api-keys`, 'settings-api-keys'))
  test('settings: a key that is told once', () =>
    lookAtPage(tests, ada, `/w/${lab.id}/settings/api-keys/new`, 'settings-api-key', async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('ERP system')
      await page.getByRole('button', { name: 'Create API key' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'API key' }).waitFor()
    }))
  test('nothing under this address', () => lookAtPage(tests, manager, `/w/${lab.id}/nowhere`, 'not-found'))
})
