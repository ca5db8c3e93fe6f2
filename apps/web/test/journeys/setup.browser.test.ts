import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '../../../server/src/platform/db/index.ts'
import { makeSetupLink } from '../../../server/src/modules/access/index.ts'
import { lookAtPage, startBrowserTests } from '../support/browser.ts'

/** Nobody exists in it until the last test has set it up. */
const tests = await startBrowserTests()
const printedPath = async () =>
  (await makeSetupLink(tests.app.parts, tests.app.origin)).slice(tests.app.origin.length)

describe('a deployment without people', () => {
  test('asks for the link that the server printed', async () => {
    const page = await tests.visit(null, '/')
    await page.getByRole('heading', { name: 'Set up Plumbline' }).waitFor()
    await page.getByText('Open the setup link that the server printed').waitFor()
    assert.equal(new URL(page.url()).pathname, '/setup')
  })

  test('refuses a link of anybody else', async () => {
    const page = await tests.visit(null, '/setup?token=guess')
    await page.getByRole('alert').getByText('not the setup link that the server printed').waitFor()
  })

  test('has a form without barriers', async () => {
    await lookAtPage(tests, null, await printedPath(), 'setup')
  })

  test('shows errors next to each field and keeps typed values', async () => {
    const page = await tests.visit(null, await printedPath())
    await page.getByLabel('Workspace').fill('Main plant')
    await page.getByLabel('E-mail').fill('nobody')
    await page.getByRole('textbox', { name: 'Password' }).fill('short')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('alert').getByRole('link', { name: 'Your name' }).waitFor()
    assert.equal(await page.getByLabel('Workspace').inputValue(), 'Main plant')
    assert.equal(await page.getByLabel('E-mail').inputValue(), 'nobody')
  })

  test('is set up from the printed link to the first page, in the zone of the browser', async () => {
    const page = await tests.visit(null, await printedPath())
    await page.getByLabel('Workspace').fill('Main plant')
    assert.equal(await page.getByRole('combobox', { name: 'Time zone' }).inputValue(), 'Europe/Berlin')
    await page.getByRole('combobox', { name: 'Standards' }).click()
    await page.getByRole('option', { name: /9001/ }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('Approval').selectOption('review')
    await page.getByLabel('Your name').fill('Ada Admin')
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('a horse of my own')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('button', { name: /account of Ada Admin/ }).waitFor()
    await page.getByText('Main plant').waitFor()
    const [cookie] = await page.context().cookies()
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite], [true, 'Lax'])
    const [workspace] = await tests.app.asOwner(async (owner) => {
      const { rows } = await owner.query(
        'select time_zone, standards, approval_policy, default_decision_rule, laboratory from workspaces',
      )
      return rows as object[]
    })
    assert.deepEqual(workspace, {
      time_zone: 'Europe/Berlin',
      standards: ['iso_9001'],
      approval_policy: 'review',
      default_decision_rule: 'simple_acceptance',
      laboratory: { paper: 'a4' },
    })
    assert.equal((await tests.app.db.global.rows(sql`select 1 from people`)).length, 1)
  })
})
