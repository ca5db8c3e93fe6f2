import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLaboratory } from '../../server/test/calibrating.ts'
import { signInAs } from '../../server/test/session.ts'
import { focusOn, settled, startBrowserTests } from './browser.ts'
import { attachDocument } from '../../server/test/documents.ts'
import { fullRecord, voltmeter } from './sample-records.ts'

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

test('a person of one site works with it alone: lists, figures, search and settings hold theirs, and the rest is not there', async () => {
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
    await page.goto(`${home}/${path}`)
    await settled(page)
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
    await page.goto(`${home}/${path}`)
    await settled(page)
    assert.match(await page.locator('main').innerText(), /There is nothing under this address/, path)
  }
  await page.goto(`${home}/calibrations/${own.record}/print`)
  await page.getByRole('article', { name: 'Calibration record' }).waitFor()
  assert.deepEqual(faults, [])
})
