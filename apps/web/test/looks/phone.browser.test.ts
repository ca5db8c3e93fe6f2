import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signIn, signInAs, TEST_PASSWORD } from '../../../server/test/session.ts'
import {
  checkAccessibility,
  hiddenBeside,
  hiddenSideways,
  keepScreenshot,
  settled,
  startBrowserTests,
} from '../support/browser.ts'
import { voltmeter } from '../support/sample-records.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const admin = await signInAs(tests.app, lab, 'admin', { name: 'Ada Admin' })
const site = await lab.site('Test house for length and angle, hall 4, north wing')
const home = `/w/${lab.id}`

/** A page as a phone shows it. */
async function onPhone(path: string, locale: string, session = admin): Promise<Page> {
  const page = await tests.visit(session, path, { look: 'tablet', locale })
  await page.setViewportSize({ width: 375, height: 740 })
  await page.reload()
  await settled(page)
  return page
}

describe('on a phone', () => {
  test('the header of every page shows the person, however long site and language are', async () => {
    for (const locale of ['de-DE', 'en-GB']) {
      for (const path of [`${home}/documents`, `${home}/documents?site=${site}`]) {
        const page = await onPhone(path, locale)
        assert.deepEqual(await hiddenBeside(page), [], `${locale} ${path}`)
      }
    }
  })

  test('the calibration form stays inside the window, in the longer language too', async () => {
    const instrument = await voltmeter(lab, 'PHONE-1')
    const page = await onPhone(`${home}/instruments/${instrument}/calibrate`, 'de-DE')
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
  })

  test('an auditor sees the role below the names, and there is space for the search', async () => {
    const accessEndsAt = '2026-12-01T00:00:00.000Z'
    const auditor = await signInAs(tests.app, lab, 'auditor', { accessEndsAt })
    const page = await onPhone(`${home}/today?site=${site}`, 'de-DE', auditor)
    const banner = page.getByRole('banner')
    const [names, search] = [
      await banner.getByRole('button', { name: /^Standort: Test house/ }).boundingBox(),
      await banner.getByRole('button', { name: /suchen/ }).boundingBox(),
    ]
    assert.ok(search!.y < names!.y + names!.height, 'the search takes a line of its own')
    assert.deepEqual(await hiddenBeside(page), [])
    await checkAccessibility(page)
    await keepScreenshot(page, 'phone-auditor')
  })

  test('the buttons of a form are above the navigation bar, at any scroll position', async () => {
    const page = await onPhone(`${home}/settings/workspace`, 'de-DE')
    await page.getByLabel('Name', { exact: false }).first().fill('Werk Nord')
    const save = page.getByRole('button', { name: 'Speichern' })
    const rail = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Heute' }) })
    const [button, pages] = [await save.boundingBox(), await rail.boundingBox()]
    assert.ok(button!.y + button!.height <= pages!.y, 'the pages of the frame lie over the button')
    await keepScreenshot(page, 'phone-form')
  })

  test('the open area of the settings is in view', async () => {
    const page = await onPhone(`${home}/settings/api-keys`, 'en-GB')
    const area = page.locator('#main').getByRole('link', { name: 'API keys', exact: true })
    const { x, width } = (await area.boundingBox())!
    assert.ok(x >= 0 && x + width <= 375, `from ${x} to ${x + width}`)
  })

  test('no text of an instrument is outside the window, however long its tag and name are', async () => {
    const { id } = await lab.instrument({ asset_tag: 'T'.repeat(100), name: 'N'.repeat(200) })
    const page = await onPhone(`${home}/instruments/${id as string}`, 'de-DE')
    assert.deepEqual(await hiddenBeside(page), [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 375)
  })

  test('the account of a person who is signed in twice stays inside the window, in the longer language too', async () => {
    const reader = await signInAs(tests.app, lab, 'technician')
    await signIn(tests.app, reader.email, TEST_PASSWORD)
    const page = await onPhone('/account', 'de-DE', reader)
    await page.getByRole('button', { name: 'Alle anderen Sitzungen abmelden' }).waitFor()
    assert.deepEqual(await hiddenBeside(page), [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 375)
  })

  test('the figures of the day share the width', async () => {
    const page = await onPhone(`${home}/today`, 'de-DE')
    const edges = await page.evaluate(
      `[...document.querySelectorAll('#main ul a')].map((one) => one.getBoundingClientRect().right)`,
    )
    assert.ok(Math.max(...(edges as number[])) <= 375 - 16, String(edges))
  })

  test('readings of a record are next to each other without overlapping', async () => {
    const { id } = await lab.instrument({ asset_tag: 'CAL-7', unit_of_measure: 'mm' })
    const values = { nominal_value: '100.00000 mm', tolerance: '±0.03 mm' }
    const record = await lab.calibrate(id, { ...values, as_found_reading: '100.00012 mm' })
    const page = await onPhone(`${home}/calibrations/${record.id}`, 'de-DE')
    const spills = await page.evaluate(`[...document.querySelectorAll('#main tbody td')].flatMap((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const [room, text] = [cell.getBoundingClientRect(), range.getBoundingClientRect()]
      return text.left < room.left - 1 || text.right > room.right + 1 ? [cell.textContent] : []
    })`)
    assert.deepEqual(spills, [])
    await keepScreenshot(page, 'phone-record')
  })
})

test('the reports share one line, in which the open one is in view', async () => {
  const page = await onPhone(`${home}/reports/turnaround`, 'de-DE')
  const tabs = page.getByRole('navigation', { name: 'Berichte' })
  const { height } = (await tabs.boundingBox())!
  assert.ok(height < 80, `${height} pixels high`)
  const { x, width } = (await tabs.getByRole('link', { name: 'Durchlaufzeit' }).boundingBox())!
  assert.ok(x >= 0 && x + width <= 375, `from ${x} to ${x + width}`)
})

test('the filters of a list are behind a button that counts them, and its first row is on the first screen', async () => {
  await lab.instrument({ asset_tag: 'FILTER-1', name: 'Ring gauge 25 mm' })
  for (const [path, count] of [
    ['instruments?compliance=NOT_CALIBRATED&reference=true', 2],
    ['instruments', 0],
    ['worklist?in_use=true&within=365', 2],
    ['worklist', 0],
    ['documents', 0],
    ['activity', 0],
  ] as const) {
    const page = await onPhone(`${home}/${path}`, 'de-DE')
    const button = page.getByRole('button', {
      name: count === 0 ? 'Filter' : `Filter (${count})`,
      exact: true,
    })
    const { y, height } = (await button.boundingBox())!
    assert.ok(y + height < 230, `${path}: filters end at ${y + height}`)
    assert.deepEqual(await hiddenBeside(page), [], path)
    if (count > 0 || path === 'documents') continue
    const row = (await page.locator('#main tr[data-row]').first().boundingBox())!
    assert.ok(row.y < 300, `${path}: the first row begins at ${row.y}`)
  }
  const page = await onPhone(`${home}/worklist`, 'de-DE')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Nur in Gebrauch' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter (1)' }).waitFor()
  await page.getByRole('search').getByText('Fällig binnen 30 Tagen').waitFor()
  await keepScreenshot(page, 'phone-worklist-filters')
})

