import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { firstAdmin } from '@plumbline/contract'
import { sql } from '../../../server/src/platform/db/index.ts'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import {
  checkAccessibility,
  checkTouchTargets,
  focusOn,
  keepScreenshot,
  pressItem,
  settled,
  startBrowserTests,
} from '../support/browser.ts'

const tests = await startBrowserTests()

describe('the admin that the first start made', () => {
  test('is asked at the first sign-in for a name and the standards of the workspace', async () => {
    const lab = await openLaboratory(tests.app)
    const admin = await signInAs(tests.app, lab, 'admin', { name: firstAdmin.name })
    await tests.app.db.global.rows(
      sql`update people set email = ${firstAdmin.email} where id = ${admin.personId}`,
    )
    const page = await tests.visit(admin, `/w/${lab.id}/today`)
    await page.waitForURL('**/first-settings')
    await focusOn(page.getByLabel('Your name'))
    await checkAccessibility(page)
    await keepScreenshot(page, 'first-settings')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('#name[aria-invalid=true]').waitFor()
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('Approval').selectOption('review')
    await page.getByLabel('Paper').selectOption('letter')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /account of Ada Lovelace/ }).waitFor()
    await page.waitForURL('**/today')
    const { body } = await admin.call('GET', '')
    assert.deepEqual(
      [body.timezone, body.approval_policy, body.default_decision_rule, body.paper],
      ['Europe/Berlin', 'review', 'simple_acceptance', 'letter'],
    )
  })

  test('finds what the workspace has been given before in the form', async () => {
    const lab = await openLaboratory(tests.app, { timeZone: 'Asia/Tokyo' })
    await lab.settings({ approvalPolicy: 'review', defaultDecisionRule: 'guard_band_r=0.5' })
    const admin = await signInAs(tests.app, lab, 'admin', { name: firstAdmin.name })
    const page = await tests.visit(admin, `/w/${lab.id}/first-settings`)
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/today')
    const { body } = await admin.call('GET', '')
    assert.deepEqual(
      [body.timezone, body.approval_policy, body.default_decision_rule],
      ['Asia/Tokyo', 'review', 'guard_band_r=0.5'],
    )
  })
})

