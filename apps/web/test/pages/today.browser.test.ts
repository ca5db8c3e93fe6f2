import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory, type Body, type Laboratory } from '../../../server/test/calibrating.ts'
import { signInAs, type TestSession } from '../../../server/test/session.ts'
import { checkAccessibility, keepScreenshot, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()

// The clock of tests stands at Saturday, 2026-11-21. A year after these dates instruments fall due.
const performed = (date: string) => ({ last_calibration_date: `${date}T10:00:00Z` })

/** A laboratory with a manager, and ways to enter instruments. */
async function opened() {
  const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
  const manager = await signInAs(tests.app, lab, 'manager')
  return { lab, manager, today: `/w/${lab.id}/today` }
}

async function enterAt(lab: Laboratory, manager: TestSession, site: string | undefined, body: Body) {
  const { id } = await lab.instrument(body)
  if (site) await manager.call('PATCH', `/instruments/${id}`, { body: { site_id: site } })
  return id as string
}

/** One of everything that the page counts, at two sites. */
async function busy() {
  const { lab, manager, today } = await opened()
  const leipzig = await lab.site('Leipzig')
  const add = (body: Body, site?: string) => enterAt(lab, manager, site, body)
  await add({ asset_tag: 'LATE-1', ...performed('2025-10-01') })
  await add({ asset_tag: 'LATE-2', ...performed('2025-11-10') }, leipzig)
  await add({ asset_tag: 'SOON-1', ...performed('2025-11-22') })
  await add({ asset_tag: 'NEXT-1', ...performed('2025-11-24') })
  await add({ asset_tag: 'NEXT-2', ...performed('2025-11-26') }, leipzig)
  await add({ asset_tag: 'NEXT-3', ...performed('2025-11-29') }, leipzig)
  await add({ asset_tag: 'GOOD-1', ...performed('2026-06-01') })
  const out = await add({ asset_tag: 'AWAY-1', ...performed('2026-06-01') })
  const reason = 'Yearly calibration.'
  await manager.call('POST', `/instruments/${out}/status`, {
    body: { status: 'OUT_FOR_CALIBRATION', reason },
  })
  const shut = await add({ asset_tag: 'SHUT-1', ...performed('2026-06-01') })
  await manager.call('POST', `/instruments/${shut}/quarantine`, { body: { is_quarantined: true, reason } })
  await lab.settings({ approvalPolicy: 'review' })
  await lab.calibrate(await add({ asset_tag: 'WAIT-1', ...performed('2026-06-01') }))
  return { lab, manager, today, leipzig }
}

describe('today', () => {
  test('shows next to what is due how much is already overdue', async () => {
    const { manager, today } = await busy()
    const page = await tests.visit(manager, today)
    const figures = page.getByRole('list', { name: 'Needs attention' })
    for (const label of ['Due this week', 'Due this month'])
      await figures.getByRole('link', { name: `${label} and 2 overdue or failed` }).waitFor()
  })

  test('is the first page, and starts with whether the workspace is ready for an auditor', async () => {
    const { lab, manager } = await busy()
    const page = await tests.visit(manager, '/')
    await page.waitForURL(`**/w/${lab.id}/today`)
    const verdict = page.getByRole('region', { name: 'Audit-ready?' })
    await verdict.getByText('Not audit-ready: 2 instruments in use are overdue.').waitFor()
    await verdict.getByRole('link', { name: '2 instruments in use are overdue' }).click()
    await page.getByText('1–2 of 2').waitFor()
    await page.getByRole('link', { name: 'LATE-1', exact: true }).waitFor()
  })

  test('leads from each figure to exactly its rows', async () => {
    const { manager, today } = await busy()
    const page = await tests.visit(manager, today)
    for (const [name, rows] of [
      ['2 Overdue or failed', 'LATE-1 LATE-2'],
      ['1 Due this week and 2 overdue or failed', 'SOON-1'],
      ['4 Due this month and 2 overdue or failed', 'NEXT-1 NEXT-2 NEXT-3 SOON-1'],
      ['1 At providers', 'AWAY-1'],
      ['1 Quarantined', 'SHUT-1'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click()
      const count = rows.split(' ').length
      await page.getByText(`1–${count} of ${count}`).waitFor()
      const tags = await page
        .locator('tr[data-row]')
        .getByRole('link', { name: /^[A-Z]+-\d$/ })
        .allInnerTexts()
      assert.equal(tags.toSorted().join(' '), rows)
      await page.goBack()
    }
    await page.getByRole('link', { name: '1 Pending approval', exact: true }).click()
    await page.waitForURL('**/approvals')
  })

  test('draws the load by week; a click, and Enter, lead to the worklist of a week', async () => {
    const { manager, today } = await busy()
    const page = await tests.visit(manager, today)
    const chart = page.getByRole('group', { name: 'Due by week' })
    await chart.getByRole('link').nth(11).waitFor()
    assert.equal(await chart.getByRole('link').count(), 12)
    await keepScreenshot(page, 'today-busy')
    await chart.getByRole('link', { name: 'This week: 1 instrument due' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Due from 21 Nov 2026 to 22 Nov 2026').waitFor()
    await page.getByText('1–1 of 1').waitFor()
    await page.goBack()
    await chart.getByRole('link', { name: 'Week of 23 Nov 2026: 3 instruments due' }).click()
    await page.getByText('Due from 23 Nov 2026 to 29 Nov 2026').waitFor()
    await page.getByText('1–3 of 3').waitFor()
  })

  test('shows the state of each site, in words and figures in addition to colors', async () => {
    const { manager, today } = await busy()
    const page = await tests.visit(manager, today)
    const table = page.getByRole('table', { name: 'Compliance by site' })
    const cells = async (name: string) =>
      (await table.getByRole('row', { name }).locator('td').allInnerTexts()).map((text) => text.trim())
    assert.deepEqual(await cells('Leipzig'), ['66%', '0', '2', '1', '0', '0'])
    assert.deepEqual(await cells('All sites'), ['70%', '3', '4', '2', '0', '1'])
    for (const word of ['In calibration', 'Due soon', 'Overdue or failed', 'Not calibrated'])
      await table.getByRole('columnheader', { name: word }).waitFor()
    await table.getByRole('link', { name: '1, Overdue or failed, Leipzig' }).click()
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('link', { name: 'LATE-2', exact: true }).waitFor()
  })

  test('shows the site that is selected in the header', async () => {
    const { manager, today } = await busy()
    const page = await tests.visit(manager, today)
    await page.getByRole('button', { name: 'All sites' }).click()
    await page.getByRole('menuitem', { name: 'Leipzig' }).click()
    await page.getByText('1 instrument in use is overdue').waitFor()
    await page.getByRole('link', { name: '0 Quarantined', exact: true }).waitFor()
    await page.getByRole('link', { name: '1 Overdue or failed', exact: true }).click()
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('link', { name: 'LATE-2', exact: true }).waitFor()
  })

  test('shows recent activity to those who may read it', async () => {
    const { lab, manager, today } = await busy()
    const page = await tests.visit(manager, today)
    const log = page.getByRole('region', { name: 'Recent activity' })
    await log.getByText('Calibration recorded').first().waitFor()
    await log.getByText('Instrument quarantined').waitFor()
    for (const role of ['technician', 'auditor'] as const) {
      const other = await tests.visit(await signInAs(tests.app, lab, role), today)
      await other.getByText('Not audit-ready:').waitFor()
      assert.equal(await other.getByText('Recent activity').count(), 0)
    }
  })

  test('says that the workspace is ready for an auditor, and what is still pending', async () => {
    const { lab, manager, today } = await opened()
    await lab.instrument(performed('2026-06-01'))
    const page = await tests.visit(manager, today)
    await page.getByText('Audit-ready. All instruments in use are in calibration').waitFor()
    await lab.instrument(performed('2025-11-22'))
    await page.reload()
    await page.getByText('Audit-ready, with open items: 1 instrument falls due this week.').waitFor()
  })

  test('of a new workspace suggests what to do next', async () => {
    const { lab, manager, today } = await opened()
    const page = await tests.visit(manager, today)
    await page.getByText('No instruments in the calibration program yet').waitFor()
    await checkAccessibility(page)
    const reader = await tests.visit(await signInAs(tests.app, lab, 'auditor'), today)
    await reader.getByText('No instruments in the calibration program yet').waitFor()
    assert.equal(await reader.getByRole('link', { name: 'Add your first instrument' }).count(), 0)
    await page.getByRole('link', { name: 'Add your first instrument' }).click()
    await page.getByLabel('Asset tag').waitFor()
  })

  test('speaks German', async () => {
    const { manager, today } = await busy()
    const page = await tests.visit(manager, today, { locale: 'de-DE' })
    await page.getByRole('heading', { name: 'Heute' }).waitFor()
    await page.getByText('Nicht auditbereit: 2 Prüfmittel in Gebrauch sind überfällig.').waitFor()
    await page.getByText('Kalibrierung erfasst').first().waitFor()
  })
})
