import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { tamper } from '../../../server/test/ledger/tampering.ts'
import { lookAtPage, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn Manager' })
await lab.instrument({ asset_tag: 'CAL-7', name: 'Gauge' })

describe('the ledger', () => {
  test('is verified with one click, continues when the page is left, and states the result', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/today`)
    await page.getByRole('link', { name: 'Ledger', exact: true }).click()
    await page.getByText('Not verified yet').waitFor()
    await page.getByRole('button', { name: 'Verify now' }).click()
    await page.getByRole('link', { name: 'Worklist', exact: true }).click()
    await page.getByRole('link', { name: 'Ledger', exact: true }).click()
    await page.getByText(/^The ledger is intact \(\d+ entries\)/).waitFor()
    await page.getByRole('button', { name: 'Verify again' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save checkpoint' }).click(),
    ])
    assert.match(await readFile(await download.path(), 'utf8'), /ledger\/[\s\S]*\u2014 /)
  })

  test('shows an auditor the verdict and what outsiders need, and is verified by them too', async () => {
    const auditor = await signInAs(tests.app, lab, 'auditor', { name: 'Iris Auditor' })
    const page = await tests.visit(auditor, `/w/${lab.id}/ledger`)
    await page.getByText(/^The ledger is intact \(\d+ entries\)/).waitFor()
    await page.getByRole('button', { name: 'Verify again' }).click()
    await page.getByText(/· Iris Auditor$/).waitFor()
    await page.getByText(/^The ledger is intact \(\d+ entries\)/).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Activity' }).count(), 0)
  })

  test('is accessible, and its targets are large enough for touch', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/ledger`, 'ledger'))
})

describe('a ledger that was tampered with', () => {
  test('names the first entry that differs', async () => {
    const forged = await openLaboratory(tests.app)
    const boss = await signInAs(tests.app, forged, 'manager')
    const { id } = await forged.instrument({ asset_tag: 'F-1', name: 'Gauge' })
    await tamper(tests.app, ({ run }) =>
      run(`update instruments set name = 'Forged' where instrument_id = $1`, [id]),
    )
    await lookAtPage(tests, boss, `/w/${forged.id}/ledger`, 'ledger-differs', async (page) => {
      await page.getByRole('button', { name: /^Verify/ }).click()
      await page.getByText('Ledger verification failed').waitFor()
      await page.getByText(/^First mismatch at entry \d+: Instrument added, F-1, /).waitFor()
      await page.getByRole('link', { name: 'F-1' }).waitFor()
      await page.getByText('Details').click()
      await page.getByText(/has name "Forged", and by entry \d+ it is "Gauge"/).waitFor()
    })
  })
})
