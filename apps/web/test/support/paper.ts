import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** The paper that a printer is given, where a page does not state its own. */
export interface Paper {
  format: 'A4' | 'Letter'
  landscape?: boolean
}

/** What a page becomes on paper. */
export interface PrintedPage {
  /** Width and height of its first sheet, in whole points. */
  size: string
  sheets: number
  /** Path of the file, which is kept to be looked at. */
  path: string
}

/** Prints a page to a file. */
export async function printed(
  page: Page,
  name: string,
  paper: Paper = { format: 'A4' },
): Promise<PrintedPage> {
  mkdirSync('build/screenshots', { recursive: true })
  const path = `build/screenshots/${name}.pdf`
  const text = (await page.pdf({ ...paper, preferCSSPageSize: true, path })).toString('latin1')
  const [, width = '', height = ''] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []
  const sheets = (text.match(/\/Type\s*\/Page\b/g) ?? []).length
  return { size: `${Math.floor(Number(width))} ${Math.floor(Number(height))}`, sheets, path }
}
