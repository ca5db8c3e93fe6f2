import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { hiddenBeside, keepScreenshot, lookAtPage, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const manager = await signInAs(tests.app, lab, 'manager')
const auditor = await signInAs(tests.app, lab, 'auditor')
const flat = { nominal_value: '10.00 mm', tolerance: '± 0.02 mm', as_left_reading: '10.00 mm' }
const good = { ...flat, as_found_reading: '10.01 mm' }
const bad = { ...flat, as_found_reading: '10.05 mm', result: 'PASS_WITH_ADJUSTMENT' }
const model = { manufacturer: 'Haldor', model: 'C-150', category: 'Calipers' }

const caliper = await lab.instrument({ ...model, asset_tag: 'CAL-1' })
const other = await lab.instrument({ ...model, asset_tag: 'CAL-2' })
await lab.instrument({ ...model, asset_tag: 'CAL-3', calibration_interval_value: 6 })
for (const [index, body] of [bad, good, bad, good, bad, good, good].entries()) {
  await lab.calibrate(caliper.id, { ...body, performed_at: `${2020 + index}-03-01T10:00:00Z` })
}
for (const body of [bad, bad, { result: 'DAMAGED' }]) await lab.calibrate(other.id, body)
const advice = `/w/${lab.id}/interval-advice`

describe('interval advice', () => {
  test('is reached from the reports, with counts, confidence limits and why', async () => {
    const page = await tests.visit(auditor, `/w/${lab.id}/reports/models`)
    await page.getByRole('link', { name: 'Interval advice' }).click()
    await page.waitForURL(/interval-advice/)
    const row = page.getByRole('row', { name: /^Haldor C-150/ })
    await row
      .getByText(
        /4 of 9 calibrations in tolerance as found: 44\.4% \(95% confidence limits 13\.7% to 78\.8%\)/,
      )
      .waitFor()
    await row.getByText('6 months', { exact: true }).waitFor()
    await row.getByText(/too many were out of tolerance/).waitFor()
    await row.getByText('1 instrument has a different interval').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Accept/ }).count(), 0)
  })

  test('each count leads to its records, and they to the record', async () => {
    const page = await tests.visit(auditor, `${advice}?by=category`)
    const row = page.getByRole('row', { name: /^Calipers/ })
    await row.getByRole('link', { name: '1 excluded' }).click()
    await page.waitForURL(/category=Calipers/)
    const left = page.getByRole('region', { name: 'Excluded calibrations' })
    await left.getByRole('row', { name: /CAL-2.*damaged, without a comparable/ }).waitFor()
    await row.getByRole('link', { name: '5 out of tolerance' }).click()
    const out = page.getByRole('region', { name: 'Calibrations out of tolerance as found' })
    await out
      .getByRole('row', { name: /CAL-1.*out of tolerance/ })
      .first()
      .waitFor()
    assert.equal(await out.getByRole('row').count(), 6)
    await out.getByRole('link', { name: 'CAL-1' }).first().click()
    await page.waitForURL(/\/calibrations\//)
  })

  test('a manager accepts it for an instrument, with the reason filled in', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/instruments/${caliper.id}`)
    const panel = page.getByRole('region', { name: 'Interval advice' })
    await panel.getByText('12 months → 6 months').waitFor()
    await panel.getByRole('button', { name: 'Accept suggestion' }).click()
    const dialog = page.getByRole('dialog', { name: 'Accept suggested interval' })
    const reason = dialog.getByLabel('Reason')
    assert.match(await reason.inputValue(), /^Interval advice \(method A3\): 4 of 7 .*, target 95%\.$/)
    await reason.fill(`${await reason.inputValue()} Agreed with the user.`)
    await dialog.getByRole('button', { name: 'Accept suggestion' }).click()
    await page.getByText('Interval changed.').waitFor()
    const changed = await lab.read(caliper.id)
    assert.equal(changed.calibration_interval_value, 6)
    const history = await manager.call('GET', `/instruments/${caliper.id}/activity`)
    assert.match(JSON.stringify(history.body), /Agreed with the user/)
    await keepScreenshot(page, 'interval-advice-instrument')
  })

  test('a manager accepts it for a group, as a bulk edit of those with the current interval', async () => {
    const page = await tests.visit(manager, advice)
    await page.getByRole('button', { name: 'Accept suggestion for Haldor C-150' }).click()
    const dialog = page.getByRole('dialog', { name: 'Accept suggested interval' })
    await dialog.getByText(/intervals and due dates of 2 instruments change/).waitFor()
    await dialog.getByRole('button', { name: 'Accept suggestion' }).click()
    await page.waitForURL(/instruments\/change/)
    await page
      .getByText(/Bulk edit of 2 instruments/)
      .first()
      .waitFor()
  })

  test('is accessible in light and dark and on a tablet, and fits a phone in German', async () => {
    const path = `${advice}?by=category&category=Calipers&list=all`
    await lookAtPage(tests, manager, path, 'interval-advice', (page) =>
      page.getByRole('region', { name: /behind the advice/ }).waitFor(),
    )
    const page = await tests.visit(auditor, path, { locale: 'de-DE' })
    await page.setViewportSize({ width: 360, height: 800 })
    await page
      .getByText(/Vertrauensgrenzen/)
      .first()
      .waitFor()
    assert.deepEqual(await hiddenBeside(page), [])
    await keepScreenshot(page, 'interval-advice-phone')
  })
})
