import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { addProcedureDocument, attachDocument } from '../../../server/test/documents.ts'
import { textOf, without } from '../../../server/test/rendered-pages.ts'
import { signInAs } from '../../../server/test/session.ts'
import { release } from '../../../server/test/workspaces/released-procedure.ts'
import {
  checkAccessibility,
  checkTouchTargets,
  focusOn,
  hiddenBeside,
  keepScreenshot,
  settled,
  startBrowserTests,
} from '../support/browser.ts'
import { field, saving } from '../support/calibration-form.ts'
import { cell, followersOf, newestRecordOf, rowOf, saved, volts } from '../support/point-form.ts'

/** Keys for each point beside the characters of its reading: Enter, which goes on to the next one. */
const KEYS_PER_POINT = 1

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const technician = await signInAs(tests.app, lab, 'technician', { name: 'Tess Technician' })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn Manager' })

const follower = followersOf(lab, manager)
const recordOf = newestRecordOf(lab, manager)
/** Releases the next revision of the procedure of an instrument, with a document. */
async function nextRevisionWith(instrumentId: string, fileName: string): Promise<void> {
  const { body } = await manager.call('GET', `/instruments/${instrumentId}/points`)
  await manager.call('POST', `/procedures/${body.procedure.id}/draft`)
  await addProcedureDocument(manager, body.procedure.id, fileName)
  await release(manager, body.procedure.id)
}
const paste = (page: Page, text: string) =>
  page.evaluate(
    `(() => {
      const data = new DataTransfer()
      data.setData('text/plain', ${JSON.stringify(text)})
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })()`,
  )

