import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  type RetiredWord,
  comparedWith,
  countsIn,
  messageLines,
  proseLines,
  wordsOf,
} from './retired-words.ts'

const retired = JSON.parse(
  readFileSync(new URL('retired-words.json', import.meta.url), 'utf8'),
) as RetiredWord[]
const wordOf = (words: string) => retired.find((word) => word.words === words)!

test('a retired word is found in every way of writing a name', () => {
  for (const name of ['answerOnce', 'answer_once', 'answer-once.ts', 'AnswerOnce', 'answer once']) {
    assert.equal(countsIn(wordsOf(name), wordOf('answer once')), 1, name)
  }
  assert.equal(countsIn(wordsOf('insert into half_sign_ins'), wordOf('half sign-in')), 1)
  assert.equal(countsIn(wordsOf('beginHalfSignIn(HTTPLane)'), wordOf('half sign-in')), 1)
  assert.equal(countsIn(wordsOf('beginHalfSignIn(HTTPLane)'), wordOf('lane')), 1)
})

test('what a word excepts is not counted, and the word beside it is', () => {
  const word = { pattern: 'hints', except: 'early hints' }
  assert.equal(countsIn(wordsOf('103 Early Hints'), word), 0)
  assert.equal(countsIn(wordsOf('KeyHints and Early Hints'), word), 1)
})

test('a part of another word is not a retired word', () => {
  for (const name of ['planet', 'outstanding', 'recommended', 'history', 'untoldx']) {
    for (const word of retired) assert.equal(countsIn(wordsOf(name), word), 0, `${name}: ${word.words}`)
  }
})

test('names in code are not read as prose', () => {
  const lines = proseLines('It tells.\n`GET /standing` is\n```sh\nlane\n```\n[told](lane.md)')
  assert.deepEqual(
    lines.map((line) => countsIn(line, { pattern: 'tells|told|standing|lane' })),
    [1, 0, 0, 0, 0, 1],
  )
})

test('keys and placeholders are not read as messages', () => {
  const lines = messageLines('{\n  "standing.told": "Told {told}",\n  "story.title": "History"\n}')
  assert.deepEqual(
    lines.map((line) => countsIn(line, { pattern: 'standing|told|story' })),
    [0, 1, 0, 0],
  )
})

test('a count may fall and may not rise', () => {
  const word = { words: 'lane', use: 'endpoint queue', pattern: 'lanes?' }
  const allowed = [{ ...word, left: 3 }]
  assert.deepEqual(comparedWith(allowed, [{ ...word, left: 4 }]).risen, [{ ...word, left: 4, from: 3 }])
  assert.deepEqual(comparedWith(allowed, [{ ...word, left: 3 }]), { risen: [], fallen: [] })
  assert.deepEqual(comparedWith(allowed, [{ ...word, left: 2 }]).risen, [])
})

test('the glossary names every word that is retired', () => {
  const glossary = wordsOf(readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8'))
  const missing = retired
    .flatMap(({ words }) => words.split(', '))
    .filter((word) => !glossary.includes(wordsOf(word)))
  assert.deepEqual(missing, [])
})
