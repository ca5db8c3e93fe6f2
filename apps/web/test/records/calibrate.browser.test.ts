import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs, TEST_PASSWORD } from '../../../server/test/session.ts'
import { focusOn, keepScreenshot, startBrowserTests } from '../support/browser.ts'
import { field, fillPass, recordsReadBy, saved, saving, voltmetersOf } from '../support/calibration-form.ts'

/** Presses beyond the values, from the first field to the saved record. */
const PRESSES_MAX = 20

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin', standards: ['iso_10012'] })
const technician = await signInAs(tests.app, lab, 'technician', { name: 'Tess Technician' })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn Manager' })
const auditor = await signInAs(tests.app, lab, 'auditor')

const voltmeter = voltmetersOf(lab)
const recordsOf = recordsReadBy(manager)

describe('while one types', () => {
  test('the page shows the deviation of a reading and whether it is in tolerance', async () => {
    const { path } = await voltmeter()
    const page = await tests.visit(technician, path)
    await field(page, 'As found').fill('10.070')
    await page.getByText('+0.07 V').first().waitFor()
    await page.getByText('Final reading is out of tolerance.').waitFor()
    await page.getByText('Limits: 9.95 to 10.05 V.').waitFor()
    await field(page, 'As left').fill('10.00 V')
    await page.getByText('Final reading is within tolerance.').waitFor()
    assert.equal(await page.getByText('Out of tolerance', { exact: true }).count(), 1)
    assert.equal(await field(page, 'As found').inputValue(), '10.070')
  })

  test('it says why it cannot compare', async () => {
    const { path } = await voltmeter()
    const page = await tests.visit(technician, path)
    await page.getByText('Enter a reading to see whether').waitFor()
    const cases = [
      ['10.0 mV', 'the values name different units'],
      ['about 10', 'the reading must be a number'],
    ] as const
    for (const [reading, words] of cases) {
      await field(page, 'As found').fill(reading)
      await page.getByText(`Not evaluated: ${words}`).waitFor()
    }
    await field(page, 'As found').fill('10.0')
    await field(page, 'Tolerance').fill('')
    await page.getByText('Not evaluated: there is no tolerance').waitFor()
  })

  test('the justification is asked for when it becomes needed, and refused without', async () => {
    const { id, path } = await voltmeter()
    const page = await tests.visit(technician, path)
    await field(page, 'As found').fill('10.07')
    assert.equal(await field(page, 'Out-of-tolerance justification').count(), 0)
    await page.getByRole('radio', { name: 'Pass', exact: true }).check()
    await field(page, 'Out-of-tolerance justification').waitFor()
    await saving(page).click()
    await page.getByRole('alert').getByText('To pass it, state why').waitFor()
    assert.equal(await field(page, 'Out-of-tolerance justification').getAttribute('aria-invalid'), 'true')
    assert.equal(await field(page, 'As found').inputValue(), '10.07')
    await field(page, 'Out-of-tolerance justification').fill('Used below 5 V only.')
    await saving(page).click()
    await saved(page).waitFor()
    const [record] = await recordsOf(id)
    assert.deepEqual(
      [record!['as_found_reading'], record!['out_of_tolerance_impact']],
      ['10.07 V', 'Used below 5 V only.'],
    )
  })
})

test('values copied from the last record are marked until they are changed or confirmed', async () => {
  const { path } = await voltmeter()
  const page = await tests.visit(technician, path)
  const marks = page.getByText(/^Copied from/)
  const before = await marks.count()
  assert.ok(before >= 4)
  await field(page, 'Measurement uncertainty').fill('0.009 V')
  await field(page, 'Nominal value').fill('5 V')
  assert.equal(await marks.count(), before - 2)
  await page.getByRole('button', { name: 'They still apply' }).click()
  await marks.first().waitFor({ state: 'detached' })
  assert.equal(await field(page, 'Coverage factor').inputValue(), '2')
})

