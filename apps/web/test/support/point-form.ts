import { until } from '@plumbline/testing'
import type { Locator, Page } from 'playwright-core'
import type { Laboratory } from '../../../server/test/calibrating.ts'
import type { TestSession } from '../../../server/test/session.ts'
import { releasedProcedure } from '../../../server/test/workspaces/released-procedure.ts'
import { recordsReadBy } from './calibration-form.ts'

/** Points from 1 V upwards, each with a tolerance of ±0.05 V. */
export const volts = (count: number, members: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    function: 'DC voltage',
    range: '100 V',
    nominal: { value: `${index + 1}.00`, unit: 'V' },
    tolerance: { symmetric: { absolute: '0.05' } },
    resolution: '0.01',
    ...members,
  }))

/** Creates instruments, each with its own procedure. */
export function followersOf(lab: Laboratory, manager: TestSession) {
  let made = 0
  return async (content: object): Promise<{ id: string; path: string; tag: string }> => {
    made += 1
    const tag = `M-${made}`
    const { procedure_id: procedureId } = await releasedProcedure(manager, { code: `CP-${tag}`, ...content })
    const { id } = await lab.instrument({ asset_tag: tag, name: 'Multimeter', unit_of_measure: 'V' })
    await manager.call('PATCH', `/instruments/${id}`, { body: { procedure_id: procedureId } })
    return { id, path: `/w/${lab.id}/instruments/${id}/calibrate`, tag }
  }
}

/** Reads the newest record of an instrument with a session. */
export function newestRecordOf(lab: Laboratory, session: TestSession) {
  const recordsOf = recordsReadBy(session)
  return async (instrumentId: string) => {
    const [newest] = await recordsOf(instrumentId)
    return lab.record(newest!['id']!)
  }
}

/** Returns a cell of the form. */
export const cell = (page: Page, row: number, column = 'found.0') =>
  page.locator(`input[data-row="${row}"][data-cell="${column}"]`)
/** Returns the row of a point. */
export const rowOf = (page: Page, nominal: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: nominal }) })
/** Returns the message about a saved record. */
export const saved = (page: Page, tag: string) => page.getByText(`Calibration of ${tag} saved`)
/** Waits until the first cell of a row contains a text. */
export const holds = (page: Page, row: number, text: string) =>
  until(async () => (await page.locator(`input[data-row="${row}"]`).first().inputValue()) === text)

/** Whether nothing covers a corner of a control. */
export const isInSight = (control: Locator) =>
  control.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const corners = [left + 5, right - 5].flatMap((x) => [top + 5, bottom - 5].map((y) => [x, y] as const))
    return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)))
  })
