import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { catalogues } from '../support/catalogues.ts'
import type { Page } from 'playwright-core'
import { startBrowserTests, turnTo } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const admin = await signInAs(tests.app, lab, 'admin', { name: 'Käthe Krüger' })
await admin.call('PATCH', '', { body: { name: 'Werk Süd', warning_days: 20 } })
for (const { id } of (await admin.call('GET', '/sites')).body.data)
  await admin.call('PATCH', `/sites/${id}`, { body: { name: 'Halle Nord' } })
const { key } = await lab.person({ name: 'Jörg Weiß' })
const instrument = await lab.instrument(
  { asset_tag: 'PM-1', name: 'Messschieber', unit_of_measure: 'mm', calibration_interval_value: 12 },
  key,
)
const record = await lab.calibrate(
  instrument.id,
  {
    result: 'PASS_WITH_ADJUSTMENT',
    nominal_value: '10 mm',
    tolerance: '±0.02 mm',
    as_found_reading: '10.03 mm',
    as_left_reading: '10.00 mm',
    out_of_tolerance_impact: 'keine',
  },
  key,
)

/** A hash or a signature as Base64, or an id: random letters between its signs spell words by chance. */
const CODES = /(?=[\p{L}+/=_-]*\d)[\p{L}\d+/=_-]{20,}/gu

/** Words of two letters and more; hashes and ids are none. */
const wordsIn = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\d_]+/gu) ?? []).filter((word) => /^\p{L}{2,}$/u.test(word))
const vocabularyOf = (language: string) =>
  new Set(
    Object.values(catalogues[language]!)
      .flatMap((message) => (typeof message === 'string' ? [message] : Object.values(message)))
      .flatMap((text) => wordsIn(text.replaceAll(/\{\w+\}/g, ' '))),
  )
const english = vocabularyOf('en')
const german = vocabularyOf('de')

/** Words of names: of the person and the key that every laboratory of the tests has, and of a standard. */
const NAMES = new Set(['admin', 'decision', 'example', 'test'])

/** What stands on a page for eyes and ears, without code and addresses. */
const SHOWN = `(() => {
  const said = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')]
    .filter((one) => one.closest('[aria-hidden=true]') === null)
    .flatMap((one) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''))
  const code = [...document.querySelectorAll('code, pre')].map((one) => one.innerText)
  return code.reduce((text, one) => text.replace(one, ''), document.body.innerText) + ' ' + said.join(' ')
})()`

/** Fewer German words that English does not have are on no page: an empty one has none. */
const GERMAN_WORDS_MIN = 10

/** English words on a page that German has no use for, each with what stands around it. */
async function leftInEnglish(page: Page, path: string): Promise<string[]> {
  await turnTo(page, `/w/${lab.id}${path}`)
  const shown = String(await page.evaluate(SHOWN))
  const text = shown.replaceAll(/https?:\S+/g, ' ').replaceAll(CODES, ' ')
  const isGerman = (word: string) => german.has(word) && !english.has(word)
  assert.ok(new Set(wordsIn(text).filter(isGerman)).size >= GERMAN_WORDS_MIN, `${path} is not in German`)
  const isLeft = (word: string) => english.has(word) && !german.has(word) && !NAMES.has(word)
  const left = new Set(wordsIn(text).filter(isLeft))
  return [...left].map((word) => new RegExp(`.{0,30}\\b${word}\\b.{0,30}`, 'i').exec(text)?.[0] ?? word)
}

const pages = {
  work: [
    '/today',
    '/worklist',
    '/worklist/print',
    '/instruments',
    '/instruments/new',
    '/approvals',
    '/documents',
  ],
  records: [
    `/instruments/${instrument.id}`,
    `/instruments/${instrument.id}/edit`,
    `/instruments/${instrument.id}/calibrate`,
    `/calibrations/${record.id}`,
    `/calibrations/${record.id}/print`,
    '/ledger',
  ],
  reports: ['due-forecast', 'timeliness', 'findings', 'models', 'without-calibration', 'turnaround'].map(
    (report) => `/reports/${report}`,
  ),
  settings: [
    '/webhooks',
    '/settings/workspace',
    '/settings/sites',
    '/settings/standards',
    '/settings/people',
    '/settings/people/new',
    '/settings/api-keys',
    '/settings/api-keys/new',
  ],
}

describe('anyone who works in German', () => {
  for (const [area, paths] of Object.entries(pages)) {
    test(`reads no English word in pages of ${area}`, async () => {
      const found: Record<string, string[]> = {}
      const page = await tests.visit(admin, `/w/${lab.id}/activity`, { locale: 'de-DE' })
      for (const path of paths) {
        const words = await leftInEnglish(page, path)
        if (words.length > 0) found[path] = words
      }
      assert.deepEqual(found, {})
    })
  }
})
