import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { pageTexts } from '../../../server/test/rendered-pages.ts'
import { signInAs } from '../../../server/test/session.ts'
import {
  checkAccessibility,
  checkTouchTargets,
  focusOn,
  hiddenBeside,
  keepScreenshot,
  settled,
  startBrowserTests,
} from '../support/browser.ts'
import { printed } from '../support/paper.ts'
import { manyPoints, multimeterPoints } from '../support/sample-points.ts'
import { voltmeter } from '../support/sample-records.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const auditor = await signInAs(tests.app, lab, 'auditor')
const instrument = await voltmeter(lab, 'DMM-1')

const rejected = await lab.calibrate(instrument, {
  measurements: multimeterPoints,
  decision_rule: 'guard_band_u',
  out_of_tolerance_impact: 'Resistance is not used.',
})

const open = (id: string, look: 'light' | 'tablet' = 'light', locale = 'en-GB') =>
  tests.visit(auditor, `/w/${lab.id}/calibrations/${id}`, { look, locale })
const panel = (page: Page, name = 'Points') => page.getByRole('region', { name })
const table = (page: Page) => page.getByRole('table', { name: 'Points of this calibration' })

/** What each cell of the row of a point says, its lines joined. */
async function cellsOf(page: Page, nominal: string): Promise<string[]> {
  const row = table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: nominal, exact: true }) })
  const texts = await row.getByRole('cell').allInnerTexts()
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

/** How high the line of each point is. */
const LINE_HEIGHTS = `[...document.querySelectorAll('th[id^=point-]')].map((cell) => cell.offsetHeight)`

/** A page as a phone shows it. */
async function onPhone(id: string, locale?: string): Promise<Page> {
  const page = await open(id, 'tablet', locale)
  await page.setViewportSize({ width: 375, height: 740 })
  await page.reload()
  await settled(page)
  return page
}

