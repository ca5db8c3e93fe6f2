import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { lookAtPage, startBrowserTests } from '../support/browser.ts'
import { fullRecord, justified, voltmeter } from '../support/sample-records.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const manager = await signInAs(tests.app, lab, 'manager')

describe('a record in each of its states', async () => {
  const voltage = await voltmeter(lab, 'VOLT-2')
  const older = await fullRecord(lab, voltage, { performed_at: '2025-11-03T09:30:00Z' })
  const certified = await fullRecord(lab, voltage)
  await lab.settings({ approvalPolicy: 'review', requiresElectronicSignature: true })
  const waiting = await fullRecord(lab, voltage, {
    ...justified,
    reference_standard_asset_id: await voltmeter(lab, 'STANDARD-1'),
  })
  const technician = await signInAs(tests.app, lab, 'technician')
  const correction = (
    await manager.call('POST', `/calibrations/${older}/correct`, {
      body: { result: 'PASS', as_found_reading: '10.004 V', correction_reason: 'A digit was left out.' },
    })
  ).body.id as string
  const rejected = await fullRecord(lab, voltage)
  await manager.call('POST', `/calibrations/${rejected}/reject`, { body: { reason: 'Not plausible.' } })
  const voided = await fullRecord(lab, voltage)
  const marker = await manager.call('POST', `/calibrations/${voided}/void`, {
    body: { reason: 'The wrong instrument was measured.' },
  })
  const at = (id: string) => `/w/${lab.id}/calibrations/${id}`

  test('approved', () => lookAtPage(tests, manager, at(certified), 'record'))
  test('waiting, with warnings', () => lookAtPage(tests, technician, at(waiting), 'record-waiting'))
  test('signing', () =>
    lookAtPage(tests, manager, at(waiting), 'record-sign', async (page) => {
      await page.getByRole('button', { name: 'Sign and approve' }).click()
      await page.getByRole('dialog').getByLabel('Meaning of signature').waitFor()
    }))
  test('voiding', () =>
    lookAtPage(tests, manager, at(certified), 'record-void', async (page) => {
      await page.getByRole('button', { name: 'Void' }).click()
      await page.getByRole('dialog').getByLabel('Reason').waitFor()
    }))
  test('a correction next to what it corrects', () =>
    lookAtPage(tests, manager, at(correction), 'record-correction'))
  test('corrected', () => lookAtPage(tests, manager, at(older), 'record-corrected'))
  test('rejected', () => lookAtPage(tests, manager, at(rejected), 'record-rejected'))
  test('voided', () => lookAtPage(tests, manager, at(voided), 'record-voided'))
  test('the marker of a void', () => lookAtPage(tests, manager, at(marker.body.id), 'record-marker'))

  const approvals = `/w/${lab.id}/approvals`
  test('approvals', () => lookAtPage(tests, manager, approvals, 'approvals'))
  test('approvals, read-only', () => lookAtPage(tests, technician, approvals, 'approvals-reading'))
  test('approvals with an open record', () =>
    lookAtPage(tests, manager, `${approvals}?record=${waiting}`, 'approvals-record'))
  test('approving several', async () => {
    await fullRecord(lab, voltage)
    await lookAtPage(tests, manager, approvals, 'approvals-several', async (page) => {
      await page.getByRole('button', { name: 'Select all' }).click()
      await page.getByRole('button', { name: 'Approve 2 records' }).click()
      await page.getByRole('dialog').getByLabel('Meaning of signature').waitFor()
    })
  })
  test('after a decision on several', async () => {
    await lookAtPage(tests, manager, approvals, 'approvals-report', async (page) => {
      await page.route('**/calibrations/approve', (route) =>
        route.fulfill({
          json: {
            results: [
              { calibration_id: correction, outcome: 'approved', error: null },
              {
                calibration_id: waiting,
                outcome: 'refused',
                error: { code: 'CONFLICT', message: 'Olga Other has already approved this record.' },
              },
            ],
          },
        }),
      )
      await page.getByRole('button', { name: 'Select all' }).click()
      await page.getByRole('button', { name: 'Approve 2 records' }).click()
      await page.getByRole('textbox', { name: 'Your password' }).fill('any')
      await page.keyboard.press('Enter')
      await page.getByText('1 record approved. 1 could not be approved:').waitFor()
    })
  })
  test('approvals, nothing waiting', async () => {
    const quiet = await openLaboratory(tests.app)
    const admin = await signInAs(tests.app, quiet, 'admin')
    await lookAtPage(tests, admin, `/w/${quiet.id}/approvals`, 'approvals-empty')
  })
})
