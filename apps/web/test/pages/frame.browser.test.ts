import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs, TEST_PASSWORD } from '../../../server/test/session.ts'
import { sql } from '../../../server/src/platform/db/index.ts'
import { focusOn, settled, startBrowserTests } from '../support/browser.ts'
import { registerOf } from '../support/sample-register.ts'

/** Bytes that the first page may take over the wire. */
const FIRST_PAGE_BYTES_MAX = 250_000

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
await registerOf(lab, 4)
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Quinn Manager' })
const home = `/w/${lab.id}`

describe('signing in', () => {
  test('leads to the requested URL', async () => {
    const page = await tests.visit(null, `${home}/instruments?q=tag`)
    await page.getByLabel('E-mail').fill(manager.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD)
    await page.getByRole('textbox', { name: 'Password' }).press('Enter')
    await page.waitForURL(`**${home}/instruments?q=tag`)
    await page.getByRole('link', { name: 'TAG-001' }).waitFor()
  })

  test('with a wrong password reports it and keeps the URL', async () => {
    const page = await tests.visit(null, '/sign-in')
    await page.getByLabel('E-mail').fill(manager.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('not this one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('Incorrect e-mail or password.').waitFor()
    assert.equal(await page.getByLabel('E-mail').inputValue(), manager.email)
  })

  test('is requested without console errors and refused requests, also from a link into the workspace', async () => {
    const link = `${home}/instruments?q=tag`
    const leaving = await signInAs(tests.app, lab, 'manager')
    const ended = await tests.visit(leaving, '/healthz')
    await leaving.call('GET', '').then(({ status }) => assert.equal(status, 200))
    await tests.app.db.global.rows(sql`delete from sign_in_sessions where person_id = ${leaving.personId}`)
    // Nobody has signed in here, and another one had a session that was ended elsewhere.
    for (const page of [await tests.visit(null, '/healthz'), ended]) {
      const faults: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text())
      })
      page.on('response', (response) => {
        if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
      })
      for (const path of ['/', link]) {
        await page.goto(tests.app.origin + path)
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
        await settled(page)
        assert.deepEqual(faults, [], path)
      }
      await page.getByLabel('E-mail').fill(manager.email)
      await page.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD)
      await page.getByRole('textbox', { name: 'Password' }).press('Enter')
      await page.waitForURL(`**${link}`)
      await page.getByRole('link', { name: 'TAG-001' }).waitFor()
      assert.deepEqual(faults, [])
    }
  })

  test('never leads to another site', async () => {
    const page = await tests.visit(null, '/sign-in?next=//example.com/trap')
    await page.getByLabel('E-mail').fill(manager.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${tests.app.origin}/w/**`)
  })

  test('out removes all data, and the back button does not show any', async () => {
    const leaving = await signInAs(tests.app, lab, 'technician')
    const page = await tests.visit(leaving, `${home}/instruments`)
    await page.getByRole('button', { name: /account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('is requested again when the session ends, and typed values stay', async () => {
    const ending = await signInAs(tests.app, lab, 'technician')
    const page = await tests.visit(ending, `${home}/instruments/new`)
    await page.getByLabel('Asset tag').fill('KEPT-1')
    await page.getByLabel('Name').fill('Kept gauge')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Add instrument' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has expired' })
    await dialog.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel('Asset tag').inputValue(), 'KEPT-1')
    await page.getByRole('button', { name: 'Add instrument' }).click()
    await page.getByRole('heading', { name: 'KEPT-1' }).waitFor()
  })
})

describe('the frame', () => {
  test('opens any instrument from any page by keyboard only', async () => {
    const page = await tests.visit(manager, home)
    await page.keyboard.press('Control+k')
    await focusOn(page.getByRole('dialog').getByRole('combobox'))
    await page.keyboard.type('torque')
    await page.getByRole('option', { name: /^TAG-002/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'TAG-002', level: 1 }).waitFor()
  })

  test("finds the pages within the settings that are open to the role, and one's account", async () => {
    const admin = await signInAs(tests.app, lab, 'admin')
    for (const [session, found] of [
      [admin, ['API keys', 'People and roles', 'Sites and locations', 'My account']],
      [manager, ['Sites and locations', 'My account']],
    ] as const) {
      const page = await tests.visit(session, `${home}/today`)
      await page.keyboard.press('Control+k')
      const search = page.getByRole('dialog')
      for (const words of found) {
        await search.getByRole('combobox').fill(words)
        await search.getByRole('option', { name: words, exact: true }).waitFor()
      }
      await search.getByRole('combobox').fill('api keys')
      const isAdmin = session === admin
      if (!isAdmin) await search.getByText('No results', { exact: false }).waitFor()
      else await search.getByRole('option', { name: 'API keys', exact: true }).click()
      if (isAdmin) await page.getByRole('heading', { name: 'API keys' }).waitFor()
    }
  })

  test('moves the focus to the title of the page after navigation', async () => {
    const page = await tests.visit(manager, home)
    await page.getByRole('link', { name: 'Instruments', exact: true }).click()
    await page.getByRole('link', { name: 'TAG-001' }).waitFor()
    await focusOn(page.getByRole('heading', { name: 'Instruments', level: 1 }))
    assert.match(await page.title(), /^Instruments/)
  })

  test('remembers the chosen appearance and language', async () => {
    const page = await tests.visit(manager, `${home}/instruments`)
    await page.getByRole('button', { name: /account of/ }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { name: 'Prüfmittel' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.dataset.mantineColorScheme'), 'dark')
    assert.equal(await page.evaluate('document.documentElement.lang'), 'de')
  })

  test('reports when there is no network', async () => {
    const page = await tests.visit(manager, `${home}/instruments`)
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'hidden' })
  })

  test("another workspace's address is nothing", async () => {
    const other = await openLaboratory(tests.app)
    const page = await tests.visit(manager, `/w/${other.id}/instruments`)
    await page.getByText('Page not found').waitFor()
  })
})

describe('an address', () => {
  test('of a page beyond the end of a list shows the last page, and the back button works', async () => {
    const page = await tests.visit(manager, `${home}/today`)
    await page.goto(`${tests.app.origin}${home}/instruments?page=500`)
    await page.getByText(/^1–\d+ of \d+$/).waitFor()
    await page.getByRole('link', { name: 'TAG-001' }).waitFor()
    assert.ok(!page.url().includes('page='))
    await page.goBack()
    await page.waitForURL(`**${home}/today`)
  })

  test('of an unknown workspace or site reports that nothing was found', async () => {
    for (const path of ['/w/garbage/today', `${home}/settings/sites/garbage`]) {
      const page = await tests.visit(manager, path)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    }
  })
})

for (const locale of ['en-GB', 'de-DE']) {
  test(`the first page is less than 250 kB: ${locale}`, async () => {
    const bytes = await bytesOfFirstPage(locale)
    assert.ok(bytes > 0 && bytes < FIRST_PAGE_BYTES_MAX, `${bytes} bytes`)
  })
}

/** Bytes over the wire without responses of the API. */
async function bytesOfFirstPage(locale: string): Promise<number> {
  const page = await tests.visit(manager, '/healthz', { locale, hasEmptyCache: true })
  let bytes = 0
  page.on('requestfinished', (request) => {
    if (request.url().includes('/api/')) return
    void request.sizes().then(({ responseBodySize }) => (bytes += responseBodySize))
  })
  await page.goto(`${tests.app.origin}${home}/instruments`)
  await page.getByRole('link', { name: 'TAG-001' }).waitFor()
  await settled(page)
  return bytes
}
