import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { focusOn, startBrowserTests } from '../support/browser.ts'
import { registerOf } from '../support/sample-register.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const ids = await registerOf(lab, 120)
const manager = await signInAs(tests.app, lab, 'manager')
const auditor = await signInAs(tests.app, lab, 'auditor')
const list = `/w/${lab.id}/instruments`

describe('the table', () => {
  test('searches while typing, and the URL contains the filters', async () => {
    const page = await tests.visit(manager, list)
    await page.keyboard.press('/')
    await focusOn(page.getByRole('searchbox'))
    await page.keyboard.type('haldor tag-00')
    await page.getByText('1–2 of 2').waitFor()
    assert.match(page.url(), /q=haldor\+tag-00/)
    await page.reload()
    await page.getByText('1–2 of 2').waitFor()
    assert.equal(await page.getByRole('searchbox').inputValue(), 'haldor tag-00')
  })

  test('pages on the server, and the back button leads back', async () => {
    const page = await tests.visit(manager, list)
    await page.getByText('1–50 of 120').waitFor()
    await page.getByRole('button', { name: 'Last page' }).click()
    await page.getByText('101–120 of 120').waitFor()
    await page.getByRole('link', { name: 'TAG-101' }).click()
    await page.getByRole('heading', { name: 'TAG-101' }).waitFor()
    await page.goBack()
    await page.getByText('101–120 of 120').waitFor()
    await page.goBack()
    await page.getByText('1–50 of 120').waitFor()
  })

  test('filters by status, with shape and word in addition to the color', async () => {
    const page = await tests.visit(manager, list)
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Overdue or failed' })
    await page.getByText('1–40 of 40').waitFor()
    assert.equal(await page.getByRole('cell', { name: 'Overdue', exact: true }).count(), 40)
    assert.ok(await page.getByRole('cell', { name: 'Overdue', exact: true }).first().locator('svg').count())
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByRole('combobox', { name: 'Manufacturer' }).selectOption('Haldor')
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
    assert.match(page.url(), /manufacturer=Haldor/)
    await page.getByLabel('Reference standards only').check()
    await page.getByText('No instruments match these filters').waitFor()
  })

  test('is sorted by its column headers on the server, with the order in the URL', async () => {
    const page = await tests.visit(manager, list)
    const head = (name: string) => page.getByRole('columnheader', { name })
    const first = page.locator('tbody tr').first().getByRole('link')
    await page.locator('th[aria-sort=ascending]', { hasText: 'Asset tag' }).waitFor()
    await first.and(page.getByText('TAG-001')).waitFor()
    await head('Asset tag').getByRole('button').click()
    await page.locator('th[aria-sort=descending]', { hasText: 'Asset tag' }).waitFor()
    await first.and(page.getByText('TAG-120')).waitFor()
    assert.match(page.url(), /sort=-asset_tag/)
    await head('Due').getByRole('button').click()
    await page.locator('th[aria-sort=ascending]', { hasText: 'Due' }).waitFor()
    await first.and(page.getByText('TAG-002')).waitFor()
    await page.reload()
    await page.locator('th[aria-sort=ascending]', { hasText: 'Due' }).waitFor()
    assert.equal(await page.locator('th[aria-sort]').count(), 1)
  })

  test('moves between its rows by arrow keys and opens one by Enter', async () => {
    const page = await tests.visit(manager, list)
    await page.getByRole('link', { name: 'TAG-001' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'TAG-003' }).waitFor()
  })

  test('remembers the selected columns', async () => {
    const page = await tests.visit(manager, list)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Interval' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Serial number' }).click()
    await page.reload()
    await page.getByRole('columnheader', { name: 'Interval' }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'Serial number' }).count(), 0)
  })

  test('exports every row of the filter with the columns that it shows', async () => {
    const page = await tests.visit(manager, `${list}?compliance=NON_COMPLIANT`)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV file' }).first().click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    assert.equal(lines.length, 41)
    assert.equal(lines[0], 'asset_tag,name,compliance_status,is_quarantined,due_date,serial_number')
    assert.match(lines[1]!, /^TAG-002,Torque wrench,NON_COMPLIANT,false,2026-10-20,SN-1001$/)
  })

  test('an auditor reads and is offered nothing to change', async () => {
    const page = await tests.visit(auditor, list)
    await page.getByText('1–50 of 120').waitFor()
    assert.equal(await page.getByRole('link', { name: 'New instrument' }).count(), 0)
    await page.goto(`${tests.app.origin}${list}/${ids[0]}`)
    await page.getByRole('heading', { name: 'TAG-001' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'More' }).count(), 0)
    for (const form of [`${list}/${ids[0]}/edit`, `${list}/new`]) {
      await page.goto(tests.app.origin + form)
      await page.getByText('You cannot edit this instrument').waitFor()
      assert.equal(await page.getByRole('textbox', { name: 'Name' }).count(), 0)
    }
  })
})

