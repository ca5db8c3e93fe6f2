import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { PNG } from '../../../server/test/documents.ts'
import { signInAs, TEST_PASSWORD } from '../../../server/test/session.ts'
import {
  caliperPoint,
  draftProcedure,
  releasedProcedure,
} from '../../../server/test/workspaces/released-procedure.ts'
import {
  hiddenBeside,
  checkAccessibility,
  keepScreenshot,
  lookAtPage,
  settled,
  startBrowserTests,
} from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Mia Manager' })
const technician = await signInAs(tests.app, lab, 'technician', { name: 'Tim Technician' })
const at = (path: string) => `/w/${lab.id}${path}`

const budgetId = '019345b6-2f10-7c44-8d21-6b0a9e3f5c12'
const content = {
  title: 'Calibration of calipers',
  scope: 'Calipers with a range of up to 300 mm.',
  work_instruction:
    '# Prepare\n- Clean the jaws.\n- Wait for **30 minutes**.\n\n# Measure\n1. Close the jaws.\n2. Read.',
  environment: { temperature: { lower: '18', upper: '22', unit: '°C' }, humidity: null },
  required_standards: [{ role: 'Gauge block set, grade 1', minimum_tur: '4' }],
  decision_rule: 'simple_acceptance',
  warm_up_minutes: 30,
  grace_days: 14,
  points: [
    ...['10.00', '50.00', '100.00'].map((value) => caliperPoint(value, { repeats: 3, budget_id: budgetId })),
    caliperPoint('20.00', {
      function: 'Inside jaws',
      tolerance: { upper: { counts: '2' }, lower: { absolute: '0.01' } },
    }),
  ],
  budgets: [
    {
      id: budgetId,
      name: 'Outside jaws',
      unit: 'mm',
      contributors: [
        {
          name: 'Gauge blocks',
          type: 'B',
          distribution: 'normal',
          value: '0.0005',
          divisor: '2',
          source: 'D-K-15008',
        },
        { name: 'Temperature', type: 'B', distribution: 'u_shaped', value: '0.001' },
        { name: 'Resolution', type: 'B', distribution: 'rectangular', value_from: 'resolution' },
        { name: 'Repeatability', type: 'A', distribution: 'student', value_from: 'readings' },
      ],
    },
  ],
}
const caliper = await releasedProcedure(manager, { ...content, code: 'CP-DIM-01' })
const path = at(`/procedures/${caliper.procedure_id}`)

async function follower(assetTag: string): Promise<string> {
  const { id } = await lab.instrument({ asset_tag: assetTag })
  await manager.call('PATCH', `/instruments/${id}`, { body: { procedure_id: caliper.procedure_id } })
  return id
}
const instrumentId = await follower('CAL-1')