describe('what the selected standards require', () => {
  test('is one mark with one tooltip at each field, where a missing value is reported', async () => {
    const { path } = await voltmeter()
    const page = await tests.visit(technician, path)
    await page.getByText('Fields marked as required are mandated by ISO 10012:2003.').waitFor()
    assert.equal(await page.getByText('Required by').count(), 0)
    const mark = page.locator('label', { hasText: 'Measurement uncertainty' }).getByText('required')
    assert.equal(await mark.count(), 1)
    await mark.hover()
    await page.getByRole('tooltip', { name: 'Required by ISO 10012:2003.' }).waitFor()
    assert.equal(
      await field(page, 'Measurement uncertainty').getAttribute('aria-description'),
      'Required by ISO 10012:2003.',
    )
    await fillPass(page)
    await field(page, 'Measurement uncertainty').fill('')
    await field(page, 'Traceability').fill('')
    await saving(page).click()
    const summary = page.getByRole('alert')
    await summary.getByText('2 required fields are missing.').waitFor()
    await summary.getByRole('link', { name: 'Traceability' }).click()
    assert.equal(await page.evaluate('document.activeElement.id'), 'record-traceability_reference')
    await page.getByText('Required by ISO 10012:2003.').nth(1).waitFor()
    await page.keyboard.type('SI')
    await field(page, 'Measurement uncertainty').fill('0.01 V')
    await saving(page).click()
    await saved(page).waitFor()
  })

  test('is reported together with result, justification and the reason for a standard that is not valid', async () => {
    await lab.instrument({
      asset_tag: 'OLD-1',
      name: 'Decade resistor',
      is_reference_standard: true,
      last_calibration_date: '2024-01-10T10:00:00Z',
    })
    const { id, path } = await voltmeter()
    const page = await tests.visit(technician, path)
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/calibrations')) sent += 1
    })
    await field(page, 'As found').fill('10.07')
    await field(page, 'Traceability').fill('')
    await page.getByRole('combobox', { name: 'Reference standard' }).fill('decade')
    await page.getByRole('option', { name: /OLD-1/ }).click()
    await page.getByText('This standard was due on 10 Jan 2025').waitFor()
    await saving(page).click()
    const summary = page.getByRole('alert')
    await summary.getByText('3 required fields are missing.').waitFor()
    for (const name of ['Result', 'Traceability', 'Reason for using this standard'])
      await summary.getByRole('link', { name }).waitFor()
    const result = page.getByRole('group', { name: /^Result/ })
    assert.equal(await result.getAttribute('aria-invalid'), 'true')
    await result.getByText('Required.', { exact: true }).waitFor()
    await page.getByRole('radio', { name: 'Pass', exact: true }).check()
    await saving(page).click()
    await summary.getByRole('link', { name: 'Out-of-tolerance justification' }).waitFor()
    for (const name of ['Out-of-tolerance justification', 'Traceability', 'Reason for using this standard']) {
      await summary.getByRole('link', { name }).click()
      await focusOn(field(page, name))
      assert.equal(await field(page, name).getAttribute('aria-invalid'), 'true')
      await page.keyboard.type('Stated.')
    }
    assert.equal(sent, 0)
    await keepScreenshot(page, 'calibrate-missing')
    await saving(page).click()
    await saved(page).waitFor()
    assert.equal((await recordsOf(id)).length, 2)
  })

  test('is reduced to a minimum for the certificate of a provider, which is stored with the record', async () => {
    const { id, path } = await voltmeter()
    const page = await tests.visit(technician, path)
    await page.getByText('External certificate').click()
    await page.getByText('Fields marked as required').waitFor({ state: 'hidden' })
    await page.getByRole('radio', { name: 'Pass', exact: true }).check()
    await saving(page).click()
    await page.getByRole('alert').getByText('1 required field is missing.').waitFor()
    assert.equal(await field(page, 'Certificate number').getAttribute('aria-invalid'), 'true')
    await field(page, 'Certificate number').fill('D-K-2026-1')
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer: pdf })
    await saving(page).click()
    await page.getByText('certificate.pdf was attached to the record.').waitFor()
    const [record] = await recordsOf(id)
    const { body } = await manager.call('GET', `/calibrations/${record!['id']}/documents`)
    assert.equal(body.data[0].file_name, 'certificate.pdf')
  })

  test('includes a reference standard from the register, and the reason for using an overdue one', async () => {
    const standard = await lab.instrument({
      asset_tag: 'STD-1',
      name: 'Voltage calibrator',
      is_reference_standard: true,
      last_calibration_date: '2024-01-10T10:00:00Z',
    })
    const { id, path } = await voltmeter()
    const page = await tests.visit(technician, path)
    await fillPass(page)
    await page.getByRole('combobox', { name: 'Reference standard' }).fill('voltage')
    await page.getByRole('option', { name: /STD-1 · Voltage calibrator/ }).click()
    await page.getByText('This standard was due on 10 Jan 2025').waitFor()
    const performed = page.getByLabel(/^Date performed/)
    const today = await performed.inputValue()
    // Before its first calibration.
    await performed.fill('2023-06-10T10:00')
    await page.getByText('This standard has never been calibrated.').waitFor()
    await performed.fill(today)
    await page.getByText('This standard was due on 10 Jan 2025').waitFor()
    await saving(page).click()
    await page.getByRole('alert').getByText('Explain why this reference standard was used.').waitFor()
    const reason = field(page, 'Reason for using this standard')
    assert.equal(await reason.getAttribute('aria-invalid'), 'true')
    await reason.fill('Compared with the spare one.')
    await saving(page).click()
    await page.getByText('notes the condition of the reference standard: overdue').waitFor()
    const [record] = await recordsOf(id)
    assert.deepEqual(
      [record!['reference_standard_asset_id'], record!['reference_standard']],
      [standard.id, 'STD-1 · Voltage calibrator'],
    )
    assert.deepEqual(
      [record!['reference_standard_condition'], record!['reference_standard_reason']],
      ['overdue', 'Compared with the spare one.'],
    )
    await page.getByRole('link', { name: 'Open record' }).click()
    await page.getByRole('note').filter({ hasText: 'overdue' }).getByText('Compared with the spare').waitFor()
  })

  test('a quarantined standard is marked where it is selected and where it is used', async () => {
    const standard = await lab.instrument({
      asset_tag: 'QUA-1',
      name: 'Quarantined source',
      is_reference_standard: true,
      last_calibration_date: '2026-10-10T10:00:00Z',
    })
    const body = { is_quarantined: true, reason: 'Dropped' }
    await manager.call('POST', `/instruments/${standard.id as string}/quarantine`, { body })
    const { path } = await voltmeter()
    const page = await tests.visit(technician, path)
    await page.getByRole('combobox', { name: 'Reference standard' }).fill('quarantined')
    await page.getByRole('option', { name: /QUA-1.*quarantined · / }).click()
    await page.getByText('This standard is quarantined.').waitFor()
  })

  test('a standard without a certificate number is marked, and justified if the workspace requires it', async () => {
    await lab.instrument({
      asset_tag: 'BARE-1',
      name: 'Bare source',
      is_reference_standard: true,
      last_calibration_date: '2026-10-10T10:00:00Z',
    })
    const choose = async () => {
      const { path } = await voltmeter()
      const page = await tests.visit(technician, path)
      await page.getByRole('combobox', { name: 'Reference standard' }).fill('bare')
      await page.getByRole('option', { name: /BARE-1/ }).click()
      await page.getByText('This standard has no certificate number on file.').waitFor()
      return page.getByLabel('Reason for using this standard')
    }
    assert.equal(await (await choose()).count(), 0)
    await lab.settings({ requiresStandardJustification: true })
    await (await choose()).waitFor()
    await lab.settings({ requiresStandardJustification: false })
  })
})

