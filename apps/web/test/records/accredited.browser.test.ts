import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { keepScreenshot, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { standards: ['ilac_g8'] })
const admin = await signInAs(tests.app, lab, 'admin', { name: 'Ada Admin' })

test('a record shows whether it is accredited, and warns of an uncertainty below the scope before it is saved', async () => {
  const settings = await tests.visit(admin, `/w/${lab.id}/settings/workspace`)
  await settings.getByRole('textbox', { name: 'Accreditation', exact: true }).fill('Body, No. 7')
  const scope = settings.getByRole('textbox', { name: 'Scope of accreditation' })
  await scope.fill('Calipers; 100; 0; mm; 0.01')
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.getByText('Line 1, to: Must not be below the lower limit.').first().waitFor()
  await scope.fill('Calipers; 0; 100; mm; 0,01')
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.getByText('Settings saved.').waitFor()
  const { body: workspace } = await admin.call('GET', '')
  assert.deepEqual(workspace.accreditation_scope?.[0]?.cmc, '0.01')

  const { id } = await lab.instrument({ asset_tag: 'A-1', category: 'calipers', unit_of_measure: 'mm' })
  const page = await tests.visit(admin, `/w/${lab.id}/instruments/${id}/calibrate`)
  for (const [name, text] of Object.entries({
    'Nominal value': '10',
    Tolerance: '±0.05',
    'As found': '10.01',
    'Measurement uncertainty': '0.005',
    'Coverage factor': '2',
    'Confidence level': '95 %',
  })) {
    await page.getByRole('textbox', { name }).fill(text)
  }
  await page.getByRole('radio', { name: 'Pass', exact: true }).check()
  await page.getByRole('combobox', { name: 'Decision rule' }).selectOption('simple_acceptance')
  await page.getByRole('note').filter({ hasText: 'scope of accreditation' }).waitFor()
  const accredited = page.getByRole('combobox', { name: 'Accredited' })
  await accredited.selectOption('Yes')
  await page.getByRole('button', { name: 'Save record' }).click()
  await page.getByText('An accredited calibration must name its reference standard').first().waitFor()
  await keepScreenshot(page, 'calibrate-accredited')
  await accredited.selectOption('No')
  await page.getByRole('button', { name: 'Save record' }).click()
  await page.getByText('Calibration of A-1 saved').waitFor()
  const { body } = await admin.call('GET', `/instruments/${id}/calibrations`)
  assert.equal(body.data[0].accredited, false)
  await page.goto(`${tests.app.origin}/w/${lab.id}/calibrations/${body.data[0].id}`)
  await page.getByText('Accredited', { exact: true }).waitFor()
  await page.getByRole('note').filter({ hasText: 'scope of accreditation' }).waitFor()
})
