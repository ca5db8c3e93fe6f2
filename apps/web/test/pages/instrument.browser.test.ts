import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { focusOn, startBrowserTests, keepScreenshot } from '../support/browser.ts'
import { drifting } from '../support/sample-register.ts'
import { scan } from '../support/scanner.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const instrumentId = await drifting(lab)
const manager = await signInAs(tests.app, lab, 'manager')
const technician = await signInAs(tests.app, lab, 'technician')
const path = `/w/${lab.id}/instruments/${instrumentId}`

const fresh = async (tag: string) => {
  const { id } = await lab.instrument({ asset_tag: tag, name: 'Caliper' })
  await lab.calibrate(id as string, { performed_at: '2026-03-02T10:00:00Z' })
  return `/w/${lab.id}/instruments/${id as string}`
}

describe('the drift chart', () => {
  test('has a point for each calibration, which the keyboard reaches and which shows its record', async () => {
    const page = await tests.visit(manager, path)
    const points = page.locator('[data-point]')
    await points.nth(4).waitFor()
    assert.equal(await points.count(), 5)
    await points.nth(1).focus()
    await page.keyboard.press('ArrowRight')
    const name = await page.evaluate('document.activeElement.getAttribute("aria-label")')
    assert.match(
      String(name),
      /10 Oct 2024.*As found 10\.07 V, 140 % of tolerance, out of tolerance.*As left 10\.00 V/,
    )
    await page.keyboard.press('Enter')
    await page.waitForURL('**/calibrations/*')
  })

  test('marks out-of-tolerance points with a cross, and draws adjustments and an estimate', async () => {
    const page = await tests.visit(manager, path)
    await page.locator('[data-point] [data-outside] path').first().waitFor()
    await page.getByText('The dotted line is a projection').waitFor()
    for (const words of ['As found', 'As left', 'out of tolerance', 'adjustment', 'Tolerance']) {
      await page.locator('figure').getByText(words, { exact: true }).first().waitFor()
    }
  })

  test('switches to percent of tolerance in the address', async () => {
    const page = await tests.visit(manager, path)
    await page.getByText('Percent of tolerance').click()
    await page.waitForURL('**?percent=true')
    await page.locator('svg').getByText('+100 %').waitFor()
  })

  test('omits voided records unless requested', async () => {
    const { id } = await lab.instrument({ asset_tag: 'VOID-1', name: 'Gauge', unit_of_measure: 'bar' })
    const reading = { nominal_value: '10 bar', tolerance: '± 1 bar', as_found_reading: '10.2 bar' }
    const wrong = await lab.calibrate(id as string, { ...reading, performed_at: '2025-03-02T10:00:00Z' })
    await lab.calibrate(id as string, { ...reading, performed_at: '2026-03-02T10:00:00Z' })
    await lab.void(await lab.caller(), wrong.id as string)
    const page = await tests.visit(manager, `/w/${lab.id}/instruments/${id as string}`)
    await page.locator('[data-point]').first().waitFor()
    assert.equal(await page.locator('[data-point]').count(), 1)
    await page.getByRole('switch', { name: 'Include voided and superseded' }).check()
    await page.locator('[data-point]').nth(1).waitFor()
    await page.getByText('The wrong instrument was measured.').waitFor()
  })

  test('is only a table if readings are not numbers', async () => {
    const { id } = await lab.instrument({ asset_tag: 'WORDS-1', name: 'Level' })
    await lab.calibrate(id as string, { as_found_reading: 'OK', performed_at: '2026-03-02T10:00:00Z' })
    const page = await tests.visit(manager, `/w/${lab.id}/instruments/${id as string}`)
    await page.getByRole('table', { name: 'Readings of all calibrations' }).waitFor()
    assert.equal(await page.locator('[data-point]').count(), 0)
  })
})

