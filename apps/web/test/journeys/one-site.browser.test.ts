import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { focusOn, startBrowserTests, turnTo } from '../support/browser.ts'
import { attachDocument } from '../../../server/test/documents.ts'
import { fullRecord, voltmeter } from '../support/sample-records.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const admin = await signInAs(tests.app, lab, 'admin')
const leipzig = await lab.site('Leipzig')
const hamburg = await lab.site('Hamburg')

/** An instrument of a site with a document, a record that counts and one that waits. */
async function furnished(tag: string, site: string) {
  const id = await voltmeter(lab, tag)
  await admin.call('PATCH', `/instruments/${id}`, { body: { site_id: site } })
  await attachDocument(admin, id, `${tag}.png`)
  await lab.settings({ approvalPolicy: 'automatic' })
  const record = await fullRecord(lab, id, { performed_at: '2025-11-24T09:00:00Z' })
  await lab.settings({ approvalPolicy: 'review' })
  await fullRecord(lab, id)
  return { id, record }
}

const own = await furnished('OWN-1', leipzig)
const foreign = await furnished('FOREIGN-1', hamburg)

test('a person of one site sees only that site in lists, figures, search and settings', async () => {
  const manager = await signInAs(tests.app, lab, 'manager', { siteIds: [leipzig] })
  const home = `${tests.app.origin}/w/${lab.id}`
  const page = await tests.visit(manager, `/w/${lab.id}/instruments`)
  const faults: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403 || response.status() >= 500) faults.push(response.url())
  })
  await page.getByRole('link', { name: 'OWN-1', exact: true }).waitFor()
  await page.getByText('1–1 of 1').waitFor()

  const lists = ['instruments', 'worklist?within=365', 'approvals', 'documents', 'worklist/print?within=365']
  const pages = ['today', 'reports/due-forecast', 'reports/findings']
  for (const path of [...lists, ...pages]) {
    await turnTo(page, `/w/${lab.id}/${path}`)
    const text = await page.locator('main').innerText()
    assert.doesNotMatch(text, /FOREIGN-1|Hamburg/, path)
    if (lists.includes(path)) assert.match(text, /OWN-1/, path)
  }
  await page.goto(`${home}/settings/sites`)
  await page.getByRole('link', { name: 'Leipzig' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Hamburg' }).count(), 0)

  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog')
  await focusOn(search.getByRole('combobox'))
  await page.keyboard.type('voltmeter')
  await search.getByRole('option', { name: /^OWN-1/ }).waitFor()
  assert.equal(await search.getByRole('option', { name: /FOREIGN-1/ }).count(), 0)
  await page.keyboard.press('Escape')

  const elsewhere = [
    `instruments/${foreign.id}`,
    `instruments/${foreign.id}/edit`,
    `instruments/${foreign.id}/calibrate`,
    `instruments/${foreign.id}/used-for`,
    `calibrations/${foreign.record}`,
    `calibrations/${foreign.record}/print`,
    `calibrations/${foreign.record}/correct`,
    `settings/sites/${hamburg}`,
  ]
  for (const path of elsewhere) {
    await turnTo(page, `/w/${lab.id}/${path}`)
    assert.match(await page.locator('main').innerText(), /Page not found/, path)
  }
  await page.goto(`${home}/calibrations/${own.record}/print`)
  await page.getByRole('article', { name: 'Calibration record' }).waitFor()
  assert.deepEqual(faults, [])
})

test('a person of one site is not offered what requires access to all sites', async () => {
  const manager = await signInAs(tests.app, lab, 'manager', { siteIds: [leipzig] })
  const home = `${tests.app.origin}/w/${lab.id}`
  const page = await tests.visit(manager, `/w/${lab.id}/settings/sites`)
  const main = page.locator('#main')
  await main.getByRole('link', { name: 'Leipzig' }).waitFor()
  assert.equal(await main.getByRole('link', { name: 'New site' }).count(), 0)
  await page.goto(`${home}/settings/sites/new`)
  await main.getByText('You do not have access to this page').waitFor()
  await page.goto(`${home}/ledger`)
  await main.getByRole('status').getByText('Not verified yet.').waitFor()
  assert.equal(await main.getByRole('button', { name: 'Verify now' }).count(), 0)
  assert.equal(await main.getByRole('link', { name: 'Activity' }).count(), 0)

  const ofOneSite = await signInAs(tests.app, lab, 'admin', { siteIds: [leipzig] })
  const settings = await tests.visit(ofOneSite, `/w/${lab.id}/settings/workspace`)
  await settings.getByText('Read-only: only admins with access to all sites').waitFor()
  assert.equal(await settings.locator('#main').getByRole('link', { name: 'People and roles' }).count(), 0)
  await settings.goto(`${home}/settings/standards`)
  await settings.getByText('Read-only: only admins with access to all sites').waitFor()
  await settings.goto(`${home}/settings/people`)
  await settings.getByText('You do not have access to this page').waitFor()
})

test('the only person who decides on all sites is not offered to limit themselves', async () => {
  const workspace = await tests.app.workspace()
  const site = await workspace.site('Leipzig')
  const chief = await signInAs(tests.app, workspace, 'admin', { name: 'Clara Chief' })
  const { data } = (await chief.call('GET', '/users')).body
  const other = data.find(({ id }: { id: string }) => id !== chief.personId)
  await chief.call('PATCH', `/users/${other.id}`, { body: { site_ids: [site] } })
  const page = await tests.visit(chief, `/w/${workspace.id}/settings/people/${chief.personId}`)
  await page.getByText('This is the only active admin with access to all sites', { exact: false }).waitFor()
  assert.ok(await page.getByLabel('All sites', { exact: false }).isDisabled())
})
