import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { runCommand } from '../../../server/test/processes/run-command.ts'
import { makeSetupLink } from '../../../server/src/modules/access/index.ts'
import { startBrowserTests } from '../support/browser.ts'

// One small laboratory, from its set-up to the end of its caliper's life. Each test is a chapter and stands on
// those before it; people sign in anew in each, as sessions do not last from season to season.
const tests = await startBrowserTests()

const ada = { name: 'Ada Admin', email: 'ada@example.com', password: 'a horse of my own' }
/** Is invited in the first chapter. */
const tess = { name: 'Tess Technician', email: 'tess@example.com', password: 'a mare of my own' }

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const history = (page: Page) => page.getByRole('region', { name: 'History' })

/** The address of the laboratory, once it is set up. */
let workspacePath = ''
/** The address of its caliper, once it is entered. */
let caliperPath = ''

/** Signs a person in on the given day and opens a page. */
async function arrive(person: typeof ada, day: string, path: string): Promise<Page> {
  tests.app.clock.set(`${day}T09:00:00.000Z`)
  const page = await tests.visit(null, `/sign-in?next=${encodeURIComponent(path)}`, { hasMotion: true })
  await page.getByLabel('E-mail').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await button(page, 'Sign in').click()
  await page.waitForURL((url) => url.pathname === path)
  return page
}

/** One of the acts on an instrument. */
async function act(page: Page, name: string) {
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name }).click()
  return page.getByRole('dialog')
}

/** A person of the signed-in page's workspace asks the app API for what has no page yet. */
async function ask(
  page: Page,
  method: 'POST' | 'PATCH',
  path: string,
  data: object,
): Promise<{ invitation_link: string }> {
  const response = await page.request.fetch(`${tests.app.origin}/api/app/v1/workspaces${path}`, {
    method,
    data,
    headers: { origin: tests.app.origin },
  })
  assert.ok(response.ok(), await response.text())
  return (await response.json()) as { invitation_link: string }
}

