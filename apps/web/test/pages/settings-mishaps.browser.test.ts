import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { createKey } from '../../../server/src/modules/access/index.ts'
import { systemActor } from '../../../server/src/platform/actor.ts'
import { signInAs } from '../../../server/test/session.ts'
import { hiddenSideways, settled, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const admin = await signInAs(tests.app, lab, 'admin', { name: 'Ada Admin' })
const at = (path: string) => `/w/${lab.id}/settings${path}`
const site = await lab.site('Leipzig')

describe('concurrent changes', () => {
  test('a person: typed values stay when the other change arrives, and both apply', async () => {
    const person = await signInAs(tests.app, lab, 'technician', { name: 'Tess Technician' })
    const page = await tests.visit(admin, at(`/people/${person.personId}`))
    await page.getByRole('textbox', { name: 'Name' }).fill('Tess Tester')
    await admin.call('PATCH', `/users/${person.personId}`, { body: { site_ids: [site] } })
    const read = page.waitForResponse((response) => response.url().includes('/users?'))
    // Comes back to the window after a while: what is shown is read again.
    await page.clock.setFixedTime(tests.app.clock.now().getTime() + 60_000)
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
    await read
    await settled(page)
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Tess Tester')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Tess Tester is saved.').waitFor()
    const { data } = (await admin.call('GET', '/users?limit=100')).body
    const { name, site_ids } = data.find(({ id }: { id: string }) => id === person.personId)
    assert.deepEqual([name, site_ids], ['Tess Tester', [site]])
    await page.getByLabel('Leipzig').waitFor()
  })
})

