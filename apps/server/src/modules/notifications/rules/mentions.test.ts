import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mentionedIn, quoteOf } from './mentions.ts'

const people = [
  { personId: 'ann', name: 'Ann' },
  { personId: 'ann-lee', name: 'Ann Lee' },
  { personId: 'jose', name: 'José Müller' },
  { personId: 'oneill', name: "Pat O'Neill" },
  { personId: 'lee-1', name: 'Sam Lee' },
  { personId: 'lee-2', name: 'sam lee' },
  { personId: 'gross', name: 'Max Groß' },
  { personId: 'kim', name: ' Kim ' },
  { personId: 'blank', name: ' ' },
]

const cases: [text: string, mentioned: string[]][] = [
  ['', []],
  ['Ann, please look.', []],
  ['@Ann please look', ['ann']],
  ['please look @ann', ['ann']],
  ['(@ANN)', ['ann']],
  ['@Ann, @Ann: twice', ['ann']],
  ['@Ann Lee, not Ann', ['ann-lee']],
  ['@Ann Leeds', ['ann']],
  ['@Ann  Lee', ['ann-lee']],
  ['@Max Gross', []],
  ['@Ann\nLee', ['ann-lee']],
  ['@Anna', []],
  ['@Ann-Marie', []],
  ['@Ann_2', []],
  ["@Ann's report", ['ann']],
  ['@Ann: done. @José Müller.', ['ann', 'jose']],
  ['@jos\u0065\u0301 mu\u0308ller', ['jose']],
  ["@Pat O'Neill", ['oneill']],
  ['@Ann@Sam Lee', []],
  ['@Sam Lee', ['lee-1', 'lee-2']],
  ['ann@ann.example', []],
  ['write to lab@Ann', []],
  ['lab.@Ann', []],
  ['a@Ann', []],
  ['lab-@Ann', []],
  ['\u{10400}@Ann', []],
  ['@Kim, please look', ['kim']],
  ['@Ann.example.com', []],
  ['@ Ann', []],
  ['@', []],
  ['@@Ann', ['ann']],
  ['„@Ann“ /@Ann Lee', ['ann', 'ann-lee']],
]

for (const [text, mentioned] of cases) {
  test(`${JSON.stringify(text)} mentions ${mentioned.join(' and ') || 'nobody'}`, () => {
    assert.deepEqual(mentionedIn(text, people), mentioned)
  })
}

test('a short text is quoted whole, on one line', () => {
  assert.equal(quoteOf(' Please check,\n\n@Ann.  '), 'Please check, @Ann.')
})

test('a text of up to 280 characters is quoted whole, wherever its mention is', () => {
  const text = `${'word '.repeat(50)}@Ann`
  assert.equal(quoteOf(text), text)
  const longest = `${'word '.repeat(55)}@Anna`
  assert.equal(longest.length, 280)
  assert.equal(quoteOf(longest), longest)
})

test('the end of a long text is quoted whole', () => {
  const end = `@Ann ${'x'.repeat(60)} ${'y'.repeat(60)} ${'z'.repeat(20)}`
  assert.ok(quoteOf(`${'word '.repeat(100)}${end}`).endsWith(` ${end}`))
})

test('a quotation that reaches the end of the text has its last word, and one that ends a character earlier does not', () => {
  const quoteOfEnd = (word: string) => quoteOf(`${'word '.repeat(100)}@Ann ${'word '.repeat(35)}${word}`)
  assert.match(quoteOfEnd('last'), /word last$/)
  assert.match(quoteOfEnd('at-it'), /word at-it$/)
  assert.match(quoteOfEnd('beyond'), /word …$/)
})

test('a long text is quoted around its first mention, at the ends of words', () => {
  const word = 'reading '
  const cut = [
    quoteOf(`@Ann ${word.repeat(100)}`),
    quoteOf(`${word.repeat(100)}@Ann ${word.repeat(100)}`),
    quoteOf(`${word.repeat(100)}@Ann`),
  ]
  for (const [index, quote] of cut.entries()) {
    assert.match(quote, /@Ann/)
    assert.ok(quote.length <= 286, String(quote.length))
    assert.match(quote, /^(?:… )?(?:(?:reading|@Ann) ?)+(?: ?…)?$/)
    assert.equal(quote.startsWith('… '), index > 0)
    assert.equal(quote.endsWith(' …'), index < 2)
  }
})

test('a text is cut from the 281st character on, and before a mention after 180', () => {
  const filled = (length: number) =>
    'word '
      .repeat(100)
      .slice(0, length - 4)
      .trimEnd()
      .padEnd(length - 4, '.')
  const whole = `${filled(280)}@Ann`
  assert.equal(whole.length, 280)
  assert.equal(quoteOf(whole), whole)
  const early = `${'a'.repeat(178)} @Ann ${'b '.repeat(100)}`
  assert.ok(quoteOf(early).startsWith('aaa'), 'a mention at index 179 leaves the beginning')
  const late = `${'a'.repeat(179)} @Ann ${'b '.repeat(100)}`
  assert.ok(quoteOf(late).startsWith('… a'), 'one at index 180 does not')
})

test('where a text is cut, a word of up to 40 characters is omitted and a longer one is cut', () => {
  const cutAfter = (length: number) => quoteOf(`${'x'.repeat(280 - length)} ${'y'.repeat(100)}`)
  assert.equal(cutAfter(40), `${'x'.repeat(240)} …`)
  assert.equal(cutAfter(41), `${'x'.repeat(239)} ${'y'.repeat(40)} …`)
  const cutBefore = (length: number) => quoteOf(`${'x'.repeat(200 + length)} ${'y'.repeat(98 - length)} @Ann`)
  assert.equal(cutBefore(40), `… ${'y'.repeat(58)} @Ann`)
  assert.equal(cutBefore(41), `… ${'x'.repeat(41)} ${'y'.repeat(57)} @Ann`)
})

test('a long text without spaces is quoted in part', () => {
  assert.equal(quoteOf('x'.repeat(1000)), `${'x'.repeat(280)} …`)
  assert.match(quoteOf(`${'x'.repeat(1000)} @Ann`), /^… x+ @Ann$/)
  assert.equal(quoteOf(`${'x'.repeat(1000)}/@Ann`), `… ${'x'.repeat(99)}/@Ann`)
})
