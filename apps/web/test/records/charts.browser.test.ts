import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import {
  checkAccessibility,
  checkTouchTargets,
  keepScreenshot,
  settled,
  startBrowserTests,
  turnTo,
} from '../support/browser.ts'
import { multimeterPoints } from '../support/sample-points.ts'
import { voltmeter } from '../support/sample-records.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const auditor = await signInAs(tests.app, lab, 'auditor')

const uncertainty = { expanded: '6', coverage_factor: '2', unit: 'mV' }

/** A point of a voltmeter that drifts by 8 mV a year at 10 V, and less below. */
const volts = (nominal: number, deviation: number, left?: number) => ({
  function: 'DC voltage',
  range: '10 V',
  nominal: { value: nominal.toFixed(3), unit: 'V' },
  tolerance: { symmetric: { absolute: '0.01', percent_of_nominal: '0.1' } },
  as_found: { readings: [(nominal + deviation).toFixed(3)] },
  ...(left !== undefined && { as_left: { readings: [(nominal + left).toFixed(3)] } }),
  uncertainty,
})

const drifting = await voltmeter(lab, 'DMM-DRIFT')
for (const [year, drift, left] of [
  [2022, 0.002, undefined],
  [2023, 0.01, undefined],
  [2024, 0.023, 0.001],
  [2025, 0.008, undefined],
  [2026, 0.016, undefined],
] as const) {
  await lab.calibrate(drifting, {
    performed_at: `${year}-03-02T10:00:00Z`,
    result: left === undefined ? 'PASS' : 'PASS_WITH_ADJUSTMENT',
    out_of_tolerance_impact: 'Used below 5 V alone.',
    measurements: [
      ...[0, 2, 4, 6, 8].map((nominal) => volts(nominal, (drift * nominal) / 10)),
      volts(10, drift, left),
      {
        function: 'Resistance',
        nominal: { value: '100', unit: 'Ω' },
        tolerance: { upper: { absolute: '0.5' }, lower: null },
        as_found: { readings: [(100 + drift * 10).toFixed(2)] },
      },
    ],
  })
}

const multimeter = await voltmeter(lab, 'DMM-1')
const adjusted = await lab.calibrate(multimeter, {
  measurements: multimeterPoints,
  out_of_tolerance_impact: 'Resistance is not used.',
})

const many = await voltmeter(lab, 'DMM-500')
const fiveHundred = await lab.calibrate(many, {
  measurements: Array.from({ length: 500 }, (_, index) =>
    volts((index + 1) / 50, ((index * 37) % 19) / 1000 - 0.009),
  ),
  out_of_tolerance_impact: 'None.',
  result: 'FAIL',
})

const onPhone = async (path: string, locale: string): Promise<Page> => {
  const page = await tests.visit(auditor, path, { look: 'tablet', locale })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await settled(page)
  return page
}
const chartOf = (page: Page, name = /^Deviation from nominal: /) => page.getByRole('slider', { name })
const record = (id: string) => `/w/${lab.id}/calibrations/${id}`
const instrument = (id: string, search = '') => `/w/${lab.id}/instruments/${id}${search}`

describe('the points of a record, drawn', () => {
  test('begin with the group of the worst point, say what the drawing shows, and follow the arrow keys', async () => {
    const page = await tests.visit(auditor, record(adjusted.id))
    const chart = chartOf(page)
    await chart.waitFor()
    const panel = page.getByRole('region', { name: 'Deviation from nominal' })
    // 0.8 Ω of 0.5 Ω is more than 0.070 V of 0.05 V.
    assert.equal(await panel.getByLabel('Points shown').inputValue(), 'Resistance Ω')
    await panel.getByText('3 points, 1 out of tolerance as found.').waitFor()
    await panel.getByLabel('Points shown').selectOption({ label: 'DC voltage · Ch 1 · 10 V, V' })
    await panel.getByText('3 points, 1 out of tolerance as found. As left, 0 out of tolerance.').waitFor()
    await panel.getByText('The largest as-found deviation is 140\u00a0% of tolerance, at 10.000 V.').waitFor()
    await chart.focus()
    const said = () => chart.getAttribute('aria-valuetext')
    assert.match((await said())!, /^DC voltage · Ch 1 · 10 V · 1\.000 V\. As found 1\.0113/)
    await page.keyboard.press('End')
    assert.equal(
      await said(),
      'DC voltage · Ch 1 · 10 V · 10.000 V. As found 10.070 V, Deviation +0.070 V, 140 % of tolerance, out of tolerance. As left 10.001 V, Deviation +0.001 V, 2 % of tolerance. Limits: 9.950 to 10.050 V. Uncertainty 0.008 V',
    )
    assert.equal(await chart.getAttribute('aria-valuenow'), '3')
    await page.keyboard.press('ArrowLeft')
    assert.match((await said())!, /5\.000 V/)
    await checkAccessibility(page)
    await keepScreenshot(page, 'point-chart')
  })

  test('are shown in percent of tolerance where they have limits', async () => {
    const page = await tests.visit(auditor, record(adjusted.id), { look: 'dark' })
    const panel = page.getByRole('region', { name: 'Deviation from nominal' })
    await panel.getByText('Percent of tolerance').click()
    await panel.getByText(/2 points have no percent of tolerance/).waitFor()
    await keepScreenshot(page, 'point-chart-percent')
  })

  test('500 of them are a few shapes, and selecting one does not redraw them', async () => {
    const page = await tests.visit(auditor, record(fiveHundred.id))
    const chart = chartOf(page)
    await chart.waitFor()
    assert.ok((await chart.locator('*').count()) < 60)
    await page.evaluate(() => {
      const marks = document.querySelector('[role=slider] [data-kind=found]')!
      new MutationObserver(() => document.body.setAttribute('data-drawn-again', '')).observe(
        marks.parentElement!,
        {
          attributes: true,
          childList: true,
          subtree: true,
        },
      )
    })
    const box = (await chart.boundingBox())!
    for (let step = 1; step < 20; step += 1) {
      await page.mouse.move(box.x + 70 + (step * (box.width - 90)) / 20, box.y + 140)
    }
    await chart.focus()
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('PageUp')
    assert.equal(await chart.getAttribute('aria-valuenow'), '101')
    assert.equal(await page.locator('[data-drawn-again]').count(), 0)
    await keepScreenshot(page, 'point-chart-500')
  })

  test('need no scrolling sideways on a phone, in either language', async () => {
    for (const locale of ['en-GB', 'de-DE']) {
      const page = await onPhone(record(adjusted.id), locale)
      await chartOf(page, locale === 'de-DE' ? /^Abweichung vom Nennwert/ : undefined).waitFor()
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
      await checkAccessibility(page)
      await checkTouchTargets(page)
      await keepScreenshot(page, `point-chart-phone-${locale}`)
    }
  })

  test('are not drawn for a record without points', async () => {
    const { id } = await lab.calibrate(await voltmeter(lab, 'DMM-FLAT'))
    const page = await tests.visit(auditor, record(id))
    assert.equal(await page.getByRole('region', { name: 'Deviation from nominal' }).count(), 0)
  })
})

