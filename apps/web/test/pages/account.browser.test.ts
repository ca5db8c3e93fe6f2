import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signIn, signInAs, TEST_PASSWORD } from '../../../server/test/session.ts'
import { keepScreenshot, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const workspace = await tests.app.workspace()

describe('my account', () => {
  test('is reached from the person menu, changes the password, and leads back', async () => {
    const person = await signInAs(tests.app, workspace, 'technician', { name: 'Tess Technician' })
    const page = await tests.visit(person, `/w/${workspace.id}/instruments`)
    await page.getByRole('button', { name: /account of/ }).click()
    await page.getByRole('menuitem', { name: 'My account' }).click()
    await page.getByRole('heading', { name: 'My account' }).waitFor()
    await page.getByText(person.email, { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Current password' }).fill('not this one')
    await page.getByRole('textbox', { name: 'New password' }).fill('another horse battery')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('alert').getByText('Incorrect password.').waitFor()
    await page.getByRole('textbox', { name: 'Current password' }).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed.').waitFor()
    assert.equal((await signIn(tests.app, person.email, 'another horse battery')).status, 200)
    await page.getByRole('link', { name: workspace.workspace.name }).click()
    await page.waitForURL(`**/w/${workspace.id}/**`)
  })

  test('explains next to the field why a password is easily guessed, and accepts a better one', async () => {
    const person = await signInAs(tests.app, workspace, 'technician')
    const page = await tests.visit(person, '/account')
    const wanted = page.getByRole('textbox', { name: 'New password' })
    await page.getByRole('textbox', { name: 'Current password' }).fill(TEST_PASSWORD)
    const cases = [
      ['password123', 'This password is common'],
      ['aaaaaaaaaaaa', 'This password repeats the same characters.'],
    ] as const
    for (const [password, says] of cases) {
      await wanted.fill(password)
      await page.getByRole('button', { name: 'Change password' }).click()
      const beside = page.locator('[id$="-error"]').filter({ hasText: says })
      await beside.waitFor()
      const described = (await wanted.getAttribute('aria-describedby')) ?? ''
      assert.ok(described.split(' ').includes((await beside.getAttribute('id'))!))
    }
    await wanted.fill('another horse battery')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed.').waitFor()
  })

  test('lists the sessions of the user, and ends that of another browser', async () => {
    const person = await signInAs(tests.app, workspace, 'technician')
    const page = await tests.visit(null, '/sign-in?next=/account')
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const here = page.getByRole('listitem').filter({ hasText: 'this device' })
    await here.getByText('Chrome on Linux').waitFor()
    const elsewhere = await tests.visit(person, `/w/${workspace.id}/instruments`)
    await elsewhere.getByRole('heading', { name: 'Instruments' }).waitFor()
    await page.getByRole('button', { name: 'End session: node' }).click()
    const dialog = page.getByRole('dialog', { name: 'End session' })
    await dialog.getByRole('button', { name: 'End session' }).click()
    await page.getByText('You are not signed in anywhere else.').waitFor()
    await elsewhere.getByRole('dialog', { name: 'Your session has expired' }).waitFor()
  })

  test("shows times in the workspace's zone, not in that of the browser", async () => {
    const tokyo = await openLaboratory(tests.app, { timeZone: 'Asia/Tokyo' })
    const page = await tests.visit(await signInAs(tests.app, tokyo, 'technician'), `/account`)
    // The clock of tests stands at 08:00 in UTC.
    await page.getByText('Signed in 21 Nov 2026, 17:00 Japan Standard Time').waitFor()
  })

  test('ends all other sessions immediately', async () => {
    const person = await signInAs(tests.app, workspace, 'technician')
    await signIn(tests.app, person.email, TEST_PASSWORD, { 'user-agent': 'curl/8.14.1' })
    await signIn(tests.app, person.email, TEST_PASSWORD, { 'user-agent': '' })
    const page = await tests.visit(person, '/account')
    await page.getByRole('button', { name: 'Sign out all other sessions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign out all other sessions' })
    await dialog.getByText('2 other sessions').waitFor()
    await dialog.getByRole('button', { name: 'Sign out all other sessions' }).click()
    await page.getByText('2 other sessions were ended.').waitFor()
    await page.getByText('You are not signed in anywhere else.').waitFor()
  })

  test('shows attempts to sign in that failed, with date and address', async () => {
    const person = await signInAs(tests.app, workspace, 'technician')
    await signIn(tests.app, person.email, 'not this one')
    const page = await tests.visit(person, '/account')
    const failed = page.getByRole('region', { name: 'Failed sign-ins' })
    await failed.getByText('Wrong password · from 127.0.0.1').waitFor()
    await keepScreenshot(page, 'account-failed')
  })
})

test('a workspace that requires a second factor leads to where it is set up', async () => {
  const strict = await tests.app.workspace()
  const admin = await signInAs(tests.app, strict, 'admin')
  await admin.call('PATCH', '', { body: { requires_second_factor: true } })
  const page = await tests.visit(admin, `/w/${strict.id}/instruments`)
  await page.waitForURL('**/account')
  await page.getByText(`Two-factor sign-in is required by ${strict.workspace.name}`).waitFor()
  await keepScreenshot(page, 'account-required')
})

describe('a reset link', () => {
  test('lets a person choose a new password, once, and signs them out elsewhere', async () => {
    const admin = await signInAs(tests.app, workspace, 'admin')
    const person = await signInAs(tests.app, workspace, 'technician', { name: 'Tess Technician' })
    const link = (await admin.call('POST', `/users/${person.personId}/reset-link`)).body.link as string
    const path = link.slice(tests.app.origin.length)
    const elsewhere = await tests.visit(person, '/account')
    const page = await tests.visit(null, path)
    await page.getByText(person.email).waitFor()
    await page.getByRole('textbox', { name: 'New password' }).fill('too short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('textbox', { name: 'New password' }).fill('another horse battery')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByText('Password set.').waitFor()
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('another horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`**/w/${workspace.id}/**`)
    await elsewhere.reload()
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor()
    await elsewhere.goto(link)
    await elsewhere.getByRole('alert').getByText('This link is no longer valid').waitFor()
    await elsewhere.getByRole('link', { name: 'Go to sign-in' }).click()
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})

test('the set-up is over once a person exists: its page leads to the sign-in', async () => {
  const page = await tests.visit(null, '/setup?token=x')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
