import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addMember, hashPassword, savePasswordHash } from '../../../server/src/modules/access/index.ts'
import { systemActor } from '../../../server/src/platform/actor.ts'
import { newId } from '../../../server/src/platform/ids.ts'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signIn, signInAs, TEST_PASSWORD } from '../../../server/test/session.ts'
import { checkAccessibility, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const admin = await signInAs(tests.app, lab, 'admin', { name: 'Ada Admin' })
const NEW_PASSWORD = 'a horse of my own'

/** The path of a new invitation's link. */
async function invite(email: string, name: string): Promise<string> {
  const response = await admin.call('POST', '/users', { body: { email, name, role: 'technician' } })
  assert.equal(response.status, 201)
  return response.body.invitation_link.slice(tests.app.origin.length)
}

describe('an invitation', () => {
  test('is accepted with a new password, by keyboard only, and leads into the workspace', async () => {
    const page = await tests.visit(null, await invite('ines@example.com', 'Ines New'))
    await page.getByText('You are invited as Technician.').waitFor()
    await checkAccessibility(page)
    await page.keyboard.type('short')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').first().waitFor()
    await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/w/${lab.id}/today`)
    assert.equal((await signIn(tests.app, 'ines@example.com', NEW_PASSWORD)).status, 200)
  })

  test('is accepted by the person of an account once they have signed in', async () => {
    const other = await openLaboratory(tests.app)
    const person = await signInAs(tests.app, other, 'manager', { name: 'Nadia Known' })
    const page = await tests.visit(null, await invite(person.email, 'N. Known'))
    await page.getByRole('link', { name: 'Sign in to accept' }).click()
    await page.getByRole('textbox', { name: 'E-mail' }).fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Choose a new password.', { exact: false }).waitFor()
    await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await page.waitForURL(`**/w/${lab.id}/today`)
  })

  test('is not accepted by another person, with the reason', async () => {
    const page = await tests.visit(admin, await invite('otto@example.com', 'Otto Other'))
    await page.getByText('You are signed in as someone else.').waitFor()
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Sign out and continue' }).click()
    await page.getByRole('button', { name: 'Accept invitation' }).waitFor()
  })

  test('that is no longer valid leads to the sign-in', async () => {
    const page = await tests.visit(null, '/invitation?token=used')
    await page.getByText('This invitation is no longer valid', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Go to sign-in' }).waitFor()
  })
})

test('a password that an operator set is changed before anything else is shown', async () => {
  const email = 'cleo@example.com'
  const member = { email, name: 'Cleo', role: 'technician', siteIds: null, accessEndsAt: null } as const
  const { personId } = await addMember(tests.app, systemActor(lab.id), member)
  const at = tests.app.clock.now().toISOString()
  const hash = await hashPassword(TEST_PASSWORD)
  await savePasswordHash(tests.app.db.global, newId(), personId, hash, at, { isTemporary: true })
  const page = await tests.visit(null, `/w/${lab.id}/instruments`)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Choose your own password').waitFor()
  await checkAccessibility(page)
  await page.goto(`${tests.app.origin}/account`)
  await page.waitForURL('**/change-password?next=*')
  await page.getByLabel('Current password').fill(TEST_PASSWORD)
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account')
  assert.equal((await signIn(tests.app, email, NEW_PASSWORD)).body.must_change_password, undefined)
})
