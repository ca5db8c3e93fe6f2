import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '@plumbline/testing'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import {
  checkAccessibility,
  focusOn,
  keepScreenshot,
  settled,
  startBrowserTests,
} from '../support/browser.ts'
import { saving } from '../support/calibration-form.ts'
import {
  cell,
  followersOf,
  holds,
  isInSight,
  newestRecordOf,
  rowOf,
  saved,
  volts,
} from '../support/point-form.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const technician = await signInAs(tests.app, lab, 'technician', { name: 'Tess Technician' })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn Manager' })
const follower = followersOf(lab, manager)
const recordOf = newestRecordOf(lab, manager)

describe('keys at a point', () => {
  test('open as left where it is not required, and copy it from as found at one point and at all', async () => {
    const { id, path, tag } = await follower({ points: volts(4) })
    const page = await tests.visit(technician, path)
    for (const [row, reading] of ['1.01', '2.01', '3.01'].entries()) await cell(page, row).fill(reading)
    await cell(page, 0).press('F8')
    await focusOn(cell(page, 0, 'left.0'))
    await page.keyboard.type('1.00')
    await cell(page, 1).press('=')
    await page.getByText('As left same as found at 1 point.').waitFor()
    assert.deepEqual(
      [await cell(page, 1).inputValue(), await cell(page, 1, 'left.0').inputValue()],
      ['2.01', '2.01'],
    )
    assert.equal(await cell(page, 2, 'left.0').count(), 0)
    // What was typed as left is not overwritten.
    await cell(page, 0).press('=')
    assert.equal(await cell(page, 0, 'left.0').inputValue(), '1.00')
    await cell(page, 0).press('Shift+F8')
    await page.getByText('As left same as found at 1 point.').waitFor()
    assert.deepEqual(
      [await cell(page, 0, 'left.0').inputValue(), await cell(page, 2, 'left.0').inputValue()],
      ['1.00', '3.01'],
    )
    assert.equal(await cell(page, 3, 'left.0').count(), 0)
    await cell(page, 3).fill('4')
    await page.getByRole('radio', { name: 'Pass', exact: true }).check()
    await page.keyboard.press('Control+Enter')
    await saved(page, tag).waitFor()
    const { measurements } = await recordOf(id)
    assert.deepEqual(
      measurements.map((point: any) => point.as_left?.readings ?? null),
      [['1.00'], ['2.01'], ['3.01'], null],
    )
  })

  test('copy as found to as left where in tolerance, and leave it required at points that are out', async () => {
    const { path } = await follower({ points: volts(3) })
    const page = await tests.visit(technician, path)
    await cell(page, 0).fill('1.01')
    const inTolerance = page.getByRole('button', { name: 'As left same as found where in tolerance' })
    assert.equal(await inTolerance.count(), 0)
    await cell(page, 1).fill('2.20')
    await cell(page, 2).fill('3.01')
    await inTolerance.click()
    await focusOn(cell(page, 1, 'left.0'))
    assert.deepEqual(await Promise.all([0, 1, 2].map((row) => cell(page, row, 'left.0').inputValue())), [
      '1.01',
      '',
      '3.01',
    ])
  })

  test('are listed above the grid, at their buttons and in the help, in both languages', async () => {
    const { path } = await follower({ points: volts(2) })
    for (const locale of ['en-GB', 'de-DE']) {
      const page = await tests.visit(technician, path, { locale })
      await cell(page, 0).fill('1.01')
      const words =
        locale === 'en-GB' ? 'F8: as left · =: as left same' : 'F8: hinterlassen · =: hinterlassen wie'
      await page.getByText(words).waitFor()
      assert.equal(await page.locator('tr:focus-within [aria-keyshortcuts="F8"] kbd').isVisible(), true)
      assert.equal(
        await page.locator('tr:not(:focus-within) [aria-keyshortcuts="F8"] kbd').isVisible(),
        false,
      )
      assert.equal(await page.locator('button[aria-keyshortcuts="Shift+F8"] kbd').count(), 2)
      await keepScreenshot(page, `calibrate-points-keys-${locale}`)
      await page.locator('h1').click()
      await page.keyboard.press('?')
      const help = page.getByRole('dialog')
      await help.getByText('F8', { exact: true }).first().waitFor()
      assert.equal(await help.getByText('F8', { exact: true }).count(), 2)
      await settled(page)
      await keepScreenshot(page, `calibrate-keys-help-${locale}`)
    }
  })

  test('work among hundreds of points that are not in sight, where every point can be found and heard', async () => {
    const { path } = await follower({ points: volts(300) })
    const page = await tests.visit(technician, path)
    await cell(page, 298).focus()
    await page.keyboard.type('299.01')
    await page.keyboard.press('Enter')
    await focusOn(cell(page, 299))
    await rowOf(page, '299.00 V').getByText('+0.01 V').waitFor()
    assert.equal(await page.getByRole('table').getByRole('row').count(), 302)
    // The search of the browser finds a row that was never drawn, and scrolls to it.
    assert.equal(await page.evaluate(`window.find('150.00 V', false, false, true)`), true)
    const box = await rowOf(page, '150.00 V').boundingBox()
    assert.ok(box && box.y > 0 && box.y < 900, JSON.stringify(box))
    await checkAccessibility(page)
  })
})

