import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startIdentityProvider } from '../../../server/test/servers/identity-provider.ts'
import { cookieOf, signIn, signInAs, TEST_PASSWORD, type TestSession } from '../../../server/test/session.ts'
import { codeOf, enrol, secondStep } from '../../../server/test/two-factor.ts'
import { checkAccessibility, keepScreenshot, lookAtPage, startBrowserTests } from '../support/browser.ts'

const provider = await startIdentityProvider(() => tests.app.clock)
const tests = await startBrowserTests({ ...provider.settings, OIDC_NAME: 'Northmoor' })
const { app } = tests
const workspace = await app.workspace()
const home = `/w/${workspace.id}`
const person = () => signInAs(app, workspace, 'technician')

/** Enters e-mail and password on the sign-in page. */
async function firstStep(page: Page, { email }: TestSession): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
}

describe('two-factor sign-in', () => {
  test('is set up in my account, and signs in with a code and with a recovery code', async () => {
    const tess = await person()
    const page = await tests.visit(tess, '/account')
    await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' })
    await dialog.getByRole('textbox', { name: /password/i }).fill('not this one')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('alert').getByText('Incorrect password.').waitFor()
    await dialog.getByRole('textbox', { name: /password/i }).fill(TEST_PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('img', { name: /QR code/ }).waitFor()
    const secret = (await dialog.locator('code').textContent())!.replaceAll(' ', '')
    await checkAccessibility(page)
    await keepScreenshot(page, 'two-factor-enrol')
    await dialog.getByLabel('Code from your app').fill('000000')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dialog.getByText('The code is wrong or was already used.').waitFor()
    await dialog.getByLabel('Code from your app').fill(codeOf(app, secret))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const kept = page.getByRole('dialog', { name: 'Recovery codes' })
    await kept.getByRole('listitem').first().waitFor()
    const codes = await kept.getByRole('listitem').allTextContents()
    assert.equal(codes.length, 10)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      kept.getByRole('button', { name: 'Download' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'plumbline-recovery-codes.txt')
    await checkAccessibility(page)
    await keepScreenshot(page, 'two-factor-recovery-codes')
    await kept.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('10 recovery codes are left.').waitFor()

    app.clock.advance(60_000)
    const again = await tests.visit(null, `${home}/instruments`)
    await firstStep(again, tess)
    await again.getByLabel('Six-digit code').fill(codeOf(app, secret, 2))
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.getByText('The code is wrong or was already used.').waitFor()
    await again.getByLabel('Six-digit code').fill(codeOf(app, secret))
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.waitForURL(`**${home}/instruments`)

    const lost = await tests.visit(null, `${home}/instruments`)
    await firstStep(lost, tess)
    await lost.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await lost.getByLabel('Recovery code').fill(codes[3]!)
    await lost.getByLabel('Recovery code').press('Enter')
    await lost.waitForURL(`**${home}/instruments`)
  })

  test('gives new recovery codes, and is turned off', async () => {
    const tess = await person()
    const { code } = await enrol(app, tess)
    const page = await tests.visit(tess, '/account')
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    const dialog = page.getByRole('dialog', { name: 'New recovery codes' })
    await dialog.getByRole('textbox', { name: /password/i }).fill(TEST_PASSWORD)
    await dialog.getByLabel('Code', { exact: false }).first().fill(code())
    await dialog.getByRole('button', { name: 'Generate new codes' }).click()
    const kept = page.getByRole('dialog', { name: 'Recovery codes', exact: true })
    const first = await kept.getByRole('listitem').first().textContent()
    await kept.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    const off = page.getByRole('dialog', { name: 'Turn off two-factor sign-in' })
    await off.getByRole('textbox', { name: /password/i }).fill(TEST_PASSWORD)
    await off.getByLabel('Code', { exact: false }).first().fill(code())
    await off.getByRole('button', { name: 'Turn off' }).click()
    await off.getByText('The code is wrong or was already used.').waitFor()
    await off.getByLabel('Code', { exact: false }).first().fill(first!)
    await off.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Set up two-factor sign-in' }).waitFor()
    assert.ok('user' in (await signIn(app, tess.email, TEST_PASSWORD)).body)
  })

  test('says when the time for the code has expired, and starts again', async () => {
    const tess = await person()
    await enrol(app, tess)
    const page = await tests.visit(null, '/sign-in')
    await firstStep(page, tess)
    app.clock.advance(11 * 60_000)
    await page.getByLabel('Six-digit code').fill('123456')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('The code has expired.').waitFor()
    await page.getByRole('button', { name: 'Start again' }).click()
    await page.getByLabel('E-mail').waitFor()
  })

  test('is requested when the session ends on a page, and typed values stay', async () => {
    const tess = await person()
    const { code } = await enrol(app, tess)
    const first = await signIn(app, tess.email, TEST_PASSWORD)
    const second = await secondStep(app, cookieOf(first), code())
    const page = await tests.visit({ ...tess, cookie: cookieOf(second) }, `${home}/instruments/new`)
    await page.getByLabel('Asset tag').fill('KEPT-2')
    await page.getByLabel('Name').fill('Kept gauge')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Add instrument' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has expired' })
    await dialog.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    app.clock.advance(60_000)
    await dialog.getByLabel('Six-digit code').fill(code())
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel('Asset tag').inputValue(), 'KEPT-2')
  })

  test('has pages without barriers', async () => {
    const tess = await person()
    await enrol(app, tess)
    await lookAtPage(tests, null, '/sign-in', 'sign-in-code', (page) => firstStep(page, tess))
    await lookAtPage(tests, tess, '/account', 'account-two-factor')
  })
})

describe('signing in by the identity provider', () => {
  const button = { name: 'Sign in with Northmoor' }

  test('leads there and back to the requested URL', async () => {
    const tess = await person()
    provider.person = { sub: 'tess', email: tess.email, email_verified: true }
    const page = await tests.visit(null, `${home}/instruments?q=tag`)
    await page.getByRole('link', button).click()
    await page.getByRole('heading', { name: 'Provider' }).waitFor()
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL(`**${home}/instruments?q=tag`)
    await page.getByRole('heading', { name: 'Instruments' }).waitFor()
  })

  test('asks for the code of anyone who has two-factor on', async () => {
    const tess = await person()
    const { code } = await enrol(app, tess)
    provider.person = { sub: 'tess with two', email: tess.email, email_verified: true }
    const page = await tests.visit(null, '/sign-in?next=/account')
    await page.getByRole('link', button).click()
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByLabel('Six-digit code').fill(code())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(tess.email, { exact: true }).waitFor()
  })

  test('explains why it failed, and keeps the requested URL', async () => {
    provider.person = { sub: 'nobody', email: 'nobody@example.com', email_verified: true }
    const page = await tests.visit(null, `${home}/instruments`)
    await page.getByRole('link', button).click()
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('alert').getByText('No account here has your e-mail address.').waitFor()
    const tess = await person()
    await page.getByLabel('E-mail').fill(tess.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`**${home}/instruments`)
  })

  test('has a page without barriers', () =>
    lookAtPage(tests, null, '/sign-in?problem=email_unverified', 'sign-in-by-provider'))
})
