import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { pageTexts, without } from '../../../server/test/rendered-pages.ts'
import { startBrowserTests } from '../support/browser.ts'
import { registerOf } from '../support/sample-register.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const ids = await registerOf(lab, 30)
const manager = await signInAs(tests.app, lab, 'manager')
const auditor = await signInAs(tests.app, lab, 'auditor')
const list = `/w/${lab.id}/instruments`

describe('labels', () => {
  test('for one instrument start at the chosen position', { skip: without('pdftotext') }, async () => {
    const page = await tests.visit(auditor, `${list}/${ids[0]}`)
    await page.getByRole('button', { name: 'Print labels' }).click()
    const dialog = page.getByRole('dialog', { name: 'Print labels' })
    await dialog.getByLabel('Size').selectOption({ label: '63.5 × 38.1 mm, 21 per sheet' })
    await dialog.getByLabel('Last calibration').check()
    await dialog.getByLabel('Start at label').fill('5')
    await dialog.getByRole('img', { name: 'Labels 5 to 5 of the 21' }).waitFor()
    await dialog.getByRole('img', { name: /^Label: TAG-001, .*Cal\. 2026-08-03, Due 2027-08-03/ }).waitFor()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save PDF' }).click()
    const pages = pageTexts(await readFile(await (await download).path()))
    assert.equal(pages.length, 1)
    assert.match(pages[0]!, /TAG-001[\s\S]*Cal\. 2026-08-03[\s\S]*Due 2027-08-03/)
    await page.getByText('PDF with 1 label saved.').waitFor()
  })

  test(
    'for a whole filter follow its order, and the choice is remembered',
    { skip: without('pdftotext') },
    async () => {
      const page = await tests.visit(manager, `${list}?compliance=NON_COMPLIANT`)
      await page.getByText('1–10 of 10').waitFor()
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      const save = async (choose: (dialog: ReturnType<typeof page.getByRole>) => Promise<unknown>) => {
        await page.getByRole('button', { name: 'Print labels' }).click()
        const dialog = page.getByRole('dialog', { name: 'Print labels' })
        await choose(dialog)
        const download = page.waitForEvent('download')
        await dialog.getByRole('button', { name: 'Save PDF' }).click()
        const file = await readFile(await (await download).path())
        await dialog.waitFor({ state: 'hidden' })
        return pageTexts(file)
      }
      const chosen = await save((dialog) => dialog.getByLabel('Size').selectOption({ label: '62 × 29 mm' }))
      assert.equal(chosen.length, 10)
      assert.match(chosen[0]!, /TAG-002/)
      const again = await save((dialog) => dialog.getByText('10 labels.').waitFor())
      assert.equal(again.length, 10)
    },
  )

  test('say how many fields fit, and wait until they do', async () => {
    const page = await tests.visit(manager, `${list}/${ids[0]}`)
    await page.getByRole('button', { name: 'Print labels' }).click()
    const dialog = page.getByRole('dialog', { name: 'Print labels' })
    await dialog.getByLabel('Size').selectOption({ label: '12 mm tape, 50 mm long' })
    await dialog.getByLabel('Last calibration').check()
    await dialog.getByText('A label this size fits 3 of these.').waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Save PDF' }).isDisabled())
    await dialog.getByLabel('Name', { exact: true }).uncheck()
    await dialog.getByText('A label this size fits 3 of these.').waitFor({ state: 'hidden' })
    assert.ok(await dialog.getByRole('button', { name: 'Save PDF' }).isEnabled())
  })
})

describe('the address in a code', () => {
  test('leads to the instrument, after signing in if necessary', async () => {
    const page = await tests.visit(manager, `/i/${ids[3]}`)
    await page.getByRole('heading', { name: 'TAG-004' }).waitFor()
    assert.match(page.url(), new RegExp(`${list}/${ids[3]}$`))
    const stranger = await tests.visit(null, `/i/${ids[3]}`)
    await stranger.waitForURL(/\/sign-in\?next=/)
  })

  test('of another workspace opens nothing', async () => {
    const other = await (await openLaboratory(tests.app)).instrument()
    const page = await tests.visit(manager, `/i/${other.id}`)
    await page.getByText('Page not found').waitFor()
  })
})
