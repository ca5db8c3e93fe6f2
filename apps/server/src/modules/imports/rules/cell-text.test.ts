import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cellText,
  comparable,
  isPlaceholder,
  isSpreadsheetError,
  isStorable,
  readYesNo,
} from './cell-text.ts'

test('a cell is read without surrounding blanks, and characters that cannot be stored are replaced', () => {
  const cases: [cell: string | undefined, text: string][] = [
    [undefined, ''],
    [' \u00A0\u202F\u2007 ', ''],
    ['\u00A0a\u202Fb ', 'a b'],
    ['a\0b', 'a\uFFFDb'],
    ['\uD800', '\uFFFD'],
  ]
  for (const [cell, text] of cases) assert.equal(cellText(cell), text)
  assert.deepEqual([undefined, '', 'a', 'a\0', '\uDC00'].map(isStorable), [true, true, true, false, false])
})

test('placeholders, in any letter case, mean that there is no value', () => {
  const words = 'n/a n.a. na - -- – — none unknown tbd tba ? keine unbekannt k.a. null'.split(' ')
  for (const word of words) assert.ok(isPlaceholder(word) && isPlaceholder(word.toUpperCase()), word)
  for (const word of [
    '(none)',
    'n / a',
    'None.',
    '---',
    '.',
    '_',
    'No S/N',
    'Not available',
    'k. A.',
    'entfällt',
    'n / k',
  ])
    assert.ok(isPlaceholder(word), word)
  for (const word of ['', '0', 'no', 'nan', 'x', '%', '″', 'KA', 'N-A-1', '-1', 'A -', 'n(a'])
    assert.ok(!isPlaceholder(word), word)
})

test('the errors that a spreadsheet shows are recognized in English and German', () => {
  for (const text of '#N/A #NV #REF! #BEZUG! #VALUE! #WERT! #DIV/0! #NAME? #ZAHL! #num!'.split(' '))
    assert.ok(isSpreadsheetError(text), text)
  for (const text of ['#1', '#A', 'N/A', '#N/A-1', 'see #N/A']) assert.ok(!isSpreadsheetError(text), text)
})

test('yes and no are read in English and German, as numbers and as marks', () => {
  for (const word of 'true yes y 1 x ja j wahr on YES'.split(' ')) assert.equal(readYesNo(word), true, word)
  for (const word of 'false no n 0 nein falsch off NO'.split(' ')) assert.equal(readYesNo(word), false, word)
  for (const word of ['', 'maybe', '2']) assert.equal(readYesNo(word), undefined, word)
})

test('names are compared by their letters and digits', () => {
  for (const text of ['Prüfmittel-Nr.', 'prufmittel nr', 'PRUFMITTELNR'])
    assert.equal(comparable(text), 'prufmittelnr')
  assert.equal(comparable('Maß 2'), 'mass2')
})