describe('the points of a procedure', () => {
  test('are filled in by keyboard only: 40 points with one key each in addition to their readings', async () => {
    const { id, path, tag } = await follower({ points: volts(40) })
    const page = await tests.visit(technician, path)
    await cell(page, 0).focus()
    let keys = 0
    let characters = 0
    const press = async (key: string) => {
      await page.keyboard.press(key)
      keys += 1
    }
    for (let point = 1; point <= 40; point++) {
      const reading = `${point}.01`
      await page.keyboard.type(reading)
      characters += reading.length
      await press('Enter')
    }
    await focusOn(page.getByRole('radio', { name: 'Pass', exact: true }))
    await page.getByText('40 of 40 points entered, 0 out of tolerance.').waitFor()
    await press('Space')
    await press('Control+Enter')
    await saved(page, tag).waitFor()
    assert.equal(keys, 40 * KEYS_PER_POINT + 2)
    // At two keys a second, which is slow, that is well under 3 minutes.
    assert.ok((keys + characters) / 2 < 180, `${keys + characters} keys`)
    const record = await recordOf(id)
    assert.equal(record.measurement_count, 40)
    assert.deepEqual(record.measurements[39].as_found.readings, ['40.01'])
    assert.equal(record.procedure_code, `CP-${tag}`)
  })

  test('take 8 keys for a routine pass of one point', async () => {
    const { id, path, tag } = await follower({ points: volts(1) })
    const page = await tests.visit(technician, path)
    await focusOn(cell(page, 0))
    await page.keyboard.type('1.010')
    for (const key of ['Enter', 'Space', 'Control+Enter']) {
      if (key === 'Space') await focusOn(page.getByRole('radio', { name: 'Pass', exact: true }))
      await page.keyboard.press(key)
    }
    await saved(page, tag).waitFor()
    assert.equal((await recordOf(id)).result, 'PASS')
  })

  test('show deviation, percent and verdict while typing, and require as-left readings for points out of tolerance', async () => {
    const { id, path, tag } = await follower({ points: volts(3), decision_rule: 'simple_acceptance' })
    const page = await tests.visit(technician, path)
    await cell(page, 0).fill('1,02')
    await rowOf(page, '1.00 V').getByText('+0.02 V').waitFor()
    await rowOf(page, '1.00 V').getByText('40 %').waitFor()
    await rowOf(page, '1.00 V').getByText('In tolerance').waitFor()
    assert.equal(await cell(page, 0, 'left.0').count(), 0)
    await cell(page, 1).fill('2.08')
    await rowOf(page, '2.00 V').getByText('Out of tolerance').waitFor()
    await cell(page, 2).fill('about 3')
    await rowOf(page, '3.00 V').getByText('Not a number').waitFor()
    await page.getByRole('radio', { name: 'Pass', exact: true }).check()
    await page.getByRole('alert').getByText('The decision rule rejects 1 point').waitFor()
    await field(page, 'Out-of-tolerance justification').waitFor()
    await cell(page, 1, 'left.0').fill('2.00')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByText('the matching result is “Pass, adjusted”').waitFor()
    await keepScreenshot(page, 'calibrate-points')
    await saving(page).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await cell(page, 2).getAttribute('aria-invalid'), 'true')
    await cell(page, 2).fill('3')
    await checkAccessibility(page)
    await saving(page).click()
    await saved(page, tag).waitFor()
    const { measurements, as_found_reading: worst } = await recordOf(id)
    assert.deepEqual(
      [measurements[0].as_found.readings, measurements[1].as_left.readings],
      [['1.02'], ['2.00']],
    )
    assert.equal(worst, '2.08 V')
  })

  test('that were not measured after an adjustment are named in a warning, before and after saving', async () => {
    const { path, tag } = await follower({ points: volts(3) })
    const page = await tests.visit(technician, path)
    for (const [row, reading] of ['1.08', '2.01', '3.01'].entries()) await cell(page, row).fill(reading)
    await cell(page, 0, 'left.0').fill('1.00')
    await page.getByRole('radio', { name: 'Pass, adjusted' }).check()
    const warning = page.getByRole('note').filter({ hasText: 'Not measured after the adjustment' })
    await warning.getByText('DC voltage · 100 V · 2.00 V; DC voltage · 100 V · 3.00 V').waitFor()
    await keepScreenshot(page, 'calibrate-points-warnings')
    await cell(page, 1).press('F2')
    await page
      .getByRole('textbox', { name: 'Not affected by the adjustment: reason' })
      .fill('The range was not adjusted.')
    await rowOf(page, '2.00 V').getByText('Unchanged by the adjustment: The range was not').waitFor()
    await warning.getByText('DC voltage · 100 V · 3.00 V', { exact: true }).waitFor()
    await saving(page).click()
    await saved(page, tag).waitFor()
    await page.getByRole('link', { name: 'Open record' }).click()
    await warning.getByText('DC voltage · 100 V · 3.00 V', { exact: true }).waitFor()
  })

  test('that a person judges take one key each, as does an observation at any other point', async () => {
    const nominal = { value: '20', unit: 'mm' }
    const judged = (member: string, text: string) => ({ function: member, nominal, tolerance: { text } })
    const { id, path, tag } = await follower({
      points: [judged('GO', 'enters by its own weight'), judged('NO-GO', 'does not enter'), ...volts(1)],
    })
    const page = await tests.visit(technician, path)
    await cell(page, 0).focus()
    await page.keyboard.press('g')
    await focusOn(cell(page, 1))
    await page.keyboard.press('n')
    await focusOn(cell(page, 2))
    await page.keyboard.press('o')
    await focusOn(cell(page, 2, 'left.0'))
    assert.deepEqual(await Promise.all([0, 1, 2].map((row) => cell(page, row).inputValue())), [
      'GO',
      'NO-GO',
      'OL',
    ])
    await page.getByText('3 of 3 points entered, 1 out of tolerance.').waitFor()
    await cell(page, 2).press('F2')
    await page.getByRole('checkbox', { name: 'OL, As found: conforms' }).check()
    await keepScreenshot(page, 'calibrate-points-judged')
    await checkAccessibility(page)
    await page.getByText('3 of 3 points entered, 0 out of tolerance.').waitFor()
    await page.getByRole('radio', { name: 'Pass', exact: true }).check()
    await saving(page).click()
    await saved(page, tag).waitFor()
    const { measurements } = await recordOf(id)
    assert.deepEqual(
      measurements.map(({ as_found: found }: any) => [found.observed, found.judgement]),
      ['GO', 'NO-GO', 'OL'].map((observed) => [observed, 'conforms']),
    )
  })

  test('accept a block from a spreadsheet, with decimal commas and repeated readings in columns', async () => {
    const { id, path, tag } = await follower({ points: volts(3, { repeats: 2 }) })
    const page = await tests.visit(technician, path)
    await cell(page, 0).focus()
    await paste(page, '1,00\t1,02\r\n2,00\t2,02\r\n3,00\t3,02\r\n4,00\t4,02\r\n')
    await rowOf(page, '2.00 V').getByText('Mean 2.01 V, s = 0.0141 V').waitFor()
    const leftOver = page.getByRole('alert').filter({ hasText: '1 line of the pasted block' })
    await leftOver.getByText('Line 4: there are no more points. 4,00 · 4,02').waitFor()
    await leftOver.getByRole('button', { name: 'Dismiss' }).click()
    await leftOver.waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: 'Pass', exact: true }).check()
    await page.getByRole('button', { name: 'As left same as found for all' }).click()
    await keepScreenshot(page, 'calibrate-points-pasted')
    await saving(page).click()
    await saved(page, tag).waitFor()
    const { measurements } = await recordOf(id)
    assert.deepEqual(
      measurements.map((point: any) => [point.as_found.readings, point.as_left.readings]),
      [1, 2, 3].map((nominal) => {
        const readings = [`${nominal}.00`, `${nominal}.02`]
        return [readings, readings]
      }),
    )
  })

  test('are entered next to the documents of the procedure, which disappear when they are archived; likewise a single reading', async () => {
    const { id } = await lab.instrument({ asset_tag: 'READ-1' })
    await attachDocument(manager, id, 'How to read.png', 'procedure')
    const page = await tests.visit(manager, `/w/${lab.id}/instruments/${id}/calibrate`)
    await page.locator('summary', { hasText: 'Work instruction' }).click()
    await page.getByRole('button', { name: 'Actions for How to read.png' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByRole('button', { name: 'Archive document' }).click()
    await page.locator('summary', { hasText: 'Work instruction' }).waitFor({ state: 'detached' })
  })

  test('that are skipped, and conditions outside the limits, require a description of the deviation from the procedure', async () => {
    const environment = { temperature: { lower: '18', upper: '22', unit: '°C' }, humidity: null }
    const { id, path, tag } = await follower({
      points: volts(2),
      environment,
      work_instruction: '1. Warm up for **an hour**.',
      required_standards: [{ role: 'Calibrator', minimum_tur: '4' }],
    })
    await attachDocument(manager, id, 'Wiring of the input.png', 'procedure')
    await nextRevisionWith(id, 'Connections.png')
    const page = await tests.visit(technician, path)
    await page.locator('summary', { hasText: 'Work instruction' }).click()
    await page.getByText('Warm up for an hour.').waitFor()
    await page.getByText(/^Calibrator \(.*4/).waitFor()
    await page.getByRole('button', { name: 'Show Wiring of the input.png' }).waitFor()
    await page.getByRole('button', { name: 'Show Connections.png' }).click()
    await page.getByRole('img', { name: 'Connections.png' }).waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'work-instruction')
    const deviation = field(page, 'Deviation from the procedure')
    await cell(page, 0).fill('1.00')
    assert.equal(await deviation.count(), 0)
    await page.getByRole('radio', { name: 'Pass', exact: true }).check()
    await page.getByText('1 point of the procedure is not measured.').waitFor()
    await saving(page).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await deviation.getAttribute('aria-invalid'), 'true')
    // A reason in place of readings is no omission.
    await cell(page, 1).press('F2')
    await field(page, 'Not measured as found: reason').fill('Range not in use')
    await page.getByText('1 point of the procedure is not measured.').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await rowOf(page, '2.00 V').getByText('Not measured: Range not in use').waitFor()
    await page.getByRole('button', { name: /more field/ }).click()
    await field(page, 'Temperature').fill('25 °C')
    await page.getByText('Temperature is outside the limits of the procedure.').waitFor()
    await deviation.fill('The climate control was being serviced.')
    await saving(page).click()
    await saved(page, tag).waitFor()
    const record = await recordOf(id)
    assert.equal(record.measurements[1].as_found.not_applicable, 'Range not in use')
    assert.equal(record.deviation_from_procedure, 'The climate control was being serviced.')
  })

  test('have the uncertainty of their budget, which follows from readings, resolution and standard', async () => {
    const budgetId = '019345b6-2f10-7c44-8d21-6b0a9e3f5c77'
    const contributors = [
      { name: 'Standard', type: 'B', distribution: 'normal', value_from: 'standard' },
      { name: 'Resolution', type: 'B', distribution: 'rectangular', value_from: 'resolution' },
      { name: 'Readings', type: 'A', distribution: 'student', value_from: 'readings' },
    ]
    const { id, path, tag } = await follower({
      points: volts(1, { repeats: 3, budget_id: budgetId }),
      budgets: [{ id: budgetId, name: 'Volts', unit: 'V', contributors }],
      decision_rule: 'guard_band_u',
    })
    const standard = await lab.instrument({
      asset_tag: 'CAL-1',
      name: 'Calibrator',
      is_reference_standard: true,
    })
    await lab.calibrate(standard.id, { measurement_uncertainty: '0.004 V', coverage_factor: '2' })
    const page = await tests.visit(technician, path)
    await cell(page, 0).fill('1.00')
    await page.getByText('needs a reference standard whose last calibration').waitFor()
    await cell(page, 0).press('F2')
    await page.getByRole('combobox', { name: 'Standard of this point' }).fill('CAL-1')
    await page.getByRole('option', { name: 'CAL-1 · Calibrator' }).click()
    await page.getByText('needs at least two readings').waitFor()
    await cell(page, 0, 'found.1').fill('1.01')
    await cell(page, 0, 'found.2').fill('1.00')
    const shown = rowOf(page, '1.00 V').getByText(/^U = /)
    const words = await shown.innerText()
    await page.getByRole('radio', { name: 'Pass', exact: true }).check()
    await keepScreenshot(page, 'calibrate-points-details')
    await saving(page).click()
    await saved(page, tag).waitFor()
    const [point] = (await recordOf(id)).measurements
    const { expanded, coverage_factor: factor, unit } = point.uncertainty
    assert.equal(words, `U = ${expanded} ${unit} (k = ${factor})`)
    assert.equal(point.standard_asset_id, standard.id)
  })
})