describe('acts', () => {
  const act = async (page: Awaited<ReturnType<typeof tests.visit>>, name: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
    return page.getByRole('dialog')
  }

  test('sending out says what will happen and records provider, order and return; receiving starts with them and ends the shipment', async () => {
    const provider = {
      name: 'Norrland Metrology AB',
      accreditation_body: 'Swedac',
      accreditation_number: '1765',
      accreditation_valid_until: '2026-10-31',
      lead_time_days: 14,
    }
    await manager.call('POST', '/providers', { body: provider })
    const path1 = await fresh('ACT-1')
    const page = await tests.visit(manager, path1)
    const dialog = await act(page, 'Send out for calibration')
    await dialog.getByText('ACT-1 · Caliper').waitFor()
    await dialog.locator('select:focus').waitFor()
    await dialog.getByLabel('Provider').selectOption('Norrland Metrology AB')
    await dialog.getByText('Accreditation expired on 31 Oct 2026').waitFor()
    assert.notEqual(await dialog.getByLabel('Expected return').inputValue(), '')
    await dialog.getByLabel('Purchase order').fill('PO-2026-0417')
    await dialog.getByLabel('Cost').fill('480,00')
    await dialog.getByRole('button', { name: 'Send out' }).click()
    await dialog.getByText('Enter both the cost and its currency.').first().waitFor()
    await dialog.getByLabel('Currency').fill('eur')
    await dialog.getByLabel('Reason').fill('Yearly calibration')
    await dialog.getByRole('button', { name: 'Send out' }).click()
    await page.getByText('ACT-1 is out for calibration.').waitFor()
    await page.getByRole('main').getByText('Out for calibration').first().waitFor()
    await page.getByText('Yearly calibration').waitFor()
    for (const noted of ['Norrland Metrology AB', 'PO-2026-0417', 'EUR 480.00']) {
      await page.getByText(noted, { exact: true }).waitFor()
    }
    await page.getByRole('link', { name: 'Receive', exact: true }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Instruments' }).first().click()
    const receive = page.getByRole('link', { name: 'Receive ACT-1' })
    await receive.waitFor()
    await keepScreenshot(page, 'register-receive')
    assert.match((await receive.getAttribute('href')) ?? '', /\/calibrate$/)
    // At the goods-in desk the label is scanned.
    await scan(page, 'act-1')
    await page.getByRole('link', { name: 'Receive', exact: true }).click()
    await page.getByLabel('Certificate number').waitFor()
    const field = page.locator('#record-service_provider')
    assert.equal(await field.inputValue(), 'Norrland Metrology AB')
    await page.getByText('Accreditation expired on 31 Oct 2026').waitFor()
    await page.getByRole('heading', { name: 'Receive ACT-1' }).waitFor()
    await focusOn(page.getByLabel('Certificate number'))
    for (const noted of [/^Swedac · 1765/, 'PO-2026-0417']) await page.getByText(noted).waitFor()
    await page.getByRole('button', { name: 'Change shipment' }).click()
    const invoice = page.getByRole('dialog')
    await invoice.getByLabel('Cost').fill('512.50')
    await invoice.getByRole('button', { name: 'Save' }).click()
    await page.getByText('EUR 512.50', { exact: true }).waitFor()
    await keepScreenshot(page, 'receive')
    await page.getByLabel('Certificate number').fill('NM-2026-17')
    await page.getByRole('textbox', { name: 'As found' }).fill('10.00')
    await page.getByRole('radio', { name: 'Pass', exact: true }).check()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'Calibration of ACT-1 saved.' }).waitFor()
    const warning = 'The accreditation of the provider had expired when the calibration was performed.'
    await page.getByText(warning).waitFor()
    await page.getByRole('link', { name: 'Open record' }).click()
    await page.waitForURL('**/calibrations/*')
    await page.getByRole('note').getByText(warning).waitFor()
    await page.getByText('31 Oct 2026').waitFor()
    await keepScreenshot(page, 'received-record')
    await page.goto(tests.app.origin + path1)
    await page.getByText('In calibration').first().waitFor()
    await page.getByRole('link', { name: 'Calibrate', exact: true }).waitFor()
    await page.getByText('Out for calibration', { exact: true }).waitFor({ state: 'detached' })
  })

  test('an instrument that is out is received without a certificate, and has its former status', async () => {
    const page = await tests.visit(technician, await fresh('ACT-5'))
    const out = await act(page, 'Send out for calibration')
    await out.getByRole('button', { name: 'Send out' }).click()
    await page.getByText('ACT-5 is out for calibration.').waitFor()
    const dialog = await act(page, 'Receive without certificate')
    await dialog.getByRole('button', { name: 'Receive', exact: true }).click()
    await page.getByText('ACT-5 was received.').waitFor()
    await page.getByRole('link', { name: 'Calibrate', exact: true }).waitFor()
  })

  test('an extension that is refused keeps date and reason, and an accepted one is shown', async () => {
    const page = await tests.visit(technician, await fresh('ACT-2'))
    const dialog = await act(page, 'Extend the due date')
    await dialog.getByLabel('New due date').fill('2027-02-01')
    await dialog.getByLabel('Reason').fill('Provider is booked out')
    await dialog.getByRole('button', { name: 'Extend due date' }).click()
    await dialog
      .getByText(/^Must be after today and after the current due date \(.+\)\.$/)
      .first()
      .waitFor()
    assert.equal(await dialog.getByLabel('Reason').inputValue(), 'Provider is booked out')
    await dialog.getByLabel('New due date').fill('2027-04-01')
    await dialog.getByRole('button', { name: 'Extend due date' }).click()
    await page.getByText('The due date of ACT-2 has been extended.').waitFor()
    await page.getByText('1 Apr 2027').first().waitFor()
    await page.getByRole('region', { name: 'History' }).getByText('Due date extended').waitFor()
  })

  test('quarantine is set and lifted by a manager and not offered to a technician', async () => {
    const address = await fresh('ACT-3')
    const page = await tests.visit(manager, address)
    const dialog = await act(page, 'Quarantine')
    await dialog.getByLabel('Reason').fill('Dropped')
    await dialog.getByRole('button', { name: 'Quarantine instrument' }).click()
    await page.getByRole('main').getByText('Quarantined').first().waitFor()
    const other = await tests.visit(technician, address)
    await other.getByRole('button', { name: 'More', exact: true }).click()
    assert.equal(await other.getByRole('menuitem', { name: 'Release from quarantine' }).count(), 0)
    assert.equal(await other.getByRole('menuitem', { name: 'Retire instrument' }).count(), 0)
  })

  test('retiring is final: nothing is left to change', async () => {
    const page = await tests.visit(manager, await fresh('ACT-4'))
    const dialog = await act(page, 'Retire instrument')
    await dialog.getByText('This cannot be undone.').waitFor()
    await dialog.getByLabel('Reason').fill('Worn out')
    await dialog.getByRole('button', { name: 'Retire instrument' }).click()
    await page.getByText('ACT-4 is retired.').waitFor()
    await page.getByRole('link', { name: 'Edit' }).waitFor({ state: 'hidden' })
    await page.getByText('Worn out').waitFor()
  })
})

