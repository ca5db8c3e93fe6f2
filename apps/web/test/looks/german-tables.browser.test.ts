import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '@plumbline/testing'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { putInSample } from '../../../server/test/workspaces/put-in-sample.ts'
import { signInAs } from '../../../server/test/session.ts'
import { hiddenSideways, keepScreenshot, settled, startBrowserTests, turnTo } from '../support/browser.ts'
import { attachDocument } from '../../../server/test/documents.ts'
import { sampleWebhooks } from '../support/sample-webhooks.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const admin = await signInAs(tests.app, lab, 'admin', { name: 'Alexandra von Hohenstein-Mayer' })
const hooks = await sampleWebhooks(tests.app, admin)
await signInAs(tests.app, lab, 'auditor', {
  name: 'Iris Auditorin',
  accessEndsAt: '2027-01-31T23:00:00.000Z',
})
for (const [name, scope] of [
  ['ERP-System, Kostenstellen und Aufträge', 'write'],
  ['Anzeigetafel', 'read'],
]) {
  await admin.call('POST', '/api-keys', { body: { name, scope } })
}
const { id: instrumentId } = await lab.instrument({
  asset_tag: 'PM-000123',
  name: 'Drehmomentschlüssel mit Anzeige 20–100 N·m mit Schleppzeiger und Zertifikat',
})
await attachDocument(
  admin,
  instrumentId as string,
  'Kalibrierschein des Dienstleisters 2026-0193 Drehmoment.png',
)
const sample = `/w/${await putInSample(admin, 'Werk Süd (Beispieldaten)')}`
const own = `/w/${lab.id}`

const tables: Record<string, string> = {
  instruments: `${sample}/instruments`,
  worklist: `${sample}/worklist?within=365`,
  documents: `${own}/documents`,
  findings: `${sample}/reports/findings`,
  models: `${sample}/reports/models`,
  activity: `${sample}/activity`,
  deliveries: `${own}/webhooks/${hooks.failing}`,
  events: `${own}/webhooks/events`,
  people: `${own}/settings/people`,
  keys: `${own}/settings/api-keys`,
}

/** Words in empty fields that are wider than their field. */
async function cutPlaceholders(page: Page): Promise<string[]> {
  const cut =
    await page.evaluate(`[...document.querySelectorAll('#main input[placeholder]')].filter((field) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    const pen = document.createElement('canvas').getContext('2d')
    pen.font = font
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    return pen.measureText(field.placeholder).width > room
  }).map((field) => field.placeholder)`)
  return cut as string[]
}

/** Texts of cells that are cut, apart from names. */
async function cutCells(page: Page): Promise<string[]> {
  const cut = await page.evaluate(`[...document.querySelectorAll('#main td:not([data-gives]), #main td *')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1 && !one.closest('[data-gives]'))
    .map((one) => one.textContent)`)
  return cut as string[]
}

describe('in German', () => {
  test('no table has to be scrolled sideways, down to a window of 1024 pixels', async () => {
    const page = await tests.visit(admin, `${own}/today`, { locale: 'de-DE' })
    for (const [name, path] of Object.entries(tables)) {
      await turnTo(page, path)
      await page.locator('#main table').first().waitFor()
      assert.deepEqual(await cutPlaceholders(page), [], name)
      for (const width of [1440, 1280, 1024]) {
        await page.setViewportSize({ width, height: 900 })
        await until(async () => (await hiddenSideways(page)) <= 0, `a width of ${width} by ${name}`)
      }
    }
    await turnTo(page, tables['worklist']!)
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.locator('#main tr[data-row]').first().waitFor()
      await settled(page)
      assert.deepEqual(await cutCells(page), [], `the worklist at ${width}`)
    }
    await keepScreenshot(page, 'german-worklist-1440', false)
    await turnTo(page, tables['instruments']!)
    await keepScreenshot(page, 'german-instruments-1024')
    await page.setViewportSize({ width: 1280, height: 900 })
    await settled(page)
    await keepScreenshot(page, 'german-instruments-1280')
  })
  test('each instrument takes one line of register and worklist, and names and column headings are not cut off', async () => {
    const page = await tests.visit(admin, `${own}/today`, { locale: 'de-DE' })
    for (const name of ['instruments', 'worklist']) {
      await turnTo(page, tables[name]!)
      for (const [width, names] of [
        [1440, 'whole'],
        [1280, 'whole'],
        [1100, 'mostly'],
        [1024, 'mostly'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.locator('#main tr[data-row]').first().waitFor()
        await settled(page)
        const { heights, heads, cut } = await linesOf(page)
        assert.deepEqual(heights, [36], `${name} at ${width}`)
        assert.deepEqual(heads, [], `${name} at ${width}`)
        // Longer names may end in an ellipsis.
        const room = names === 'mostly' ? 18 : name === 'worklist' && width === 1440 ? 36 : 24
        const short = cut.filter((text) => text.length <= room)
        assert.deepEqual(short, [], `names of ${name} at ${width}`)
      }
    }
  })

  test('the row with the keyboard focus shows what its columns cut short', async () => {
    const page = await tests.visit(admin, `${own}/instruments`, { locale: 'de-DE' })
    await page.setViewportSize({ width: 1024, height: 900 })
    await settled(page)
    const link = page.getByRole('link', { name: 'PM-000123' })
    await page.locator('[data-select]').first().focus()
    await page.keyboard.press('Tab')
    await link.and(page.locator(':focus')).waitFor()
    const whole = page.locator('[data-cut-texts]')
    await whole.getByText(/20–100 N·m mit Schleppzeiger und Zertifikat/).waitFor()
    await keepScreenshot(page, 'german-cut-texts')
    await page.keyboard.press('Escape')
    await whole.waitFor({ state: 'detached' })
    // It does not stay on the page that the row leads to either.
    await page.locator('[data-select]').first().focus()
    await page.keyboard.press('Tab')
    await whole.waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'PM-000123' }).first().waitFor()
    await settled(page)
    assert.equal(await whole.count(), 0)
  })

  test('what is shown with the keyboard focus follows the columns when the window becomes narrower', async () => {
    const page = await tests.visit(admin, `${own}/instruments`, { locale: 'de-DE' })
    await page.setViewportSize({ width: 2400, height: 900 })
    await settled(page)
    await page.locator('[data-select]').first().focus()
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'PM-000123' }).and(page.locator(':focus')).waitFor()
    const name = page.locator('[data-cut-texts]').getByText(/20–100 N·m mit Schleppzeiger und Zertifikat/)
    await name.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1024, height: 900 })
    await name.waitFor()
  })
})

/** Heights of rows, heads of columns that are cut, and names that are. */
async function linesOf(page: Page) {
  const lines = await page.evaluate(`(() => {
    const isCut = (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow === 'ellipsis'
    const rows = [...document.querySelectorAll('#main tr[data-row]')]
    const name = [...document.querySelectorAll('#main thead th')].findIndex((head) => head.dataset.gives === 'most')
    return {
      heights: [...new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height)))],
      heads: [...document.querySelectorAll('#main thead th')]
        .filter((head) => head.scrollWidth > head.clientWidth + 1)
        .map((head) => head.textContent),
      cut: rows.flatMap((row) => [row.cells[name], ...row.cells[name].querySelectorAll('span')])
        .filter(isCut)
        .map((cell) => cell.textContent),
    }
  })()`)
  return lines as { heights: number[]; heads: string[]; cut: string[] }
}