test('on a phone one point is shown at a time, and Enter moves to the next one', async () => {
  const { id, path, tag } = await follower({ points: volts(3) })
  for (const locale of ['de-DE', 'en-GB']) {
    const page = await tests.visit(technician, path, { look: 'tablet', locale })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.reload()
    await settled(page)
    await cell(page, 0).fill('1.2')
    await page.keyboard.press('Enter')
    await focusOn(cell(page, 0, 'left.0'))
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
    assert.deepEqual(await hiddenBeside(page), [])
    await checkTouchTargets(page)
    await checkAccessibility(page)
    await keepScreenshot(page, `calibrate-points-phone-${locale}`)
    if (locale === 'de-DE') continue
    await page.keyboard.type('1.0')
    await page.keyboard.press('Enter')
    await focusOn(cell(page, 1))
    await page.getByText('Point 2 of 3').waitFor()
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await cell(page, 2).fill('3')
    await page.getByRole('button', { name: 'Previous point' }).click()
    await focusOn(cell(page, 1))
    await page.getByRole('radio', { name: 'Pass, adjusted' }).check()
    await saving(page).click()
    await saved(page, tag).waitFor()
    assert.equal((await recordOf(id)).measurement_count, 3)
  }
})

test('readings outlast a reload and a network that is gone, and are sent once', async () => {
  const { id, path, tag } = await follower({ points: volts(2) })
  const page = await tests.visit(technician, path)
  await cell(page, 0).fill('1.01')
  await cell(page, 1).fill('2.01')
  await page.reload()
  await settled(page)
  assert.deepEqual([await cell(page, 0).inputValue(), await cell(page, 1).inputValue()], ['1.01', '2.01'])
  await page.getByRole('radio', { name: 'Pass', exact: true }).check()
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/calibrations'))
      keys.push(request.headers()['idempotency-key'])
  })
  await page.context().setOffline(true)
  await saving(page).click()
  await page.getByRole('button', { name: 'Try now' }).waitFor()
  await page.context().setOffline(false)
  await saved(page, tag).waitFor()
  assert.ok(keys.length >= 2, `${keys.length} tries`)
  assert.equal(new Set(keys).size, 1)
  const { body } = await manager.call('GET', `/instruments/${id}/calibrations`)
  assert.equal(body.data.length, 1)
  assert.equal(body.data[0].measurement_count, 2)
})

