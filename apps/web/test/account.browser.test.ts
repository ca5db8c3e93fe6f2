import { describe, test } from 'node:test'
import { signInAs, signIn, TEST_PASSWORD } from '../../server/test/session.ts'
import assert from 'node:assert/strict'
import { startBrowserTests } from './browser.ts'

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
    await page.getByRole('textbox', { name: 'Present password' }).fill('not this one')
    await page.getByRole('textbox', { name: 'New password' }).fill('another horse battery')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('alert').getByText('The password is wrong.').waitFor()
    await page.getByRole('textbox', { name: 'Present password' }).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The password is changed.').waitFor()
    assert.equal((await signIn(tests.app, person.email, 'another horse battery')).status, 200)
    await page.getByRole('link', { name: workspace.workspace.name }).click()
    await page.waitForURL(`**/w/${workspace.id}/**`)
  })
})
