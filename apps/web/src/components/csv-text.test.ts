import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvText } from './csv-text.ts'

test('cells with commas, quotes and line ends are quoted', () => {
  assert.equal(
    csvText([['a,b', 'say "x"', 'two\nlines', 1.5, null]]),
    '\uFEFF"a,b","say ""x""","two\nlines",1.5,\r\n',
  )
})

test('what a spreadsheet would compute is text', () => {
  assert.equal(csvText([['=1+1', '@x', -3]]), "\uFEFF'=1+1,'@x,-3\r\n")
})
