import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from '../../../server/src/platform/db/index.ts'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { pageTexts, without } from '../../../server/test/rendered-pages.ts'
import { signInAs } from '../../../server/test/session.ts'
import type * as browser from '../support/browser.ts'
import { registerOf } from '../support/sample-register.ts'

/** Polish has plural forms that English lacks, and dates and names of its own in Intl. */
const LANGUAGE = 'pl'

/** Texts that nobody has translated yet. */
const LEFT_OUT = ['nav.worklist', 'workspaceField.accreditation', 'verify.validHint']

const tree = treeWithThirdLanguage()
after(() => rmSync(tree, { recursive: true, force: true }))
const { startBrowserTests } = (await import(join(tree, 'apps/web/test/support/browser.ts'))) as typeof browser

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const [instrumentId = ''] = await registerOf(lab, 3)
const admin = await signInAs(tests.app, lab, 'admin')
const inPolish = { locale: 'pl-PL' }

describe('a language that is one file more', () => {
  test('is used for anyone who prefers it, with English where it lacks a text', async () => {
    const page = await tests.visit(admin, `/w/${lab.id}/instruments`, inPolish)
    assert.equal(await page.evaluate('document.documentElement.lang'), LANGUAGE)
    await page.getByRole('heading', { name: '‹Instruments›', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Worklist', exact: true }).waitFor()
  })

  test('is used by pages whose texts are loaded later, with English for missing texts', async () => {
    const page = await tests.visit(admin, `/w/${lab.id}/settings/workspace`, inPolish)
    await page.getByText('‹Laboratory name›', { exact: true }).waitFor()
    await page.getByText('Accreditation', { exact: true }).waitFor()
  })

  test('is offered by its own name, and remembered when chosen', async () => {
    const page = await tests.visit(admin, `/w/${lab.id}/instruments`)
    await page.getByRole('button', { name: /account of/ }).click()
    const offered = await page.getByRole('menuitemradio').allTextContents()
    assert.deepEqual(offered.slice(-3), ['Deutsch', 'English', 'polski'])
    await page.getByRole('menuitemradio', { name: 'polski' }).click()
    await page.getByRole('heading', { name: '‹Instruments›', level: 1 }).waitFor()
  })

  test('writes dates and spans of time as Intl knows them', async () => {
    const page = await tests.visit(admin, `/w/${lab.id}/instruments/${instrumentId}`, inPolish)
    const text = await page.locator('main').innerText()
    const date = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'medium', timeZone: 'UTC' })
    assert.ok(text.includes(date.format(new Date('2027-08-03'))), text)
    assert.match(text, /za \d+ mies/)
  })

  test('is used for refusals, which are in a separate file', async () => {
    const page = await tests.visit(null, '/sign-in', inPolish)
    await page.getByRole('textbox').first().fill('nobody@example.com')
    await page.locator('input[type=password]').fill('wrong password')
    await page.keyboard.press('Enter')
    assert.match(await page.getByRole('alert').innerText(), /‹.*›/)
  })
})

describe('a language that is one more file of the server', () => {
  test('is offered for certificates, and used by the public page', async () => {
    const settings = await tests.visit(admin, `/w/${lab.id}/settings/workspace`, inPolish)
    await settings.locator('select option', { hasText: 'polski' }).waitFor({ state: 'attached' })
    assert.equal((await admin.call('PATCH', '', { body: { language: LANGUAGE } })).status, 200)
    const record = await lab.calibrate(instrumentId)
    const certificate = await tests.app.call('GET', `/calibrations/${record.id}/certificate`, {
      key: lab.key,
    })
    assert.equal(certificate.status, 200)
    const [printed] = await tests.app.db.in(lab.id).rows<{ id: string }>(sql`
      select certificate_id as id from certificates
      where workspace_id = ${lab.id} and calibration_id = ${record.id}`)
    const open = await tests.visit(null, `/verify/${printed!.id}`, inPolish)
    assert.match(await open.locator('body').innerText(), /✓ ‹Valid›\s+Issued by this laboratory[^]*‹Result›/)
    assert.deepEqual(await open.locator('nav > *').allTextContents(), ['Deutsch', 'English', 'polski'])
  })

  test('is used on the labels of its users', { skip: without('pdftotext') }, async () => {
    const page = await tests.visit(admin, `/w/${lab.id}/instruments/${instrumentId}`, inPolish)
    await page.getByRole('button', { name: '‹Print labels›' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: '‹Save PDF›' }).click()
    const [labels] = pageTexts(readFileSync(await (await download).path()))
    assert.match(labels!, /‹Due›/)
  })
})

for (const file of ['apps/web/src/base/messages.test.ts', 'apps/server/src/platform/messages.test.ts']) {
  test(`${file} lists the missing texts of the language`, () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--test', '--test-reporter=spec', join(tree, file)],
      {
        encoding: 'utf8',
        env: { ...process.env, NODE_TEST_CONTEXT: undefined },
      },
    )
    assert.equal(status, 1)
    assert.match(stdout, /✖ pl lacks no text/)
    assert.ok(
      LEFT_OUT.some((key) => stdout.includes(key)),
      stdout,
    )
  })
}

/** A copy of the tree with one more file for the application and one more for the server, and nothing else changed. */
function treeWithThirdLanguage(): string {
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const copy = mkdtempSync(join(tmpdir(), 'plumbline-'))
  const isSource = (path: string) => !['node_modules', 'dist'].includes(basename(path))
  for (const name of ['apps', 'packages', 'scripts', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: isSource })
  for (const folder of ['', 'apps/server'])
    symlinkSync(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'))
  for (const english of ['apps/web/src/messages/en.json', 'apps/server/messages/en.json'])
    addLanguage(join(copy, english))
  return copy
}

/** Marks each text of the English file, so that one sees where it comes from. */
function addLanguage(english: string): void {
  const texts = JSON.parse(readFileSync(english, 'utf8')) as Record<string, string | Record<string, string>>
  const marked = Object.entries(texts)
    .filter(([key]) => !LEFT_OUT.includes(key))
    .map(([key, text]) => [
      key,
      typeof text === 'string'
        ? `‹${text}›`
        : Object.fromEntries(Object.entries(text).map(([form, words]) => [form, `‹${words}›`])),
    ])
  writeFileSync(join(dirname(english), `${LANGUAGE}.json`), JSON.stringify(Object.fromEntries(marked)))
}