describe('documents', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )

  test('are added, shown, downloaded and archived', async () => {
    const page = await tests.visit(manager, await fresh('DOC-1'))
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add a document' }).click()
    await (await chooser).setFiles({ name: 'Front panel.png', mimeType: 'image/png', buffer: png })
    await page.getByRole('dialog').getByLabel('Type').selectOption('photo')
    await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()
    await page.getByText('Front panel.png was added.').waitFor()
    const menu = page.getByRole('button', { name: 'Actions for Front panel.png' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Preview' }).click()
    await page.getByRole('img', { name: 'Front panel.png' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const download = page.waitForEvent('download')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Download' }).click()
    assert.equal((await download).suggestedFilename(), 'Front panel.png')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByRole('button', { name: 'Archive document' }).click()
    await page.getByText('Front panel.png is archived.').waitFor()
    await menu.waitFor({ state: 'hidden' })
  })

  test('of another type are refused with the reason, and the choice is kept', async () => {
    const page = await tests.visit(manager, await fresh('DOC-2'))
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add a document' }).click()
    await (
      await chooser
    ).setFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') })
    await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
  })
})

describe('an instrument that was just entered', () => {
  test('explains what its drift chart will show, and shows the record that it was entered with', async () => {
    const { id } = await lab.instrument({ asset_tag: 'NEW-1', last_calibration_date: '2026-03-02T10:00:00Z' })
    const page = await tests.visit(technician, `/w/${lab.id}/instruments/${id as string}`)
    const drift = page.getByRole('region', { name: 'Calibration history and drift' })
    await drift.getByText('No readings yet').waitFor()
    await drift.getByText('After the first calibration with readings').waitFor()
    await drift.getByRole('link', { name: 'Starting record: calibrated on 2 Mar 2026' }).click()
    await page.waitForURL('**/calibrations/*')
  })

  test('suggests photo for a picture, and certificate for any other file', async () => {
    const page = await tests.visit(technician, await fresh('PHOTO-1'))
    const kind = page.getByRole('dialog').getByLabel('Type')
    for (const [mimeType, proposed] of [
      ['image/png', 'photo'],
      ['application/pdf', 'certificate'],
    ] as const) {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'file', mimeType, buffer: Buffer.from('x') })
      await kind.waitFor()
      assert.equal(await kind.inputValue(), proposed)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await kind.waitFor({ state: 'hidden' })
    }
  })

  test('has no check mark for a calibration that it failed', async () => {
    const { id } = await lab.instrument({ asset_tag: 'FAIL-1' })
    await lab.calibrate(id as string, { performed_at: '2026-03-02T10:00:00Z', result: 'FAIL' })
    await lab.calibrate(id as string, { performed_at: '2026-04-02T10:00:00Z' })
    const page = await tests.visit(technician, `/w/${lab.id}/instruments/${id as string}`)
    const icon = (result: string) =>
      page
        .getByRole('listitem')
        .filter({ hasText: 'Calibration' })
        .filter({ hasText: result })
        .locator('svg')
        .first()
    await icon('Fail').and(page.locator('[data-icon=close]')).waitFor()
    await icon('Pass').and(page.locator('[data-icon=check]')).waitFor()
  })
})

