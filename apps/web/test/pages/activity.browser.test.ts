import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { attachDocument } from '../../../server/test/documents.ts'
import { signInAs } from '../../../server/test/session.ts'
import { hiddenSideways, lookAtPage, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const admin = await signInAs(tests.app, lab, 'admin', { name: 'Ada Boss' })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn Manager' })
const technician = await signInAs(tests.app, lab, 'technician')
const { id: instrumentId } = await lab.instrument({ asset_tag: 'CAL-7', name: 'Gauge' })
const { id: otherId } = await lab.instrument({ asset_tag: 'CAL-8', name: 'Caliper' })
await admin.call('PATCH', `/instruments/${otherId}`, { body: { department: 'Assembly' } })
await manager.call('PATCH', `/instruments/${instrumentId}`, {
  body: { grace_days: 5, department: 'Tool room' },
})
await manager.call('POST', `/instruments/${instrumentId}/status`, {
  body: { status: 'OUT_FOR_CALIBRATION', reason: 'Sent to the provider' },
})

describe('the activity log', () => {
  test('shows who did what, with fields in words before and after', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/today`)
    await page.getByRole('link', { name: 'All activity' }).click()
    await page.getByRole('heading', { name: 'Activity', exact: true }).waitFor()
    const moved = page.getByRole('row').filter({ hasText: 'Sent to the provider' })
    await moved.getByText('Quinn Manager', { exact: true }).waitFor()
    await moved.getByText('Out for calibration').waitFor()
    const changed = page.getByRole('row').filter({ hasText: 'Tool room' })
    await changed.getByText('Department').waitFor()
    await changed.getByText('Grace period (days)').waitFor()
  })

  test('names standards as people do, and of points only how many were measured', async () => {
    const { id } = await lab.instrument({ asset_tag: 'DMM-1', name: 'Multimeter' })
    await lab.calibrate(id as string, {
      measurements: [
        {
          function: 'Voltage',
          nominal: { value: '10.00', unit: 'V' },
          tolerance: { symmetric: { absolute: '0.16' } },
          as_found: { readings: ['10.01'] },
        },
      ],
    })
    await admin.call('PATCH', '', { body: { standards: ['iso_9001'] } })
    const page = await tests.visit(admin, `/w/${lab.id}/activity`)
    const selected = page.getByRole('row').filter({ hasText: 'Standards selected' })
    await selected.getByText('ISO 9001:2015').waitFor()
    const recorded = page.getByRole('row').filter({ hasText: 'Calibration recorded' })
    await recorded.getByText(/more fields$/).click()
    await recorded.getByText('Measured points').waitFor()
    assert.doesNotMatch(await page.locator('#main').innerText(), /iso_9001|engine/)
  })

  test('is a card for each change on a phone, with its values in view', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/activity`)
    await page.setViewportSize({ width: 390, height: 844 })
    const card = page.getByRole('row').filter({ hasText: 'Tool room' })
    await card.getByText('Grace period (days)').waitFor()
    assert.equal(await hiddenSideways(page), 0)
  })

  test('is filtered by subject, kind, person and dates, all in the URL, and downloaded as a file', async () => {
    const page = await tests.visit(admin, `/w/${lab.id}/activity`)
    await page.getByRole('button', { name: 'Only CAL-7' }).first().click()
    await page.getByText('1–3 of 3').waitFor()
    assert.match(page.url(), new RegExp(`subject=${instrumentId}`))
    await page.getByLabel('Kind of change').selectOption('instrument.status_changed')
    await page.getByText('1–1 of 1').waitFor()
    await page.getByLabel('By', { exact: true }).selectOption({ label: 'Ada Boss' })
    await page.getByText('No changes found').waitFor()
    await page.reload()
    await page.getByText('No changes found').waitFor()
    await page.getByLabel('By', { exact: true }).selectOption({ label: 'Quinn Manager' })
    await page.getByLabel('From').fill('2026-11-21')
    await page.getByLabel('To').fill('2026-11-21')
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV file' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    assert.equal(lines.length, 2)
    assert.match(lines[1]!, /instrument\.status_changed,user,.*,Sent to the provider,/)
    await page.getByRole('button', { name: 'Clear filter: CAL-7' }).click()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('table').getByText('Workspace set up').waitFor()
  })

  test('lets a manager filter by person, and names the calibration that it is filtered by', async () => {
    const { id } = await lab.calibrate(instrumentId)
    const page = await tests.visit(manager, `/w/${lab.id}/activity?kind=calibration.appended`)
    await page.getByRole('button', { name: 'Only this calibration of CAL-7' }).first().click()
    await page.getByRole('button', { name: 'Clear filter: one calibration of CAL-7' }).waitFor()
    assert.match(page.url(), new RegExp(`subject=${id}`))
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('By', { exact: true }).selectOption({ label: 'Quinn Manager' })
    await page.getByText('1–2 of 2').waitFor()
  })

  test('applies the valid filters of a URL, and ignores the rest', async () => {
    const page = await tests.visit(admin, `/w/${lab.id}/activity?from=spring&to=2026-13-45&page=abc`)
    await page.getByRole('row').filter({ hasText: 'Tool room' }).waitFor()
    await page.goto(`${tests.app.origin}/w/${lab.id}/instruments?page=-1&due_before=spring`)
    await page.getByRole('link', { name: 'CAL-8', exact: true }).waitFor()
  })

  test('of an instrument with its records and documents is linked from its page, and can be downloaded as a file', async () => {
    const { id } = await lab.instrument({ asset_tag: 'CAL-9', name: 'Micrometer' })
    await lab.calibrate(id)
    await attachDocument(manager, id, 'Photo.png', 'photo')
    const page = await tests.visit(manager, `/w/${lab.id}/instruments/${id}`)
    await page.getByRole('link', { name: 'View in activity log' }).click()
    await page.getByRole('button', { name: 'Clear filter: CAL-9' }).waitFor()
    await page.getByText('1–4 of 4').waitFor()
    for (const cell of ['Photo.png', 'Calibration recorded', 'Instrument added'])
      await page.getByRole('table').getByText(cell, { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV file' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    assert.equal(lines.length, 5)
    const whole = page.getByLabel('Include records and documents')
    await whole.uncheck()
    await page.getByText('1–1 of 1').waitFor()
    assert.match(page.url(), new RegExp(`subject=${id}`))
    await whole.check()
    await page.getByText('1–4 of 4').waitFor()
    await page.getByRole('button', { name: 'Clear filter: CAL-9' }).click()
    await page.getByRole('table').getByText('CAL-7').first().waitFor()
    assert.equal(await whole.count(), 0)
    const elsewhere = await tests.visit(technician, `/w/${lab.id}/instruments/${id}`)
    assert.equal(await elsewhere.getByRole('link', { name: 'View in activity log' }).count(), 0)
  })

  test('does not cut off changes on a tablet, however long the name of a field', async () => {
    for (const locale of ['en-GB', 'de-DE']) {
      const path = `/w/${lab.id}/activity?instrument=${instrumentId}`
      const page = await tests.visit(manager, path, { look: 'tablet', locale })
      await page.getByRole('table').locator('dd').first().waitFor()
      const cut = await page.evaluate(`[...document.querySelectorAll('#main dd')]
        .filter((one) => one.checkVisibility())
        .filter((one) => one.getBoundingClientRect().right > one.closest('td').getBoundingClientRect().right)
        .map((one) => one.parentElement.textContent)`)
      assert.deepEqual(cut, [], locale)
    }
  })

  test('explains to other roles why it is hidden, and where the history of an instrument is', async () => {
    const page = await tests.visit(technician, `/w/${lab.id}/activity`)
    await page.getByText('You do not have access to the activity log').waitFor()
    assert.equal(await page.getByRole('table').count(), 0)
  })

  test('is accessible, and its targets are large enough for touch', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/activity?instrument=${instrumentId}`, 'activity'))
})