test('a record that waits for the network can be changed or withdrawn', async () => {
  const { id, path, tag } = await follower({ points: volts(1) })
  const page = await tests.visit(technician, path)
  const notice = page.getByRole('status').filter({ hasText: 'Not sent yet. Saved on this device' })
  const saveWithoutNetwork = async () => {
    await cell(page, 0).fill('1.01')
    await page.getByRole('radio', { name: 'Pass', exact: true }).check()
    await page.context().setOffline(true)
    await saving(page).click()
    await notice.waitFor()
  }
  await saveWithoutNetwork()
  await notice.getByRole('button', { name: 'Edit' }).click()
  await notice.waitFor({ state: 'detached' })
  await cell(page, 0).fill('1.02')
  await saving(page).click()
  await notice.waitFor()
  await page.context().setOffline(false)
  await saved(page, tag).waitFor()
  assert.deepEqual((await recordOf(id)).measurements[0].as_found.readings, ['1.02'])
  await page.goto(tests.app.origin + path)
  await saveWithoutNetwork()
  await notice.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Withdraw record' }).click()
  await notice.waitFor({ state: 'detached' })
  assert.equal(await cell(page, 0).inputValue(), '')
  await page.context().setOffline(false)
  const { body } = await manager.call('GET', `/instruments/${id}/calibrations`)
  assert.equal(body.data.length, 1)
})

