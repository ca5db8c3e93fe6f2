import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../server/test/calibrating.ts'
import { signInAs } from '../../server/test/session.ts'
import { startBrowserTests } from './browser.ts'
import { attachDocument } from '../../server/test/documents.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Mara Manager' })
const caliper = (await lab.instrument({ asset_tag: 'CAL-1', name: 'Caliper' })).id as string
const scale = (await lab.instrument({ asset_tag: 'WGT-2', name: 'Scale' })).id as string
await attachDocument(manager, caliper, 'Certificate of May.png')
await attachDocument(manager, scale, 'Front panel.png', 'photo')
const path = `/w/${lab.id}/documents`

describe('documents of all instruments', () => {
  test('stand in one list, found by words and kind in the address', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/today`)
    await page.getByRole('navigation').getByRole('link', { name: 'Documents' }).click()
    await page.getByRole('row', { name: /Front panel\.png.*WGT-2 Scale.*Photo.*Mara Manager/ }).waitFor()
    await page.getByRole('searchbox').fill('caliper may')
    await page.waitForURL('**?q=caliper+may')
    await page.getByRole('row', { name: /Front panel/ }).waitFor({ state: 'hidden' })
    await page.getByLabel('Kind').selectOption('photo')
    await page.getByText('No document fits these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await page.getByRole('row', { name: /Certificate of May/ }).waitFor()
    await page.getByRole('row', { name: /Front panel/ }).waitFor()
  })

  test('are looked at, saved, archived, and found again among the archived ones', async () => {
    const page = await tests.visit(manager, path)
    const acts = page.getByRole('button', { name: 'What to do with Front panel.png' })
    await acts.click()
    await page.getByRole('menuitem', { name: 'Preview' }).click()
    await page.getByRole('img', { name: 'Front panel.png' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const download = page.waitForEvent('download')
    await acts.click()
    await page.getByRole('menuitem', { name: 'Download' }).click()
    assert.equal((await download).suggestedFilename(), 'Front panel.png')
    await acts.click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByRole('button', { name: 'Archive document' }).click()
    await page.getByText('Front panel.png is archived.').waitFor()
    await acts.waitFor({ state: 'hidden' })
    await page.getByLabel('With archived').check()
    await page.waitForURL('**?archived=true')
    await acts.click()
    await page.getByRole('menuitem', { name: 'Download' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Archive' }).count(), 0)
  })

  test('of one instrument are reached from its page, and let go of again', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/instruments/${caliper}`)
    await page.getByRole('link', { name: 'All, with archived ones' }).click()
    await page.waitForURL(`**/documents?instrument=${caliper}&archived=true`)
    await page.getByRole('row', { name: /Certificate of May/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /Front panel/ }).count(), 0)
    await page.getByRole('button', { name: /CAL-1/ }).click()
    await page.getByRole('row', { name: /Front panel/ }).waitFor()
  })
})
