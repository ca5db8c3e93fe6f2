import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { signInAs, TEST_PASSWORD, type TestSession } from '../../../server/test/session.ts'
import { focusOn, startBrowserTests } from '../support/browser.ts'
import { arrive, hear } from '../support/hearing.ts'

// The life of an instrument by a person who has no mouse and may not see the screen: every step is a key, every
// control is found by its role and name, and what happened is heard from a live region.
const tests = await startBrowserTests()

const field = (within: Page | Locator, name: string) => within.getByRole('textbox', { name })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const link = (within: Page | Locator, name: string) => within.getByRole('link', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** More stops than any page has before what a person wants. */
const STOPS_MAX = 120

/** Goes on with Tab, or with another key, until a control has the focus. */
async function goTo(control: Locator, key = 'Tab'): Promise<void> {
  await control.waitFor()
  const page = control.page()
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await control.evaluate((one) => one === one.ownerDocument.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`not reached by ${key}: ${String(control)}; the focus is at ${await focused(page)}`)
}

async function fill(control: Locator, text: string): Promise<void> {
  await goTo(control)
  await control.page().keyboard.press('ControlOrMeta+a')
  await control.page().keyboard.type(text)
}

async function press(control: Locator, key = 'Enter'): Promise<void> {
  await goTo(control)
  await control.page().keyboard.press(key)
}

async function focused(page: Page): Promise<string> {
  return (await page.evaluate('document.activeElement?.outerHTML.slice(0, 200)')) as string
}

/** One of the acts on an instrument; the dialog names itself and has its first field in focus. */
async function act(page: Page, name: string): Promise<Locator> {
  await press(button(page, 'More'))
  const item = page.getByRole('menuitem', { name, exact: true })
  await goTo(item, 'ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name, exact: true })
  await dialog.waitFor()
  return dialog
}

/** A click of a mouse would show that a person reached for it. */
const WATCH_FOR_POINTERS = `addEventListener('pointerdown', () => { globalThis.pointerUsed = true }, true)`

describe('the keyboard only', () => {
  test('leads through the life of an instrument, and a screen reader hears each step', async () => {
    tests.app.clock.set('2026-01-12T09:00:00.000Z')
    const workspace = await tests.app.workspace()
    const ada = await signInAs(tests.app, workspace, 'admin', { name: 'Kay Keys' })
    // Who is alone in a laboratory approves their own records.
    const others = (await ada.call('GET', '/users')).body.data.filter(
      ({ id }: { id: string }) => id !== ada.personId,
    )
    for (const { id } of others) await ada.call('PATCH', `/users/${id}`, { body: { is_active: false } })
    await ada.call('PATCH', '', { body: { approval_policy: 'review', requires_electronic_signature: true } })
    const page = await tests.visit(null, `/sign-in?next=${encodeURIComponent(`/w/${workspace.id}/today`)}`, {
      hasMotion: true,
    })
    await page.evaluate(WATCH_FOR_POINTERS)
    await signIn(page, ada)
    await create(page)
    await calibrate(page)
    await approve(page)
    await correct(page)
    await extend(page)
    await voidRecord(page)
    await retire(page)
    assert.equal(await page.evaluate('globalThis.pointerUsed'), undefined)
  })
})

async function signIn(page: Page, { email }: TestSession): Promise<void> {
  await focusOn(field(page, 'E-mail'))
  await fill(field(page, 'E-mail'), email)
  await fill(field(page, 'Password'), 'wrong')
  await page.keyboard.press('Enter')
  await hear(page, 'Incorrect e-mail or password.')
  await fill(field(page, 'Password'), TEST_PASSWORD)
  await page.keyboard.press('Enter')
  await arrive(page, 'Today')
}

async function create(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search instruments, records and pages' })
  await focusOn(search.getByRole('combobox'))
  await page.keyboard.type('Instruments')
  await page.getByRole('option', { name: 'Instruments', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await arrive(page, 'Instruments')
  await press(link(page, 'New instrument').first())
  await focusOn(field(page, 'Asset tag'))
  await page.keyboard.type('KEY-1')
  await press(button(page, 'Add instrument'))
  await hear(page, /^Please correct/)
  await fill(field(page, 'Name'), 'Digital caliper')
  await fill(field(page, 'Interval'), '6')
  await press(button(page, 'Add instrument'))
  await arrive(page, 'KEY-1')
}

async function calibrate(page: Page): Promise<void> {
  await press(link(page, 'Calibrate'))
  await title(page, 'Calibrate KEY-1').waitFor()
  await focusOn(field(page, 'Nominal value'))
  await page.keyboard.type('10 mm')
  await fill(field(page, 'Tolerance'), '± 0.05 mm')
  await fill(field(page, 'As found'), '10.07 mm')
  await hear(page, 'Final reading is out of tolerance.', 'status')
  await press(page.getByRole('radio', { name: 'Pass', exact: true }), 'Space')
  await hear(page, 'Passing an out-of-tolerance reading', 'status')
  await press(button(page, 'Save record'))
  await hear(page, 'The final reading is out of tolerance. To pass it')
  await fill(field(page, 'Out-of-tolerance justification'), 'Used for rough work alone.')
  await page.keyboard.press('Control+Enter')
  await focusOn(page.getByRole('heading', { level: 2, name: 'Calibration of KEY-1 saved.' }))
  await press(link(page, 'Open record'))
  await arrive(page, 'Calibration of KEY-1')
}

/** Signs in the dialog that stands open, and hears that it was done. */
async function sign(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign and approve', exact: true })
  await focusOn(field(dialog, 'Your password'))
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').filter({ hasText: 'Incorrect password.' }).waitFor()
  await fill(field(dialog, 'Your password'), TEST_PASSWORD)
  await page.keyboard.press('Enter')
  await hear(page, 'Record approved.')
  await dialog.waitFor({ state: 'detached' })
  await focusOn(title(page, 'Calibration of KEY-1'))
}

async function approve(page: Page): Promise<void> {
  const signing = button(page, 'Sign and approve')
  await press(signing)
  await page.getByRole('dialog', { name: 'Sign and approve', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await focusOn(signing)
  await page.keyboard.press('Enter')
  await sign(page)
  await press(button(page, 'Show certificate'))
  await page.getByTitle('Certificate').waitFor()
  await focusOn(button(page, 'Hide certificate'))
  await page.keyboard.press('Enter')
}

async function correct(page: Page): Promise<void> {
  await press(link(page, 'Correct'))
  await title(page, 'Correct a calibration of KEY-1').waitFor()
  await focusOn(field(page, 'As found'))
  await fill(field(page, 'As found'), '10.007 mm')
  await fill(field(page, 'Reason for the correction'), 'A nought was left out.')
  await press(button(page, 'Save correction'))
  await focusOn(page.getByRole('heading', { level: 2, name: 'Correction for KEY-1 saved.' }))
  await press(link(page, 'Open record'))
  await arrive(page, 'Calibration of KEY-1')
  await press(button(page, 'Sign and approve'))
  await sign(page)
}

async function voidRecord(page: Page): Promise<void> {
  await press(
    page.getByRole('region', { name: 'History' }).getByRole('link', { name: 'Correction', exact: true }),
  )
  await arrive(page, 'Calibration of KEY-1')
  await press(button(page, 'Void'))
  const dialog = page.getByRole('dialog', { name: 'Void record', exact: true })
  await focusOn(field(dialog, 'Reason'))
  await page.keyboard.type('The caliper was another one.')
  await press(button(dialog, 'Void record'))
  await hear(page, 'Record voided.')
  await focusOn(title(page, 'Calibration of KEY-1'))
  await goUp(page)
}

/** Back from a record to its instrument. */
async function goUp(page: Page): Promise<void> {
  await goTo(page.getByRole('navigation', { name: 'Up' }).getByRole('link'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await arrive(page, 'KEY-1')
}

async function extend(page: Page): Promise<void> {
  await goUp(page)
  const dialog = await act(page, 'Extend the due date')
  await focusOn(dialog.getByLabel('New due date'))
  await page.keyboard.type('01032028')
  await fill(field(dialog, 'Reason'), 'The provider is booked out.')
  await press(button(dialog, 'Extend due date'))
  await hear(page, 'The due date of KEY-1 has been extended.')
  await focusOn(button(page, 'More'))
}

async function retire(page: Page): Promise<void> {
  const dialog = await act(page, 'Retire instrument')
  await focusOn(field(dialog, 'Reason'))
  await page.keyboard.press('Escape')
  await focusOn(button(page, 'More'))
  const again = await act(page, 'Retire instrument')
  await focusOn(field(again, 'Reason'))
  await page.keyboard.type('Worn out')
  await press(button(again, 'Retire instrument'))
  await hear(page, 'KEY-1 is retired.')
  await focusOn(title(page, 'KEY-1'))
  await page.getByRole('region', { name: 'History' }).getByText('Worn out', { exact: true }).waitFor()
}
