import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { focusOn, settled } from './browser.ts'

/** Waits for a sentence in a live region. */
export async function hear(
  page: Page,
  words: string | RegExp,
  role: 'status' | 'alert' = 'alert',
): Promise<void> {
  await page.getByRole(role).filter({ hasText: words }).first().waitFor()
}

/** After a move the focus stands at the title of the page that came, and the window is called by it. */
export async function arrive(page: Page, name: string): Promise<void> {
  await focusOn(page.getByRole('heading', { level: 1, name, exact: true }))
  await page.waitForFunction((wanted) => document.title.startsWith(wanted), name)
}

/** What makes a page hard to find one's way in by ear: no title, nameless tables and dialogs, charts without a table. */
const FAULTS = `(() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
  const named = (one) => one.ariaLabel || (one.getAttribute('aria-labelledby') ?? '').split(' ')
    .some((id) => document.getElementById(id)?.textContent.trim())
  const faults = []
  if (shown('h1').length !== 1) faults.push('headings of the page: ' + shown('h1').length)
  if (shown('main').length !== 1) faults.push('no main part')
  for (const table of shown('table:not([role=presentation])')) {
    if (!table.caption?.textContent.trim() && !named(table)) faults.push('table without a name')
    if (!table.querySelector('th[scope]')) faults.push('table without heads: ' + table.caption?.textContent)
  }
  for (const one of shown('[role=dialog]')) if (!named(one)) faults.push('dialog without a name')
  for (const one of shown('main svg[role]')) {
    if (!named(one)) faults.push('drawing without a name')
    else if (one.getAttribute('role') === 'group' && shown('main table').length === 0) faults.push('chart without a table')
  }
  return faults
})()`

/** Fails with what a page lacks that a person needs who hears it. */
export async function checkHeard(page: Page): Promise<void> {
  await settled(page)
  assert.deepEqual(await page.evaluate(FAULTS), [], page.url())
}