describe('concurrent choices', () => {
  test('standards: the second person is told, and applies their choice to the newer one', async () => {
    const page = await tests.visit(admin, at('/standards'))
    await page.getByLabel('ISO 13485:2016').check()
    await admin.call('PATCH', '', { body: { standards: ['iso_9001'] } })
    const save = page.getByRole('button', { name: 'Save standards' })
    await save.click()
    await page.getByText('Someone else changed the selection', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Apply my changes to the newer version' }).click()
    await page.getByRole('checkbox', { name: 'ISO 9001:2015', checked: true }).waitFor()
    await save.click()
    await page.getByText('Standards saved.').waitFor()
    const { standards } = (await admin.call('GET', '')).body
    assert.deepEqual(standards.toSorted(), ['iso_13485', 'iso_9001'])
  })

  test('a webhook: the second person is told, and a click outside the dialog does not lose typed values', async () => {
    const made = { body: { url: 'http://127.0.0.1:9/old', description: 'ERP' } }
    const { id } = (await admin.call('POST', '/webhooks', made)).body
    const page = await tests.visit(admin, `/w/${lab.id}/webhooks/${id}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Edit webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit webhook' })
    await dialog.getByLabel('Description').fill('Planning')
    await page.mouse.click(5, 5)
    await admin.call('PATCH', `/webhooks/${id}`, { body: { url: 'http://127.0.0.1:9/new' } })
    await dialog.getByRole('button', { name: 'Save webhook' }).click()
    await dialog.getByText('Someone else changed this webhook', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Apply my changes to the newer version' }).click()
    await dialog.getByRole('alert').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Save webhook' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { url, description } = (await admin.call('GET', `/webhooks/${id}`)).body
    assert.deepEqual([url, description], ['http://127.0.0.1:9/new', 'Planning'])
  })
})

describe('a last day', () => {
  test('that has passed is refused next to its field, with all typed values', async () => {
    const page = await tests.visit(admin, at('/api-keys/new'))
    await page.getByRole('textbox', { name: 'Name' }).fill('Late')
    await page.getByLabel('Expires').fill('2026-11-20')
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByText('Choose today or a later date.').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Late')
    assert.equal(await page.getByRole('dialog').count(), 0)

    await page.goto(tests.app.origin + at('/people/new'))
    await page.getByLabel('Role').selectOption('auditor')
    await page.getByLabel('Access expires').fill('2026-11-20')
    await page.getByRole('textbox', { name: 'Name' }).fill('Ola Late')
    await page.getByRole('textbox', { name: 'E-mail' }).fill('late@example.com')
    await page.getByRole('button', { name: 'Invite person' }).click()
    await page.getByText('Choose today or a later date.').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Ola Late')
  })

  test('of an impossible year is refused by the server, and the page still works', async () => {
    const { personId } = await signInAs(tests.app, lab, 'auditor', { name: 'Otto Auditor' })
    const page = await tests.visit(admin, at(`/people/${personId}`))
    await page.getByLabel('Access expires').fill('99999-01-01')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('Access expires').inputValue(), '99999-01-01')
  })

  test('at the end of all years can be shown: of keys and of people', async () => {
    const end = '9999-12-31T23:59:59Z'
    const made = await admin.call('POST', '/api-keys', {
      body: { name: 'For good', scope: 'read', expires_at: end },
    })
    assert.equal(made.status, 201)
    const { personId } = await signInAs(tests.app, lab, 'auditor', { name: 'Erna Everlasting' })
    await admin.call('PATCH', `/users/${personId}`, { body: { access_ends_at: end } })
    const page = await tests.visit(admin, at('/api-keys'))
    await page
      .getByRole('row', { name: /For good/ })
      .getByText('10000')
      .waitFor()
    await page.goto(tests.app.origin + at('/people'))
    await page
      .getByRole('row', { name: /Erna Everlasting/ })
      .getByText('10000')
      .waitFor()
    await page.goto(tests.app.origin + at(`/people/${personId}`))
    await page.getByRole('button', { name: 'Save' }).waitFor()
  })
})

describe('a value that is shown once', () => {
  test('is not lost by the back button before it is saved', async () => {
    const page = await tests.visit(admin, at('/api-keys'))
    await page.getByRole('link', { name: 'New API key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('ERP system')
    await page.getByRole('button', { name: 'Create API key' }).click()
    const key = page.getByRole('textbox', { name: 'API key' })
    const shown = await key.inputValue()
    await page.goBack()
    await page.getByText('It is not shown again.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
    assert.equal(await key.inputValue(), shown)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('row', { name: /ERP system/ }).waitFor()
    assert.ok(page.url().endsWith('/api-keys'))
  })
})

test('required fields have the labels of the forms, in the language of the person', async () => {
  const page = await tests.visit(admin, at('/standards'), { locale: 'de-DE' })
  const asked = page.getByRole('table', { name: 'Aktuelle Anforderungen an Kalibrierungen' })
  for (const name of ['Nennwert', 'Durchgeführt von']) await asked.getByRole('cell', { name }).waitFor()
  assert.equal(await page.getByText('Nominal value').count(), 0)
  assert.equal(await page.getByText('Asset tag').count(), 0)
})

describe('people and keys', () => {
  test('are complete on a tablet, with their actions', async () => {
    for (const [path, name] of [
      ['/people', 'Ada Admin'],
      ['/api-keys', 'Line 4'],
    ] as const) {
      await admin.call('POST', '/api-keys', { body: { name: 'Line 4', scope: 'write', site_ids: [site] } })
      const page = await tests.visit(admin, at(path), { look: 'tablet' })
      await page
        .getByRole('row', { name: new RegExp(name) })
        .first()
        .waitFor()
      assert.equal(await hiddenSideways(page), 0, path)
    }
  })

  test('a key that is no longer accepted shows the reason', async () => {
    const [{ personId: left }, { personId: ended }] = [
      await signInAs(tests.app, lab, 'technician', { name: 'Lena Left' }),
      await signInAs(tests.app, lab, 'auditor', { name: 'Emil Ended' }),
    ]
    const make = (name: string, more: object) =>
      admin.call('POST', '/api-keys', { body: { name, scope: 'read', ...more } })
    const ofMember = (name: string, owner: string) =>
      createKey(tests.app, systemActor(lab.id), {
        name,
        owner,
        scope: 'read',
        siteIds: null,
        expiresAt: null,
      })
    await ofMember('Of somebody who left', left)
    await ofMember('Of somebody whose access ended', ended)
    const erp = (await admin.call('POST', '/service-accounts', { body: { name: 'ERP', role: 'manager' } }))
      .body
    await make('Of a service account', { service_account_id: erp.id })
    await admin.call('PATCH', `/service-accounts/${erp.id}`, { body: { is_active: false } })
    await make('Of last year', { expires_at: '2025-12-31T23:00:00Z' })
    await make('Of today', {})
    await admin.call('PATCH', `/users/${left}`, { body: { is_active: false } })
    await admin.call('PATCH', `/users/${ended}`, { body: { access_ends_at: '2026-01-01T00:00:00Z' } })
    const page = await tests.visit(admin, at('/api-keys'))
    for (const [name, state] of [
      ['Of somebody who left', 'Owner deactivated'],
      ['Of somebody whose access ended', "Owner's access expired"],
      ['Of a service account', 'Owner deactivated'],
      ['Of last year', 'Expired'],
      ['Of today', 'Active'],
    ] as const) {
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByText(state, { exact: true })
        .waitFor()
    }
  })
})
