import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '@plumbline/testing'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { enrol } from '../../../server/test/two-factor.ts'
import { checkAccessibility, keepScreenshot, startBrowserTests } from '../support/browser.ts'

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
    await page.getByLabel('Require an electronic signature for approvals').check()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
    await page.getByRole('img', { name: 'Logo as printed on certificates' }).waitFor()
    // Otherwise the same file could not be chosen again once it was removed, or fixed under its name.
    assert.equal(await page.locator('input[type=file]').inputValue(), '')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await save.click()
    assert.deepEqual(Object.keys((await sent).postDataJSON() as object).toSorted(), [
      'address',
      'approval_policy',
      'logo',
      'requires_electronic_signature',
    ])
    await page.getByText('Settings saved.').waitFor()
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
    await zone.fill(' Asia/Tokyo ')
    assert.equal(await zone.inputValue(), 'Asia/Tokyo')
    await page
      .getByText(/^1 due date changes and 0 statuses change, of \d+ instruments? in the program/)
      .waitFor()
    const row = page.getByRole('row', { name: /LATE-1/ })
    await row.getByText('1 Jun 2027').waitFor()
    await row.getByText('2 Jun 2027').waitFor()
    assert.equal((await workspaceNow()).timezone, 'Europe/Berlin')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Settings saved.').waitFor()
    assert.equal((await workspaceNow()).timezone, 'Asia/Tokyo')
    await admin.call('PATCH', '', { body: { timezone: 'Europe/Berlin' } })
  })

  test('keep typed values when the server refuses them, with the reason next to the field', async () => {
    const page = await tests.visit(admin, at('/workspace'))
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('Mars/Olympus')
    assert.equal(await page.getByRole('option', { name: 'Mars/Olympus' }).count(), 0)
    await page.getByLabel('Due-soon warning (days)').fill('9999')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    const days = page.getByLabel('Due-soon warning (days)')
    assert.equal(await days.inputValue(), '9999')
    await page.locator('#field-warning_days[aria-invalid=true]').waitFor()
    await days.fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be a whole number.').waitFor()
    const file = { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(300 * 1024) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('The file is larger than 256 KiB. Choose a smaller one.').waitFor()
  })

  test('detect that another person has saved, and merge both changes', async () => {
    const page = await tests.visit(admin, at('/workspace'))
    await page.getByLabel('Default decision rule').selectOption({ label: 'Other (free text)' })
    await page.getByRole('textbox', { name: 'Decision rule (free text)' }).fill('Guarded acceptance')
    await admin.call('PATCH', '', { body: { accreditation: 'D-K-1' } })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/Someone else changed these settings/).waitFor()
    await page.getByRole('button', { name: 'Apply my changes to the newer version' }).click()
    await page.getByText(/Someone else changed these settings/).waitFor({ state: 'detached' })
    const accredited = page.getByRole('textbox', { name: 'Accreditation', exact: true })
    await accredited.and(page.locator('[value="D-K-1"]')).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Settings saved.').waitFor()
    const { accreditation, default_decision_rule } = await workspaceNow()
    assert.deepEqual([accreditation, default_decision_rule], ['D-K-1', 'Guarded acceptance'])
  })

  test('are read by everybody else, with nothing to change', async () => {
    const page = await tests.visit(await signInAs(tests.app, lab, 'auditor'), at(''))
    await page.getByText('Read-only: only admins can change these settings.').waitFor()
    await page.getByText('Require approval').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'People and roles' }).count(), 0)
  })
})

