import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { newId } from '../../../server/src/platform/ids.ts'
import {
  checkAccessibility,
  hiddenBeside,
  keepScreenshot,
  looks,
  settled,
  startBrowserTests,
  turnTo,
} from '../support/browser.ts'
import { attachDocument } from '../../../server/test/documents.ts'
import { fullRecord } from '../support/sample-records.ts'
import { registerOf } from '../support/sample-register.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const [instrumentId = ''] = await registerOf(lab, 6)
const admin = await signInAs(tests.app, lab, 'admin', { name: 'Alma Admin' })
const home = `/w/${lab.id}`
const calibrationId = await fullRecord(lab, instrumentId)
await attachDocument(admin, instrumentId, 'Certificate 2026-0193.png')
await admin.call('POST', '/views', {
  body: { name: 'Torque tools', is_shared: true, state: { q: 'torque' } },
})
await lab.settings({ approvalPolicy: 'review' })
const waitingId = await fullRecord(lab, instrumentId)

/** What the places in addresses stand for; a thing that is not named here is one that does not exist. */
const things: Readonly<Record<string, string>> = {
  instrumentId,
  calibrationId,
  siteId: lab.workspace.defaultSiteId,
  userId: admin.personId,
  report: 'findings',
}

/** Every address of a workspace, as the files of the routes have them. */
function addresses(): string[] {
  const folder = new URL('../../src/routes/', import.meta.url)
  const found = readdirSync(folder).flatMap((file) => {
    const above = file === 'settings.ts' ? 'settings/' : ''
    const paths = readFileSync(new URL(file, folder), 'utf8').matchAll(/ path: '([^'/][^']*)'/g)
    return [...paths].map(([, path = '']) => (path === 'settings' ? path : above + path))
  })
  const entered = [
    'sign-in',
    'no-workspace',
    'setup',
    'reset-password',
    'invitation',
    'account',
    'change-password',
  ]
  return [...new Set(found)]
    .filter((path) => !entered.includes(path))
    .map((path) => path.replace(/\$(\w+)/g, (_, name: string) => things[name] ?? newId()))
}

/** How controls begin that change something. Reading, filtering, selecting, printing and saving files are none. */
const CHANGING =
  /^(add|approve|archive|assign|calibrate|change|correct|create|deactivate|delete|discard|edit|end|extend|invite|lift|make|mark|move|new|put|quarantine|record|register|reject|remove|rename|replay|reset|retire|retry|revoke|rotate|save as|save$|save (changes|record|view)|send|set|sign and|start|take|test|turn|upload|void)\b/i

/** What everyone sets up for themselves, whatever their role. */
const OWN = ['New calendar feed']

/** Names of everything on the page that can be pressed. */
async function offered(page: Page): Promise<string[]> {
  const controls =
    'main :is(button, a[href], summary, input[type=checkbox], input[type=file], [role=menuitem])'
  const names = await page.evaluate(`[...document.querySelectorAll(${JSON.stringify(controls)})]
    .filter((one) => one.checkVisibility())
    .map((one) => (one.ariaLabel ?? one.labels?.[0]?.innerText ?? one.innerText).trim())`)
  return names as string[]
}

/** Notes every request of a page that would change something, and every one that is not open to the role. */
function gatherRefusals(page: Page, wrong: string[]): void {
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const method = response.request().method()
    if (!pathname.startsWith('/api/') || (method === 'GET' && response.status() !== 403)) return
    wrong.push(`${method} ${pathname}: ${response.status()} on ${page.url()}`)
  })
}

describe("an auditor's access", () => {
  test('is shown in the header with its last day, announced shortly before, and ends with a page that says so', async () => {
    const auditor = await signInAs(tests.app, lab, 'auditor', {
      name: 'Iris Auditor',
      accessEndsAt: '2027-01-31T23:00:00.000Z',
    })
    const grant = (access_ends_at: string) =>
      admin.call('PATCH', `/users/${auditor.personId}`, { body: { access_ends_at } })
    const page = await tests.visit(auditor, `${home}/instruments`)
    const frame = page.getByRole('banner')
    await frame.getByText('Read-only', { exact: true }).waitFor()
    await frame.getByText('until the end of 31 Jan 2027 (Central European Standard Time)').waitFor()
    assert.equal(await page.getByText(/^Your access expires/).count(), 0)
    await keepScreenshot(page, 'auditor-frame')

    const seconds = (count: number) => new Date(tests.app.clock.now().getTime() + count * 1000).toISOString()
    await grant('2026-11-24T23:00:00.000Z')
    await page.reload()
    await page
      .getByText('Your access expires in 3 days, at the end of 24 Nov 2026 (Central European Standard Time).')
      .waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'auditor-last-days')

    // The moment passes while the page stands and asks for nothing by itself.
    await grant(seconds(2))
    await page.reload()
    await page.getByText(/^Your access expires today, on 21 Nov 2026, 09:00/).waitFor()
    tests.app.clock.advance(10_000)
    const ended = page.getByRole('alert')
    await ended.getByRole('heading', { name: 'Your access has expired' }).waitFor()
    await ended.getByText(/^Your auditor access to .+ expired on 21 Nov 2026, 09:00/).waitFor()
    await ended.getByText(/^To extend your access, contact Ada Admin or Alma Admin\.$/).waitFor()
    assert.equal(await page.getByRole('navigation').count(), 0)
    await checkAccessibility(page)
    await keepScreenshot(page, 'auditor-ended')

    // So says whichever page is opened then, until an admin extends the access.
    await page.goto(`${tests.app.origin}${home}/ledger`)
    await ended.getByRole('heading', { name: 'Your access has expired' }).waitFor()
    await grant('2027-01-31T23:00:00.000Z')
    await ended.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Ledger', level: 1 }).waitFor()
  })
})

