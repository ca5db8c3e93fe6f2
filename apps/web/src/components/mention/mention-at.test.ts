import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mentionAt, offeredNames, withMention } from './mention-at.ts'

const typed: [text: string, query: string | undefined][] = [
  ['|', undefined],
  ['@|', ''],
  ['Ask @Qu|', 'Qu'],
  ['Ask @Quinn Ma|', 'Quinn Ma'],
  ['Ask @Qu|inn', 'Qu'],
  ['Ask| @Quinn', undefined],
  ['lab@exam|', undefined],
  ['@Quinn\nand|', undefined],
  ['(@te|', 'te'],
  ['@Quinn and @T|', 'T'],
  [`@${'x'.repeat(61)}|`, undefined],
]

for (const [marked, query] of typed) {
  test(`in ${JSON.stringify(marked)} ${query === undefined ? 'no name' : `the name ${JSON.stringify(query)}`} is typed`, () => {
    const caret = marked.indexOf('|')
    assert.equal(mentionAt(marked.replace('|', ''), caret)?.query, query)
  })
}

const people = ['Ada Quist', 'Quinn Manager', 'Sam Lee', 'Sam Lee'].map((name) => ({ name }))

test('names are offered whose words begin with what was typed, and a name of several people once', () => {
  const names = (query: string) => offeredNames(people, query).map(({ name }) => name)
  assert.deepEqual(names('qui'), ['Quinn Manager', 'Ada Quist'])
  assert.deepEqual(names('quinn m'), ['Quinn Manager'])
  assert.deepEqual(names('uinn'), [])
  assert.deepEqual(names('quinn manager'), [])
  assert.deepEqual(names('quinn manager '), [])
  assert.deepEqual(offeredNames(people, 'Sam'), [{ name: 'Sam Lee', count: 2 }])
  assert.equal(
    offeredNames(
      Array.from({ length: 20 }, (_, index) => ({ name: `P ${index}` })),
      '',
    ).length,
    7,
  )
})

test('a chosen name replaces what was typed, and the caret moves after it', () => {
  const into = (marked: string) => {
    const caret = marked.indexOf('|')
    const text = marked.replace('|', '')
    const result = withMention(text, mentionAt(text, caret)!, 'Quinn Manager')
    return `${result.text.slice(0, result.caret)}|${result.text.slice(result.caret)}`
  }
  assert.equal(into('Ask @q|'), 'Ask @Quinn Manager |')
  assert.equal(into('Ask @q|, please'), 'Ask @Quinn Manager|, please')
  assert.equal(into('@q|then'), '@Quinn Manager |then')
})