describe('sites and locations', () => {
  test('are added, changed and given locations by a manager', async () => {
    const manager = await signInAs(tests.app, lab, 'manager')
    const page = await tests.visit(manager, at('/sites'))
    await page.getByRole('link', { name: 'New site' }).click()
    await page.getByLabel('Name', { exact: false }).first().fill('Harbour')
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Nowhere/Land')
    await page.getByRole('button', { name: 'Create site' }).click()
    await page.getByRole('alert').waitFor()
    await page.locator('#field-timezone[aria-invalid=true]').waitFor()
    const zoneError = page.locator('#field-timezone-error')
    assert.notEqual(await zoneError.innerText(), '')
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Athens')
    await zoneError.waitFor({ state: 'detached' })
    await page.locator('#field-timezone:not([aria-invalid=true])').waitFor()
    await page.getByRole('button', { name: 'Create site' }).click()
    await page.getByRole('heading', { name: 'Harbour' }).waitFor()
    await page.getByRole('button', { name: 'Add a location' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Cabinet 3')
    await page.getByRole('dialog').getByRole('button', { name: 'Add a location' }).click()
    await page.getByRole('button', { name: 'Rename Cabinet 3' }).waitFor()
    await page.getByRole('button', { name: 'Add a location' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Cabinet 3')
    await page.getByRole('dialog').getByRole('button', { name: 'Add a location' }).click()
    await page.getByRole('dialog').getByText('This name is already in use.').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Address').fill('Quay 1')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Harbour is saved.').waitFor()
    const { data } = (await admin.call('GET', '/sites')).body
    const { id } = data.find(({ name }: { name: string }) => name === 'Harbour')
    const site = (await admin.call('GET', `/sites/${id}`)).body
    assert.deepEqual([site.timezone, site.address], ['Europe/Athens', 'Quay 1'])
  })

  test('show what another zone of a site moves in its worklist before it is saved', async () => {
    const manager = await signInAs(tests.app, lab, 'manager')
    const siteId = await lab.site('Lighthouse')
    const { id } = await lab.instrument({
      asset_tag: 'BEAM-1',
      last_calibration_date: '2026-06-01T18:30:00Z',
    })
    await manager.call('PATCH', `/instruments/${id}`, { body: { site_id: siteId } })
    const page = await tests.visit(manager, at(`/sites/${siteId}`))
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Tokyo')
    await page
      .getByText(/^1 due date changes and 0 instruments become overdue .*, of 1 instrument in the program/)
      .waitFor()
    const row = page.getByRole('row', { name: /BEAM-1/ })
    await row.getByText('1 Jun 2027').waitFor()
    await row.getByText('2 Jun 2027').waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'settings-site-zone')
    assert.equal((await manager.call('GET', `/sites/${siteId}`)).body.timezone, null)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Lighthouse is saved.').waitFor()
    assert.equal((await manager.call('GET', `/sites/${siteId}`)).body.timezone, 'Asia/Tokyo')
  })

  test('are read by technicians, with nothing to change', async () => {
    await lab.site('Quarry')
    const page = await tests.visit(await signInAs(tests.app, lab, 'technician'), at('/sites'))
    assert.equal(await page.getByRole('link', { name: 'New site' }).count(), 0)
    await page.getByRole('link', { name: 'Quarry' }).click()
    await page.getByRole('heading', { name: 'Quarry' }).waitFor()
    await page.getByText('No locations yet.', { exact: false }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add a location' }).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
  })
})

describe('standards', () => {
  test('show what a choice will require, and by which standard, before saving', async () => {
    const page = await tests.visit(admin, at('/standards'))
    await page.getByLabel('ISO/IEC 17025:2017').check()
    await page.getByText(/calibration fields become required\./).waitFor()
    const changes = page.getByRole('region', { name: 'Fields affected' })
    await changes
      .getByRole('row', { name: /Required.*ISO\/IEC 17025:2017/ })
      .first()
      .waitFor()
    assert.deepEqual((await workspaceNow()).standards, [])
    await page.getByRole('button', { name: 'Save standards' }).click()
    await page.getByText('Standards saved.').waitFor()
    assert.deepEqual((await workspaceNow()).standards, ['iso_iec_17025'])
    await changes.waitFor({ state: 'detached' })
    await page.getByLabel('ISO/IEC 17025:2017').uncheck()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    assert.ok(await page.getByLabel('ISO/IEC 17025:2017').isChecked())
  })

  test('are read by managers', async () => {
    const page = await tests.visit(await signInAs(tests.app, lab, 'manager'), at('/standards'))
    await page.getByText('Read-only: only admins can change these settings.').waitFor()
    await page.getByRole('heading', { name: 'Current requirements for calibrations' }).waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 0)
  })
})

describe('people and roles', () => {
  test('an invited auditor gets a link, shown once, and an end of access', async () => {
    const page = await tests.visit(admin, at('/people'))
    await page.getByRole('link', { name: 'Invite person' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ola Auditor')
    await page.getByRole('textbox', { name: 'E-mail' }).fill('no address')
    await page.getByLabel('Role').selectOption('auditor')
    await page.getByLabel('Access expires').fill('2027-01-31')
    await page.getByLabel('All sites, including future ones').uncheck()
    await page.getByRole('button', { name: 'Invite person' }).click()
    await page.getByText('Choose at least one site.').waitFor()
    await page.getByLabel('All sites, including future ones').check()
    await page.getByRole('button', { name: 'Invite person' }).click()
    await page.getByText('Must be an e-mail address.').first().waitFor()
    await page.getByRole('textbox', { name: 'E-mail' }).fill('ola@example.com')
    await page.getByRole('button', { name: 'Invite person' }).click()
    const dialog = page.getByRole('dialog')
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
    await checkAccessibility(page)
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    const row = page.getByRole('row', { name: /Ola Auditor/ })
    await row.getByText('31 Jan 2027').waitFor()
    await row.getByText('Invited', { exact: true }).waitFor()
    const { data } = (await admin.call('GET', '/users')).body
    const ola = data.find(({ email }: { email: string }) => email === 'ola@example.com')
    assert.equal(ola.access_ends_at, '2027-01-31T23:00:00.000Z')
    assert.equal(await page.getByText(link).count(), 0)
    await row.getByRole('link', { name: 'Ola Auditor' }).click()
    await page.getByText(/^The link works until/).waitFor()
    await page.getByRole('button', { name: 'Create link' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).press('Enter')
    const second = await page.getByRole('dialog').getByRole('textbox', { name: 'Link' }).inputValue()
    assert.notEqual(second, link)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await page.getByText('Invitation of Ola Auditor withdrawn.').waitFor()
  })

  test('a person is changed, deactivated and reactivated', async () => {
    const person = await signInAs(tests.app, lab, 'technician', { name: 'Tess Technician' })
    const instrument = await lab.instrument()
    const responsible = { body: { responsible_id: person.personId } }
    await admin.call('PATCH', `/instruments/${instrument.id}`, responsible)
    const page = await tests.visit(admin, at(`/people/${person.personId}`))
    await page.getByText('Responsible for 1 instrument.').waitFor()
    await page.getByLabel('Role').selectOption('manager')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Tess Technician is saved.').waitFor()
    assert.equal((await person.call('GET', '/activity')).status, 200)
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByText('nobody is notified when').waitFor()
    await keepScreenshot(page, 'person-deactivate')
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Tess Technician is deactivated.').waitFor()
    assert.equal((await person.call('GET', '')).status, 401)
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByText('The responsible person of 1 instrument has no permission for it').waitFor()
    await keepScreenshot(page, 'today-responsible-without-permission')
    await page.getByRole('link', { name: 'Name another person' }).click()
    await page.waitForURL(/\/instruments\?/)
    await page.getByRole('link', { name: instrument.asset_tag, exact: true }).first().waitFor()
    await page.goto(`${tests.app.origin}${at(`/people/${person.personId}`)}`)
    await page.getByRole('button', { name: 'Hand over' }).click()
    const handing = page.getByRole('dialog')
    await handing.getByLabel('Responsible person').last().selectOption(admin.personId)
    await handing.getByLabel('Reason').fill('Tess has left')
    await keepScreenshot(page, 'person-hand-over')
    await handing.getByRole('button', { name: 'Preview changes' }).click()
    await handing.getByRole('button', { name: 'Edit 1 instrument' }).click()
    await handing.getByText('1 instrument was changed.').waitFor()
    await handing.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Hand over' }).waitFor({ state: 'detached' })
    await page.goto(`${tests.app.origin}/w/${lab.id}/instruments?responsible=${admin.personId}`)
    await page.getByRole('link', { name: instrument.asset_tag, exact: true }).first().waitFor()
    await page.goto(`${tests.app.origin}${at(`/people/${person.personId}`)}`)
    await page.getByRole('button', { name: 'Reactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
    await page.getByText('Tess Technician is active again.').waitFor()
  })

  test('a person who forgot the password gets a link, shown once', async () => {
    const person = await signInAs(tests.app, lab, 'technician', { name: 'Fritz Forgetful' })
    const page = await tests.visit(admin, at(`/people/${person.personId}`))
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
    const link = page.getByRole('dialog').getByRole('textbox', { name: 'Link' })
    assert.match(await link.inputValue(), /^http.*\/reset-password/)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await link.waitFor({ state: 'detached' })
  })

  test('a lost second factor is removed', async () => {
    const person = await signInAs(tests.app, lab, 'technician', { name: 'Lena Lost' })
    await enrol(tests.app, person)
    const page = await tests.visit(admin, at(`/people/${person.personId}`))
    await page.getByRole('button', { name: 'Remove second factor' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove second factor' }).click()
    await page.getByText('Second factor of Lena Lost removed.').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove second factor' }).waitFor({ state: 'detached' })
  })

  test('the last admin keeps the role, and sees why', async () => {
    const other = await openLaboratory(tests.app)
    const ada = await signInAs(tests.app, other, 'admin', { name: 'Ada Alone' })
    const { data } = (await ada.call('GET', '/users')).body
    for (const { id } of data) {
      if (id !== ada.personId) await ada.call('PATCH', `/users/${id}`, { body: { is_active: false } })
    }
    const page = await tests.visit(ada, `/w/${other.id}/settings/people/${ada.personId}`)
    await page
      .getByText('This is the only active admin with access to all sites.', { exact: false })
      .waitFor()
    assert.ok(await page.getByLabel('Role').isDisabled())
    await page.getByText('This is your own account.', { exact: false }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Deactivate' }).count(), 0)
  })

  test('are nothing that a manager is offered, nor are API keys', async () => {
    const manager = await signInAs(tests.app, lab, 'manager')
    for (const path of ['/people', '/people/new', '/api-keys', '/api-keys/new', '/service-accounts']) {
      const page = await tests.visit(manager, at(path))
      await page.getByText('You do not have access to this page').waitFor()
      assert.equal(await page.getByRole('link', { name: 'People and roles' }).count(), 0)
      assert.equal(await page.getByRole('link', { name: 'API keys' }).count(), 0)
    }
  })
})

describe('API keys', () => {
  test('are shown in full once, listed by their prefix, and revoked permanently', async () => {
    const page = await tests.visit(admin, at('/api-keys/new'))
    await page.getByRole('textbox', { name: 'Name' }).fill('ERP system')
    await page.getByLabel('Access', { exact: true }).selectOption('write')
    await page.getByLabel('Expires').fill('2026-12-31')
    await page.getByRole('button', { name: 'Create API key' }).click()
    const key = await page.getByRole('dialog').getByRole('textbox', { name: 'API key' }).inputValue()
    assert.equal((await tests.app.call('GET', '/instruments', { key })).status, 200)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    const row = page.getByRole('row', { name: /ERP system/ })
    await row.getByText(key.slice(0, 12), { exact: false }).waitFor()
    for (const words of ['Ada Admin', 'Read and write', '31 Dec 2026']) await row.getByText(words).waitFor()
    assert.equal(await page.getByText(key).count(), 0)
    tests.app.clock.advance(60_000)
    await until(async () => {
      const written = await tests.app.asOwner((owner) =>
        owner.query(`select from api_key_uses where operation = 'listInstruments' and workspace_id = $1`, [
          lab.id,
        ]),
      )
      return written.rowCount === 1
    })
    await page.getByRole('button', { name: 'Usage of ERP system' }).click()
    const use = page.getByRole('dialog', { name: 'Usage of ERP system' })
    await use.getByRole('row', { name: /listInstruments 1/ }).waitFor()
    await use.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Revoke ERP system' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke API key' }).click()
    await page.getByText('ERP system is revoked.').waitFor()
    await row.waitFor({ state: 'detached' })
    assert.equal((await tests.app.call('GET', '/instruments', { key })).status, 401)
    await page.getByLabel('Show revoked').check()
    await page
      .getByRole('row', { name: /ERP system/ })
      .getByText('Revoked')
      .waitFor()
  })

  test('are created for a service account, with which nobody can sign in', async () => {
    const page = await tests.visit(admin, at('/service-accounts'))
    await page.getByRole('link', { name: 'New service account' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).fill('Line 3 gauge')
    await checkAccessibility(page)
    await page.keyboard.press('Enter')
    await page.getByText('Line 3 gauge created.', { exact: false }).waitFor()
    const row = page.getByRole('row', { name: /Line 3 gauge/ })
    for (const words of ['Technician', 'Active']) await row.getByText(words, { exact: true }).waitFor()
    await checkAccessibility(page)
    const keyPage = await tests.visit(admin, at('/api-keys/new'))
    const owner = keyPage.getByLabel('Owner', { exact: true })
    assert.match((await owner.locator('option').allTextContents()).join(), /^Ada Admin · you,.*Line 3 gauge/)
    await owner.selectOption({ label: 'Line 3 gauge · Technician' })
    await keyPage.getByRole('textbox', { name: 'Name' }).fill('Gauge')
    await keyPage.getByRole('button', { name: 'Create API key' }).click()
    await keyPage.getByRole('button', { name: 'I have saved it' }).click()
    await keyPage.getByRole('row', { name: /Gauge/ }).getByText('Line 3 gauge').waitFor()
    await page.getByRole('button', { name: 'Deactivate Line 3 gauge' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Line 3 gauge is deactivated.').waitFor()
    await row.getByText('Deactivated', { exact: true }).waitFor()
  })

  test('have at least one site, and typed values are kept', async () => {
    const page = await tests.visit(admin, at('/api-keys/new'))
    await page.getByRole('textbox', { name: 'Name' }).fill('Late')
    await page.getByLabel('All sites the owner can access').uncheck()
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByText('Choose at least one site.').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Late')
  })
})
