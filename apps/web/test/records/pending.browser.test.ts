import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn Manager' })
const overdue = { last_calibration_date: '2025-10-01T10:00:00Z' }
const done = (await lab.instrument({ asset_tag: 'DONE-1', ...overdue })).id as string
await lab.instrument({ asset_tag: 'LATE-1', ...overdue })
await lab.settings({ approvalPolicy: 'review' })
const record = await lab.calibrate(done, { performed_at: '2026-11-20T09:00:00Z' })

describe('a calibration that is pending approval', () => {
  test('is shown in the worklist with the person who entered it, in place of the link to calibrate', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/worklist`)
    const row = page.getByRole('row').filter({ hasText: 'DONE-1' })
    await row.getByText('Overdue', { exact: true }).waitFor()
    await row.getByTitle(/^Pending approval · Entered by Ada Admin · /).waitFor()
    assert.equal(await row.getByRole('link', { name: /Calibrate/ }).count(), 0)
    const other = page.getByRole('row').filter({ hasText: 'LATE-1' })
    await other.getByRole('link', { name: /Calibrate/ }).waitFor()
    await row.getByRole('link', { name: 'View pending record' }).click()
    await page.waitForURL(`**/calibrations/${record.id}`)
  })

  test('is distinguished from what is overdue in the verdict of Today', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/today`)
    const verdict = page.getByRole('region', { name: 'Audit-ready?' })
    await verdict.getByText('1 instrument in use is overdue').waitFor()
    await verdict
      .getByRole('link', { name: '1 overdue instrument has a calibration pending approval' })
      .click()
    await page.waitForURL('**/approvals')
  })

  test('is shown next to the status of its instrument, and above the form for another calibration', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/instruments/${done}`)
    await page.getByText('Pending approval').first().waitFor()
    const notice = page.getByRole('note').filter({ hasText: 'is pending approval' })
    await notice.getByText('Entered by Ada Admin').waitFor()
    await page.goto(`${tests.app.origin}/w/${lab.id}/instruments/${done}/calibrate`)
    await notice.getByRole('link', { name: 'View pending record' }).waitFor()
  })

  test('that fails a standard is shown where the standard is selected, and the reason for its use is requested immediately', async () => {
    const standard = { asset_tag: 'PEND-1', name: 'Source', is_reference_standard: true }
    const { id } = await lab.instrument({ ...standard, last_calibration_date: '2026-10-10T10:00:00Z' })
    await lab.calibrate(id as string, { result: 'FAIL', performed_at: '2026-11-10T10:00:00Z' })
    const page = await tests.visit(manager, `/w/${lab.id}/instruments/${done}/calibrate`)
    await page.getByRole('combobox', { name: 'Reference standard' }).fill('source')
    await page.getByRole('option', { name: /PEND-1.*failed, pending approval · / }).click()
    await page.getByText('This standard failed a calibration that is pending approval.').waitFor()
    await page.getByRole('textbox', { name: 'Reason for using this standard' }).waitFor()
  })

  test('is not named as the next instrument to calibrate', async () => {
    await lab.settings({ approvalPolicy: 'automatic' })
    const first = (await lab.instrument({ asset_tag: 'A-FIRST', ...overdue })).id as string
    const page = await tests.visit(manager, `/w/${lab.id}/instruments/${first}/calibrate`)
    await page.getByText('Pass', { exact: true }).first().click()
    await page
      .getByRole('button', { name: /Record|Save/ })
      .first()
      .click()
    await page.getByRole('link', { name: /^Next: LATE-1/ }).waitFor()
  })
})