test('points of an instrument without a procedure are entered by keyboard or as a block', async () => {
  const { id } = await lab.instrument({ asset_tag: 'HAND-1', name: 'Voltmeter', unit_of_measure: 'V' })
  const page = await tests.visit(technician, `/w/${lab.id}/instruments/${id}/calibrate`)
  await page.getByRole('button', { name: 'Enter several points' }).click()
  await cell(page, 0, 'nominal').focus()
  await paste(page, '5,00\tV\t0,05\t5,01\n10,00\tV\t0,10\t10,20')
  await page.getByText('2 of 2 points entered, 1 out of tolerance.').waitFor()
  await page.getByRole('radio', { name: 'Fail', exact: true }).check()
  await keepScreenshot(page, 'calibrate-points-by-hand')
  await saving(page).click()
  await saved(page, 'HAND-1').waitFor()
  const { measurements } = await recordOf(id)
  assert.deepEqual(
    measurements.map((point: any) => [
      point.nominal.value,
      point.tolerance.symmetric.absolute,
      point.as_found.verdict,
    ]),
    [
      ['5.00', '0.05', 'in'],
      ['10.00', '0.10', 'out'],
    ],
  )
})

describe('a correction', () => {
  const recorded = async (members: object = {}) => {
    const { id, tag } = await follower({ points: volts(3), decision_rule: 'guard_band_u' })
    const { body } = await manager.call('GET', `/instruments/${id}/points`)
    const measurements = body.points.map((point: any) => ({
      point_id: point.point_id,
      as_found: { readings: [point.nominal.value] },
      uncertainty: { expanded: '0.01', coverage_factor: '2' },
    }))
    return { record: await lab.calibrate(id, { measurements, ...members }), tag }
  }
  const textOfCertificate = async (id: string) => {
    const path = `${tests.app.origin}/api/public/v1/calibrations/${id}/certificate`
    const response = await fetch(path, { headers: { authorization: `Bearer ${lab.key}` } })
    return textOf(Buffer.from(await response.arrayBuffer()))
  }

  test('of a point changes summary, certificate and chart together, whatever summary was stated before', async (t) => {
    const stated = {
      nominal_value: '2.00 V',
      tolerance: '0.05 V',
      as_found_reading: '2.25 V',
      coverage_factor: '2',
    }
    const { record, tag } = await recorded({ ...stated, result: 'FAIL' })
    const page = await tests.visit(manager, `/w/${lab.id}/calibrations/${record.id}/correct`)
    const summary = page.getByRole('region', { name: 'Summary of the record' })
    await summary.getByText('1.00 V').first().waitFor()
    assert.equal(await summary.getByRole('textbox').count(), 0)
    await cell(page, 1).fill('2.0325')
    await summary.getByText('2.0325 V').waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'correct-summary')
    await page.getByRole('textbox', { name: 'Reason for the correction' }).fill('The summary was made up.')
    await page.getByRole('button', { name: 'Save correction' }).click()
    await page.getByText(`Correction for ${tag} saved.`).waitFor()
    const { superseded_by_id: correctionId } = await lab.record(record.id)
    const correction = await lab.record(correctionId)
    assert.deepEqual(
      [correction.nominal_value, correction.as_found_reading, correction.measurements[1].as_found.mean],
      ['2.00 V', '2.0325 V', '2.0325'],
    )
    await page.getByRole('link', { name: 'Open record' }).click()
    const chart = page.getByRole('slider', { name: /^Deviation from nominal: / })
    await chart.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    assert.match((await chart.getAttribute('aria-valuetext'))!, /As found 2\.0325 V/)
    if (without('pdftotext')) return t.skip('pdftotext is not installed')
    const text = await textOfCertificate(correctionId)
    // To the place of the uncertainty.
    assert.ok(text.includes('2.03 ') && !text.includes('2.25'), text)
  })

  test('changes a point, lists the points that differ before it is saved, and keeps the others', async () => {
    const { record, tag } = await recorded()
    const page = await tests.visit(manager, `/w/${lab.id}/calibrations/${record.id}/correct`)
    await page.getByText('No changes yet.').waitFor()
    await cell(page, 1).fill('2,02')
    const changes = page.getByRole('region', { name: 'What changes' })
    const row = changes.getByRole('row').filter({ hasText: 'DC voltage · 100 V · 2.00 V' })
    await row.getByText('As found: 2.00 V').waitFor()
    await row.getByText('As found: 2.02 V').waitFor()
    await page.getByRole('textbox', { name: 'Reason for the correction' }).fill('Misread.')
    await keepScreenshot(page, 'correct-points')
    await page.getByRole('button', { name: 'Save correction' }).click()
    await page.getByText(`Correction for ${tag} saved.`).waitFor()
    const old = await lab.record(record.id)
    const correction = await lab.record(old.superseded_by_id)
    assert.deepEqual(correction.measurements[1].as_found.readings, ['2.02'])
    assert.deepEqual(correction.measurements[0], old.measurements[0])
    assert.deepEqual(correction.measurements[2], old.measurements[2])
    assert.equal(correction.as_found_reading, '2.02 V')
    await page.getByRole('link', { name: 'Open record' }).click()
    const comparison = page.getByRole('region', { name: 'Before and after the correction' })
    await comparison.getByRole('table', { name: 'Points that differ' }).getByText('2.02 V').waitFor()
    await page.getByRole('button', { name: 'Show more figures' }).click()
    const points = page.getByRole('table', { name: 'Points of this calibration' })
    await points.getByText('Probability of conformance').first().waitFor()
    assert.equal(await points.getByText('TUR').count(), 3)
    await checkAccessibility(page)
    await keepScreenshot(page, 'points-facts')
  })
})
