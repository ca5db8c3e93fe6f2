import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'
import { catalogues } from '../../test/support/catalogues.ts'
import { laterGroups } from './message-parts.ts'

const english = catalogues['en']!

const placesOf = (text: string) =>
  [...text.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder).toSorted()
const formsOf = (message: string | Record<string, string>) =>
  typeof message === 'string' ? { other: message } : message

for (const [language, catalogue] of Object.entries(catalogues)) {
  test(`${language} lacks no text and has none that English has not`, () => {
    const missing = Object.keys(english).filter((key) => !(key in catalogue))
    const unknown = Object.keys(catalogue).filter((key) => !(key in english))
    assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] })
  })

  test(`${language} is sorted by its keys`, () => {
    assert.deepEqual(Object.keys(catalogue), Object.keys(catalogue).toSorted())
  })

  test(`${language} fills the same places and has each plural form that it needs`, () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [key, message] of Object.entries(catalogue)) {
      // Reported above.
      if (!(key in english)) continue
      const places = placesOf(formsOf(english[key]!)['other']!)
      // "One value" need not contain the number.
      for (const form of Object.values(formsOf(message))) {
        assert.ok(
          placesOf(form).every((placeholder) => places.includes(placeholder)),
          key,
        )
      }
      assert.deepEqual(placesOf(formsOf(message)['other']!), places, key)
      if (typeof message !== 'string') {
        for (const category of needed)
          assert.ok(category in message || category === 'many', `${key}: ${category}`)
      }
    }
  })
}

/** Texts that are the same in German: words that both languages have, names and units. */
const SAME_IN_GERMAN = new Set([
  '54 × 25 mm',
  '62 × 29 mm',
  'A4',
  'Budget',
  'Bytes',
  'Code',
  'Details',
  'Esc',
  'Ledger',
  'Letter',
  'Link',
  'Logo',
  'Name',
  'Person',
  'Revision',
  'Revision {revision}',
  'SHA-256',
  'Status',
  'System',
  'Tab',
  'URL',
  'Version',
  'Version {version}',
  'Webhook',
  'Webhooks',
  'ν',
])

test('German has its own words', () => {
  const german = catalogues['de']!
  const left = Object.entries(english).flatMap(([key, message]) =>
    Object.entries(formsOf(message)).flatMap(([form, text]) => {
      const isSame = formsOf(german[key] ?? '')[form] === text
      const hasWords = /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ''))
      return isSame && hasWords && !SAME_IN_GERMAN.has(text) ? [`${key}: ${text}`] : []
    }),
  )
  assert.deepEqual(left, [])
})

/** Returns a pattern that matches every key that a source composes at run time: `result.${token}`. */
function madeKeys(sources: string): RegExp {
  const templates = [...sources.matchAll(/`((?:\w+\.)+\$\{[^}`]*\}(?:\.\w+)*)`/g)].map(([, template]) =>
    template!.replace(/\$\{[^}]*\}/, '[\\w.-]+').replaceAll(/\.(?=\w)/g, '\\.'),
  )
  return new RegExp(`^(?:${templates.join('|')})$`)
}

/** The sources of the application, by path below `src`. */
const sources = new Map(
  readdirSync(new URL('../', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => [name, readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')]),
)

/** Composes the keys of the names of entries' members, which the server's tests look up, too. */
const memberNames = new URL('../../../../packages/contract/src/app/activity-members.ts', import.meta.url)

test('every text is used somewhere', () => {
  const all = [...sources.values(), readFileSync(memberNames, 'utf8')].join('\n')
  const made = madeKeys(all)
  // Attributes use double quotes.
  const isNamed = (key: string) => all.includes(`'${key}'`) || all.includes(`"${key}"`)
  const unused = Object.keys(english).filter((key) => !made.test(key) && !isNamed(key))
  assert.deepEqual(unused, [])
})

/** Returns the modules that run before the later texts are loaded: those that `main.tsx` imports other than through `laterPage` and `laterPart`. */
function earlyModules(): Set<string> {
  const early = new Set<string>()
  const next = ['main.tsx']
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    const text = sources.get(name)
    if (text === undefined || early.has(name)) continue
    early.add(name)
    const paths = [
      ...text.matchAll(/^(?:import|export) (?!type )[^']*?'(\.[^']+)'/gm),
      ...text.matchAll(/(?<!later(?:Page|Part)\(\s*\(\) => )\bimport\(\s*'(\.[^']+)'/g),
    ]
    next.push(...paths.map(([, path]) => posix.join(posix.dirname(name), path!)))
  }
  return early
}

test('a text that is loaded later is used only by pages that wait for it', () => {
  const early = earlyModules()
  assert.ok(early.has('pages/instruments/instruments-page.tsx'))
  assert.ok(!early.has('pages/reports/reports-page.tsx'))
  const laterText = new RegExp(`['"\`](?:${laterGroups.join('|')})\\.[\\w$]`)
  assert.deepEqual(
    [...early].flatMap(
      (name) => laterText.exec(sources.get(name)!)?.map((named) => `${name}: ${named}`) ?? [],
    ),
    [],
  )
})

test('each group of texts that is loaded later exists in the language', () => {
  const groups = new Set(Object.keys(english).map((key) => key.split('.', 1)[0]))
  assert.deepEqual(
    laterGroups.filter((group) => !groups.has(group)),
    [],
  )
})
