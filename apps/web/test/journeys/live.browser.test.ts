import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory, type Laboratory } from '../../../server/test/calibrating.ts'
import { signInAs, type TestSession } from '../../../server/test/session.ts'
import { startBrowserTests } from '../support/browser.ts'
import { fullRecord, voltmeter } from '../support/sample-records.ts'

const tests = await startBrowserTests()

/** An instrument whose first record is pending approval, and two managers: one looks, the other acts. */
async function opened() {
  const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
  await lab.settings({ approvalPolicy: 'review' })
  const instrumentId = await voltmeter(lab, 'LIVE-1')
  await fullRecord(lab, instrumentId)
  const looking = await signInAs(tests.app, lab, 'manager', { name: 'Lea Looking' })
  const acting = await signInAs(tests.app, lab, 'manager', { name: 'Axel Acting' })
  return { lab, looking, acting, instrumentId }
}

const visit = (lab: Laboratory, session: TestSession, page: string) =>
  tests.visit(session, `/w/${lab.id}/${page}`)
const row = (page: Page, tag: string) => page.getByRole('row').filter({ hasText: tag })
const waiting = (page: Page, count: number) =>
  page
    .getByRole('main')
    .getByRole('link', { name: `${count} Pending approval`, exact: true })
    .waitFor()
const inQueue = (page: Page, tag: string) =>
  page.getByRole('table', { name: 'Approvals' }).getByRole('link', { name: tag, exact: true })

/** The pages that one keeps open, as they are before anything happens. */
async function openPages(lab: Laboratory, session: TestSession) {
  const today = await visit(lab, session, 'today')
  const worklist = await visit(lab, session, 'worklist')
  const approvals = await visit(lab, session, 'approvals')
  await waiting(today, 1)
  await row(worklist, 'LIVE-1')
    .getByTitle(/^Pending approval/)
    .waitFor()
  await inQueue(approvals, 'LIVE-1').waitFor()
  return { today, worklist, approvals }
}

describe('an open page shows changes by others without reloading', () => {
  test('in another browser', async () => {
    const { lab, looking, acting } = await opened()
    const { today, worklist, approvals } = await openPages(lab, looking)
    const other = await visit(lab, acting, 'approvals')
    await inQueue(other, 'LIVE-1').press('a')
    await other.getByRole('dialog').getByRole('button', { name: 'Approve record' }).click()
    await Promise.all([
      waiting(today, 0),
      row(worklist, 'LIVE-1').waitFor({ state: 'detached' }),
      inQueue(approvals, 'LIVE-1').waitFor({ state: 'detached' }),
    ])
    await today.getByText('Calibration approved').first().waitFor()
  })

  test('over the public API', async () => {
    const { lab, looking } = await opened()
    const { today, worklist, approvals } = await openPages(lab, looking)
    const id = await voltmeter(lab, 'LIVE-2')
    await fullRecord(lab, id)
    await Promise.all([
      waiting(today, 2),
      row(worklist, 'LIVE-2')
        .getByTitle(/^Pending approval/)
        .waitFor(),
      inQueue(approvals, 'LIVE-2').waitFor(),
    ])
  })

  test('by a job', async () => {
    const { lab, looking, acting, instrumentId } = await opened()
    const register = await visit(lab, looking, 'instruments?columns=interval')
    await row(register, 'LIVE-1').waitFor()
    const change = { calibration_interval_value: 24, calibration_interval_unit: 'months' }
    const body = { instrument_ids: [instrumentId], change, reason: 'Stable for years.' }
    const { status } = await acting.call('POST', '/instruments/bulk-changes', { body })
    assert.equal(status, 201)
    await row(register, 'LIVE-1').getByText('24 months').waitFor()
  })
})

test('changes made while the page was offline are shown once it is online', async () => {
  const { lab, looking, acting, instrumentId } = await opened()
  const { today } = await openPages(lab, looking)
  await today.context().setOffline(true)
  const [waits] = (await acting.call('GET', `/instruments/${instrumentId}/calibrations`)).body.data
  await acting.call('POST', `/calibrations/${waits.id}/approve`, { body: {} })
  await today.context().setOffline(false)
  await waiting(today, 0)
})

test('a form keeps typed values, and keeps the version that it was opened with', async () => {
  const { lab, looking, acting, instrumentId } = await opened()
  const form = await visit(lab, looking, `instruments/${instrumentId}/edit`)
  const worklist = await visit(lab, looking, 'worklist')
  await form.getByLabel('Model').fill('Mine')
  await acting.call('PATCH', `/instruments/${instrumentId}`, { body: { name: 'Renamed' } })
  await row(worklist, 'LIVE-1').getByText('Renamed').waitFor()
  assert.equal(await form.getByLabel('Model').inputValue(), 'Mine')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByRole('button', { name: 'Apply my changes to the newer version' }).waitFor()
})

test('a page has one stream, also after going from page to page', async () => {
  const { lab, looking } = await opened()
  const page = await visit(lab, looking, 'today')
  let streams = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') streams += 1
  })
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Worklist' }).click()
  await row(page, 'LIVE-1').waitFor()
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /^Approvals/ })
    .click()
  await inQueue(page, 'LIVE-1').waitFor()
  assert.equal(streams, 0)
})