describe('an auditor', () => {
  test('can open every page of the workspace: each has content, offers no changes, sends no request that is refused, and scrolls only vertically on a phone', async () => {
    const auditor = await signInAs(tests.app, lab, 'auditor', {
      name: 'Iris Auditor',
      accessEndsAt: '2026-11-24T23:00:00.000Z',
    })
    const wrong: string[] = []
    const paths = [...addresses(), `calibrations/${waitingId}`]
    assert.ok(paths.length > 25, paths.join(' '))
    // Two windows at once take half the time.
    const look = async () => {
      const page = await tests.visit(auditor, `${home}/today`)
      gatherRefusals(page, wrong)
      const frame = page.getByRole('banner')
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
        await turnTo(page, `${home}/${path}`)
        await frame.getByText('Read-only', { exact: true }).waitFor()
        const names = await offered(page)
        const changing = names.filter((name) => CHANGING.test(name) && !OWN.includes(name))
        wrong.push(...changing.map((name) => `${name} on ${path}`))
        await page.setViewportSize({ width: 390, height: 844 })
        await settled(page)
        await frame.getByText('until the end of 24 Nov 2026').waitFor()
        const beside = await hiddenBeside(page)
        if (beside.length > 0) wrong.push(`${path} on a phone: ${beside.join(', ')}`)
        await page.setViewportSize(looks.light.viewport)
      }
      await page.setViewportSize({ width: 390, height: 844 })
      await keepScreenshot(page, 'auditor-phone')
    }
    await Promise.all([look(), look()])
    assert.deepEqual(wrong, [])
  })

  test('is led on from the first page, and offered no act by menus, keys or the help to keys', async () => {
    const auditor = await signInAs(tests.app, lab, 'auditor')
    const page = await tests.visit(auditor, `${home}/today`)
    const ways = page.getByRole('region', { name: 'For the audit' })
    await ways.getByRole('link', { name: 'Out of tolerance' }).waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'auditor-today')
    await ways.getByRole('link', { name: 'Documents' }).click()
    await page.getByRole('button', { name: 'Actions for Certificate 2026-0193.png' }).click()
    await page.getByRole('menuitem', { name: 'Download' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Archive' }).count(), 0)
    await page.goto(`${tests.app.origin}${home}/instruments`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByText('6 selected', { exact: true }).waitFor()
    assert.deepEqual(
      (await offered(page)).filter((name) => CHANGING.test(name)),
      [],
    )
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Torque tools' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: /save|change|delete|begin/i }).count(), 0)

    await page.goto(`${tests.app.origin}${home}/approvals`)
    await page.getByRole('link', { name: 'TAG-001' }).first().focus()
    // At the pace of a person: keys without time between them are a scanner's.
    for (const key of ['a', 'r', '?']) await page.keyboard.press(key, { delay: 120 })
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Next or previous record').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 1)
    for (const act of ['Approve', 'Reject', 'Select for approval together']) {
      assert.equal(await help.getByText(act, { exact: true }).count(), 0, act)
    }
    await page.goto(`${tests.app.origin}${home}/worklist`)
    await page.getByRole('link', { name: 'TAG-002', exact: true }).focus()
    await page.keyboard.press('?')
    await help.getByText('Row above or below').waitFor()
    assert.equal(await help.getByText('Calibrate the instrument').count(), 0)
  })

  test('is not prompted to add documents if there are none', async () => {
    const auditor = await signInAs(tests.app, lab, 'auditor')
    const { id } = await lab.instrument({ asset_tag: 'BARE-1' })
    const page = await tests.visit(auditor, `${home}/instruments/${id as string}`)
    const documents = page.getByRole('region', { name: 'Documents' })
    await documents.getByText('No documents yet', { exact: true }).waitFor()
  })
})