describe('the points of a record', () => {
  test('are in a table under what they measure, with as found, as left, verdict and decision', async () => {
    const page = await open(rejected.id)
    await panel(page).getByText('6 points, 1 out of tolerance; 2 as found').waitFor()
    await panel(page)
      .getByText('Decision rule: Guard band w = U, binary statement (ILAC-G8:09/2019, 4.2.2)')
      .waitFor()
    assert.deepEqual(await table(page).getByRole('rowheader').allInnerTexts(), [
      'DC voltage · Ch 1 · 10 V · unit: V',
      '1.000',
      '5.000',
      '10.000',
      'Resistance · unit: Ω',
      '100',
      '1000',
      '10000',
    ])
    assert.deepEqual(await cellsOf(page, '10.000'), [
      '9.950 to 10.050',
      '10.070 V',
      '+0.070 V',
      '✕ out of tolerance 140 %',
      '10.001 V',
      '+0.001 V',
      '● within tolerance 2 %',
      '0.008 (k = 2, 95.45 %)',
      '● pass',
      'Note',
    ])
    assert.deepEqual(await cellsOf(page, '1000'), [
      'Class M3',
      'Not measured: new range',
      '1000.2 Ω',
      '+0.2 Ω',
      'judged by a person',
      '–',
      'not computed',
      'Note',
    ])
    await checkAccessibility(page)
    await keepScreenshot(page, 'points')
  })

  test('state what rising and falling points differ by, in German too and on a phone', async () => {
    const pressure = (channel: string, value: string, reading: string) => ({
      function: 'Pressure',
      channel,
      nominal: { value, unit: 'bar' },
      tolerance: { symmetric: { absolute: '0.16' } },
      as_found: { readings: [reading] },
    })
    const gauge = await voltmeter(lab, 'PRG-1')
    const { id } = await lab.calibrate(gauge, {
      measurements: [
        pressure('Up', '4.00', '4.02'),
        pressure('Up', '10.00', '10.00'),
        pressure('Down', '10.00', '10.06'),
        pressure('Down', '4.00', '4.01'),
      ],
    })
    const page = await open(id)
    const rows = page.getByRole('region', { name: 'Hysteresis' }).getByRole('row')
    assert.deepEqual(await rows.allInnerTexts(), [
      'Nominal\tAs found',
      '4.00 bar\nPressure\n\t−0.01 bar',
      '10.00 bar\nPressure\n\t+0.06 bar',
    ])
    await keepScreenshot(page, 'hysteresis')
    const phone = await onPhone(id, 'de-DE')
    await phone.getByRole('region', { name: 'Hysterese' }).waitFor()
    assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 375)
    await checkAccessibility(phone)
    await keepScreenshot(phone, 'hysteresis-phone')
  })

  test('take a line of 36 pixels each, and show readings and remarks on request, also by keyboard', async () => {
    const page = await open(rejected.id)
    assert.deepEqual(new Set(await page.evaluate<number[]>(LINE_HEIGHTS)), new Set([36]))
    const readings = table(page).getByText('1.010; 1.012; 1.012')
    assert.equal(await readings.count(), 0)
    await page.getByRole('button', { name: 'More on DC voltage · Ch 1 · 10 V · 1.000 V' }).focus()
    await page.keyboard.press('Enter')
    await readings.waitFor()
    await page.getByRole('button', { name: 'Show more figures' }).click()
    await table(page).getByText('Adjusted at full scale.').waitFor()
    await table(page).getByText('Measured by another laboratory').waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'points-details')
  })

  test('fit a window of 1280 pixels with both phases, in German too, a line each', async () => {
    for (const locale of ['en-GB', 'de-DE']) {
      const page = await open(rejected.id, 'light', locale)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.locator('table[data-close]').waitFor()
      const beside = await page.evaluate<number>(`(() => {
        const { scrollWidth, clientWidth } = document.querySelector('table[data-close]').parentElement
        return scrollWidth - clientWidth
      })()`)
      assert.equal(beside, 0)
      assert.deepEqual(new Set(await page.evaluate<number[]>(LINE_HEIGHTS)), new Set([36]))
      await page.getByRole('button', { name: /DC voltage · Ch 1 · 10 V · 10.000 V/ }).click()
      await page.locator('table[data-close]').getByText('k = 2, 95.45 %').waitFor()
      await checkAccessibility(page)
      await keepScreenshot(page, `points-close-${locale}`)
    }
  })

  test('are stacked on a phone, which never scrolls sideways', async () => {
    for (const locale of ['en-GB', 'de-DE']) {
      const page = await onPhone(rejected.id, locale)
      const name = locale === 'en-GB' ? 'Points' : 'Messpunkte'
      assert.equal(await panel(page, name).getByRole('listitem').count(), 6)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 375)
      assert.deepEqual(await hiddenBeside(page), [])
      await checkAccessibility(page)
      await checkTouchTargets(page)
      await keepScreenshot(page, `points-phone-${locale}`)
    }
  })

  test('say what their figures are where no head of a column does', async () => {
    const page = await onPhone(rejected.id)
    const card = panel(page).getByRole('listitem').filter({ hasText: 'Adjusted at full scale.' })
    const lines = (await card.innerText()).split(/\n+/).map((line) => line.replaceAll(/\s+/g, ' '))
    assert.deepEqual(lines.slice(0, 9), [
      'Nominal',
      '10.000 V',
      'Limits',
      '9.950 to 10.050 V',
      'As found',
      '10.070 V',
      'Deviation +0.070 V',
      '140 % of tolerance',
      '✕ out of tolerance',
    ])
  })

  test('are printed with every reading', async () => {
    const page = await tests.visit(auditor, `/w/${lab.id}/calibrations/${rejected.id}/print`)
    await table(page).getByText('3 readings, s = 0.00115 V: 1.010; 1.012; 1.012').waitFor()
    await page.getByText('Out of tolerance as found and in tolerance as left').waitFor()
  })

  test('are printed in a table for each group, whose heading is repeated on every sheet', async () => {
    const measurements = manyPoints(60).map((point) => ({
      ...point,
      function: 'DC voltage',
      conditions: { direction: 'up' },
    }))
    const { id } = await lab.calibrate(instrument, { measurements })
    const page = await tests.visit(auditor, `/w/${lab.id}/calibrations/${id}/print`)
    const { path } = await printed(page, 'points-print')
    const sheets = pageTexts(readFileSync(path)).filter((text) => text.includes('k = 2'))
    assert.ok(sheets.length > 1)
    for (const text of sheets) assert.ok(text.includes('DC voltage') && text.includes('Rising'), text)
  })

  test('are limited to a hundred at first, and all are shown on request', async () => {
    const { id } = await lab.calibrate(instrument, { measurements: manyPoints(500) })
    const page = await open(id)
    await panel(page).getByText('500 points, none out of tolerance').waitFor()
    assert.equal(await table(page).getByRole('row').count(), 2 + 100)
    await page.getByRole('button', { name: 'Show all 500 points' }).click()
    await table(page).getByRole('rowheader', { name: '500.0' }).waitFor()
    assert.equal(await table(page).getByRole('row').count(), 2 + 500)
  })
})

test('points out of tolerance or near a limit are found among the others', async () => {
  const page = await open(rejected.id)
  const filter = page.getByRole('group', { name: 'Filter by verdict' })
  await filter.getByRole('button', { name: 'Out of tolerance (2)' }).click()
  await table(page).getByRole('rowheader', { name: '5.000' }).waitFor({ state: 'detached' })
  assert.equal(await table(page).getByRole('rowheader', { name: /^\d/ }).count(), 2)
  await keepScreenshot(page, 'points-out')
  await checkAccessibility(page)
  await filter.getByRole('button', { name: 'Near a limit (1)' }).click()
  await table(page).getByRole('rowheader', { name: '5.000' }).waitFor()
  await filter.getByRole('button', { name: 'Go to the first one out' }).click()
  await focusOn(table(page).getByRole('rowheader', { name: '10.000' }))
  assert.equal(await filter.getByRole('button', { name: 'All (6)' }).getAttribute('aria-pressed'), 'true')
})

