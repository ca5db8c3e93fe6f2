import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { focusOn, settled } from './browser.ts'

/** Waits until a live region announces a sentence. */
export async function hear(
  page: Page,
  words: string | RegExp,
  role: 'status' | 'alert' = 'alert',
): Promise<void> {
  await page.getByRole(role).filter({ hasText: words }).first().waitFor()
}

/** Waits until the focus is on the heading of the new page and the window has its title. */
export async function arrive(page: Page, name: string): Promise<void> {
  await focusOn(page.getByRole('heading', { level: 1, name, exact: true }))
  await page.waitForFunction((wanted) => document.title.startsWith(wanted), name)
}

/** Returns what hinders screen reader users: a missing title, unnamed tables and dialogs, charts without a table. */
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

/** Fails with everything on the page that hinders screen reader users. */
export async function checkHeard(page: Page): Promise<void> {
  await settled(page)
  assert.deepEqual(await page.evaluate(FAULTS), [], page.url())
}