test('an edit that another person has overtaken shows both values of each field, and keeps what both entered', async () => {
  const edited = await fresh('EDIT-1')
  const id = edited.split('/').at(-1)!
  const patch = (body: object) => manager.call('PATCH', `/instruments/${id}`, { body })
  await patch({ customFields: { Owner: 'Line 3' } })
  const page = await tests.visit(manager, `${edited}/edit`, { locale: 'de-DE' })
  await page.getByLabel('Name *').fill('Caliper B')
  await page.getByRole('textbox', { name: 'Owner' }).fill('Line 5')
  await patch({
    name: 'Caliper A',
    responsible_id: manager.personId,
    customFields: { Owner: 'Line 4', Room: '12' },
  })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.getByRole('button', { name: 'Speichern' }).click()
    const warning = page.getByRole('alert')
    for (const row of [
      /^Name.*Caliper A.*Caliper B$/,
      /^Owner.*Line 4.*Line 5$/,
      /^Room.*12/,
      /^Verantwortliche Person(?!.*[0-9a-f]{8}-)/,
    ]) {
      await warning.getByRole('row', { name: row }).waitFor()
    }
    assert.ok(await warning.evaluate((box) => box.getBoundingClientRect().top >= 0), 'it is in view')
    const take = warning.getByRole('button', { name: 'Meine Änderungen auf die neuere Fassung anwenden' })
    const label = take.locator('.mantine-Button-label')
    assert.ok((await label.evaluate((text) => text.scrollWidth - text.clientWidth)) <= 0, 'its words are cut')
    await keepScreenshot(page, `edit-conflict-${width}`)
  }
  await page.getByRole('button', { name: /^Meine Änderungen/ }).click()
  await page.getByRole('textbox', { name: 'Room' }).waitFor()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.waitForURL(`**${edited}`)
  const { body } = await manager.call('GET', `/instruments/${id}`)
  assert.equal(body.name, 'Caliper B')
  assert.deepEqual(body.customFields, { Owner: 'Line 5', Room: '12' })
})
