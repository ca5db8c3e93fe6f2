import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { catalogues } from '../../test/support/catalogues.ts'
import { visibleTextsIn } from '../../test/support/visible-texts.ts'

const folder = new URL('../', import.meta.url)
const english = catalogues['en']!

/** The product name, which is the same in every language. */
const PRODUCT = 'Plumbline'

/** Colours, URLs and file names, which members of these names can also contain. */
const NO_WORDS = /^#[0-9a-f]{6}$|^\/[\w/-]+$|^\(?[\w/-]+\.md\)?$/

describe('texts that a person sees or hears', () => {
  test('are defined only in the message files', () => {
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'),
    )
    assert.ok(sources.length > 100, `${sources.length} sources were read`)
    const found = sources.flatMap((name) =>
      visibleTextsIn(readFileSync(new URL(name, folder), 'utf8'), name)
        .filter(({ text }) => !(text in english) && text !== PRODUCT && !NO_WORDS.test(text))
        .map(({ line, text }) => `${name}:${line} ${text}`),
    )
    assert.deepEqual(found, [])
  })

  const textsIn = (source: string) =>
    visibleTextsIn(`const page = ${source}`, 'page.tsx').map(({ text }) => text)

  for (const [where, source] of [
    ['between tags', '<p>Text <b>{t("key")}</b></p>'],
    ['in a fragment', '<>Text</>'],
    ['in braces', '<p>{"Text"}</p>'],
    ['under a condition', '<p>{busy ? null : "Text"}</p>'],
    ['behind a condition', '<p>{busy && "Text"}</p>'],
    ['around a value', '<p>{`Text ${count}`}</p>'],
    ['in a sum', '<p>{count + "Text"}</p>'],
    ['in a list', '<p>{[count, "Text"]}</p>'],
    ['of an element for readers of the screen', '<button aria-label="Text" />'],
    ['in a title', '<p title="Text" />'],
    ['in a placeholder', '<input placeholder={"Text"} />'],
    ['of a picture', '<img alt={`Text`} />'],
    ['of a field', '<TextInput label={isNew ? "Text" : t("key")} />'],
    ['of a member that is shown', 'columns.map(() => ({ label: "Text", id }))'],
  ] as const) {
    test(`are found ${where}`, () => assert.deepEqual(textsIn(source), ['Text']))
  }

  test('are found in any attribute where they are more than a word', () => {
    assert.deepEqual(textsIn('<Panel empty="No records yet" size="small" />'), ['No records yet'])
  })

  test('are not taken from calls, comparisons, code, signs and names of styles', () => {
    assert.deepEqual(
      textsIn(`<div className="row wide" role="list" title={t('action.save')}>
        {state === 'open' && <b>{count}&nbsp;% · {t('key')}</b>} <code>npm test</code>
      </div>`),
      [],
    )
  })
})
