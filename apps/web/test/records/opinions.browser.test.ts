import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { keepScreenshot, settled, startBrowserTests } from '../support/browser.ts'
import { field, fillPass, recordsReadBy, saved, saving, voltmetersOf } from '../support/calibration-form.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const technician = await signInAs(tests.app, lab, 'technician', { name: 'Tess Technician' })
const voltmeter = voltmetersOf(lab)
const recordsOf = recordsReadBy(technician)

/** Before the interval ends. */
const DUE = '2026-12-31'

test('opinions are among the further fields, require their basis, and are shown on the record', async () => {
  const { id, path } = await voltmeter()
  const page = await tests.visit(technician, path)
  await fillPass(page)
  assert.equal(await field(page, 'Opinions and interpretations').count(), 0)
  await page.getByRole('button', { name: /more fields?$/ }).click()
  assert.equal(await field(page, 'Opinions are based on').count(), 0)
  await field(page, 'Opinions and interpretations').fill('The drift suggests a worn reference.')
  await field(page, 'Opinions are based on').fill('The records of five years')
  await keepScreenshot(page, 'opinions-form')
  await page.setViewportSize({ width: 360, height: 800 })
  await settled(page)
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
  await saving(page).click()
  await saved(page).waitFor()
  const [record] = await recordsOf(id)
  assert.deepEqual(
    [record!['opinions'], record!['opinions_basis']],
    ['The drift suggests a worn reference.', 'The records of five years'],
  )
  await page.getByRole('link', { name: 'Open record' }).click()
  await page.getByText('Opinions and interpretations').waitFor()
  await page.getByText('The records of five years').waitFor()
  await settled(page)
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
  const german = await tests.visit(technician, `/w/${lab.id}/calibrations/${record!['id']!}`, {
    locale: 'de-DE',
  })
  await german.getByText('Meinungen und Interpretationen').waitFor()
  await keepScreenshot(german, 'opinions-record')
})

test('a due date that the record states is among the further fields, and is shown on the record', async () => {
  const { id, path } = await voltmeter()
  const page = await tests.visit(technician, path)
  await fillPass(page)
  await page.getByRole('button', { name: /more fields?$/ }).click()
  await field(page, 'Stated due date').fill(DUE)
  await saving(page).click()
  await saved(page).waitFor()
  assert.equal((await recordsOf(id))[0]!['next_due_date'], DUE)
  await page.getByRole('link', { name: 'Open record' }).click()
  await page.getByText('Stated due date').waitFor()
})
