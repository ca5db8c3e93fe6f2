import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { notifyPeople } from '../../../server/src/modules/notifications/index.ts'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs, signInPerson, TEST_PASSWORD } from '../../../server/test/session.ts'
import { checkAccessibility, keepScreenshot, lookAtPage, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn' })
const auditor = await signInAs(tests.app, lab, 'auditor')
const { personId: tessId } = await lab.person({ role: 'technician', name: 'Tess Technician' })
const elsewhere = [await lab.site('Elsewhere')]
await signInAs(tests.app, lab, 'technician', { name: 'Tea Elsewhere', siteIds: elsewhere })

const standard = await lab.instrument({
  asset_tag: 'STD-1',
  name: 'Voltage standard',
  is_reference_standard: true,
})
const used = await lab.instrument({ asset_tag: 'DMM-1', name: 'Multimeter' })
const below = await lab.instrument({ asset_tag: 'CLAMP-1', name: 'Clamp meter' })
await lab.calibrate(standard.id, { performed_at: '2025-01-10T10:00:00Z' })
await lab.calibrate(used.id, {
  performed_at: '2025-02-10T10:00:00Z',
  reference_standard_asset_id: standard.id,
})
await lab.calibrate(below.id, { performed_at: '2025-03-10T10:00:00Z', reference_standard_asset_id: used.id })
const record = await lab.calibrate(standard.id, {
  performed_at: '2026-01-10T10:00:00Z',
  result: 'PASS_WITH_ADJUSTMENT',
  out_of_tolerance_impact: 'Used for multimeters alone',
  measurements: [
    {
      function: 'DC voltage',
      range: '10 V',
      nominal: { value: '10.000', unit: 'V' },
      tolerance: { symmetric: { absolute: '0.010' } },
      as_found: { readings: ['10.014'] },
      as_left: { readings: ['10.001'] },
    },
  ],
})

describe('a finding', () => {
  test('is led to from Today, the instrument and the record, and seen by auditors without any act', async () => {
    const page = await tests.visit(auditor, `/w/${lab.id}/today`)
    await page.getByText('1 finding is open.').waitFor()
    await page.getByRole('link', { name: 'Go to findings' }).click()
    await page.getByRole('link', { name: 'STD-1' }).click()
    await page.getByRole('heading', { name: 'Finding: STD-1' }).waitFor()
    await page.getByText('2 calibrations are touched.').waitFor()
    await page.getByText('Used for multimeters alone').waitFor()
    assert.equal(await page.getByRole('button', { name: /Judge|Close finding|Add note/ }).count(), 0)
    for (const path of [`instruments/${standard.id}`, `calibrations/${record.id}`]) {
      await page.goto(`${tests.app.origin}/w/${lab.id}/${path}`)
      await page.getByRole('link', { name: 'Go to the finding' }).click()
      await page.getByRole('heading', { name: 'Finding: STD-1' }).waitFor()
    }
  })

  test('in the list and on its page', async () => {
    const list = `/w/${lab.id}/findings`
    await lookAtPage(tests, manager, list, 'findings', async (page) => {
      await page.getByRole('link', { name: 'STD-1' }).waitFor()
    })
    const [{ id }] = (await manager.call('GET', '/findings')).body.data
    await lookAtPage(tests, manager, `${list}/${id}`, 'finding', async (page) => {
      await page.getByRole('row', { name: /CLAMP-1/ }).waitFor()
    })
  })

  test('has notes in which @ offers the people of its site, and tells whom it mentions', async () => {
    const tess = await signInPerson(tests.app, lab.id, tessId)
    const [{ id }] = (await manager.call('GET', '/findings')).body.data
    const page = await tests.visit(manager, `/w/${lab.id}/findings/${id}`)
    const note = page.getByLabel('New note')
    await note.pressSequentially('Please check, @te')
    const offered = page.getByRole('listbox', { name: 'People who can be mentioned' }).getByRole('option')
    await offered.first().waitFor()
    assert.deepEqual(await offered.allTextContents(), ['Tess Technician'])
    await checkAccessibility(page)
    await keepScreenshot(page, 'mention')
    await note.press('Enter')
    assert.equal(await note.inputValue(), 'Please check, @Tess Technician ')
    await note.pressSequentially('today')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('paragraph').filter({ hasText: '@Tess Technician today' }).waitFor()
    await notifyPeople(tests.app.parts)
    const { data } = (await tess.call('GET', '/notifications')).body
    assert.deepEqual([data[0].kind, data[0].quote], ['mentioned', 'Please check, @Tess Technician today'])
  })

  test('is assessed for several instruments together, and closed with a signature', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/findings`)
    await page.getByRole('row', { name: /STD-1.*0 of 2/ }).waitFor()
    await page.getByRole('link', { name: 'STD-1' }).click()
    await page.getByRole('row', { name: /CLAMP-1/ }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Close finding' }).isDisabled(), true)
    await page.getByLabel('Due date').fill('2026-12-31')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Owner and due date saved.').waitFor()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Judge 2 calibrations' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Their tolerance is ten times wider')
    await dialog.getByRole('button', { name: 'Judge', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Close finding' }).click()
    await dialog.getByLabel('Conclusion').fill('Nothing had to be recalled')
    await dialog.getByLabel('Your password').fill(TEST_PASSWORD)
    await dialog.getByRole('button', { name: 'Sign and close' }).click()
    await page.getByText(/Closed by Quinn on/).waitFor()
    await page.getByText('Nothing had to be recalled').waitFor()
    await page.goto(`${tests.app.origin}/w/${lab.id}/findings`)
    await page.getByText('No open findings').waitFor()
  })
})
