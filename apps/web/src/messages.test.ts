import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, test } from 'node:test'
import { catalogues } from '../test/catalogues.ts'
import { laterGroups } from './message-parts.ts'

const english = catalogues['en']!

const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted()
const formsOf = (message: string | Record<string, string>) =>
  typeof message === 'string' ? { other: message } : message

for (const [language, catalogue] of Object.entries(catalogues)) {
  test(`${language} lacks no text and has none that English has not`, () => {
    const missing = Object.keys(english).filter((key) => !(key in catalogue))
    const unknown = Object.keys(catalogue).filter((key) => !(key in english))
    assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] })
  })

  test(`${language} stands in the order of its keys`, () => {
    assert.deepEqual(Object.keys(catalogue), Object.keys(catalogue).toSorted())
  })

  test(`${language} fills the same places and has each plural form that it needs`, () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [key, message] of Object.entries(catalogue)) {
      // Reported above.
      if (!(key in english)) continue
      const places = placesOf(formsOf(english[key]!)['other']!)
      // "One value" may go without its number.
      for (const form of Object.values(formsOf(message))) {
        assert.ok(
          placesOf(form).every((place) => places.includes(place)),
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

/** What says the same in German: words of both languages, names and measures. */
const SAME_IN_GERMAN = new Set([
  '54 × 25 mm',
  '62 × 29 mm',
  'A4',
  'Bytes',
  'Code',
  'Esc',
  'Ledger',
  'Letter',
  'Link',
  'Logo',
  'Name',
  'Person',
  'SHA-256',
  'Status',
  'Tab',
  'Webhook',
  'Webhooks',
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

/** What matches every key that a source makes of a token at run time: `result.${token}`. */
function madeKeys(sources: string): RegExp {
  const templates = [...sources.matchAll(/`((?:\w+\.)+\$\{[^}`]*\}(?:\.\w+)*)`/g)].map(([, template]) =>
    template!.replace(/\$\{[^}]*\}/, '[\\w.-]+').replaceAll(/\.(?=\w)/g, '\\.'),
  )
  return new RegExp(`^(?:${templates.join('|')})$`)
}

/** The application's own sources, by their path below `src`. */
const sources = new Map(
  readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => [name, readFileSync(new URL(name, import.meta.url), 'utf8')]),
)

test('every text is used somewhere', () => {
  const all = [...sources.values()].join('\n')
  const made = madeKeys(all)
  // Attributes quote with two strokes.
  const isNamed = (key: string) => all.includes(`'${key}'`) || all.includes(`"${key}"`)
  const unused = Object.keys(english).filter((key) => !made.test(key) && !isNamed(key))
  assert.deepEqual(unused, [])
})

/** Folders of pages that no route loads but by `laterPage`. */
function waitingFolders(): string[] {
  const routes = [...sources].filter(([name]) => name.startsWith('routes/')).map(([, text]) => text)
  const loads = [...routes.join('\n').matchAll(/(\w+)\(\s*\(\) => import\('\.\.\/pages\/([\w-]+)\//g)]
  const others = new Set(loads.filter(([, loader]) => loader !== 'laterPage').map(([, , folder]) => folder))
  return loads.flatMap(([, , folder]) => (others.has(folder) ? [] : [`pages/${folder}/`]))
}

describe('a text that comes later', () => {
  const waiting = waitingFolders()
  const isWaiting = (name: string) => waiting.some((folder) => name.startsWith(folder))
  const early = [...sources].filter(([name]) => !isWaiting(name))

  test('is named by pages alone that wait for it', () => {
    assert.ok(waiting.includes('pages/reports/'))
    const laterText = new RegExp(`['"\`](?:${laterGroups.join('|')})\\.[\\w$]`)
    assert.deepEqual(
      early.flatMap(([name, text]) => laterText.exec(text)?.map((named) => `${name}: ${named}`) ?? []),
      [],
    )
  })

  test('is not asked for by a part of such a page in another page', () => {
    const imports = early.flatMap(([name, text]) =>
      [...text.matchAll(/^import (?!type )[^']*'(\.[^']+)'/gm)].map(([, path]) => [name, path!] as const),
    )
    assert.ok(imports.length > early.length)
    assert.deepEqual(
      imports.filter(([name, path]) => isWaiting(posix.join(posix.dirname(name), path))),
      [],
    )
  })
})

test('each group of later texts is one of the language', () => {
  const groups = new Set(Object.keys(english).map((key) => key.split('.', 1)[0]))
  assert.deepEqual(
    laterGroups.filter((group) => !groups.has(group)),
    [],
  )
})
