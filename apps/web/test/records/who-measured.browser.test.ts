import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { startBrowserTests } from '../support/browser.ts'
import {
  complete,
  field,
  fillPass,
  recordsReadBy,
  saved,
  saving,
  voltmetersOf,
} from '../support/calibration-form.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin', standards: ['iso_10012'] })
const technician = await signInAs(tests.app, lab, 'technician', { name: 'Tess Technician' })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn Manager' })

const voltmeter = voltmetersOf(lab)
const recordsOf = recordsReadBy(manager)

describe('who did the work', () => {
  test('the sheet of another member is entered in their name', async () => {
    const { id, path } = await voltmeter()
    const page = await tests.visit(manager, path)
    await fillPass(page)
    await page.getByLabel('Performed by').selectOption('Tess Technician')
    await page.getByText('Entered by Quinn Manager').waitFor()
    await saving(page).click()
    await saved(page).waitFor()
    const [record] = await recordsOf(id)
    assert.deepEqual([record!['performed_by'], record!['entered_by']], ['Tess Technician', 'Quinn Manager'])
    await page.getByRole('link', { name: 'Open record' }).click()
    const sheet = page.getByRole('article')
    for (const words of ['Performed by', 'Tess Technician', 'Entered by', 'Quinn Manager'])
      await sheet.getByText(words, { exact: true }).waitFor()
  })

  test('the certificate of a provider is recorded, and a starting record entered, by the person who enters it', async () => {
    const open = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
    const quinn = await signInAs(tests.app, open, 'manager', { name: 'Quinn Manager' })
    const { id } = await open.instrument({ last_calibration_date: '2026-02-03T00:00:00Z' })
    const path = `/instruments/${id}/calibrations`
    const [starting] = (await quinn.call('GET', path)).body.data
    const { body: external } = await quinn.call('POST', path, {
      headers: { 'idempotency-key': 'external' },
      body: {
        result: 'PASS',
        calibration_type: 'external_certificate',
        service_provider: 'Northern Ltd',
        performed_at: '2026-05-04T08:00:00Z',
        certificate_number: 'NC-2026-118',
      },
    })
    assert.equal(external.approval_status, 'approved', JSON.stringify(external))
    const page = await tests.visit(quinn, `/w/${open.id}/calibrations/${external.id}`)
    const sheet = page.getByRole('article')
    await sheet.getByText('Recorded by', { exact: true }).waitFor()
    assert.equal(await sheet.getByText('Performed by', { exact: true }).count(), 0)
    await page.goto(`${tests.app.origin}/w/${open.id}/instruments/${id}`)
    await page.getByText('Recorded by Quinn Manager').first().waitFor()
    await page.goto(`${tests.app.origin}/w/${open.id}/calibrations/${starting.id}`)
    await sheet.getByText('Entered by', { exact: true }).waitFor()
    const words = await page.locator('#main').innerText()
    assert.match(words, /3 Feb 2026/)
    // A day without an invented time, and no result that nobody stated.
    assert.doesNotMatch(words, /3 Feb 2026,? \d|\bPass\b|Performed by/)
  })

  test('facts of the own laboratory are put aside for the certificate of a provider, and are back after it', async () => {
    const { path } = await voltmeter()
    const page = await tests.visit(technician, path)
    const standard = page.getByRole('combobox', { name: 'Reference standard' })
    assert.equal(await standard.inputValue(), 'Calibrator')
    await page.getByText('External certificate').click()
    assert.equal(await standard.inputValue(), '')
    await page.getByText('In house', { exact: true }).click()
    assert.equal(await standard.inputValue(), 'Calibrator')
  })
})

describe('a correction', () => {
  test('shows old and new side by side, requires a reason, and replaces the old record once', async () => {
    const { id } = await voltmeter()
    const [old] = await recordsOf(id)
    const page = await tests.visit(manager, `/w/${lab.id}/calibrations/${old!['id']}/correct`)
    let responsesLost = 0
    await page.route('**/correct', async (route) => {
      if (responsesLost > 0 || route.request().method() !== 'POST') return route.continue()
      responsesLost += (await route.fetch()).status() === 201 ? 1 : 0
      return responsesLost > 0 ? route.abort('connectionreset') : route.continue()
    })
    assert.equal(await field(page, 'As found').inputValue(), '10.01 V')
    await field(page, 'As found').fill('10.03 V')
    const row = page.getByRole('row', { name: 'As found 10.01 V 10.03 V' })
    await row.waitFor()
    await page.getByRole('button', { name: 'Save correction' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await field(page, 'Reason for the correction').getAttribute('aria-invalid'), 'true')
    await field(page, 'Reason for the correction').fill('Two digits were swapped.')
    await page.getByRole('button', { name: 'Save correction' }).click()
    await page.getByText('It has replaced the original record.').waitFor()
    assert.equal(responsesLost, 1)
    const records = await recordsOf(id)
    const correction = records.find((record) => record['supersedes_id'] === old!['id'])!
    assert.equal(records.length, 2)
    assert.deepEqual(
      [correction['as_found_reading'], correction['performed_at'], correction['correction_reason']],
      ['10.03 V', old!['performed_at'], 'Two digits were swapped.'],
    )
    await page.goto(`${tests.app.origin}/w/${lab.id}/calibrations/${old!['id']}/correct`)
    await page.getByText('Only an approved, current record can be corrected.').waitFor()
  })

  test('keeps the performer unless another one is selected, which is listed among the changes', async () => {
    const { id } = await voltmeter()
    await technician.call('POST', `/instruments/${id}/calibrations`, {
      body: { ...complete, result: 'PASS', performed_at: '2026-06-04T09:30:00Z' },
      headers: { 'idempotency-key': id },
    })
    const [old] = await recordsOf(id)
    const page = await tests.visit(manager, `/w/${lab.id}/calibrations/${old!['id']}/correct`)
    await page.getByText('Recorded: Tess Technician').waitFor()
    await page.getByText('No changes yet.').waitFor()
    await page.getByText('The correction will show Quinn Manager as the person who entered it.').waitFor()
    await page.getByLabel('Performed by').selectOption('Quinn Manager')
    await page.getByRole('row', { name: 'Performed by Tess Technician Quinn Manager' }).waitFor()
    await page.getByLabel('Performed by').selectOption('Tess Technician')
    await page.getByText('No changes yet.').waitFor()
    await field(page, 'As found').fill('10.02 V')
    await field(page, 'Reason for the correction').fill('A digit was left out.')
    await page.getByRole('button', { name: 'Save correction' }).click()
    await page.getByText('It has replaced the original record.').waitFor()
    const correction = (await recordsOf(id)).find((record) => record['supersedes_id'] === old!['id'])!
    assert.deepEqual(
      [correction['performed_by'], correction['entered_by']],
      ['Tess Technician', 'Quinn Manager'],
    )
  })

  test('is for managers', async () => {
    const { id } = await voltmeter()
    const [old] = await recordsOf(id)
    const page = await tests.visit(technician, `/w/${lab.id}/calibrations/${old!['id']}/correct`)
    await page.getByText('Only admins and managers can correct records.').waitFor()
  })
})