describe('the form', () => {
  test('enters an instrument and leads to it', async () => {
    const page = await tests.visit(manager, `${list}/new`)
    await page.getByLabel('Asset tag').fill('NEW-1')
    await page.getByLabel('Name').fill('Height gauge')
    await page.getByLabel('Last calibration').fill('2026-05-04')
    await page.getByRole('button', { name: 'Add custom field' }).click()
    await focusOn(page.getByLabel('Label', { exact: true }))
    await page.keyboard.type('Owner')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Line 3')
    await page.getByRole('button', { name: 'Add instrument' }).click()
    await page.getByRole('heading', { name: 'NEW-1' }).waitFor()
    await page.getByText('4 May 2027').first().waitFor()
    await page.getByText('Line 3').waitFor()
  })

  test('shows errors next to their fields, which instrument has a tag, and keeps typed values', async () => {
    const holder = await lab.instrument({ asset_tag: 'OLD-1', name: 'Worn gauge' })
    await manager.call('POST', `/instruments/${holder.id}/retire`, { body: { reason: 'Worn out' } })
    const page = await tests.visit(manager, `${list}/new`)
    await page.getByLabel('Asset tag').fill('OLD-1')
    await page.getByLabel('Name').fill('Twin')
    await page.getByLabel('Notes').fill('Long and dear words.')
    await page.getByRole('button', { name: 'Add instrument' }).click()
    await page.getByRole('alert').waitFor()
    const link = page.getByRole('link', { name: 'In use by OLD-1 · Worn gauge, which is retired' })
    assert.ok((await link.getAttribute('href'))!.endsWith(holder.id))
    assert.equal(await page.getByLabel('Asset tag').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByLabel('Notes').inputValue(), 'Long and dear words.')
    await page.getByLabel('Asset tag').fill('TWIN-1')
    await page.getByRole('button', { name: 'Add instrument' }).click()
    await page.getByRole('heading', { name: 'TWIN-1' }).waitFor()
  })

  test('asks before it is closed with unsaved entries', async () => {
    const page = await tests.visit(manager, `${list}/new`)
    await page.getByLabel('Asset tag').fill('HALF')
    await page.getByRole('link', { name: 'Worklist' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave this page?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    assert.equal(await page.getByLabel('Asset tag').inputValue(), 'HALF')
  })

  test('two people on one instrument: the second sees the newer version before saving', async () => {
    const id = ids[10]!
    const second = await tests.visit(manager, `${list}/${id}/edit`)
    await second.getByLabel('Model').fill('Mine')
    const body = { manufacturer: 'Theirs', model: 'Their model' }
    const first = await manager.call('PATCH', `/instruments/${id}`, { body })
    assert.equal(first.status, 200)
    await second.getByRole('button', { name: 'Save' }).click()
    const warning = second.getByRole('alert')
    await warning.getByRole('row', { name: 'Manufacturer Theirs not changed' }).waitFor()
    await warning.getByRole('row', { name: 'Model Their model Mine' }).waitFor()
    await focusOn(warning)
    await second.getByRole('button', { name: 'Apply my changes to the newer version' }).click()
    await second.getByLabel('Manufacturer').and(second.locator('[value="Theirs"]')).waitFor()
    assert.equal(await second.getByLabel('Model').inputValue(), 'Mine')
    await second.getByRole('button', { name: 'Save' }).click()
    await second.getByText('Theirs · Mine').waitFor()
  })

  test('asks why where the interval changes', async () => {
    const page = await tests.visit(manager, `${list}/${ids[11]}/edit`)
    await page.getByLabel('Interval', { exact: false }).first().fill('6')
    await page.getByLabel('Why does the interval change?').fill('It drifts.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('6 months', { exact: true }).waitFor()
    await page.getByText('It drifts.').waitFor()
  })
})

test('an instrument is created as a copy of another one, and the next one as a copy of it', async () => {
  const page = await tests.visit(manager, `${list}/${ids[2]}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate instrument' }).click()
  await page.getByText('Copied from TAG-003, except').waitFor()
  const tag = page.getByRole('textbox', { name: 'Asset tag' })
  const maker = page.getByRole('combobox', { name: 'Manufacturer' })
  assert.deepEqual([await tag.inputValue(), (await maker.inputValue()) !== ''], ['', true])
  assert.equal(await page.getByRole('textbox', { name: 'Serial number' }).inputValue(), '')
  await tag.fill('LIKE-1')
  await page.getByRole('button', { name: 'Save and add another' }).click()
  await page.getByText('LIKE-1 added.').waitFor()
  await focusOn(tag)
  assert.equal(await tag.inputValue(), '')
  await page.keyboard.type('LIKE-2')
  await page.getByRole('button', { name: 'Add instrument' }).click()
  await page.getByRole('heading', { name: 'LIKE-2' }).waitFor()
  const { body } = await manager.call('GET', '/instruments?asset_tag=LIKE-2')
  const { body: original } = await manager.call('GET', `/instruments/${ids[2]}`)
  for (const name of ['manufacturer', 'model', 'name', 'calibration_interval_value'])
    assert.equal(body.data[0][name], original[name], name)
})
