import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import type { Page } from 'playwright-core'
import { hiddenSideways, keepScreenshot, startBrowserTests } from '../support/browser.ts'
import { printed } from '../support/paper.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const manager = await signInAs(tests.app, lab, 'manager')
const auditor = await signInAs(tests.app, lab, 'auditor')
const leipzig = await lab.site('Leipzig')
const worklist = `/w/${lab.id}/worklist`

// The clock of tests stands at Saturday, 2026-11-21. A year after these dates the instruments fall due.
const days = ['2025-10-01', '2025-11-10', '2025-11-21', '2025-11-23', '2025-11-23', '2025-12-15'] as const
for (const [index, date] of days.entries()) {
  for (const site of [undefined, leipzig]) {
    const { id } = await lab.instrument({
      asset_tag: `${site ? 'L' : 'M'}-${index + 1}`,
      name: 'Pressure gauge 16 bar',
      last_calibration_date: `${date}T10:00:00Z`,
    })
    await manager.call('PATCH', `/instruments/${id}`, { body: { ...(site && { site_id: site }) } })
  }
}
const never = await lab.instrument({ asset_tag: 'M-9', name: 'Torque wrench', location: 'Rack 3, top' })
await manager.call('POST', `/instruments/${never.id}/quarantine`, {
  body: { is_quarantined: true, reason: 'Dropped.' },
})
const { personId: rosa } = await lab.person({ role: 'technician', name: 'Rosa Responsible' })
await manager.call('PATCH', `/instruments/${never.id}`, { body: { responsible_id: rosa } })
const retired = await lab.instrument({ asset_tag: 'M-0', last_calibration_date: '2025-10-01T10:00:00Z' })
await manager.call('POST', `/instruments/${retired.id}/retire`, { body: { reason: 'Broken.' } })

// A worklist of three pages.
const large = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const planner = await signInAs(tests.app, large, 'manager')
const tokyo = await large.site('Tokyo', 'Asia/Tokyo')
for (let index = 0; index < 106; index += 1) {
  const day = String(1 + (index % 28)).padStart(2, '0')
  const { id } = await large.instrument({
    asset_tag: `P-${String(index).padStart(3, '0')}`,
    serial_number: `SN-P-${String(index).padStart(3, '0')}`,
    name: ['Digital caliper 150 mm', 'Pressure gauge', 'Torque wrench with a long name 20–200 N·m'][
      index % 3
    ],
    last_calibration_date: `2025-12-${day}T10:00:00Z`,
  })
  if (index < 4) await planner.call('PATCH', `/instruments/${id}`, { body: { site_id: tokyo } })
}

/** How many whole rows the window shows of a table at its top. */
async function rowsInView(page: Page): Promise<number> {
  return Number(
    await page.evaluate(`[...document.querySelectorAll('#main tr[data-row]')].filter((row) =>
      row.getBoundingClientRect().bottom <= row.closest('table').parentElement.getBoundingClientRect().bottom).length`),
  )
}

