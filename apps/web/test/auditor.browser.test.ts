import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../server/test/calibrating.ts'
import { signInAs } from '../../server/test/session.ts'
import { checkAccessibility, keepScreenshot, startBrowserTests } from './browser.ts'
import { registerOf } from './sample-register.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
await registerOf(lab, 6)
const admin = await signInAs(tests.app, lab, 'admin', { name: 'Alma Admin' })
const home = `/w/${lab.id}`

describe("an auditor's access", () => {
  test('is told in the frame with its last day, announced in the last days, and its end is a page of its own', async () => {
    const auditor = await signInAs(tests.app, lab, 'auditor', {
      name: 'Iris Auditor',
      accessEndsAt: '2027-01-31T23:00:00.000Z',
    })
    const grant = (access_ends_at: string) =>
      admin.call('PATCH', `/users/${auditor.personId}`, { body: { access_ends_at } })
    const page = await tests.visit(auditor, `${home}/instruments`)
    const frame = page.getByRole('banner')
    await frame.getByText('Read only', { exact: true }).waitFor()
    await frame.getByText('until the end of 31 Jan 2027, Central European Standard Time').waitFor()
    assert.equal(await page.getByText(/^Your access ends/).count(), 0)
    await keepScreenshot(page, 'auditor-frame')

    const seconds = (count: number) => new Date(tests.app.clock.now().getTime() + count * 1000).toISOString()
    await grant('2026-11-24T23:00:00.000Z')
    await page.reload()
    await page
      .getByText('Your access ends in 3 days: with the end of 24 Nov 2026, Central European Standard Time.')
      .waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'auditor-last-days')

    // The moment passes while the page stands and asks for nothing by itself.
    await grant(seconds(2))
    await page.reload()
    await page.getByText(/^Your access ends today: on 21 Nov 2026, 09:00/).waitFor()
    tests.app.clock.advance(10_000)
    const ended = page.getByRole('alert')
    await ended.getByRole('heading', { name: 'Your access has ended' }).waitFor()
    await ended.getByText(/^You could read .+ as an auditor until 21 Nov 2026, 09:00/).waitFor()
    await ended.getByText(/^If you need longer, ask Ada Admin or Alma Admin:/).waitFor()
    assert.equal(await page.getByRole('navigation').count(), 0)
    await checkAccessibility(page)
    await keepScreenshot(page, 'auditor-ended')

    // So says whichever page is opened then, until an admin extends the access.
    await page.goto(`${tests.app.origin}${home}/ledger`)
    await ended.getByRole('heading', { name: 'Your access has ended' }).waitFor()
    await grant('2027-01-31T23:00:00.000Z')
    await ended.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Ledger', level: 1 }).waitFor()
  })
})
