import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { until } from '@plumbline/testing'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs, TEST_PASSWORD } from '../../../server/test/session.ts'
import { checkAccessibility, hiddenSideways, keepScreenshot, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const late = await lab.instrument({ asset_tag: 'LATE-1' })
await lab.calibrate(late.id, { result: 'FAIL' })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn' })
const auditor = await signInAs(tests.app, lab, 'auditor')

describe('findings by age', () => {
  const path = `/w/${lab.id}/reports/finding-ages`

  test('count open findings by age and by owner, each number leading to its rows', async () => {
    const { body } = await manager.call('GET', `/findings?instrument_id=${late.id}`)
    const owned = { owner_person_id: manager.personId, due_date: '2026-11-11' }
    await manager.call('PATCH', `/findings/${body.data[0].id}`, { body: owned })
    const page = await tests.visit(auditor, path)
    const open = page.getByRole('region', { name: 'Open findings' })
    await open.getByText(/findings? (is|are) open on 21 Nov 2026, 1 (of them )?overdue/).waitFor()
    const quinn = page.getByRole('region', { name: 'By owner' }).getByRole('row', { name: /^Quinn/ })
    await quinn.getByRole('link', { name: '1' }).last().click()
    await page.waitForURL(/owner=.*list=overdue|list=overdue.*owner=/)
    const rows = page.getByRole('region', { name: 'Findings', exact: true })
    await rows.getByRole('row', { name: /LATE-1.*Quinn.*11 Nov 2026.*10$/ }).waitFor()
    await rows.getByText('1 finding · Quinn').waitFor()
    const download = page.waitForEvent('download')
    await rows.getByRole('button', { name: 'Export CSV' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    assert.equal(lines.length, 2)
    assert.match(lines[1]!, /^LATE-1,Caliper,,Quinn,2026-11-21,2026-11-11,0,10$/)
    await rows.getByRole('link', { name: 'LATE-1' }).click()
    await page.getByRole('heading', { name: 'Finding: LATE-1' }).waitFor()
  })

  test('look as they should, in German too and on a phone', async () => {
    const { body } = await manager.call('GET', `/findings?status=open&instrument_id=${late.id}`)
    const closing = { conclusion: 'Nothing was touched.', password: TEST_PASSWORD, meaning: 'Closed' }
    const closed = await manager.call('POST', `/findings/${body.data[0].id}/close`, { body: closing })
    assert.equal(closed.status, 200, JSON.stringify(closed.body))
    for (const locale of ['en-GB', 'de-DE']) {
      const page = await tests.visit(auditor, `${path}?list=closed`, { locale })
      await page.getByRole('link', { name: 'LATE-1' }).waitFor()
      await checkAccessibility(page)
      await keepScreenshot(page, `finding-ages-${locale}`)
      await page.setViewportSize({ width: 360, height: 740 })
      assert.equal(await hiddenSideways(page), 0)
      const width = () => page.evaluate('document.documentElement.scrollWidth')
      await until(async () => (await width()) === 360, 'the page as narrow as the screen')
      await keepScreenshot(page, `finding-ages-phone-${locale}`)
    }
  })
})