describe('the points of an instrument over its records', () => {
  test('start with the worst one of the newest record; another one can be selected, and is kept in the URL', async () => {
    const page = await tests.visit(auditor, instrument(drifting))
    const panel = page.getByRole('region', { name: 'Calibration history and drift' })
    await panel.getByRole('group', { name: 'Drift at DC voltage · 10 V · 10.000 V' }).waitFor()
    const links = panel.locator('[data-point]')
    assert.equal(await links.count(), 5)
    assert.match(
      (await links.nth(2).getAttribute('aria-label'))!,
      /^2 Mar 2024\. Pass, adjusted\. As found 10\.023 V, 115 % of tolerance, out of tolerance\. As left 10\.001 V, 5 % of tolerance/,
    )
    await links.first().focus()
    await page.keyboard.press('ArrowRight')
    await panel.getByText('As found 10.010 V, 50 % of tolerance').first().waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'point-drift')
    await panel.getByLabel('Point', { exact: true }).selectOption({ label: '4.000 V (5 calibrations)' })
    await panel.getByRole('group', { name: 'Drift at DC voltage · 10 V · 4.000 V' }).waitFor()
    assert.match(page.url(), /series=/)
    await page.reload()
    await panel.getByRole('group', { name: 'Drift at DC voltage · 10 V · 4.000 V' }).waitFor()
  })

  test('have a history of the worst of each record, as a chart and as a table', async () => {
    const page = await tests.visit(auditor, instrument(drifting))
    const panel = page.getByRole('region', { name: 'Calibration history and drift' })
    await panel.getByText('Worst point', { exact: true }).click()
    await panel.getByRole('group', { name: 'Worst point of each calibration' }).waitFor()
    assert.match(page.url(), /chart=worst/)
    const row = panel.getByRole('row', { name: /2 Mar 2024/ })
    await row.getByText('115 % ✕ out of tolerance').waitFor()
    assert.match(
      (await panel.locator('[data-point]').nth(2).getAttribute('aria-label'))!,
      /As found 115 % of tolerance, out of tolerance, DC voltage · 10 V · 10\.000 V\. As left /,
    )
    await checkAccessibility(page)
    await keepScreenshot(page, 'worst-point')
  })

  test('can be switched to single readings, and instruments without points show only those', async () => {
    const page = await tests.visit(auditor, instrument(drifting, '?chart=readings'))
    await page.getByRole('table', { name: 'Readings of all calibrations' }).waitFor()
    const flat = await voltmeter(lab, 'DMM-FLAT-2')
    await lab.calibrate(flat, { nominal_value: '10 V', tolerance: '± 0.1 V', as_found_reading: '10.01 V' })
    const other = await tests.visit(auditor, instrument(flat, '?chart=worst'))
    await other.getByRole('table', { name: 'Readings of all calibrations' }).waitFor()
    assert.equal(await other.getByText('Worst point', { exact: true }).count(), 0)
  })

  test('say so if there is only one record, or nothing to compare with', async () => {
    const page = await tests.visit(auditor, instrument(multimeter))
    await page.getByText('Only one calibration has this point so far.').waitFor()
    const unlimited = await voltmeter(lab, 'DMM-FREE')
    await lab.calibrate(unlimited, {
      measurements: [{ nominal: { value: '1', unit: 'V' }, as_found: { readings: ['1.01'] } }],
    })
    const other = await tests.visit(auditor, instrument(unlimited, '?chart=worst'))
    await other.getByText('No point could be compared with limits').waitFor()
  })

  test('need no scrolling sideways on a phone, in either language', async () => {
    for (const locale of ['en-GB', 'de-DE']) {
      const page = await onPhone(instrument(drifting), locale)
      for (const chart of ['point', 'worst']) {
        await turnTo(page, instrument(drifting, `?chart=${chart}`))
        await page.locator('[data-point]').first().waitFor()
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
        await checkAccessibility(page)
        await keepScreenshot(page, `${chart}-phone-${locale}`)
      }
    }
  })
})