describe('a record that passes', () => {
  const warning = (page: Page) => page.getByRole('note').filter({ hasText: 'the decision rule rejects' })

  test('against its decision rule shows which points the rule rejects', async () => {
    const page = await open(rejected.id)
    await warning(page).getByText('Passed although the decision rule rejects 2 points').waitFor()
    await warning(page)
      .getByText('DC voltage · Ch 1 · 10 V · 5.000 V: fail; Resistance · 100 Ω: fail')
      .waitFor()
    await page.getByText('Passed although 1 point is out of tolerance').waitFor()
  })

  test('by its decision rule has no warning, and one without points has no table', async () => {
    const measurements = multimeterPoints.slice(0, 1)
    const passed = await lab.calibrate(instrument, { measurements, decision_rule: 'guard_band_u' })
    const page = await open(passed.id)
    await panel(page).getByText('1 point, not out of tolerance').waitFor()
    assert.equal(await page.getByRole('note').count(), 0)
    const flat = await lab.calibrate(instrument, {})
    await page.goto(`${tests.app.origin}/w/${lab.id}/calibrations/${flat.id}`)
    await settled(page)
    assert.equal(await panel(page).count(), 0)
  })
})

test('the history of the instrument counts the points in place of a single reading', async () => {
  const id = await voltmeter(lab, 'DMM-2')
  await lab.calibrate(id, { measurements: multimeterPoints, out_of_tolerance_impact: 'None.' })
  const page = await tests.visit(auditor, `/w/${lab.id}/instruments/${id}`)
  const entry = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Calibration', exact: true }) })
  await entry.getByText('6 points, 1 out of tolerance; 2 as found').waitFor()
  assert.equal(await entry.getByText('As found', { exact: true }).count(), 0)
})

test('an approver sees the number of points, opens them beside the queue, and is warned, also in the dialog', async () => {
  const waiting = await openLaboratory(tests.app)
  await waiting.settings({ approvalPolicy: 'review' })
  const manager = await signInAs(tests.app, waiting, 'manager')
  await waiting.calibrate(await voltmeter(waiting, 'DMM-3'), {
    measurements: multimeterPoints,
    decision_rule: 'guard_band_u',
    out_of_tolerance_impact: 'None.',
  })
  const page = await tests.visit(manager, `/w/${waiting.id}/approvals`)
  const row = page.getByRole('row').filter({ hasText: 'DMM-3' })
  await row.getByText('6 points, 1 out of tolerance').waitFor()
  await row.getByRole('link', { name: 'DMM-3' }).click()
  await panel(page).getByText('10.070 V', { exact: true }).waitFor()
  await page.getByText('Passed although the decision rule rejects 2 points').waitFor()
  const warned = 'Out of tolerance as found and in tolerance as left'
  await page.getByRole('note').filter({ hasText: warned }).getByText('10 V · 10.000 V').waitFor()
  await checkAccessibility(page)
  await keepScreenshot(page, 'points-approval')
  await page.getByRole('button', { name: 'Approve', exact: true }).nth(1).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Out of tolerance: 1 point.').waitFor()
  await dialog.getByText('Resistance · 100 Ω', { exact: true }).waitFor()
  await dialog.getByText('Passed although the decision rule rejects it.').waitFor()
  await dialog.getByText(warned).waitFor()
  await checkAccessibility(page)
  await keepScreenshot(page, 'points-approval-dialog')
})

test('a correction in the form keeps the points of its record', async () => {
  const manager = await signInAs(tests.app, lab, 'manager')
  const { id } = await lab.calibrate(instrument, {
    measurements: multimeterPoints,
    out_of_tolerance_impact: 'Resistance is not used.',
  })
  const page = await tests.visit(manager, `/w/${lab.id}/calibrations/${id}/correct`)
  await page.getByText('No changes yet.').waitFor()
  await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('Warmed up for an hour.')
  await keepScreenshot(page, 'points-correct')
  await page.getByRole('textbox', { name: 'Reason for the correction' }).fill('The warm-up was left out.')
  await page.getByRole('button', { name: 'Save correction' }).click()
  await page.getByText('Correction for DMM-1 saved.').waitFor()
  const { superseded_by_id: correctionId, measurements } = await lab.record(id)
  const correction = await lab.record(correctionId)
  assert.deepEqual([correction.notes, correction.measurements], ['Warmed up for an hour.', measurements])
})
