import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { sql } from '../../../server/src/platform/db/index.ts'
import { newId } from '../../../server/src/platform/ids.ts'
import { hiddenSideways, settled, startBrowserTests } from '../support/browser.ts'
import { attachDocument } from '../../../server/test/documents.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Mara Manager' })
const caliper = (await lab.instrument({ asset_tag: 'CAL-1', name: 'Caliper' })).id as string
const scale = (await lab.instrument({ asset_tag: 'WGT-2', name: 'Scale' })).id as string
await attachDocument(manager, caliper, 'Certificate of May.png')
await attachDocument(manager, scale, 'Front panel.png', 'photo')
const path = `/w/${lab.id}/documents`

describe('documents of all instruments', () => {
  test('are in one list, filtered by words and kind in the URL', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/today`)
    await page.getByRole('navigation').getByRole('link', { name: 'Documents' }).click()
    await page.getByRole('row', { name: /Front panel\.png.*WGT-2 Scale.*Photo.*Mara Manager/ }).waitFor()
    await page.getByRole('searchbox').fill('caliper may')
    await page.waitForURL('**?q=caliper+may')
    await page.getByRole('row', { name: /Front panel/ }).waitFor({ state: 'hidden' })
    await page.getByLabel('Type').selectOption('photo')
    await page.getByText('No documents match these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await page.getByRole('row', { name: /Certificate of May/ }).waitFor()
    await page.getByRole('row', { name: /Front panel/ }).waitFor()
  })

  test('are looked at, saved, archived, and found again among the archived ones', async () => {
    const page = await tests.visit(manager, path)
    const acts = page.getByRole('button', { name: 'Actions for Front panel.png' })
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
    await page.getByLabel('Show archived').check()
    await page.waitForURL('**?archived=true')
    await acts.click()
    await page.getByRole('menuitem', { name: 'Download' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Archive' }).count(), 0)
  })

  test('of one instrument are linked from its page, and the filter can be removed', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/instruments/${caliper}`)
    await page.getByRole('link', { name: 'Show all, including archived' }).click()
    await page.waitForURL(`**/documents?instrument=${caliper}&archived=true`)
    await page.getByRole('row', { name: /Certificate of May/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /Front panel/ }).count(), 0)
    await page.getByRole('button', { name: /CAL-1/ }).click()
    await page.getByRole('row', { name: /Front panel/ }).waitFor()
  })

  test('are not cut off on a tablet, with date, kind, size and name, in English and in German', async () => {
    const clerk = await signInAs(tests.app, lab, 'manager', { name: 'Alexandra von Hohenstein-Mayer' })
    const { id } = await lab.instrument({
      asset_tag: 'PM-000123',
      name: 'Drehmomentschlüssel mit Anzeige 20–100 N·m',
    })
    await attachDocument(clerk, id, 'Kalibrierschein des Dienstleisters 2026-0193 Drehmoment.png')
    await attachDocument(clerk, id, 'Kalibrierschein_2026_0193_Drehmoment_unterschrieben.png', 'procedure')
    for (const locale of ['en-GB', 'de-DE']) {
      const page = await tests.visit(clerk, path, { look: 'tablet', locale })
      for (const width of [768, 820, 1024]) {
        await page.setViewportSize({ width, height: 900 })
        await settled(page)
        assert.equal(await hiddenSideways(page), 0, `${locale} at ${width}`)
      }
    }
  })

  test('have sizes as people write them', async () => {
    const { id } = await lab.instrument({ asset_tag: 'SIZES' })
    for (const size of [1, 70, 184_321, 999_700, 1_234_567]) {
      await tests.app.db.in(lab.id).rows(sql`
        insert into documents (workspace_id, document_id, instrument_id, file_name, document_type, content_type,
          size_bytes, sha256, uploaded_at)
        values (${lab.id}, ${newId()}, ${id}, ${`${size}.pdf`}, 'other', 'application/pdf', ${size},
          ${Buffer.alloc(32)}, ${tests.app.clock.now().toISOString()})`)
    }
    const written: Record<string, string[]> = {
      'en-GB': ['1 byte', '70 bytes', '184 kB', '1 MB', '1.23 MB'],
      'de-DE': ['1 Byte', '70 Byte', '184 kB', '1 MB', '1,23 MB'],
    }
    for (const [locale, sizes] of Object.entries(written)) {
      const page = await tests.visit(manager, `${path}?instrument=${id}`, { locale })
      for (const size of sizes) await page.getByRole('cell', { name: size, exact: true }).waitFor()
    }
  })
})
