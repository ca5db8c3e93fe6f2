import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { keepScreenshot, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn Manager' })

let tags = 0
const gauge = async (body: object = {}): Promise<string> => {
  tags += 1
  const { id } = await lab.instrument({
    asset_tag: `G-${tags}`,
    name: 'Gauge',
    unit_of_measure: 'mm',
    ...body,
  })
  return id as string
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const newest = async (instrumentId: string) =>
  (await manager.call('GET', `/instruments/${instrumentId}/calibrations?sort=-updated_at`)).body
    .data[0] as Record<string, string | null>

const measuredOf = ({
  nominal_value,
  tolerance,
  as_found_reading,
  as_left_reading,
}: Record<string, unknown>) => [nominal_value, tolerance, as_found_reading, as_left_reading]

/** Values as a program sends them: numbers alone. */
const bare = {
  nominal_value: '100',
  tolerance: '±0.05',
  as_found_reading: '100.01',
  as_left_reading: '100',
  measurement_uncertainty: '0.004',
}

/** A record that the page shows in millimetres, also after the register has turned to inches. */
async function measuredInMillimetres() {
  const instrumentId = await gauge()
  const record = await lab.calibrate(instrumentId, bare)
  await manager.call('PATCH', `/instruments/${instrumentId}`, { body: { unit_of_measure: 'in' } })
  return { instrumentId, id: record.id as string }
}

describe('numbers without a unit', () => {
  test('are saved in the unit of the register; what has a unit, a % or no number is saved as typed', async () => {
    const id = await gauge()
    const page = await tests.visit(manager, `/w/${lab.id}/instruments/${id}/calibrate`)
    await page.getByText('Values without a unit are saved in mm').waitFor()
    await field(page, 'Nominal value').fill('100')
    await field(page, 'Tolerance').fill('2 %')
    await field(page, 'As found').fill('100.01 µm')
    await field(page, 'As left').fill('100,01')
    await page.getByRole('radio', { name: 'Pass', exact: true }).check()
    await page.getByRole('button', { name: 'Save record' }).click()
    await page.getByText(/Calibration of G-\d+ saved/).waitFor()
    assert.deepEqual(measuredOf(await newest(id)), ['100 mm', '2 %', '100.01 µm', '100,01 mm'])
  })

  test('are shown in the unit that the instrument had when they were measured', async () => {
    const { id } = await measuredInMillimetres()
    for (const path of ['', '/print']) {
      const page = await tests.visit(manager, `/w/${lab.id}/calibrations/${id}${path}`)
      const sheet = page.getByRole('article', { name: 'Calibration record' })
      await sheet.getByText('±0.05 mm').waitFor()
      for (const text of ['100 mm', '100.01 mm', '+0.01 mm', '0.004 mm']) {
        await sheet.getByText(text, { exact: true }).first().waitFor()
      }
      assert.equal(await sheet.getByText(/\d in$/).count(), 0)
    }
  })

  test('are shown in that unit on the page of the instrument, too: in the table, at a point and in the history', async () => {
    const { instrumentId } = await measuredInMillimetres()
    await lab.calibrate(instrumentId, {
      nominal_value: '4',
      tolerance: '±0.002',
      as_found_reading: '4.001',
      as_left_reading: '4.001',
      performed_at: '2026-11-20T10:00:00.000Z',
    })
    const page = await tests.visit(manager, `/w/${lab.id}/instruments/${instrumentId}`)
    const drift = page.getByRole('region', { name: 'Calibration history and drift' })
    const row = drift.getByRole('table').getByRole('row').filter({ hasText: '100.01' })
    for (const text of ['100 mm', '±0.05 mm', '100.01 mm', '+0.01 mm', '0.004 mm']) {
      await row.getByText(text, { exact: true }).first().waitFor()
    }
    const later = drift.getByRole('table').getByRole('row').filter({ hasText: '4.001' })
    await later.getByText('4.001 in', { exact: true }).first().waitFor()
    await drift.locator('[data-point][aria-label*="As found 100.01 mm"]').waitFor()
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('As found 100.01 mm · As left 100 mm').waitFor()
    await history.getByText('As found 4.001 in · As left 4.001 in').waitFor()
  })

  test('of a corrected record keep the unit in which they were measured, as the list of changes shows', async () => {
    const { id, instrumentId } = await measuredInMillimetres()
    const page = await tests.visit(manager, `/w/${lab.id}/calibrations/${id}/correct`)
    await page.getByText('Values without a unit are saved in mm').waitFor()
    await field(page, 'As left').fill('100.02')
    const row = page.getByRole('row').filter({ hasText: 'As left' })
    await row.getByText('100.02 mm').waitFor()
    await field(page, 'Reason').fill('Slip of the pen')
    await page.getByRole('button', { name: 'Save correction' }).click()
    await page.getByText(/Correction for G-\d+ saved/).waitFor()
    assert.deepEqual(measuredOf(await newest(instrumentId)), ['100 mm', '±0.05 mm', '100.01 mm', '100.02 mm'])
  })
})

test('in German both decimal commas and points are accepted, and computed values are shown with a comma', async () => {
  const id = await gauge({ tolerance_spec: '0.05 mm' })
  const path = `/w/${lab.id}/instruments/${id}/calibrate`
  const page = await tests.visit(manager, path, { locale: 'de-DE' })
  await field(page, 'Nennwert').fill('50 mm')
  await field(page, 'Toleranz').fill('0.05 mm')
  await field(page, 'Wie vorgefunden').fill('50,03')
  await page.getByText('+0,03 mm', { exact: true }).waitFor()
  await page.getByText('Grenzen: 49,95 bis 50,05 mm.').waitFor()
  await field(page, 'Wie hinterlassen').fill('n/a')
  assert.equal(await field(page, 'Wie vorgefunden').inputValue(), '50.03')
  await keepScreenshot(page, 'calibrate-german')
  await field(page, 'Wie hinterlassen').fill('50,010')
  await page.getByRole('radio', { name: 'Bestanden', exact: true }).check()
  await page.getByRole('button', { name: 'Eintrag speichern' }).click()
  await page.getByText(/G-\d+ gespeichert/).waitFor()
  assert.deepEqual(measuredOf(await newest(id)), ['50 mm', '0.05 mm', '50.03 mm', '50.010 mm'])
})

test('the form of an instrument shows while typing whether a tolerance can be compared, and how it is understood', async () => {
  const page = await tests.visit(manager, `/w/${lab.id}/instruments/new`)
  const unit = page.getByRole('textbox', { name: 'Unit' })
  const tolerance = page.getByRole('textbox', { name: 'Tolerance' })
  await unit.fill('mm')
  const cases = [
    ['±0.02', 'Read as ±0.02 mm.'],
    ['+0.1/-0.2', 'Read as −0.2 to +0.1 mm.'],
    ['0.5 %', 'Read as ±0.5 % of the nominal value.'],
    ['0.5 % of reading', 'Read as ±0.5 % of the reading.'],
    ['Class 1', 'Cannot be evaluated; a person must decide.'],
    ['1,234', 'Cannot be evaluated: the number is ambiguous'],
    ['50 g', 'Cannot be evaluated for values in mm; a person must decide.'],
  ] as const
  for (const [text, words] of cases) {
    await tolerance.fill(text)
    await page.getByRole('status').getByText(words).waitFor()
  }
  await unit.fill('m³/h')
  await tolerance.fill('0.2 m3/h')
  await page.getByText('Read as ±0.2 m³/h.').waitFor()
})
