import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../server/test/calibrating.ts'
import { signInAs } from '../../server/test/session.ts'
import { startBrowserTests } from './browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const admin = await signInAs(tests.app, lab, 'admin', { name: 'Ada Admin' })
const at = (path: string) => `/w/${lab.id}/settings${path}`
const workspaceNow = async () => (await admin.call('GET', '')).body

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('settings of the workspace', () => {
  test('send only what changed, with a logo that was seen before', async () => {
    const page = await tests.visit(admin, `/w/${lab.id}/instruments`)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Workspace' }).waitFor()
    const save = page.getByRole('button', { name: 'Save' })
    await page.getByLabel('Address').fill('Quay 1\nHamburg')
    await page.getByLabel('Approval', { exact: true }).selectOption('review')
    await page.getByLabel('Approvals need an electronic signature').check()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
    await page.getByRole('img', { name: 'The logo as certificates print it' }).waitFor()
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await save.click()
    assert.deepEqual(Object.keys((await sent).postDataJSON() as object).toSorted(), [
      'address',
      'approval_policy',
      'logo',
      'requires_electronic_signature',
    ])
    await page.getByText('The settings are saved.').waitFor()
    const { address, approval_policy, logo } = await workspaceNow()
    assert.deepEqual([address, approval_policy], ['Quay 1\nHamburg', 'review'])
    assert.ok(logo.startsWith('data:image/png;base64,'))
    assert.ok(await save.isDisabled())
  })

  test('show what another zone moves before it is saved', async () => {
    await lab.instrument({ asset_tag: 'LATE-1', last_calibration_date: '2026-06-01T18:30:00Z' })
    const page = await tests.visit(admin, at('/workspace'))
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('asia tok')
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
    await page.getByText(/^1 due date moves and 0 statuses change, of \d+ instruments? in the plan/).waitFor()
    const row = page.getByRole('row', { name: /LATE-1/ })
    await row.getByText('1 Jun 2027').waitFor()
    await row.getByText('2 Jun 2027').waitFor()
    assert.equal((await workspaceNow()).timezone, 'Europe/Berlin')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved.').waitFor()
    assert.equal((await workspaceNow()).timezone, 'Asia/Tokyo')
    await admin.call('PATCH', '', { body: { timezone: 'Europe/Berlin' } })
  })

  test('keep what was typed when the server refuses it, and say why beside the field', async () => {
    const page = await tests.visit(admin, at('/workspace'))
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Mars/Olympus')
    await page.getByLabel('Warn this many days before').fill('9999')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    const days = page.getByLabel('Warn this many days before')
    assert.equal(await days.inputValue(), '9999')
    await page.waitForFunction(
      `document.querySelector('#setting-warning_days').getAttribute('aria-invalid') === 'true'`,
    )
    const file = { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(300 * 1024) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('The file has more than 256 KiB. Choose a smaller one.').waitFor()
  })

  test('notice that somebody else has saved, and put both changes together', async () => {
    const page = await tests.visit(admin, at('/workspace'))
    await page.getByLabel('Default decision rule').fill('Guarded acceptance')
    await admin.call('PATCH', '', { body: { accreditation: 'D-K-1' } })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/Somebody else has saved changes/).waitFor()
    await page.getByRole('button', { name: 'Put my changes onto the newer version' }).click()
    await page.getByText(/Somebody else has saved changes/).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('textbox', { name: 'Accreditation' }).inputValue(), 'D-K-1')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved.').waitFor()
    const { accreditation, default_decision_rule } = await workspaceNow()
    assert.deepEqual([accreditation, default_decision_rule], ['D-K-1', 'Guarded acceptance'])
  })

  test('are read by everybody else, with nothing to change', async () => {
    const page = await tests.visit(await signInAs(tests.app, lab, 'auditor'), at(''))
    await page.getByText('Admins change these settings; you can read them.').waitFor()
    await page.getByText('Records wait for approval').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'People and roles' }).count(), 0)
  })
})
