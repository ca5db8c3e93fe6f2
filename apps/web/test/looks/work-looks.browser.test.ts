import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { lookAtPage, startBrowserTests } from '../support/browser.ts'
import { attachDocument } from '../../../server/test/documents.ts'
import { drifting, registerOf } from '../support/sample-register.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
await lab.site('Leipzig')
await registerOf(lab)
const instrumentId = await drifting(lab)
const manager = await signInAs(tests.app, lab, 'manager')
const empty = await openLaboratory(tests.app)
const newcomer = await signInAs(tests.app, empty, 'manager')

describe('the pages of daily work are accessible, and their targets are large enough for touch', () => {
  test('today', () => lookAtPage(tests, manager, `/w/${lab.id}/today`, 'today'))
  test('today in a new workspace', () => lookAtPage(tests, newcomer, `/w/${empty.id}/today`, 'today-new'))
  test('worklist', () => lookAtPage(tests, manager, `/w/${lab.id}/worklist?within=365`, 'worklist'))
  test('worklist, a range without rows', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/worklist?from=2030-01-01&to=2030-01-07`, 'worklist-nothing'))
  test('printed worklist', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/worklist/print?within=365`, 'worklist-print'))
  test('documents', async () => {
    await attachDocument(manager, instrumentId, 'Certificate 2026-0193.png')
    await lookAtPage(tests, manager, `/w/${lab.id}/documents`, 'documents')
  })
  test('documents, none yet', () => lookAtPage(tests, newcomer, `/w/${empty.id}/documents`, 'documents-none'))
  test('calibrate', () =>
    lookAtPage(
      tests,
      manager,
      `/w/${lab.id}/instruments/${instrumentId}/calibrate`,
      'calibrate',
      async (page) => {
        await page.getByRole('textbox', { name: 'As found' }).fill('10.07')
        await page.getByRole('radio', { name: 'Pass', exact: true }).check()
        await page.getByRole('textbox', { name: 'Out-of-tolerance justification' }).waitFor()
      },
    ))
  test('calibrate, refused', () =>
    lookAtPage(
      tests,
      manager,
      `/w/${lab.id}/instruments/${instrumentId}/calibrate`,
      'calibrate-refused',
      async (page) => {
        await page.getByText('External certificate').click()
        await page.getByRole('button', { name: 'Save record' }).click()
        await page.getByRole('alert').waitFor()
      },
    ))
  test('calibrated', () =>
    lookAtPage(
      tests,
      manager,
      `/w/${lab.id}/instruments/${instrumentId}/calibrate`,
      'calibrate-saved',
      async (page) => {
        await page.getByRole('textbox', { name: 'As found' }).fill('10.04')
        await page.getByRole('radio', { name: 'Pass', exact: true }).check()
        await page.keyboard.press('Control+Enter')
        await page.getByRole('heading', { name: /^Calibration of .+ saved\.$/ }).waitFor()
      },
    ))
  test('correct', async () => {
    const response = await manager.call('GET', `/instruments/${instrumentId}/calibrations`)
    const { id } = response.body.data.find(
      ({ approval_status }: { approval_status: string }) => approval_status === 'approved',
    )
    await lookAtPage(tests, manager, `/w/${lab.id}/calibrations/${id}/correct`, 'correct', async (page) => {
      await page.getByRole('textbox', { name: 'As found' }).fill('10.05 V')
      await page.getByRole('row', { name: /As found/ }).waitFor()
    })
  })
  for (const report of ['due-forecast', 'timeliness', 'findings', 'models', 'without-calibration']) {
    test(`report: ${report}`, () =>
      lookAtPage(tests, manager, `/w/${lab.id}/reports/${report}`, `report-${report}`))
  }
})
