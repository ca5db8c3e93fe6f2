import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { keepScreenshot, lookAtPage, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const manager = await signInAs(tests.app, lab, 'manager')
const auditor = await signInAs(tests.app, lab, 'auditor')

const readings = { nominal_value: '10 V', tolerance: '± 0.05 V' }

/** A standard that passed in 2024 and was found outside this year, with three instruments measured since. */
const standard = await lab.instrument({
  asset_tag: 'STD-1',
  name: 'Voltage standard',
  is_reference_standard: true,
  unit_of_measure: 'V',
})
const used: string[] = []
for (const [index, day] of ['2023-05-02', '2025-05-02', '2025-06-02', '2026-03-02'].entries()) {
  const { id } = await lab.instrument({ asset_tag: `USED-${index}`, name: 'Multimeter' })
  used.push(id)
  const body = { performed_at: `${day}T10:00:00Z`, reference_standard_asset_id: standard.id }
  await lab.calibrate(id, { ...body, certificate_number: `C-${index}` })
}
await lab.calibrate(standard.id, {
  ...readings,
  performed_at: '2024-05-01T10:00:00Z',
  as_found_reading: '10.01 V',
})
await lab.calibrate(standard.id, {
  ...readings,
  performed_at: '2026-11-02T10:00:00Z',
  as_found_reading: '10.21 V',
  result: 'FAIL',
})
const good = await lab.instrument({ asset_tag: 'STD-2', name: 'Gauge blocks', is_reference_standard: true })
const page1 = `/w/${lab.id}/instruments/${standard.id}`

describe('a reference standard that was found out of tolerance', () => {
  test('is marked on its page, which links to its uses since its last good calibration', async () => {
    const page = await tests.visit(auditor, page1)
    await page
      .getByRole('note', { name: 'Reference standard in doubt' })
      .getByText('2 Nov 2026')
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Review affected instruments' }).click()
    await page.getByRole('heading', { name: 'Calibrated with STD-1' }).waitFor()
    await page.getByText('1–3 of 3').waitFor()
    await page.getByText('Since its last passing calibration on 1 May 2024').waitFor()
    assert.deepEqual(await page.locator('tbody tr').locator('a[href*="/instruments/"]').allTextContents(), [
      'USED-3',
      'USED-2',
      'USED-1',
    ])
    assert.equal(await page.getByRole('checkbox').count(), 0)
    assert.equal(await page.getByRole('button', { name: /Quarantine/ }).count(), 0)
  })

  test('is shown over another period, which is kept in the URL', async () => {
    const page = await tests.visit(auditor, `${page1}/used-for`)
    await page.getByText('1–3 of 3').waitFor()
    await page.getByLabel('Performed from').fill('')
    await page.getByText('1–4 of 4').waitFor()
    await page.getByLabel('Performed until').fill('2025-05-31')
    await page.getByText('1–2 of 2').waitFor()
    await page.reload()
    await page.getByText('1–2 of 2').waitFor()
    await page.getByLabel('Performed from').fill('2025-05-03')
    await page.getByText('Nothing was calibrated with it in this period').waitFor()
  })

  test('hands the list out as a file', async () => {
    const page = await tests.visit(auditor, `${page1}/used-for`)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV file' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    assert.equal(lines.length, 4)
    assert.match(lines[1]!, /^USED-3,Multimeter,.*,C-3,/)
  })

  test('a manager quarantines what was measured with it, for one reason, and sees the outcome for each', async () => {
    const page = await tests.visit(manager, `${page1}/used-for`)
    await page.getByText('1–3 of 3').waitFor()
    assert.ok(await page.getByRole('button', { name: /Quarantine/ }).isDisabled())
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('checkbox', { name: 'Select USED-2' }).uncheck()
    await page.getByRole('button', { name: 'Quarantine 2 instruments' }).click()
    // Retired by another person before the dialog is confirmed.
    await manager.call('POST', `/instruments/${used[1]}/retire`, { body: { reason: 'Scrapped' } })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('USED-3, USED-1').waitFor()
    await dialog.getByLabel('Reason').fill('STD-1 was found outside')
    await dialog.getByRole('button', { name: 'Quarantine 2 instruments' }).click()
    await page.getByText('1 instrument has been quarantined.').waitFor()
    await page.getByText('1 instrument could not be quarantined; see its row for the reason.').waitFor()
    const row = (tag: string) => page.getByRole('row').filter({ hasText: tag })
    await row('USED-1')
      .getByText(/retired/)
      .first()
      .waitFor()
    await row('USED-3').getByRole('cell', { name: 'Quarantined', exact: true }).waitFor()
    assert.equal((await lab.read(used[3]!)).is_quarantined, true)
    assert.equal((await lab.read(used[2]!)).is_quarantined, false)
    const history = await manager.call('GET', `/instruments/${used[3]}/activity`)
    assert.equal(history.body.data[0].reason, 'STD-1 was found outside')
  })

  test('is selected on other pages of a long list, too', async () => {
    const busy = await lab.instrument({
      asset_tag: 'STD-3',
      name: 'Busy standard',
      is_reference_standard: true,
    })
    const { id: early } = await lab.instrument({ asset_tag: 'EARLY-1' })
    const { id: late } = await lab.instrument({ asset_tag: 'LATE-1' })
    const body = { reference_standard_asset_id: busy.id }
    await lab.calibrate(early, { ...body, performed_at: '2024-01-02T10:00:00Z' })
    for (let day = 0; day < 100; day += 1)
      await lab.calibrate(late, { ...body, performed_at: '2025-01-02T10:00:00Z' })
    const page = await tests.visit(manager, `/w/${lab.id}/instruments/${busy.id}/used-for?from=always`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Quarantine 1 instrument' }).waitFor()
    await page.getByRole('button', { name: 'Select all 101 matching' }).click()
    await page.getByRole('button', { name: 'Quarantine 2 instruments' }).click()
    await page.getByRole('dialog').getByText('LATE-1, EARLY-1').waitFor()
  })

  test('a good one has an unobtrusive link, and lists nothing measured with it', async () => {
    const page = await tests.visit(auditor, `/w/${lab.id}/instruments/${good.id}`)
    await page.getByRole('link', { name: 'Where used' }).click()
    await page.getByText('Nothing was calibrated with it in this period').waitFor()
    assert.equal(await page.getByRole('note').count(), 0)
  })

  test('its records are found from anywhere by their certificate number', async () => {
    const page = await tests.visit(auditor, `/w/${lab.id}/instruments`)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('c-3')
    await page.getByRole('option', { name: 'Record C-3 · USED-3' }).click()
    await page.waitForURL(/\/calibrations\//)
  })

  test('is accessible, and its targets are large enough for touch', async () => {
    await lookAtPage(tests, manager, `${page1}/used-for`, 'used-for')
    await lookAtPage(tests, manager, page1, 'standard-in-doubt')
  })
})

describe('the chain of a calibration', async () => {
  const standardOf = ({ id }: { id: string }, more: object = {}) => ({
    reference_standard_asset_id: id,
    ...more,
  })
  const [top, middle, gauge] = await Promise.all(
    ['TOP', 'MIDDLE', 'GAUGE'].map((tag) =>
      lab.instrument({ asset_tag: `CHAIN-${tag}`, name: 'Weight', is_reference_standard: tag !== 'GAUGE' }),
    ),
  )
  await lab.calibrate(top.id, {
    performed_at: '2026-01-05T10:00:00Z',
    calibration_type: 'external_certificate',
    certificate_number: 'D-K-4711',
    service_provider: 'Eastgate Test House',
  })
  await lab.calibrate(middle.id, standardOf(top, { performed_at: '2026-02-05T10:00:00Z' }))
  const record = await lab.calibrate(gauge.id, standardOf(middle, { performed_at: '2026-03-05T10:00:00Z' }))

  test('is reached from its record and its instrument, and leads up to another laboratory', async () => {
    const page = await tests.visit(auditor, `/w/${lab.id}/calibrations/${record.id}`)
    await page.getByRole('link', { name: 'Traceability' }).click()
    await page.getByRole('heading', { name: 'Traceability of CHAIN-GAUGE' }).waitFor()
    await page.getByText('Every branch ends at a calibration by another laboratory.').waitFor()
    await page.getByText('1 standard was not fit for use or has no certificate number.').waitFor()
    const headings = await page.locator('section h2').allTextContents()
    assert.deepEqual(
      headings.map((text) => /CHAIN-[A-Z]+/.exec(text)?.[0]),
      ['CHAIN-GAUGE', 'CHAIN-MIDDLE', 'CHAIN-TOP'],
    )
    const outside = page.getByRole('region', { name: 'CHAIN-TOP' })
    await outside.getByText('Eastgate Test House').waitFor()
    await outside.getByText('D-K-4711').waitFor()
    const instrument = await tests.visit(auditor, `/w/${lab.id}/instruments/${gauge.id}`)
    await instrument.getByRole('link', { name: 'Traceability' }).click()
    await instrument.getByRole('heading', { name: 'Traceability of CHAIN-GAUGE' }).waitFor()
  })

  test('shows where it is interrupted', async () => {
    const { id } = await lab.instrument({ asset_tag: 'CHAIN-LOOSE', name: 'Weight' })
    const never = await lab.instrument({ asset_tag: 'CHAIN-NEVER', name: 'Weight' })
    const bare = `/w/${lab.id}/instruments/${id}/traceability`
    await (await tests.visit(auditor, bare)).getByText('No calibration in effect').waitFor()
    await lab.calibrate(id, standardOf(never))
    const page = await tests.visit(auditor, bare)
    await page.getByText('The chain of calibrations is incomplete.').waitFor()
    await page.getByText('It had not been calibrated when it was used.').waitFor()
    await page.getByText('never calibrated', { exact: true }).waitFor()
  })

  test('fits a phone, in German too', async () => {
    const path = `/w/${lab.id}/instruments/${gauge.id}/traceability`
    const page = await tests.visit(auditor, path, { locale: 'de-DE', look: 'tablet' })
    await page.getByRole('heading', { name: 'Rückführung von CHAIN-GAUGE' }).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
    await keepScreenshot(page, 'traceability-phone')
  })

  test('shows downwards what was calibrated with what was calibrated with it', async () => {
    const page = await tests.visit(auditor, `/w/${lab.id}/instruments/${top.id}/used-for`)
    await page.getByText('1–2 of 2').waitFor()
    const rows = await page.locator('tbody tr').allTextContents()
    assert.match(rows[0]!, /CHAIN-MIDDLE.*CHAIN-TOP/)
    assert.match(rows[1]!, /CHAIN-GAUGE.*CHAIN-MIDDLELevel 2/)
  })

  test('is free of barriers', async () => {
    await lookAtPage(tests, auditor, `/w/${lab.id}/instruments/${gauge.id}/traceability`, 'traceability')
    await lookAtPage(tests, manager, `/w/${lab.id}/instruments/${top.id}/used-for`, 'used-for-levels')
  })
})
