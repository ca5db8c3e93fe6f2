import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { startBrowserTests } from '../support/browser.ts'

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
const save = async (page: Page) => {
  // Only then it stands there what is asked for.
  await page.getByText('Fields marked as required').waitFor()
  for (const name of [
    'Measurement uncertainty',
    'Coverage factor',
    'Confidence level',
    'Conformity statement',
  ]) {
    const input = page.getByRole('textbox', { name })
    if ((await input.count()) > 0) await input.fill('2')
  }
  await page.getByRole('button', { name: 'Save record' }).click()
  await page.getByText(/Calibration of R-\d+ saved/).waitFor()
}
const newest = async (id: string) =>
  (await admin.call('GET', `/instruments/${id}/calibrations?sort=-updated_at`)).body.data[0] as {
    id: string
    decision_rule: string | null
  }

test('a decision rule is chosen, and where it is no plain comparison with the limits, form and record say so', async () => {
  const { id, page } = await openForm()
  assert.deepEqual((await rule(page).getByRole('option').allTextContents()).slice(0, 3), [
    'None: the certificate makes no statement of conformity',
    'Simple acceptance (ILAC-G8:09/2019, 4.2.1)',
    GUARD_BAND,
  ])
  await rule(page).selectOption({ label: GUARD_BAND })
  const remark = `A person must apply the decision rule (${GUARD_BAND}).`
  await page.getByText(remark).waitFor()
  await rule(page).selectOption('simple_acceptance')
  await page.getByText(remark).waitFor({ state: 'hidden' })
  await rule(page).selectOption('guard_band_u')
  await save(page)
  const record = await newest(id)
  assert.equal(record.decision_rule, 'guard_band_u')
  await page.goto(`${tests.app.origin}/w/${lab.id}/calibrations/${record.id}`)
  await page.getByText(remark).waitFor()
  await page.getByRole('definition').getByText(GUARD_BAND, { exact: true }).waitFor()
})

test('the last choice is a rule in words', async () => {
  const { id, page } = await openForm()
  await rule(page).selectOption({ label: 'Other (free text)' })
  await page.getByRole('textbox', { name: 'Decision rule (free text)' }).fill('As agreed with the customer')
  await page.reload()
  const words = page.getByRole('textbox', { name: 'Decision rule (free text)' })
  assert.equal(await words.inputValue(), 'As agreed with the customer')
  await save(page)
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