describe('a draft', () => {
  test('outlives a reload and a closed browser, and can be discarded', async () => {
    const { path } = await voltmeter()
    const page = await tests.visit(technician, path)
    await field(page, 'As found').fill('10.0300')
    await page.reload()
    await page.getByText('Restored draft from 09:00').waitFor()
    assert.equal(await field(page, 'As found').inputValue(), '10.0300')
    const state = await page.context().storageState()
    const browser = page.context().browser()!
    await page.context().close()
    const again = await (await browser.newContext({ storageState: state })).newPage()
    await again.clock.setFixedTime(tests.app.clock.now())
    await again.goto(tests.app.origin + path)
    await again.getByText(/Restored draft from /).waitFor()
    assert.equal(await field(again, 'As found').inputValue(), '10.0300')
    await again.getByRole('button', { name: 'Discard' }).click()
    assert.equal(await field(again, 'As found').inputValue(), '')
    await again.reload()
    await field(again, 'As found').waitFor()
    assert.equal(await again.getByText(/Restored draft from /).count(), 0)
    await again.context().close()
  })

  test('requires a decision at sign-out, and is removed from the device with its user', async () => {
    const { path, tag } = await voltmeter()
    const leaving = await signInAs(tests.app, lab, 'technician')
    const page = await tests.visit(leaving, path)
    await field(page, 'As found').fill('10.03')
    await page.getByRole('button', { name: /account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign out and discard drafts?' })
    await dialog.getByText(`unsaved record on this device: ${tag}`).waitFor()
    await dialog.getByRole('button', { name: 'Sign out and discard' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const kept = await page.evaluate(
      'Object.keys(localStorage).filter((key) => key.startsWith("plumbline-draft"))',
    )
    assert.deepEqual(kept, [])
  })
})

describe('a lost network', () => {
  test('before the server has received it: the save waits and is sent when the network is back', async () => {
    const { id, path } = await voltmeter()
    const page = await tests.visit(technician, path)
    await fillPass(page)
    await page.context().setOffline(true)
    await saving(page).click()
    await page.getByText('Not sent yet. Saved on this device').waitFor()
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await saved(page).waitFor()
    assert.equal((await recordsOf(id)).length, 2)
  })

  test('after the server has committed: the same key brings the same record', async () => {
    const { id, path } = await voltmeter()
    const page = await tests.visit(technician, path)
    const keys: (string | undefined)[] = []
    await page.route(`**/instruments/${id}/calibrations`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      const response = await route.fetch()
      assert.equal(response.status(), 201)
      return route.abort('connectionreset')
    })
    await fillPass(page)
    await saving(page).click()
    await page.getByText('Not sent yet. Saved on this device').waitFor()
    await saved(page).waitFor()
    assert.equal((await recordsOf(id)).length, 2)
    assert.equal(new Set(keys).size, 1)
    assert.ok(keys.length > 1)
    await page.reload()
    await field(page, 'As found').waitFor()
    assert.equal(await page.getByText(/Restored draft from /).count(), 0)
  })

  test('and a closed browser: the record is sent from whichever page is opened next', async () => {
    const { id, path, tag } = await voltmeter()
    const page = await tests.visit(technician, path)
    const context = page.context()
    await page.route('**/calibrations', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    )
    await fillPass(page)
    await saving(page).click()
    await page.getByText('Not sent yet. Saved on this device').waitFor()
    await page.close()
    const next = await context.newPage()
    await next.goto(`${tests.app.origin}/w/${lab.id}/instruments`)
    await next.getByText(`The record for ${tag} was saved.`).waitFor()
    assert.equal((await recordsOf(id)).length, 2)
  })

  test('or an ended session: the record is sent once its user has signed in again', async () => {
    const { id, path } = await voltmeter()
    const ending = await signInAs(tests.app, lab, 'technician')
    const page = await tests.visit(ending, path)
    await fillPass(page)
    await page.context().clearCookies()
    await saving(page).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has expired' })
    await dialog.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await saved(page).waitFor()
    assert.equal((await recordsOf(id)).length, 2)
  })

  test('two windows with one draft create one record', async () => {
    const { id, path } = await voltmeter()
    const first = await tests.visit(technician, path)
    const second = await first.context().newPage()
    await second.goto(tests.app.origin + path)
    await field(second, 'As found').waitFor()
    await fillPass(first)
    await second.locator('#record-as_found_reading[value="10.02"]').waitFor()
    await first.keyboard.press('Control+Enter')
    await saved(first).waitFor()
    await second.getByText('saved or discarded in another window').waitFor()
    assert.equal((await recordsOf(id)).length, 2)
  })
})

describe('at the bench', () => {
  test('nominal value and tolerance precede the readings, and the focus is on the first missing value', async () => {
    const { path } = await voltmeter()
    const page = await tests.visit(technician, path)
    await focusOn(field(page, 'As found'))
    const places = await Promise.all(
      ['Nominal value', 'Tolerance', 'As found', 'As left'].map(
        async (name) => (await field(page, name).boundingBox())!.y,
      ),
    )
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    )
    const { id } = await lab.instrument({ asset_tag: 'V-1000', name: 'Voltmeter' })
    await page.goto(`${tests.app.origin}/w/${lab.id}/instruments/${id}/calibrate`)
    await focusOn(field(page, 'Nominal value'))
  })

  test('provider and its certificate number are asked for external work alone', async () => {
    const { path } = await voltmeter()
    const page = await tests.visit(technician, path)
    const more = page.getByRole('button', { name: /more field/ })
    if (await more.isVisible()) await more.click()
    await field(page, 'As found').waitFor()
    assert.equal(await field(page, 'Certificate number').count(), 0)
    assert.equal(await page.getByRole('combobox', { name: 'Provider' }).count(), 0)
    await page.getByText('External certificate').click()
    await field(page, 'Certificate number').waitFor()
    await page.getByRole('combobox', { name: 'Provider' }).waitFor()
  })

  test('the keyboard alone leads from the first field to the saved record and on to the next', async () => {
    const { id, path } = await voltmeter()
    await voltmeter({ calibration_interval_value: 5 })
    const page = await tests.visit(technician, path)
    let presses = 0
    const press = (key: string) => {
      presses += 1
      return page.keyboard.press(key)
    }
    await focusOn(field(page, 'As found'))
    await page.keyboard.type('10.07')
    // As a gauge ends its reading: on to the next field, and nothing is saved by it.
    await press('Enter')
    await focusOn(field(page, 'As left'))
    await page.keyboard.type('10.01')
    await press('Tab')
    await press('Space')
    await press('ArrowRight')
    await press('Control+Enter')
    await saved(page).waitFor()
    await page.getByRole('link', { name: /^Next: / }).waitFor()
    await press('Tab')
    await press('Enter')
    await page.getByRole('heading', { name: /^Calibrate / }).waitFor()
    assert.ok(presses < PRESSES_MAX, `${presses} presses`)
    const [record] = await recordsOf(id)
    assert.deepEqual(
      [record!['as_found_reading'], record!['as_left_reading'], record!['result']],
      ['10.07 V', '10.01 V', 'PASS_WITH_ADJUSTMENT'],
    )
    assert.equal(record!['performed_by'], 'Tess Technician')
  })

  test('the time is in the named zone, and a day before the first record is questioned once', async () => {
    const { id, path } = await voltmeter()
    const page = await tests.visit(technician, path)
    await page.getByText('Central European Time').waitFor()
    await page.getByLabel(/^Date performed/).fill('2016-07-01T11:30')
    await fillPass(page)
    await saving(page).click()
    await page.getByText('The first record of this instrument is dated 4 May 2026.').first().waitFor()
    await saving(page).click()
    await saved(page).waitFor()
    const [record] = await recordsOf(id)
    assert.equal(record!['performed_at'], '2016-07-01T09:30:00.000Z')
  })

  test('users are not offered what they may not do', async () => {
    const { id } = await voltmeter()
    const { id: reference } = await lab.instrument({ asset_tag: 'ONLY-REF' })
    const moved = { status: 'REFERENCE_ONLY', reason: 'Kept as a master' }
    assert.equal(
      (await manager.call('POST', `/instruments/${reference}/status`, { body: moved })).status,
      200,
    )
    const offered = async (session: typeof manager, instrumentId: string) => {
      const page = await tests.visit(session, `/w/${lab.id}/instruments/${instrumentId}`)
      await page.getByRole('heading', { level: 2, name: 'Documents' }).waitFor()
      return page.getByRole('link', { name: 'Calibrate' }).count()
    }
    assert.deepEqual(
      [await offered(technician, id), await offered(auditor, id), await offered(technician, reference)],
      [1, 0, 0],
    )
    const page = await tests.visit(auditor, `/w/${lab.id}/instruments/${id}/calibrate`)
    await page.getByText('This instrument cannot be calibrated').waitFor()
  })
})

test('the page says that the record is pending if records are reviewed', async () => {
  await lab.settings({ approvalPolicy: 'review' })
  const { path } = await voltmeter()
  const page = await tests.visit(technician, path)
  await fillPass(page)
  await saving(page).click()
  await page.getByText('It takes effect once it is approved.').waitFor()
  await page.getByRole('link', { name: 'Open record' }).click()
  await page.waitForURL('**/calibrations/*')
})
