import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import {
  focusOn,
  hiddenSideways,
  keepScreenshot,
  settled,
  startBrowserTests,
  turnTo,
} from '../support/browser.ts'
import { drifting } from '../support/sample-register.ts'

const DAY_MS = 86_400_000

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
await drifting(lab)
const started = { last_calibration_date: '2025-03-10T12:00:00Z', manufacturer: 'Norvik', model: 'T-1' }
const late = await lab.instrument({ ...started, asset_tag: 'LATE-1' })
await lab.calibrate(late.id, { performed_at: '2026-03-15T12:00:00Z', result: 'FAIL' })
const onTime = await lab.instrument({ ...started, asset_tag: 'TIME-1' })
await lab.calibrate(onTime.id, { performed_at: '2026-03-02T12:00:00Z' })
await lab.instrument({ asset_tag: 'NEVER-1' })
const auditor = await signInAs(tests.app, lab, 'auditor')
const reports = `/w/${lab.id}/reports`

describe('reports', () => {
  test('are reached from the rail, and begin with what will fall due', async () => {
    const page = await tests.visit(auditor, `/w/${lab.id}/worklist`)
    await page.getByRole('link', { name: 'Reports', exact: true }).click()
    await page.getByRole('heading', { name: 'Due forecast' }).waitFor()
    await page.getByRole('link', { name: 'March 2027: 1 due' }).click()
    await page.waitForURL(/worklist\?.*from=2027-03-01&to=2027-03-31/)
    await page.getByRole('link', { name: 'TIME-1' }).waitFor()
  })

  test('on time: the rate in words, and each number links to its rows', async () => {
    const page = await tests.visit(auditor, `${reports}/timeliness`)
    await page.getByText('2 of 3 calibrations with a due date were on time').waitFor()
    await page.getByText('66%', { exact: true }).first().waitFor()
    const march = page.getByRole('row', { name: /^March 2026/ })
    await march.getByRole('link', { name: '1' }).last().waitFor()
    await march.getByRole('link', { name: '1' }).nth(1).click()
    await page.waitForURL(/month=2026-03&verdict=late/)
    await page.getByRole('link', { name: 'TIME-1' }).waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: /LATE-1.*15 Mar 2026.*10 Mar 2026.*Late.*5/ }).waitFor()
    await page.getByRole('link', { name: 'LATE-1' }).click()
    await page.waitForURL(/\/calibrations\//)
  })

  test('another period is in the URL, and the file has its rows', async () => {
    const page = await tests.visit(auditor, `${reports}/timeliness?from=2026-03-01&to=2026-03-31`)
    await page.getByText('1 of 2 calibrations with a due date were on time').waitFor()
    const download = page.waitForEvent('download')
    await page
      .getByRole('region', { name: 'Calibrations' })
      .getByRole('button', { name: 'Export CSV' })
      .click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    assert.deepEqual(lines.slice(1), [
      'LATE-1,Caliper,2026-03-15,2026-03-10,Late,5',
      'TIME-1,Caliper,2026-03-02,2026-03-10,On time,0',
    ])
    await page.getByLabel('To').fill('2026-03-10')
    await page.getByText('1 of 1 calibration with a due date was on time').waitFor()
    assert.match(page.url(), /to=2026-03-10/)
  })

  test('a model leads to the records behind each of its numbers', async () => {
    const page = await tests.visit(auditor, `${reports}/models`)
    const row = page.getByRole('row', { name: /^Norvik T-1/ })
    await row.getByText('50%').waitFor()
    await row.getByRole('link', { name: '1', exact: true }).last().click()
    await page.waitForURL(/models\?.*manufacturer=Norvik&model=T-1&list=not_in_tolerance#rows/)
    const records = page.getByRole('region', { name: 'Calibrations' })
    await records.getByRole('row', { name: /LATE-1.*Fail.*not evaluated/ }).waitFor()
    await focusOn(page.locator('#rows'))
    await row.getByRole('link', { name: '2', exact: true }).click()
    await records.getByRole('row', { name: /TIME-1.*Pass/ }).waitFor()
    await page.goBack()
    await records.getByRole('row', { name: /TIME-1/ }).waitFor({ state: 'hidden' })
    await records.getByRole('link', { name: 'Hide details' }).click()
    await records.waitFor({ state: 'hidden' })
  })

  test('a finding of a month that is only partly in the period leads to the records in the period', async () => {
    const page = await tests.visit(auditor, `${reports}/findings?from=2026-03-10&to=2026-06-30`)
    const march = page.getByRole('row', { name: /^March 2026/ })
    await march.getByRole('link').last().click()
    await page.waitForURL(/from=2026-03-10&to=2026-06-30&month=2026-03#rows/)
    const findings = page.getByRole('region', { name: 'Findings' })
    await findings.getByRole('row', { name: /LATE-1/ }).waitFor()
    await march.waitFor()
    assert.equal(await findings.getByRole('link', { name: 'LATE-1' }).count(), 1)
  })

  test('a printed report has workspace and time, and no table runs off the page', async () => {
    const page = await tests.visit(auditor, `${reports}/findings`)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 703, height: 1000 })
    await page.getByText(/^Workspace \d+ · Printed 21 Nov 2026, 08:00, .*, by /).waitFor()
    assert.ok((await hiddenSideways(page)) <= 0)
    const wide = await page.evaluate(
      `[...document.querySelectorAll('#main table, #main svg')].filter((one) => one.getBoundingClientRect().right > innerWidth).length`,
    )
    assert.equal(wide, 0)
  })

  test('is printed in the light scheme, also from a dark screen', async () => {
    const page = await tests.visit(auditor, `${reports}/findings`, { look: 'dark' })
    const lightness = `getComputedStyle(document.querySelector('h1')).color.match(/\\d+/g).reduce((sum, part) => sum + Number(part), 0) / 3`
    await page.evaluate(`addEventListener('beforeprint', () => { window.printedWith = ${lightness} })`)
    await page.pdf()
    assert.ok(Number(await page.evaluate('window.printedWith')) < 80)
    assert.ok(Number(await page.evaluate(lightness)) > 180)
  })

  test('instruments without a calibration lead to the register', async () => {
    const page = await tests.visit(auditor, `${reports}/without-calibration`)
    await page
      .getByRole('row', { name: /Main site/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('link', { name: 'NEVER-1' }).waitFor()
  })

  test('findings are counted in the month in which they were opened, and months without any are shown', async () => {
    const page = await tests.visit(auditor, `${reports}/findings?from=2026-01-01&to=2026-04-30`)
    const chart = page.getByRole('group', { name: 'By month' })
    await chart.getByRole('link', { name: 'February 2026: 0 with impact stated, 0 without' }).waitFor()
    await chart.getByRole('link', { name: 'March 2026: 0 with impact stated, 1 without' }).click()
    await page.waitForURL(/month=2026-03#rows/)
    await page
      .getByRole('region', { name: 'Findings' })
      .getByRole('row', { name: /LATE-1/ })
      .waitFor()
  })

  test('a rate leads to the records that it is counted from', async () => {
    const page = await tests.visit(auditor, `${reports}/timeliness?from=2026-03-01&to=2026-03-31`)
    await page
      .getByRole('row', { name: /^March 2026/ })
      .getByRole('link', { name: '50%' })
      .click()
    await page.waitForURL(/month=2026-03#rows/)
    await page.getByText('2 records · March 2026').waitFor()
    await page.goto(`${tests.app.origin}${reports}/models`)
    await page
      .getByRole('row', { name: /^Norvik T-1/ })
      .getByRole('link', { name: '50%' })
      .click()
    await page.getByText('2 records · Norvik T-1, Calibrations').waitFor()
  })

  test('the period names its zone in words', async () => {
    const page = await tests.visit(auditor, `${reports}/timeliness?from=2026-03-01&to=2026-03-31`)
    await page.getByText('1 Mar 2026 to 31 Mar 2026, Coordinated Universal Time').waitFor()
  })

  test('no figure is out of view on a phone or a small tablet, also in German', async () => {
    const page = await tests.visit(auditor, `${reports}/findings`, { look: 'tablet', locale: 'de-DE' })
    for (const report of ['timeliness', 'models', 'without-calibration']) {
      await turnTo(page, `${reports}/${report}`)
      for (const width of [375, 600, 768]) {
        await page.setViewportSize({ width, height: 900 })
        await page.locator('#main table').first().waitFor()
        await settled(page)
        assert.ok((await hiddenSideways(page)) <= 0, `${report} at ${width}`)
        // Three or more figures beside each other would break their heads within words.
        if (width === 375 && report !== 'without-calibration') {
          const figures = page.locator('#main table').first().locator('td[data-figure]')
          const widths = await figures.evaluateAll((cells) => cells.map((cell) => cell.clientWidth))
          const narrowest = Math.min(...widths)
          assert.ok(narrowest > 110, `${report} has figures ${narrowest} pixels wide`)
        }
        await keepScreenshot(page, `report-${report}-${width}`)
      }
    }
  })

  test('if each instrument has a valid calibration, the report states that, and has no period', async () => {
    const well = await openLaboratory(tests.app)
    const reader = await signInAs(tests.app, well, 'auditor')
    const path = `/w/${well.id}/reports/without-calibration`
    await (
      await tests.visit(reader, path)
    )
      .getByText('No instruments in the calibration program yet')
      .waitFor()
    await well.instrument({ last_calibration_date: '2026-10-10T12:00:00Z' })
    const page = await tests.visit(reader, path)
    await page.getByText('All instruments have a valid calibration').waitFor()
    assert.equal(await page.getByText('Choose a different period').count(), 0)
  })

  test('an empty report says so', async () => {
    const page = await tests.visit(auditor, `${reports}/turnaround`)
    await page.getByText('Nothing in this period').waitFor()
  })

  test('the turnaround of a provider links to its shipments, the longest one to that shipment', async () => {
    const sending = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
    for (const [tag, days] of [
      ['SLOW', 31],
      ['QUICK', 0],
      ['USUAL', 9],
    ] as const) {
      const { id } = await sending.instrument({ asset_tag: tag })
      const body = { status: 'OUT_FOR_CALIBRATION', reason: 'Yearly' }
      const manager = await signInAs(tests.app, sending, 'manager')
      assert.equal((await manager.call('POST', `/instruments/${id}/status`, { body })).status, 200)
      tests.app.clock.advance(days * DAY_MS)
      await sending.calibrate(id, { service_provider: 'Eastgate' })
    }
    const session = await signInAs(tests.app, sending, 'manager')
    const page = await tests.visit(session, `/w/${sending.id}/reports/turnaround`)
    const provider = page.getByRole('row', { name: /Eastgate/ }).first()
    await provider.getByRole('link', { name: '31', exact: true }).click()
    await page.getByRole('status').getByText('1 record · Eastgate, 31 days').waitFor()
    await page.getByRole('link', { name: 'SLOW' }).waitFor()
    await provider.getByRole('link', { name: '9', exact: true }).click()
    await page.getByRole('status').getByText('3 records · Eastgate').waitFor()
    assert.match(page.url(), /\?provider=Eastgate#rows$/)
  })
})
