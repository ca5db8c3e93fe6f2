import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errorCodes, refusals } from '@plumbline/contract'
import { contractSentences } from './contract-sentences.ts'
import { catalogues, messageFiles } from '../../test/support/catalogues.ts'

const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place!)

for (const [language, catalogue] of Object.entries(catalogues)) {
  test(`${language} has a sentence for every reason and every code of a refusal, and for no other`, () => {
    const wanted = [...Object.keys(refusals), ...Object.keys(errorCodes)].map((key) => `refusal.${key}`)
    const present = Object.keys(catalogue).filter((key) => key.startsWith('refusal.'))
    assert.deepEqual(present, wanted.toSorted())
  })

  test(`${language} uses only values that a refusal has`, () => {
    for (const [key, sentence] of Object.entries(refusals)) {
      const text = catalogue[`refusal.${key}`]
      for (const form of typeof text === 'string' ? [text] : Object.values(text ?? {})) {
        for (const place of placesOf(form)) assert.ok(placesOf(sentence).includes(place), `${key}: ${place}`)
        assert.match(form, /[.!?]$/, key)
      }
    }
  })
}

test('no English sentence of the contract stands in the file of the application too', () => {
  const repeated = Object.entries(contractSentences).filter(
    ([key, text]) => messageFiles['en']![key] === text,
  )
  assert.deepEqual(repeated, [])
})

test('a refusal is said in another language than English', () => {
  const german = catalogues['de']!
  const english = catalogues['en']!
  const untranslated = Object.keys(german).filter(
    (key) => key.startsWith('refusal.') && german[key] === english[key],
  )
  assert.deepEqual(untranslated, [])
})

test('every reason of the table is one that the server or a rule of the contract gives', () => {
  const folders = [
    'apps/server/src',
    'packages/contract/src/measurement',
    'packages/contract/src/uncertainty',
  ]
  const sources = folders.flatMap(sourcesBelow).join('\n')
  const made = [...sources.matchAll(/because\(\s*`([^`]+)`/g)].map(
    ([, template]) => new RegExp(`^${template!.replace(/\$\{[^}]*\}/g, '[a-z]+(?:_[a-z]+)*')}$`),
  )
  const unused = Object.keys(refusals).filter(
    (key) => !sources.includes(`'${key}'`) && !made.some((form) => form.test(key)),
  )
  assert.deepEqual(unused, [])
})

/** Every source of a folder but its tests. */
function sourcesBelow(folder: string): string[] {
  const root = new URL(`../../../../${folder}/`, import.meta.url)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
}