test('the worklist on a phone shows status and calibration link next to each other', async () => {
  const { id } = await lab.instrument({ asset_tag: 'QUA-1', name: 'Micrometer 25 to 50 mm' })
  const body = { is_quarantined: true, reason: 'Dropped.' }
  await admin.call('POST', `/instruments/${id as string}/quarantine`, { body })
  for (const locale of ['en-GB', 'de-DE']) {
    const page = await onPhone(`${home}/worklist`, locale)
    assert.equal(await hiddenSideways(page), 0, locale)
    const covered = await page.evaluate(`(() => {
      const row = document.querySelector('[data-row="${id as string}"]')
      const { right } = row.getBoundingClientRect()
      return [...row.querySelectorAll('td *')]
        .filter((one) => one.getBoundingClientRect().right > right + 1)
        .map((one) => one.textContent)
    })()`)
    assert.deepEqual(covered, [], locale)
    const underHeads = await page.evaluate(`[...document.querySelectorAll('th[scope=rowgroup]')]
      .filter((head) => head.getBoundingClientRect().bottom > head.parentElement.nextElementSibling.getBoundingClientRect().top + 1)
      .map((head) => head.textContent)`)
    assert.deepEqual(underHeads, [], locale)
    await page
      .getByRole('row', { name: /^QUA-1/ })
      .getByText(/^(Quarantined|Gesperrt)$/)
      .waitFor()
    await page
      .getByRole('row', { name: /^QUA-1/ })
      .getByRole('link', { name: /QUA-1/ })
      .last()
      .waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, `phone-worklist-${locale}`)
  }
})