describe('the worklist', () => {
  test('is grouped by overdue, this week, next week and months', async () => {
    const page = await tests.visit(manager, worklist)
    await page.getByText('1–13 of 13').waitFor()
    const heads = await page.locator('th[scope=rowgroup]').allInnerTexts()
    assert.deepEqual(
      heads.map((head) => head.trim()),
      ['Overdue', 'This week', 'Next week', 'December 2026'],
    )
    const tags = await page.locator('tr[data-row] td:nth-child(2)').allInnerTexts()
    const order = 'L-1 L-2 M-1 M-2 L-3 M-3 M-9 L-4 L-5 M-4 M-5 L-6 M-6'
    assert.equal(tags.join(' '), order)
    await keepScreenshot(page, 'worklist-groups')
    assert.equal(await page.getByRole('columnheader', { name: 'Responsible person' }).count(), 0)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Responsible person' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Responsible person' }).waitFor()
    const own = page
      .getByRole('row', { name: /M-9/ })
      .getByRole('cell', { name: 'Rosa Responsible', exact: true })
    await own.waitFor()
    await page.reload()
    await own.waitFor()
    await keepScreenshot(page, 'worklist-responsible')
  })

  test('shows the location of an instrument as it was entered, also on paper, and that one never calibrated is due now', async () => {
    const page = await tests.visit(auditor, worklist)
    const row = page.getByRole('row', { name: /^M-9/ })
    await row.getByText('Rack 3, top').waitFor()
    await row.getByText('Now: never calibrated').waitFor()
    await page.goto(`${tests.app.origin}${worklist}/print`)
    const line = page.getByRole('row', { name: /M-9/ })
    await line.getByText('Rack 3, top').waitFor()
    await line.getByRole('cell', { name: 'Now', exact: true }).waitFor()
    for (const path of ['instruments?q=M-9', `instruments/${never.id as string}`]) {
      await page.goto(`${tests.app.origin}/w/${lab.id}/${path}`)
      await page.getByText('Now: never calibrated').waitFor()
    }
  })

  test('shows each due date on a tablet without scrolling sideways', async () => {
    const page = await tests.visit(auditor, worklist, { look: 'tablet' })
    const row = page.getByRole('row', { name: /^M-1 Pressure gauge/ })
    await row.getByText('51 days overdue', { exact: true }).waitFor()
    const hidden = await hiddenSideways(page)
    assert.equal(hidden, 0)
  })

  test('shows a status by shape and word in addition to its color', async () => {
    const page = await tests.visit(manager, worklist)
    const row = page.getByRole('row', { name: /M-9/ })
    await row.getByText('Not calibrated').waitFor()
    await row.getByText('Quarantined').waitFor()
    assert.ok((await row.locator('svg').count()) >= 2)
  })

  test('keeps its filters in the URL and applies them after a reload', async () => {
    const page = await tests.visit(manager, worklist)
    await page.getByLabel('Time frame').selectOption({ label: 'Overdue only' })
    await page.getByText('1–4 of 4').waitFor()
    await page.getByLabel('Time frame').selectOption({ label: 'Due within 30 days' })
    await page.getByLabel('Status').selectOption({ label: 'Due soon' })
    await page.getByText('1–8 of 8').waitFor()
    await page.getByRole('checkbox', { name: 'In use only' }).check()
    await page.getByText('1–8 of 8').waitFor()
    assert.match(page.url(), /within=30.*status=WARNING.*in_use=true/)
    await page.getByRole('button', { name: 'All sites' }).click()
    await page.getByRole('menuitem', { name: 'Leipzig' }).click()
    await page.getByText('1–4 of 4').waitFor()
    await page.reload()
    await page.getByText('1–4 of 4').waitFor()
    await page.getByRole('rowheader', { name: 'Next week', exact: true }).waitFor()
  })

  test('shows a range of days as it is entered', async () => {
    const page = await tests.visit(manager, worklist)
    await page.getByLabel('Time frame').selectOption({ label: 'Custom range …' })
    await page.getByText('1–7 of 7').waitFor()
    await page.getByLabel('From', { exact: true }).fill('2026-11-22')
    await page.getByLabel('To', { exact: true }).fill('2026-11-23')
    await page.getByText('1–4 of 4').waitFor()
    await page.getByText('Due from 22 Nov 2026 to 23 Nov 2026').waitFor()
    await page.getByLabel('To', { exact: true }).fill('2026-11-22')
    await page.getByText('Nothing is due').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.getByText('1–13 of 13').waitFor()
  })

  test('can be completed by keyboard only', async () => {
    const page = await tests.visit(manager, worklist)
    await page.getByRole('link', { name: 'M-1', exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('c')
    const second = await manager.call('GET', '/instruments?asset_tag=L-2')
    await page.waitForURL(`**/instruments/${second.body.data[0].id}/calibrate`)
    await page.goBack()
    await page.getByRole('link', { name: 'M-1', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'M-1' }).waitFor()
  })

  test('assigns the selection to a person and a day, and filters by it', async () => {
    const page = await tests.visit(manager, worklist)
    await page.getByRole('checkbox', { name: 'Select M-1', exact: true }).check()
    await page.getByLabel('Planned for').fill('2026-11-24')
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    await page.getByText('1 instrument assigned.').waitFor()
    await page.getByLabel('Assigned to').selectOption({ label: 'Mine' })
    await page.getByText('1–1 of 1').waitFor()
    await page
      .getByRole('row', { name: /M-1/ })
      .getByText(/24 Nov 2026/)
      .waitFor()
    assert.match(page.url(), /assigned=mine/)
    // The same from the register, and from the page of an instrument, as on a phone.
    await page.goto(`${tests.app.origin}/w/${lab.id}/instruments`)
    await page.getByRole('checkbox', { name: 'Select L-2', exact: true }).check()
    await page.getByRole('button', { name: 'Assign work' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await page.getByText('1 instrument assigned.').waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${tests.app.origin}/w/${lab.id}/instruments/${never.id}`)
    await page.locator('#main').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Assign work' }).click()
    await dialog.getByText('Assign the next calibration: M-9').waitFor()
    await keepScreenshot(page, 'assign-360')
    await dialog.getByLabel('Assign to').selectOption({ label: 'Nobody' })
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await page.getByText('1 instrument is now unassigned.').waitFor()
  })

  test('leads from a row to its calibration', async () => {
    const page = await tests.visit(manager, worklist)
    await page.getByRole('link', { name: 'Calibrate M-9' }).click()
    await page.waitForURL(`**/instruments/${never.id}/calibrate`)
  })

  test('offers an auditor no calibration, by mouse or key', async () => {
    const page = await tests.visit(auditor, worklist)
    await page.getByText('1–13 of 13').waitFor()
    assert.equal(await page.getByRole('link', { name: /Calibrate/ }).count(), 0)
    assert.equal(await page.getByText('calibrate', { exact: true }).count(), 0)
    await page.getByRole('link', { name: 'M-1', exact: true }).focus()
    await page.keyboard.press('c')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'M-1' }).waitFor()
  })

  test('suggests what to do if nothing is due', async () => {
    const quiet = await openLaboratory(tests.app)
    const page = await tests.visit(await signInAs(tests.app, quiet, 'technician'), `/w/${quiet.id}/worklist`)
    await page.getByText('Nothing is due').waitFor()
    await page.getByLabel('Time frame').selectOption({ label: 'Overdue only' })
    await page.getByText('Nothing is overdue').waitFor()
  })
})

describe('the print view', () => {
  test('has all rows of the filter, not just the 20 of a page, with serial numbers, all sites on one sheet with their time zones, and always the overdue instruments', async () => {
    const page = await tests.visit(planner, `/w/${large.id}/worklist?within=90&in_use=true`)
    await page.getByText('1–50 of 106').waitFor()
    for (const [width, rows] of [
      [1440, 20],
      [1280, 19],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('columnheader', { name: /Location$/ }).waitFor()
      const inView = await rowsInView(page)
      assert.ok(inView >= rows, `${inView} rows in a window of ${width} × 900 pixels`)
    }
    await page.getByRole('link', { name: 'Print view' }).click()
    await page.getByRole('button', { name: 'Print' }).waitFor()
    await page.getByRole('heading', { name: /^Worklist · / }).waitFor()
    await page.getByText(/Japan Standard Time/).waitFor()
    await page.getByText(/Central European Standard Time/).waitFor()
    await page.getByRole('row', { name: /P-001.*SN-P-001/ }).waitFor()
    assert.deepEqual(
      (await page.locator('th[scope=rowgroup]').allInnerTexts()).map((head) => head.trim()),
      ['Main site · 102 instruments', 'December 2026', 'Tokyo · 4 instruments', 'December 2026'],
    )
    await page.getByText('Due within 90 days · In use only').first().waitFor()
    assert.equal(await page.locator('tbody td:nth-child(2)').count(), 106)
    await keepScreenshot(page, 'worklist-print-sheets')
    // The paper is that of the printer, and one line for each row lets few sheets do.
    for (const [paper, size, most] of [
      [{ format: 'A4' }, '595 842', 2],
      [{ format: 'Letter' }, '612 792', 3],
      [{ format: 'A4', landscape: true }, '842 595', 3],
    ] as const) {
      const sheet = await printed(page, 'worklist-print', paper)
      assert.equal(sheet.size, size)
      assert.ok(sheet.sheets <= most, `${sheet.sheets} sheets of ${size} points`)
    }
    const ranged = await tests.visit(manager, `${worklist}/print?from=2026-11-23&to=2026-11-24`)
    await ranged.getByRole('rowheader', { name: 'Overdue' }).first().waitFor()
    assert.deepEqual((await ranged.locator('tbody td:nth-child(2)').allInnerTexts()).toSorted(), [
      'L-1',
      'L-2',
      'L-4',
      'L-5',
      'M-1',
      'M-2',
      'M-4',
      'M-5',
    ])
  })

  test('has a line for each instrument with two states in German, too, and states site, person and planned day', async () => {
    const review = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
    const owner = await signInAs(tests.app, review, 'manager', { name: 'Quinn Manager' })
    const { key } = await review.person({ role: 'technician' })
    await review.site('Leipzig')
    const made = []
    for (const tag of ['PIP-001', 'PIP-002']) {
      made.push(
        await review.instrument({
          asset_tag: tag,
          name: 'Multichannel pipette 8 x 200 uL',
          serial_number: `SO33231-${tag}`,
          location: 'Cabinet 4',
          last_calibration_date: '2025-10-01T10:00:00Z',
        }),
      )
    }
    await review.settings({ approvalPolicy: 'review' })
    for (const { id } of made) await review.calibrate(id, {}, key)
    const assigned = {
      instrument_ids: [made[1]!.id],
      assignee_id: owner.personId,
      planned_for: '2026-12-01',
    }
    await owner.call('POST', '/assignments', { body: assigned })
    const page = await tests.visit(owner, `/w/${review.id}/worklist/print`, { locale: 'de-DE' })
    await page.setViewportSize({ width: 703, height: 1000 })
    await page.emulateMedia({ media: 'print' })
    const rows = page.locator('tr:has(td)')
    await page.getByRole('rowheader', { name: 'Main site · 2 Prüfmittel' }).waitFor()
    await rows.filter({ hasText: 'Überfällig' }).filter({ hasText: 'Ausstehend' }).first().waitFor()
    await rows.nth(1).getByText('Quinn Manager · 01.12.2026').waitFor()
    const [one, two] = (await rows.all()).map((row) => row.evaluate((element) => element.clientHeight))
    assert.ok((await one)! < 20 && (await two)! > (await one)!, `${await one} and ${await two} pixels high`)
    await page.goto(`${tests.app.origin}/w/${review.id}/worklist/print?assigned=mine`)
    await page.getByText('Meine (Quinn Manager)').waitFor()
    assert.equal(await rows.count(), 1)
  })
})

// Last: the work of everybody else would be on the paper above.
describe('a worklist of several pages', () => {
  test('assigns all matching instruments together, on all pages, in German too', async () => {
    const page = await tests.visit(planner, `/w/${large.id}/worklist?within=90`, { locale: 'de-DE' })
    await page.getByText('1–50 von 106').waitFor()
    await page.getByRole('checkbox', { name: 'P-003 auswählen', exact: true }).check()
    const bar = page.getByRole('form', { name: 'Auswahl' })
    const all = bar.getByRole('button', { name: 'Alle 106 Treffer auswählen' })
    for (const width of [1440, 1024, 768]) {
      await page.setViewportSize({ width, height: 900 })
      await all.waitFor()
      const cut = await all.evaluate((button) => button.scrollWidth - button.clientWidth)
      assert.ok(cut <= 0, `${cut} pixels are cut off at a width of ${width}`)
      const hidden = await hiddenSideways(page)
      assert.equal(hidden, 0)
    }
    await keepScreenshot(page, 'worklist-select-all-768')
    await all.click()
    await bar.getByText('106 ausgewählt').waitFor()
    await bar.getByRole('button', { name: 'Zuweisen', exact: true }).click()
    await page.getByText('106 Prüfmittel zugewiesen.').waitFor()
    const mine = await planner.call('GET', '/due?within_days=90&assigned=mine')
    assert.equal(mine.body.pagination.total, 106)
  })
})