test('on a phone a tap moves through 40 points, and a swipe returns to the previous one', async () => {
  const { path } = await follower({ points: volts(40) })
  const page = await tests.visit(technician, path, { look: 'tablet' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await settled(page)
  const next = page.getByRole('button', { name: 'Next point' })
  for (let row = 0; row < 39; row++) {
    await cell(page, row).fill(`${row + 1}.01`)
    // Nothing hides the button while one types, so that nobody has to scroll for it.
    assert.equal(await isInSight(next), true, `at point ${row + 1}`)
    await next.tap()
    await focusOn(cell(page, row + 1))
  }
  await page.getByText('Point 40 of 40').waitFor()
  assert.equal(await next.isDisabled(), true)
  await page.evaluate(`(() => {
    const target = document.querySelector('input[data-cell="found.0"]')
    const touch = (clientX) => new Touch({ identifier: 1, target, clientX, clientY: 200 })
    const fire = (name, changed, touches) =>
      target.dispatchEvent(new TouchEvent(name, { bubbles: true, changedTouches: [changed], touches }))
    fire('touchstart', touch(80), [touch(80)])
    fire('touchend', touch(240), [])
  })()`)
  await focusOn(cell(page, 38))
  await page.getByText('Point 39 of 40').waitFor()
  await next.tap()
  await page.screenshot({ path: 'build/screenshots/calibrate-points-phone-40.png' })
})

describe('typed values', () => {
  test('without a network are restored after a reload, up to the last key', async () => {
    const { path } = await follower({ points: volts(3) })
    const page = await tests.visit(technician, path)
    await cell(page, 0).fill('1.01')
    await page.context().setOffline(true)
    await cell(page, 1).focus()
    await page.keyboard.type('2.01')
    await page.keyboard.press('Enter')
    await page.keyboard.type('3.0')
    await rowOf(page, '2.00 V').getByText('+0.01 V').waitFor()
    // The server is out of reach, and the page is asked for again: what comes then knows what was typed before.
    await page.reload().catch(() => undefined)
    await page.context().setOffline(false)
    await page.goto(tests.app.origin + path)
    await settled(page)
    assert.deepEqual(await Promise.all([0, 1, 2].map((row) => cell(page, row).inputValue())), [
      '1.01',
      '2.01',
      '3.0',
    ])
  })

  test('in two windows with one form appear in both', async () => {
    const { path } = await follower({ points: volts(3) })
    const page = await tests.visit(technician, path)
    const other = await page.context().newPage()
    other.setDefaultTimeout(30_000)
    await other.clock.setFixedTime(tests.app.clock.now())
    await other.goto(tests.app.origin + path)
    await settled(other)
    await cell(page, 0).fill('1.01')
    await cell(other, 2).fill('3.01')
    for (const window of [page, other]) {
      await holds(window, 0, '1.01')
      await holds(window, 2, '3.01')
    }
    await page.reload()
    await settled(page)
    assert.deepEqual([await cell(page, 0).inputValue(), await cell(page, 2).inputValue()], ['1.01', '3.01'])
  })

  test('on a device whose storage is full remain on screen, with a warning, and can be saved', async () => {
    for (const locale of ['de-DE', 'en-GB']) {
      const { id, path, tag } = await follower({ points: volts(2) })
      const page = await tests.visit(technician, path, { locale })
      await page.evaluate(`(() => {
        let text = 'x'.repeat(1 << 20)
        for (let number = 0; text.length > 0; number++) {
          try {
            localStorage.setItem('filler-' + number, text)
          } catch {
            text = text.slice(text.length / 2 + 0.5)
          }
        }
      })()`)
      await cell(page, 0).fill('1.01')
      await cell(page, 1).fill('2.01')
      const words =
        locale === 'en-GB' ? 'This device cannot store your entries' : 'Dieses Gerät kann Ihre Eingaben nicht'
      await page.getByRole('alert').getByText(words).waitFor()
      await keepScreenshot(page, `calibrate-storage-full-${locale}`)
      if (locale === 'de-DE') continue
      // Elsewhere in the application and back: what is on screen lives as long as the page does.
      await page.getByRole('link', { name: `← ${tag}` }).click()
      await page.getByRole('heading', { level: 1, name: tag }).waitFor()
      await page.goBack()
      await settled(page)
      assert.deepEqual([await cell(page, 0).inputValue(), await cell(page, 1).inputValue()], ['1.01', '2.01'])
      await page.getByRole('alert').getByText(words).waitFor()
      await page.getByRole('radio', { name: 'Pass', exact: true }).check()
      await saving(page).click()
      await saved(page, tag).waitFor()
      assert.equal((await recordOf(id)).measurement_count, 2)
    }
  })
})

test('standards that are offered are first those that were good for the work and are named as the procedure names its standards', async () => {
  const source = (tag: string, name: string, calibrated: string | null) =>
    lab.instrument({
      asset_tag: tag,
      name,
      is_reference_standard: true,
      ...(calibrated !== null && { last_calibration_date: calibrated }),
    })
  await source('OFF-1', 'Voltage source', '2026-10-10T10:00:00Z')
  await source('OFF-2', 'Reference calibrator, late', '2024-01-10T10:00:00Z')
  await source('OFF-3', 'Calibrator, in order', '2026-10-10T10:00:00Z')
  const { path } = await follower({
    points: volts(1),
    required_standards: [{ role: 'Reference calibrator, class 0', minimum_tur: '4' }],
  })
  for (const locale of ['en-GB', 'de-DE']) {
    const page = await tests.visit(technician, path, { locale })
    const name = locale === 'en-GB' ? 'Reference standard' : 'Bezugsnormal'
    const asked: number[] = []
    page.on('request', (request) => {
      const ids = new URL(request.url()).searchParams.get('instrument_ids')
      if (ids !== null) asked.push(ids.split(',').length)
    })
    await page.getByRole('combobox', { name }).fill('OFF-')
    await page.getByRole('option', { name: /OFF-2.*(overdue|überfällig)/ }).waitFor()
    // What is offered while the text is typed gives way to what is found for the whole of it.
    const options = page.getByRole('option').filter({ hasText: 'OFF-' })
    let offered: string[] = []
    await until(async () => (offered = await options.allInnerTexts()).length === 3, 'three standards')
    // All of them in one request.
    assert.equal(asked.at(-1), 3)
    assert.deepEqual(
      offered.map((text) => text.slice(0, 'OFF-1'.length)),
      ['OFF-3', 'OFF-1', 'OFF-2'],
    )
    assert.match(offered[0]!, /(Name matches|Name passt zu): Reference calibrator( ·|$)/)
    assert.match(offered[0]!, /no certificate number|keine Nummer eines Kalibrierscheins/)
    assert.doesNotMatch(offered[1]!, /Name (matches|passt)/)
    await keepScreenshot(page, `offered-standards-${locale}`)
  }
})
