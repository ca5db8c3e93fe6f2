import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { keepScreenshot, startBrowserTests } from '../support/browser.ts'

const GUARD_BAND = 'Guard band w = U, binary statement (ILAC-G8:09/2019, 4.2.2)'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { standards: ['ilac_g8'] })
const admin = await signInAs(tests.app, lab, 'admin', { name: 'Ada Admin' })

let tags = 0
async function openForm(): Promise<{ id: string; page: Page }> {
  tags += 1
  const { id } = await lab.instrument({ asset_tag: `R-${tags}`, name: 'Gauge', unit_of_measure: 'mm' })
  const page = await tests.visit(admin, `/w/${lab.id}/instruments/${id}/calibrate`)
  await page.getByRole('textbox', { name: 'Nominal value' }).fill('10')
  await page.getByRole('textbox', { name: 'Tolerance' }).fill('±0.05')
  await page.getByRole('textbox', { name: 'As found' }).fill('10.049')
  await page.getByRole('radio', { name: 'Pass', exact: true }).check()
  return { id: id as string, page }
}

const rule = (page: Page) => page.getByRole('combobox', { name: 'Decision rule' })
const entered = {
  'Measurement uncertainty': '0.005',
  'Coverage factor': '2',
  'Confidence level': '95 %',
  'Conformity statement': 'See results',
}
const save = async (page: Page) => {
  // Only then it stands there what is asked for.
  await page.getByText('Fields marked as required').waitFor()
  for (const [name, text] of Object.entries(entered)) {
    const input = page.getByRole('textbox', { name })
    if ((await input.count()) > 0) await input.fill(text)
  }
  await page.getByRole('button', { name: 'Save record' }).click()
}
const saved = (page: Page) => page.getByText(/Calibration of R-\d+ saved/).waitFor()
const newest = async (id: string) =>
  (await admin.call('GET', `/instruments/${id}/calibrations?sort=-updated_at`)).body.data[0] as {
    id: string
    decision_rule: string | null
  }

test('the chosen rule decides a single reading, and a pass that it rejects needs a reason', async () => {
  const { id, page } = await openForm()
  assert.deepEqual((await rule(page).getByRole('option').allTextContents()).slice(0, 3), [
    'None: the certificate makes no statement of conformity',
    'Simple acceptance (ILAC-G8:09/2019, 4.2.1)',
    GUARD_BAND,
  ])
  await rule(page).selectOption('simple_acceptance')
  await page.getByText('(ILAC-G8:09/2019, 4.2.1): pass.').waitFor()
  await rule(page).selectOption({ label: GUARD_BAND })
  await page.getByText('cannot be applied without a measurement uncertainty').waitFor()
  await save(page)
  const decided = `Decision by ${GUARD_BAND}: fail. Acceptance limits: 9.955 to 10.045 mm.`
  await page.getByText(decided).waitFor()
  await page.getByText('The result is a pass, but the decision rule says: fail').waitFor()
  const green = page.locator('[data-verdict=inside]')
  assert.equal(await green.count(), 0, 'nothing is shown as good')
  const reason = page.getByRole('textbox', { name: 'Out-of-tolerance justification' })
  await page.getByText('To pass it, state the reason.').first().waitFor()
  await keepScreenshot(page, 'calibrate-rejected')
  await reason.fill('Agreed with the customer')
  await page.getByRole('button', { name: 'Save record' }).click()
  await saved(page)
  const record = await newest(id)
  assert.equal(record.decision_rule, 'guard_band_u')
  await page.goto(`${tests.app.origin}/w/${lab.id}/calibrations/${record.id}`)
  await page.getByText(decided).waitFor()
  await page.getByText('Passed although the decision rule says: fail').waitFor()
  await page.getByText('Reason: Agreed with the customer').waitFor()
  await page.getByText('Final reading 10.049 mm, compared with the limits 9.95 to 10.05 mm.').waitFor()
  await page.getByRole('definition').getByText(GUARD_BAND, { exact: true }).waitFor()
  await keepScreenshot(page, 'record-rejected')
  const german = await tests.visit(admin, `/w/${lab.id}/calibrations/${record.id}`, { locale: 'de-DE' })
  await german.getByText('Annahmegrenzen: 9,955 bis 10,045 mm.').waitFor()
  await keepScreenshot(german, 'record-rejected-german')
})

test('the last choice is a rule in words', async () => {
  const { id, page } = await openForm()
  await rule(page).selectOption({ label: 'Other (free text)' })
  await page.getByRole('textbox', { name: 'Decision rule (free text)' }).fill('As agreed with the customer')
  await page.reload()
  const words = page.getByRole('textbox', { name: 'Decision rule (free text)' })
  assert.equal(await words.inputValue(), 'As agreed with the customer')
  await page
    .getByText('The decision rule (As agreed with the customer) must be applied by a person.')
    .waitFor()
  await save(page)
  await saved(page)
  assert.equal((await newest(id)).decision_rule, 'As agreed with the customer')
})

test('the settings offer the same choice, and the form names the default that holds', async () => {
  const page = await tests.visit(admin, `/w/${lab.id}/settings/workspace`)
  await page.getByRole('combobox', { name: 'Default decision rule' }).selectOption('simple_acceptance')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('saved', { exact: false }).first().waitFor()
  const { body } = await admin.call('GET', '')
  assert.equal(body.default_decision_rule, 'simple_acceptance')
  const { page: form } = await openForm()
  const more = form.getByRole('button', { name: /more field/ })
  if ((await rule(form).count()) === 0) await more.click()
  await rule(form)
    .getByRole('option', { name: /^Workspace default: Simple acceptance/ })
    .waitFor({
      state: 'attached',
    })
})