describe('sample data', () => {
  test('can be opened later too, when the workspace has instruments of its own', async () => {
    const lab = await openLaboratory(tests.app)
    await lab.instrument({ asset_tag: 'OWN-1' })
    const manager = await signInAs(tests.app, lab, 'manager')
    const page = await tests.visit(manager, `/w/${lab.id}/instruments`)
    await page.getByRole('button', { name: /account of/ }).press('Enter')
    await pressItem(page, 'Sample data')
    const dialog = page.getByRole('dialog', { name: 'Try it with sample data' })
    await focusOn(dialog.getByRole('button', { name: 'Open the sample data' }))
    await page.keyboard.press('Escape')
    await focusOn(page.getByRole('button', { name: /account of/ }))
    const technician = await tests.visit(
      await signInAs(tests.app, lab, 'technician'),
      `/w/${lab.id}/instruments`,
    )
    await technician.getByRole('button', { name: /account of/ }).click()
    await technician.getByRole('menuitem', { name: 'My account' }).waitFor()
    assert.equal(await technician.getByRole('menuitem', { name: 'Sample data' }).count(), 0)
  })

  test('are added from an empty workspace, marked on every page, and removed again by keyboard', async () => {
    const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
    const own = lab.workspace.name
    const manager = await signInAs(tests.app, lab, 'manager')
    const page = await tests.visit(manager, `/w/${lab.id}/today`)
    await page.getByRole('button', { name: 'Try it with sample data' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Try it with sample data' })
    const open = dialog.getByRole('button', { name: 'Open the sample data' })
    await focusOn(open)
    await keepScreenshot(page, 'sample-dialog')
    await checkAccessibility(page)
    await open.press('Enter')
    const bar = page.getByRole('region', { name: 'Sample data' })
    await bar.getByText('You are looking at sample data.').waitFor()
    await page.getByRole('region', { name: 'Audit-ready?' }).waitFor()
    await page.getByRole('button', { name: `Workspace: ${own} (sample data)` }).waitFor()
    assert.ok(!page.url().includes(lab.id))
    await dialog.waitFor({ state: 'hidden' })
    await checkAccessibility(page)
    await keepScreenshot(page, 'sample-today-light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'sample-today-dark')
    // Every page says what it shows, and offers no further sample data.
    await page.getByRole('link', { name: 'Instruments', exact: true }).click()
    await page.getByText('1–45 of 45').waitFor()
    await bar.getByRole('link', { name: `Back to ${own}` }).click()
    await page.getByText('No instruments in the calibration program yet').waitFor()
    await bar.waitFor({ state: 'hidden' })
    // Anyone who asks again is let into the same; the instruments page offers it too.
    await page.getByRole('link', { name: 'Instruments', exact: true }).click()
    await page.getByRole('button', { name: 'Try it with sample data' }).click()
    await open.click()
    await bar.getByRole('button', { name: 'Remove sample data' }).press('Enter')
    const asked = page.getByRole('dialog', { name: 'Remove sample data' })
    await asked.getByText(`${own} (sample data)`, { exact: true }).waitFor()
    await settled(page)
    await keepScreenshot(page, 'sample-take-out')
    await asked.getByRole('button', { name: 'Remove sample data' }).press('Enter')
    await page.getByText('Sample data removed.').waitFor()
    await page.getByText('No instruments in the calibration program yet').waitFor()
    assert.ok(page.url().includes(lab.id))
    await bar.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: `Workspace: ${own}` }).waitFor({ state: 'hidden' })
  })

  test('show how far they are, can be stopped, and go on when the dialog is closed', async () => {
    const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
    const manager = await signInAs(tests.app, lab, 'manager')
    const page = await tests.visit(manager, `/w/${lab.id}/today`)
    const ask = page.getByRole('button', { name: 'Try it with sample data' })
    const dialog = page.getByRole('dialog', { name: 'Try it with sample data' })
    const open = dialog.getByRole('button', { name: 'Open the sample data' })
    await tests.app.asOwner(async (owner) => {
      // Their worker waits while this is held.
      await owner.query('begin; lock table sample_workspaces in exclusive mode')
      await ask.press('Enter')
      await open.press('Enter')
      await dialog.getByText('0 of 47 done').waitFor()
      await dialog.getByText('It continues if you close this.').waitFor()
      await settled(page)
      await checkAccessibility(page)
      await keepScreenshot(page, 'sample-progress')
      const stop = dialog.getByRole('button', { name: 'Stop', exact: true })
      await stop.press('Enter')
      await dialog.locator('button:disabled', { hasText: 'Stop' }).waitFor()
      await owner.query('rollback')
    })
    await dialog.getByText('Stopped. No sample data was added.').waitFor()
    assert.ok(page.url().includes(lab.id))
    await tests.app.asOwner(async (owner) => {
      await owner.query('begin; lock table sample_workspaces in exclusive mode')
      await open.press('Enter')
      await dialog.getByText('0 of 47 done').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
      await dialog.waitFor({ state: 'hidden' })
      await owner.query('rollback')
    })
    // Anyone who asks again is led to what was made meanwhile, or waits for it.
    await ask.press('Enter')
    await open.press('Enter')
    await page.getByRole('region', { name: 'Sample data' }).waitFor()
    const jobs = (await manager.call('GET', '/jobs?kind=sample_data')).body.data as { state: string }[]
    assert.deepEqual(
      jobs.map(({ state }) => state),
      ['succeeded', 'cancelled'],
    )
  })

  test('are in German, have large enough targets, and are not offered to other roles', async () => {
    const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
    const admin = await signInAs(tests.app, lab, 'admin')
    const page = await tests.visit(admin, `/w/${lab.id}/today`, { locale: 'de-DE', look: 'tablet' })
    await page.getByRole('button', { name: 'Mit Beispieldaten ausprobieren' }).click()
    await page.getByRole('button', { name: 'Beispieldaten öffnen' }).click()
    await page.getByRole('region', { name: 'Beispieldaten' }).waitFor()
    await page.getByRole('region', { name: 'Auditbereit?' }).waitFor()
    await checkTouchTargets(page)
    await keepScreenshot(page, 'sample-today-german')
    const technician = await signInAs(tests.app, lab, 'technician')
    const other = await tests.visit(technician, `/w/${lab.id}/today`)
    await other.getByRole('link', { name: 'Add your first instrument' }).waitFor()
    assert.equal(await other.getByRole('button', { name: 'Try it with sample data' }).count(), 0)
  })
})

describe('the five steps to a running program', () => {
  test('lead to their pages, are completed when true, and are hidden and shown again by keyboard', async () => {
    const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
    const admin = await signInAs(tests.app, lab, 'admin')
    const page = await tests.visit(admin, `/w/${lab.id}/today`)
    const steps = page.getByRole('region', { name: 'Set up your calibration program in five steps' })
    await steps.getByText('1 of 5 done').waitFor()
    await steps.getByRole('listitem').filter({ hasText: 'Invite your team · Done' }).waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'first-steps-light')
    await steps.getByRole('link', { name: 'Set up your laboratory' }).press('Enter')
    await page.getByRole('heading', { name: 'Workspace', level: 1 }).waitFor()
    // Done by whatever way: here by the API.
    const body = { laboratory_name: 'Plant laboratory', address: 'Werkstraße 1' }
    await admin.call('PATCH', '', { body })
    await page.goto(`${tests.app.origin}/w/${lab.id}/today`)
    await steps.getByText('2 of 5 done').waitFor()
    await steps.getByRole('button', { name: 'Dismiss' }).press('Enter')
    await page.getByText('Setup steps hidden.').waitFor()
    await steps.waitFor({ state: 'hidden' })
    await focusOn(page.locator('#page-title'))
    await page.reload()
    await page.getByRole('button', { name: 'Try it with sample data' }).waitFor()
    assert.equal(await steps.count(), 0)
    await page.getByRole('banner').getByRole('button').last().press('Enter')
    await pressItem(page, 'Set up your calibration program in five steps')
    await focusOn(steps.getByRole('heading', { name: 'Set up your calibration program in five steps' }))
    // All done: neither the steps nor the way back to them are there any more.
    await admin.call('PATCH', '', { body: { standards: ['iso_9001'] } })
    const { id } = await lab.instrument()
    await lab.calibrate(id)
    await page.goto(`${tests.app.origin}/w/${lab.id}/today`)
    await page.getByRole('region', { name: 'Audit-ready?' }).waitFor()
    await settled(page)
    assert.equal(await steps.count(), 0)
    await page.getByRole('banner').getByRole('button').last().press('Enter')
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor()
    assert.equal(
      await page.getByRole('menuitem', { name: 'Set up your calibration program in five steps' }).count(),
      0,
    )
  })

  test('are all completed by a single approver, by keyboard, with the focus where it is needed', async () => {
    const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
    const admin = await signInAs(tests.app, lab, 'admin')
    const others = (await admin.call('GET', '/users')).body.data.filter(
      ({ id }: { id: string }) => id !== admin.personId,
    )
    for (const { id } of others) await admin.call('PATCH', `/users/${id}`, { body: { is_active: false } })
    const page = await tests.visit(admin, `/w/${lab.id}/today`)
    const steps = page.getByRole('region', { name: 'Set up your calibration program in five steps' })
    await steps.getByText('0 of 5 done').waitFor()
    await steps.getByRole('button', { name: 'I work alone' }).press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Marked as done: you work alone.' }).waitFor()
    await focusOn(steps.getByRole('heading', { name: 'Set up your calibration program in five steps' }))
    await steps.getByRole('listitem').filter({ hasText: 'Invite your team · Done' }).waitFor()
    await steps.getByText('1 of 5 done').waitFor()
    await steps
      .getByText('You are the only approver, so you can approve your own records until someone else can.')
      .waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'first-steps-alone')
    await steps.getByRole('button', { name: 'Undo “I work alone”' }).press('Enter')
    await steps.getByText('0 of 5 done').waitFor()

    const body = { laboratory_name: 'Plant laboratory', address: 'Werkstraße 1', standards: ['iso_9001'] }
    await admin.call('PATCH', '', { body })
    const entered = { asset_tag: 'OWN-1', name: 'Caliper', calibration_interval_value: 12 }
    const { id } = (await admin.call('POST', '/instruments', { body: entered })).body
    await admin.call('POST', `/instruments/${id}/calibrations`, {
      body: { result: 'PASS' },
      headers: { 'idempotency-key': 'alone' },
    })
    await page.reload()
    await steps.getByText('4 of 5 done').waitFor()
    await steps.getByRole('button', { name: 'I work alone' }).press('Enter')
    await steps.waitFor({ state: 'hidden' })
    await focusOn(page.locator('#page-title'))
  })

  test('tell a manager what an admin does, in German and by touch, and are hidden from others', async () => {
    const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
    const manager = await signInAs(tests.app, lab, 'manager')
    const page = await tests.visit(manager, `/w/${lab.id}/today`, { locale: 'de-DE', look: 'tablet' })
    const steps = page.getByRole('region', { name: 'Kalibrierprogramm in fünf Schritten einrichten' })
    await steps.getByText('1 von 5 erledigt').waitFor()
    const laboratory = steps.getByRole('listitem').filter({ hasText: 'Labor einrichten' })
    await laboratory.getByText('Nur durch die Administration.').waitFor()
    assert.equal(await laboratory.getByRole('link').count(), 0)
    await steps.getByRole('link', { name: 'Prüfmittel hinzufügen' }).waitFor()
    await checkTouchTargets(page)
    await keepScreenshot(page, 'first-steps-german')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'first-steps-dark')
    const technician = await signInAs(tests.app, lab, 'technician')
    const other = await tests.visit(technician, `/w/${lab.id}/today`)
    await other.getByRole('link', { name: 'Add your first instrument' }).waitFor()
    assert.equal(
      await other.getByRole('region', { name: 'Set up your calibration program in five steps' }).count(),
      0,
    )
  })
})
