import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../server/test/calibrating.ts'
import { signInAs } from '../../server/test/session.ts'
import { tamper } from '../../server/test/tampering.ts'
import { lookAtPage, startBrowserTests } from './browser.ts'

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
  test('tells who did what, with fields in words before and after', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/today`)
    await page.getByRole('link', { name: 'All activity' }).click()
    await page.getByRole('heading', { name: 'Activity', exact: true }).waitFor()
    const moved = page.getByRole('row').filter({ hasText: 'Sent to the provider' })
    await moved.getByText('Quinn Manager', { exact: true }).waitFor()
    await moved.getByText('Out for calibration').waitFor()
    const changed = page.getByRole('row').filter({ hasText: 'Tool room' })
    await changed.getByText('Department').waitFor()
    await changed.getByText('Days of grace').waitFor()
  })

  test('is narrowed to a thing, a kind, a person and days, all in the address, and taken along as a file', async () => {
    const page = await tests.visit(admin, `/w/${lab.id}/activity`)
    await page.getByRole('button', { name: 'Only CAL-7' }).first().click()
    await page.getByText('1–3 of 3').waitFor()
    assert.match(page.url(), new RegExp(`subject=${instrumentId}`))
    await page.getByLabel('Kind of change').selectOption('instrument.status_changed')
    await page.getByText('1–1 of 1').waitFor()
    await page.getByLabel('By', { exact: true }).selectOption({ label: 'Ada Boss' })
    await page.getByText('No change found').waitFor()
    await page.reload()
    await page.getByText('No change found').waitFor()
    await page.getByLabel('By', { exact: true }).selectOption({ label: 'Quinn Manager' })
    await page.getByLabel('From').fill('2026-11-21')
    await page.getByLabel('To').fill('2026-11-21')
    await page.getByText('1–1 of 1').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    assert.equal(lines.length, 2)
    assert.match(lines[1]!, /instrument\.status_changed,user,.*,Sent to the provider,/)
    await page.getByRole('button', { name: 'Show more than CAL-7' }).click()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('table').getByText('Workspace set up').waitFor()
  })

  test('lets a manager, too, choose who acted, and says of what a single calibration is that it is narrowed to', async () => {
    const { id } = await lab.calibrate(instrumentId)
    const page = await tests.visit(manager, `/w/${lab.id}/activity?kind=calibration.appended`)
    await page.getByRole('button', { name: 'Only this calibration of CAL-7' }).first().click()
    await page.getByRole('button', { name: 'Show more than one calibration of CAL-7' }).waitFor()
    assert.match(page.url(), new RegExp(`subject=${id}`))
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('By', { exact: true }).selectOption({ label: 'Quinn Manager' })
    await page.getByText('1–2 of 2').waitFor()
  })

  test('says to whom it is not open why, and where the story of an instrument stands', async () => {
    const page = await tests.visit(technician, `/w/${lab.id}/activity`)
    await page.getByText('The activity log is not open to you').waitFor()
    assert.equal(await page.getByRole('table').count(), 0)
  })

  test('is free of barriers, and its targets fit a finger', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/activity`, 'activity'))
})

describe('the ledger', () => {
  test('is verified with one press, goes on when the page is left, and says plainly that it holds', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/today`)
    await page.getByRole('link', { name: 'Ledger', exact: true }).click()
    await page.getByText('It has not been verified here yet').waitFor()
    await page.getByRole('button', { name: 'Verify now' }).click()
    await page.getByRole('link', { name: 'Worklist', exact: true }).click()
    await page.getByRole('link', { name: 'Ledger', exact: true }).click()
    await page.getByText(/^All \d+ entries hold/).waitFor()
    await page.getByRole('button', { name: 'Verify again' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save checkpoint' }).click(),
    ])
    assert.match(await readFile(await download.path(), 'utf8'), /ledger\/[\s\S]*\u2014 /)
  })

  test('shows an auditor the verdict and what outsiders need, and nothing to start', async () => {
    const auditor = await signInAs(tests.app, lab, 'auditor')
    const page = await tests.visit(auditor, `/w/${lab.id}/ledger`)
    await page.getByText(/^All \d+ entries hold/).waitFor()
    assert.equal(await page.getByRole('button', { name: /Verify/ }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Activity' }).count(), 0)
  })

  test('is free of barriers, and its targets fit a finger', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/ledger`, 'ledger'))
})

describe('a ledger that was tampered with', () => {
  test('names the first entry that differs', async () => {
    const forged = await openLaboratory(tests.app)
    const boss = await signInAs(tests.app, forged, 'manager')
    const { id } = await forged.instrument({ asset_tag: 'F-1', name: 'Gauge' })
    await tamper(tests.app, ({ run }) =>
      run(`update instruments set name = 'Forged' where instrument_id = $1`, [id]),
    )
    await lookAtPage(tests, boss, `/w/${forged.id}/ledger`, 'ledger-differs', async (page) => {
      await page.getByRole('button', { name: /^Verify/ }).click()
      await page.getByText('The ledger does not hold').waitFor()
      await page.getByText(/^Entry \d+ is the first that does not agree: Instrument entered, F-1, /).waitFor()
      await page.getByRole('link', { name: 'F-1' }).waitFor()
      await page.getByText('What exactly differs').click()
      await page.getByText(/has name "Forged", and by entry \d+ it is "Gauge"/).waitFor()
    })
  })
})
