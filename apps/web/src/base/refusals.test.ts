import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errorCodes, refusals } from '@plumbline/contract'
import { contractSentences } from './contract-sentences.ts'
import { catalogues, messageFiles } from '../../test/support/catalogues.ts'

const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, placeholder]) => placeholder!)

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
        for (const placeholder of placesOf(form))
          assert.ok(placesOf(sentence).includes(placeholder), `${key}: ${placeholder}`)
        assert.match(form, /[.!?]$/, key)
      }
    }
  })
}

/** Refusals for which the application has a text of its own, each with the reason why the API's text is not suitable. */
const saidOtherwise: Readonly<Record<string, string>> = {
  'field.format_instant': 'people enter local time, which the form converts',
  'field.unknown_value': 'the values are tokens of the API',
  'idempotency.key_of_another': 'the form makes the key, and loading the page again is what helps',
  'request.field': 'holds an English sentence and the name of a member; the form shows both at its field',
  'request.word': 'a person meets it in the address of a page, and the allowed words are tokens of the API',
}

test('the API and the application word a refusal in the same way, except for a few with a reason', () => {
  const own = Object.keys(messageFiles['en']!).filter((key) => key in contractSentences)
  assert.deepEqual(
    own,
    Object.keys(saidOtherwise).map((key) => `refusal.${key}`),
  )
})

test('a sentence about a field is complete on its own', () => {
  for (const [key, sentence] of Object.entries(refusals)) {
    if (key.startsWith('field.')) assert.match(sentence, /^\p{Lu}.*\.$/u, key)
  }
})

test('a refusal is translated into other languages', () => {
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
    'packages/contract/src/procedure',
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

/** Returns the text of every source file in a folder, except tests. */
function sourcesBelow(folder: string): string[] {
  const root = new URL(`../../../../${folder}/`, import.meta.url)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
}