test('instruments are cards, and pages that do not fit into the bar are in its last entry', async () => {
  const page = await onPhone(`${home}/instruments?site=${site}`, 'en-GB')
  const bar = page.getByRole('navigation', { name: 'Pages', exact: true })
  assert.deepEqual(await bar.getByRole('link').allInnerTexts(), [
    'Today',
    'Worklist',
    'Instruments',
    'Approvals',
  ])
  await page.goto(`${tests.app.origin}${home}/instruments?q=QUA-1`)
  const card = page.getByRole('row', { name: /QUA-1/ })
  for (const words of ['Micrometer 25 to 50 mm', 'Quarantined', 'Now: never calibrated']) {
    await card.getByText(words).waitFor()
  }
  assert.equal(await hiddenSideways(page), 0)
  await checkAccessibility(page)
  await keepScreenshot(page, 'phone-instruments')
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Reports' }).click()
  await page.waitForURL(/\/reports/)
})

describe('names on a phone', () => {
  test('of instruments in the worklist and of the workspace are not cut', async () => {
    const name = 'Torque wrench 20 to 100 N·m with release at both sides'
    const { id } = await lab.instrument({ asset_tag: 'TRQ-1', name, location: 'Rack 3 in the cold room' })
    const page = await onPhone(`${home}/worklist`, 'en-GB')
    await page
      .getByRole('row', { name: /^TRQ-1/ })
      .getByText(name)
      .waitFor()
    const isCut =
      await page.evaluate(`[...document.querySelectorAll('[data-row="${id as string}"] td:first-child, [data-row="${id as string}"] td:first-child *')]
      .some((box) => box.clientWidth > 0 && box.scrollWidth > box.clientWidth + 1)`)
    assert.equal(isCut, false)
  })
})

test('a focused element is never hidden by the buttons of a form or by the header', async () => {
  const page = await onPhone(`${home}/instruments/new`, 'en-GB')
  await page.getByLabel('Asset tag').focus()
  const covered: string[] = []
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press(step < 30 ? 'Tab' : 'Shift+Tab')
    const found = (await page.evaluate(`(() => {
      const { activeElement: one } = document
      if (!one.closest('form') || one.closest('[class*=foot]')) return ''
      const { left, top, width, height } = one.getBoundingClientRect()
      const places = [top + 2, top + height - 2].map((y) => document.elementFromPoint(left + width / 2, y))
      return places.some((place) => place?.closest('header, nav, [class*=foot]')) ? one.outerHTML : ''
    })()`)) as string
    if (found !== '') covered.push(found)
  }
  assert.deepEqual(covered, [])
})

test('lists show each row as a card with everything in it, and no list is cut off at its right edge', async () => {
  await lab.settings({ approvalPolicy: 'review' })
  const { key } = await lab.person({ role: 'technician', name: 'Tess Technician' })
  const { id } = await lab.instrument({ asset_tag: 'CARD-1', name: 'Ring gauge 25 mm' })
  await lab.calibrate(id, {}, key)
  await lab.settings({ approvalPolicy: 'automatic' })
  const provider = {
    name: 'Prüflabor Süd GmbH & Co. KG, Kalibrierlaboratorium Nürnberg',
    accreditation_body: 'DAkkS',
    accreditation_number: 'D-K-15000-01-00',
    accreditation_valid_until: '2026-06-30',
  }
  assert.equal((await admin.call('POST', '/providers', { body: provider })).status, 201)
  for (const [path, name, texts] of [
    ['approvals', /CARD-1/, ['Ring gauge 25 mm', 'Tess Technician']],
    ['settings/providers', /Prüflabor/, ['Akkreditierung: DAkkS D-K-15000-01-00', '30.06.2026 (abgelaufen)']],
    ['settings/people', /Ada Admin · Sie/, ['Rolle: Administration', 'Status: Aktiv']],
    ['settings/sites', /hall 4/, []],
  ] as const) {
    const page = await onPhone(`${home}/${path}`, 'de-DE')
    const card = page.getByRole('row', { name })
    for (const text of texts) await card.filter({ hasText: text }).waitFor()
    assert.equal(await hiddenSideways(page), 0, path)
    if (path === 'approvals') await checkAccessibility(page)
    await keepScreenshot(page, `phone-cards-${path.replace('/', '-')}`)
  }
})