describe('procedures', () => {
  test('are listed with their state, and lead to the revision that is released', async () => {
    await draftProcedure(manager, { code: 'CP-NEW', title: 'Gauges' })
    const page = await tests.visit(technician, at('/procedures'))
    await page.getByRole('row', { name: /CP-DIM-01.*Released/ }).waitFor()
    await page.getByLabel('Status').selectOption('draft')
    await page.getByRole('row', { name: /CP-NEW.*Draft 1/ }).waitFor()
    await page.getByRole('row', { name: /CP-DIM-01/ }).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('link', { name: 'New procedure' }).count(), 0)
    await page.getByLabel('Status').selectOption('')
    await page.getByRole('link', { name: 'CP-DIM-01' }).click()
    await page.getByRole('heading', { name: 'CP-DIM-01' }).waitFor()
    await page.getByRole('row', { name: /^50.00 mm ±0.02 mm 0.01 3 Outside jaws/ }).waitFor()
    await page.getByText('+2 counts / −0.01 mm').waitFor()
    await page.getByText('18 to 22 °C').waitFor()
    await page.getByText('1 instrument follows this procedure:').waitFor()
    await page.getByRole('link', { name: 'CAL-1' }).waitFor()
    await page.getByRole('heading', { name: 'Measure' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Start next revision' }).count(), 0)
  })

  test('take the points of gauge block sets and of both members of a limit gauge from sizes and class', async () => {
    const draft = await draftProcedure(manager, { code: 'CP-GAUGES', title: 'Gauges', points: [] })
    const page = await tests.visit(manager, at(`/procedures/${draft.procedure_id}/edit`))
    await page.getByRole('button', { name: 'Add gauge points' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('112 points are added.').waitFor()
    await dialog.getByLabel('Set').selectOption('M47')
    await dialog.getByLabel('Limits').selectOption('ISO 3650, grade 0')
    await dialog.getByText('47 points are added.').waitFor()
    await keepScreenshot(page, 'gauge-points')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('row', { name: /^1.005 mm ±0.00012 mm/ }).waitFor()
    await page.getByRole('button', { name: 'Add gauge points' }).click()
    await dialog.getByLabel('Kind').selectOption('GO/NO-GO plug gauge')
    await dialog.getByLabel('Designation').fill('20 H7')
    await dialog.getByLabel('Size of GO').fill('20,003')
    await dialog.getByLabel('Size of NO-GO').fill('20.021')
    await dialog.getByText('Enter both sizes').waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Add' }).isDisabled(), true)
    for (const [label, value] of [
      ['GO: deviation above', '2'],
      ['GO: deviation below', '1'],
      ['NO-GO: deviation above', '2'],
      ['NO-GO: deviation below', '2'],
    ] as const) {
      await dialog.getByLabel(label, { exact: true }).fill(value)
    }
    await dialog.getByText('2 points are added.').waitFor()
    await page.setViewportSize({ width: 360, height: 800 })
    await settled(page)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByText('+0.002 mm / −0.001 mm').waitFor()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved.').waitFor()
    const saved = await manager.call('GET', `/procedures/${draft.procedure_id}/revisions/1`)
    assert.deepEqual(
      saved.body.points
        .slice(-2)
        .map((point: { function: string; range: string }) => [point.function, point.range]),
      [
        ['GO', '20 H7'],
        ['NO-GO', '20 H7'],
      ],
    )
    assert.equal(saved.body.points.length, 49)
    assert.equal(saved.body.points[0].note, 'ISO 3650, grade 0')
  })

  test('are written from code and title to the signature', async () => {
    const page = await tests.visit(manager, at('/procedures/new'))
    await page.getByLabel('Code').fill('cp-dim-01')
    await page.getByLabel('Title').fill('Micrometers')
    await page.getByRole('button', { name: 'Create procedure' }).click()
    await page.getByText('This code is already in use.').first().waitFor()
    await page.getByLabel('Code').fill('CP-DIM-02')
    await page.getByRole('button', { name: 'Create procedure' }).click()
    await page.getByRole('heading', { name: 'CP-DIM-02' }).waitFor()
    await page.getByRole('button', { name: 'Add points' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Function').fill('Spindle')
    await dialog.getByLabel('Nominal values').fill('5\n10,5\n25')
    await dialog.getByRole('textbox', { name: 'Unit', exact: true }).fill('mm')
    await dialog.getByLabel('In mm').fill('0,004')
    await dialog.getByText('±0.004 mm').waitFor()
    await dialog.getByLabel('Readings').fill('3')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('row', { name: /^10.5 mm ±0.004 mm 3/ }).waitFor()
    await page.getByRole('button', { name: 'Add budget' }).click()
    await page.locator('#field-budgets-0').fill('Spindle')
    await page.getByLabel('Contributor of 1').fill('Blocks')
    await page.getByLabel('Value of Blocks').fill('0.0003')
    await page.getByText(/U = 0.00029/).waitFor()
    // A file goes at once, beside what is not saved yet.
    for (const name of ['Sketch.png', 'Wrong.png']) {
      const choice = page.locator('input[type=file][accept*="image/png"]')
      await choice.setInputFiles({ name, mimeType: 'image/png', buffer: PNG })
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
    }
    await page.getByRole('button', { name: 'Remove Wrong.png' }).click()
    await page.getByText('Wrong.png was removed.').waitFor()
    await page.getByRole('button', { name: 'Edit point 5 mm' }).click()
    await dialog.getByLabel('Budget').selectOption({ label: 'Spindle' })
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved.').waitFor()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Show Sketch.png' }).click()
    await page.getByRole('img', { name: 'Sketch.png' }).waitFor()
    await page.getByRole('button', { name: 'Sign and release' }).click()
    await dialog.locator('input[type=password]').fill('a wrong one')
    await dialog.getByText('No instrument follows this procedure.').waitFor()
    await dialog.getByRole('button', { name: 'Sign and release' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.locator('input[type=password]').fill(TEST_PASSWORD)
    await dialog.getByRole('button', { name: 'Sign and release' }).click()
    await page.getByText('Revision released.').waitFor()
    await page.getByText(/Released by Mia Manager/).waitFor()
    const { body } = await manager.call('GET', '/procedures?status=released')
    const { id } = body.data.find(({ code }: { code: string }) => code === 'CP-DIM-02')
    const { body: procedure } = await manager.call('GET', `/procedures/${id}`)
    const [first, second] = procedure.released.points
    assert.deepEqual([first.budget_id, second.budget_id], [procedure.released.budgets[0].id, null])
    const documents = procedure.released.documents.map((each: { file_name: string }) => each.file_name)
    assert.deepEqual(documents, ['Sketch.png'])
  })

  test('show next to a point what the server refuses, and keep typed values', async () => {
    const draft = await draftProcedure(manager, { code: 'CP-WRONG' })
    const page = await tests.visit(manager, at(`/procedures/${draft.procedure_id}/edit`))
    await page.getByRole('button', { name: 'Edit point 10.00 mm' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('In mm').fill('')
    await dialog.getByLabel('% of span').fill('1')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByLabel('Title').fill('Another title')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('A tolerance in percent of span requires the span.').first().waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Another title')
    const { body } = await manager.call('GET', `/procedures/${draft.procedure_id}/revisions/1`)
    assert.equal(body.title, 'Calipers')
  })

  test('import points from a file of a spreadsheet, and report where it is wrong', async () => {
    const draft = await draftProcedure(manager, { code: 'CP-FILE' })
    const page = await tests.visit(manager, at(`/procedures/${draft.procedure_id}/edit`))
    const file = (text: string) => ({ name: 'points.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const input = page.locator('input[type=file][accept*=csv]')
    await input.setInputFiles(file('nominal;unit;repeats\n1;V;x\n'))
    await page.getByText('Line 2, repeats: Must be a whole number from 1 to 50.').waitFor()
    await input.setInputFiles(file('nominal;unit;tolerance_absolute\n12,5;V;0,1\n'))
    await page.getByRole('row', { name: /^12.5 V ±0.1 V 1/ }).waitFor()
    assert.equal(await page.getByText(/^Line 2/).count(), 0)
  })

  test('are exported to a file, and imported again', async () => {
    const page = await tests.visit(manager, path)
    await page.getByRole('button', { name: 'More actions' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
    const taken = await download
    assert.equal(taken.suggestedFilename(), 'CP-DIM-01.json')
    const exported = JSON.parse(await readFile(await taken.path(), 'utf8'))
    const buffer = Buffer.from(JSON.stringify({ ...exported, code: 'CP-COPY' }))
    const other = await tests.visit(manager, at('/procedures/new'))
    await other
      .locator('input[type=file]')
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer })
    await other.getByRole('heading', { name: 'CP-COPY' }).waitFor()
    await other.getByRole('row', { name: /^50.00 mm ±0.02 mm 0.01 3 Outside jaws/ }).waitFor()
  })

  test('start from one in the library or another procedure, with a new code', async () => {
    const page = await tests.visit(manager, at('/procedures'))
    await page.getByRole('link', { name: 'Start from the library' }).click()
    await page.getByRole('row', { name: /Calibration of weights.*OIML R 111-1:2004/ }).waitFor()
    await keepScreenshot(page, 'procedure-library')
    await checkAccessibility(page)
    await page.getByRole('link', { name: 'Use Calibration of calipers' }).click()
    await page.getByText('From the library. Source: ISO 13385-1:2019.').waitFor()
    await page.getByRole('button', { name: 'Create procedure' }).click()
    await page.getByText('This code is already in use.').first().waitFor()
    await page.getByLabel('Code').fill('CP-OWN-01')
    await keepScreenshot(page, 'procedure-from-library')
    await page.getByRole('button', { name: 'Create procedure' }).click()
    await page.getByRole('heading', { name: 'CP-OWN-01' }).waitFor()
    await page.getByRole('row', { name: /^150.00 mm ±0.03 mm/ }).waitFor()
    await page.goto(tests.app.origin + path)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate procedure' }).click()
    await page.getByText('Copy of CP-DIM-01, revision 1').waitFor()
    await page.getByLabel('Code').fill('CP-DIM-01B')
    await page.getByRole('button', { name: 'Create procedure' }).click()
    await page.getByRole('heading', { name: 'CP-DIM-01B' }).waitFor()
    await page.getByRole('row', { name: /^50.00 mm ±0.02 mm 0.01 3 Outside jaws/ }).waitFor()
  })

  test('show what a revision changes, point by point', async () => {
    const stated = ['25.00', '50.00'].map((value) => ({
      nominal: { value, unit: 'mm' },
      tolerance: { symmetric: { absolute: '0.02' } },
    }))
    const { procedure_id: id } = await releasedProcedure(manager, { code: 'CP-NEXT', points: stated })
    const { body: draft } = await manager.call('POST', `/procedures/${id}/draft`)
    const wider = { ...draft.points[0], tolerance: { symmetric: { absolute: '0.05' } } }
    const added = { nominal: { value: '75.00', unit: 'mm' }, tolerance: { symmetric: { absolute: '0.1' } } }
    const points = [wider, added]
    await manager.call('PATCH', `/procedures/${id}/draft`, { body: { scope: 'All calipers', points } })
    const page = await tests.visit(technician, at(`/procedures/${id}?revision=2`))
    const changes = page.getByRole('region', { name: 'Changes since revision 1' })
    await changes.getByText('Scope changed').waitFor()
    await changes.getByText('25.00 mm: Tolerance ±0.02 mm → ±0.05 mm').waitFor()
    await changes.getByText('75.00 mm: added').waitFor()
    await changes.getByText('50.00 mm: removed').waitFor()
    await keepScreenshot(page, 'procedure-changes')
    await page.goto(tests.app.origin + at(`/procedures/${id}?revision=1`))
    await settled(page)
    assert.equal(await page.getByRole('region', { name: /^Changes since/ }).count(), 0)
  })

  test('are withdrawn for a reason, which their history shows', async () => {
    const { procedure_id: id } = await releasedProcedure(manager, { code: 'CP-OLD' })
    const page = await tests.visit(manager, at(`/procedures/${id}`))
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Withdraw' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The blocks are gone')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('Revision withdrawn.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/The blocks are gone/).waitFor()
  })
})

describe('an instrument that follows a procedure', () => {
  test('shows its points, and its overrides with the reason', async () => {
    const page = await tests.visit(manager, at(`/instruments/${instrumentId}`))
    await page.getByRole('link', { name: 'CP-DIM-01' }).waitFor()
    await page.getByRole('button', { name: 'Change point 50.00 mm for this instrument' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('In mm').fill('0.05')
    await dialog.getByLabel('Reason').fill('Worn jaws')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Point saved.').waitFor()
    await page.getByText('Differs from the procedure: Worn jaws').waitFor()
    await page.getByRole('row', { name: /^50.00 mm ±0.05 mm/ }).waitFor()
    const { body } = await manager.call('GET', `/instruments/${instrumentId}`)
    assert.equal(body.point_overrides[0].reason, 'Worn jaws')
  })

  test('gets another one, with a warning that its overrides will be lost', async () => {
    const id = await follower('CAL-2')
    const { body: points } = await manager.call('GET', `/instruments/${id}/points`)
    const [{ point_id: pointId }] = points.points
    const override = { point_id: pointId, nominal: null, tolerance: { text: 'By eye' }, reason: 'x' }
    await manager.call('PATCH', `/instruments/${id}`, { body: { point_overrides: [override] } })
    const page = await tests.visit(manager, at(`/instruments/${id}`))
    await page.getByRole('button', { name: 'Change procedure' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Procedure').selectOption({ label: 'None' })
    await dialog.getByText('1 point override for the current procedure will be lost.').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Choose procedure' }).waitFor()
  })

  test('is shown to technicians without what only managers may change', async () => {
    const page = await tests.visit(technician, at(`/instruments/${instrumentId}`))
    await page.getByRole('link', { name: 'CP-DIM-01' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /procedure|this instrument/ }).count(), 0)
  })
})

test('a model fills in the defaults of a new instrument, and values of others are suggested', async () => {
  const page = await tests.visit(manager, at('/instrument-models'))
  await page.getByRole('button', { name: 'New model' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Manufacturer').fill('Aldergate')
  await dialog.getByLabel('Model').fill('AC-150')
  await dialog.getByLabel('Procedure').selectOption({ label: 'CP-DIM-01 · Calibration of calipers' })
  await dialog.getByLabel('Interval', { exact: true }).fill('6')
  await dialog.getByRole('button', { name: 'Save model' }).click()
  await page.getByText('Model saved.').waitFor()
  await page.getByRole('row', { name: /Aldergate AC-150 CP-DIM-01/ }).waitFor()
  await lab.instrument({ asset_tag: 'CAL-0', manufacturer: 'Aldergate', model: 'AC-0' })
  const form = await tests.visit(manager, at('/instruments/new'))
  await form.getByLabel('Asset tag').fill('CAL-3')
  await form.locator('#field-name').fill('Caliper')
  await form.getByLabel('Manufacturer').fill('aldergate')
  await form.locator('datalist option[value="AC-0"]').waitFor({ state: 'attached' })
  await form.getByLabel('Model').fill('AC-150')
  assert.equal(await form.locator('#field-calibration_interval_value').inputValue(), '6')
  await form.getByRole('button', { name: 'Add instrument' }).click()
  await form.getByRole('link', { name: 'CP-DIM-01' }).waitFor()
  assert.equal(await form.getByText('Values that differ from the model').count(), 0)
})

test('a model is applied to its instruments after a preview, and an instrument shows its own values', async () => {
  const named = { manufacturer: 'Aldergate', model: 'AC-200' }
  const interval = { calibration_interval_value: 6, calibration_interval_unit: 'months' }
  const stated = { ...named, ...interval, category: 'Length' }
  const { body: model } = await manager.call('POST', '/instrument-models', { body: stated })
  assert.equal(model.category, 'Length')
  const own = await lab.instrument({ asset_tag: 'OWN-1', ...named, calibration_interval_value: 12 })
  await lab.instrument({ asset_tag: 'OWN-2', ...stated })
  const page = await tests.visit(manager, at(`/instruments/${own.id}`))
  await page.getByText('Interval (model default): 6 months').waitFor()
  await page.getByRole('link', { name: 'Aldergate AC-200' }).click()
  await page.getByRole('button', { name: 'Apply to 2 instruments' }).click()
  const dialog = page.getByRole('dialog', { name: 'Apply Aldergate AC-200 to its instruments' })
  await dialog.getByRole('checkbox', { name: 'Category: Length' }).uncheck()
  await dialog.getByLabel('Reason').fill('Interval review 2026')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await dialog.getByText('1 instrument will change.').waitFor()
  await dialog.getByRole('row', { name: 'OWN-1 Interval 12 months 6 months' }).waitFor()
  await settled(page)
  await checkAccessibility(page)
  await keepScreenshot(page, 'model-applied')
  await dialog.getByRole('button', { name: 'Edit 1 instrument' }).click()
  await dialog.getByText('1 instrument was changed.').waitFor()
  assert.equal((await lab.read(own.id)).calibration_interval_value, 6)
})

describe('the pages of procedures', () => {
  const pages = [
    ['procedures', at('/procedures')],
    ['procedure', path],
    ['instrument-models', at('/instrument-models')],
    ['instrument-procedure', at(`/instruments/${instrumentId}`)],
  ] as const
  for (const [name, address] of pages) {
    test(`${name}: can be read and reached in each look`, async () => {
      await lookAtPage(tests, manager, address, name)
    })
  }

  test('the editor of a draft can be read and reached in each look', async () => {
    const draft = await draftProcedure(manager, { ...content, code: 'CP-LOOK' })
    await lookAtPage(tests, manager, at(`/procedures/${draft.procedure_id}/edit`), 'procedure-draft')
    const page = await tests.visit(manager, at(`/procedures/${draft.procedure_id}/edit`), {
      locale: 'de-DE',
      look: 'tablet',
    })
    assert.deepEqual(await hiddenBeside(page), [])
    await page.getByRole('button', { name: 'Messpunkt 50.00 mm bearbeiten' }).click()
    await settled(page)
    await keepScreenshot(page, 'procedure-point-de')
  })
})
