import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Types a code as a scanner does, with no time between its keys; the Enter at its end presses nothing. */
export async function scan(page: Page, code: string): Promise<void> {
  const isEnterFree = await page.evaluate(`[...${JSON.stringify(code)}, 'Enter']
    .map((key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
    .at(-1)`)
  assert.equal(isEnterFree, false)
}