describe('a year of a small laboratory', () => {
  test('in January it is set up from the link that the server printed', async () => {
    tests.app.clock.set('2026-01-05T09:00:00.000Z')
    const link = await makeSetupLink(tests.app.parts, tests.app.origin)
    const page = await tests.visit(null, link.slice(tests.app.origin.length))
    await page.getByLabel('Workspace').fill('Small lab')
    await page.getByLabel('Your name').fill(ada.name)
    await page.getByLabel('E-mail').fill(ada.email)
    await field(page, 'Password').fill(ada.password)
    await button(page, 'Set up').click()
    await page.waitForURL('**/w/*/today')
    workspacePath = new URL(page.url()).pathname.replace(/\/today$/, '')
    const id = workspacePath.replace('/w', '')
    await ask(page, 'PATCH', id, { approval_policy: 'review', requires_electronic_signature: true })
    const { name, email } = tess
    const invited = await ask(page, 'POST', `${id}/users`, { name, email, role: 'technician' })
    const invitation = await tests.visit(null, invited.invitation_link.slice(tests.app.origin.length))
    await field(invitation, 'New password').fill(tess.password)
    await button(invitation, 'Accept invitation').click()
    await invitation.waitForURL('**/w/*/today')
    await page.getByText('This page then shows what is due').waitFor()
  })

  test('its first instrument is entered', async () => {
    const page = await arrive(ada, '2026-01-06', `${workspacePath}/instruments/new`)
    await page.getByLabel('Asset tag').fill('CAL-1')
    await page.getByLabel('Name').fill('Digital caliper')
    await page.getByLabel('Serial number').fill('77120')
    await page.getByRole('textbox', { name: 'Interval' }).fill('6')
    await page.getByLabel('Unit', { exact: true }).fill('mm')
    await button(page, 'Add instrument').click()
    await page.getByRole('heading', { name: 'CAL-1' }).waitFor()
    await page.getByText('Not calibrated').first().waitFor()
    caliperPath = new URL(page.url()).pathname
  })

  test('a reading outside tolerance is justified and is pending approval', async () => {
    const page = await arrive(tess, '2026-01-12', caliperPath)
    await page.getByRole('link', { name: 'Calibrate', exact: true }).click()
    await field(page, 'As found').fill('10.07 mm')
    await field(page, 'Nominal value').fill('10 mm')
    await field(page, 'Tolerance').fill('± 0.05 mm')
    await page.getByText('Final reading is out of tolerance.').waitFor()
    await page.getByRole('radio', { name: 'Pass', exact: true }).check()
    await field(page, 'Out-of-tolerance justification').fill('Used for rough work alone.')
    await button(page, 'Save record').click()
    await page.getByText('It takes effect once it is approved.').waitFor()
  })

  test('the manager signs it, and its certificate is a PDF', async () => {
    const page = await arrive(ada, '2026-01-13', `${workspacePath}/approvals`)
    await page.getByRole('table', { name: 'Approvals' }).getByRole('link', { name: 'CAL-1' }).click()
    await page.getByText('Used for rough work alone.').first().waitFor()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Meaning of signature').fill('Reviewed and approved')
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(ada.password)
    await page.keyboard.press('Enter')
    await page.getByText('Nothing to approve').waitFor()
    await page.goto(tests.app.origin + caliperPath)
    await history(page)
      .getByRole('link', { name: /calibration/i })
      .first()
      .click()
    await page.getByText('“Reviewed and approved”').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    const pdf = await readFile(await (await download).path(), 'latin1')
    assert.ok(pdf.startsWith('%PDF-'))
  })

  test('a typing error is corrected, and the old record stays next to the new one', async () => {
    const page = await arrive(ada, '2026-01-14', caliperPath)
    await history(page)
      .getByRole('link', { name: /calibration/i })
      .first()
      .click()
    await page.getByRole('link', { name: 'Correct', exact: true }).click()
    await field(page, 'As found').fill('10.007 mm')
    await field(page, 'Reason for the correction').fill('A nought was left out.')
    await button(page, 'Save correction').click()
    await page.getByRole('link', { name: 'Open record' }).click()
    await button(page, 'Sign and approve').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Meaning of signature').fill('Corrected by me')
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(ada.password)
    await page.keyboard.press('Enter')
    await page.getByText('This is a correction.').waitFor()
    await page.getByRole('link', { name: 'View original record' }).click()
    await page.getByRole('note').getByText('This record was replaced by a correction').waitFor()
  })

  test('in July the due date is extended, since the provider is booked out', async () => {
    const page = await arrive(tess, '2026-07-06', `${workspacePath}/worklist`)
    await page.getByRole('link', { name: 'CAL-1', exact: true }).click()
    const dialog = await act(page, 'Extend the due date')
    await dialog.getByLabel('New due date').fill('2026-08-10')
    await dialog.getByLabel('Reason').fill('The provider is booked out.')
    await button(page, 'Extend due date').click()
    await page.getByText('The due date of CAL-1 has been extended.').waitFor()
    await page.getByText('10 Aug 2026').first().waitFor()
  })

  test('in August it is sent out, and what the provider measured is recorded and signed', async () => {
    const page = await arrive(ada, '2026-08-03', caliperPath)
    const out = await act(page, 'Send out for calibration')
    await out.getByLabel('Reason').fill('Half-yearly calibration')
    await out.getByRole('button', { name: 'Send out' }).click()
    await page.getByText('CAL-1 is out for calibration.').waitFor()
    const responded = await arrive(tess, '2026-08-07', caliperPath)
    await responded.getByRole('link', { name: 'Receive', exact: true }).click()
    await field(responded, 'Certificate number').fill('LAB-2026-081')
    await responded.getByRole('combobox', { name: 'Provider' }).fill('Hafenlabor')
    await field(responded, 'As found').fill('10.01 mm')
    await responded.getByRole('radio', { name: 'Pass', exact: true }).check()
    await button(responded, 'Save record').click()
    await responded.getByText('It takes effect once it is approved').waitFor()
    const page2 = await arrive(ada, '2026-08-07', `${workspacePath}/approvals`)
    await page2.getByRole('table', { name: 'Approvals' }).getByRole('link', { name: 'CAL-1' }).press('a')
    const dialog = page2.getByRole('dialog')
    await dialog.getByLabel('Meaning of signature').fill('Reviewed and approved')
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(ada.password)
    await page2.keyboard.press('Enter')
    await page2.getByText('Nothing to approve').waitFor()
    await page2.goto(tests.app.origin + caliperPath)
    await page2.getByText('7 Feb 2027').first().waitFor()
  })

  test('a record of the wrong instrument is voided, and the one before counts again', async () => {
    const page = await arrive(ada, '2026-08-12', caliperPath)
    await history(page)
      .getByRole('link', { name: /calibration/i })
      .first()
      .click()
    await button(page, 'Void').click()
    await page.getByRole('dialog').getByLabel('Reason').fill('The provider had measured another caliper.')
    await button(page, 'Void record').click()
    await page.getByRole('note').getByText('This record was voided').waitFor()
    await page.goto(tests.app.origin + caliperPath)
    await page.getByText('Overdue').first().waitFor()
  })

  test('in December it is retired, its history is complete, and the ledger verifies', async () => {
    const page = await arrive(ada, '2026-12-18', caliperPath)
    const dialog = await act(page, 'Retire instrument')
    await dialog.getByLabel('Reason').fill('Worn out')
    await dialog.getByRole('button', { name: 'Retire instrument' }).click()
    await page.getByText('CAL-1 is retired.').waitFor()
    for (const words of [
      'Added to the register',
      'The provider is booked out.',
      'Half-yearly calibration',
      'The provider had measured another caliper.',
      'Worn out',
    ]) {
      await history(page).getByText(words).first().waitFor()
    }
    assert.equal(await page.getByRole('link', { name: 'Calibrate', exact: true }).count(), 0)
    const { config, databaseUrl } = { config: tests.app.parts.config, databaseUrl: tests.app.databaseUrl }
    const environment = { DATABASE_URL: databaseUrl, SECRET_KEY: config.SECRET_KEY! }
    const { exitCode, stdout, stderr } = await runCommand(['ledger', 'verify'], environment, tmpdir())
    assert.equal(exitCode, 0, stdout + stderr)
  })
})
