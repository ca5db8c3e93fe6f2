import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvText } from './csv-text.ts'

test('commas, quotes and line ends stay within their cell', () => {
  assert.equal(csvText([['a,b', 'say "x"', 'two\nlines']]), '\uFEFF"a,b","say ""x""","two\nlines"\r\n')
})

test('what a spreadsheet would run as a formula becomes text, and a signed number stays one', () => {
  assert.equal(csvText([['=1+1', '@x', '-5.2', '-x']]), "\uFEFF'=1+1,'@x,-5.2,'-x\r\n")
})

test('nothing is an empty cell', () => {
  assert.equal(csvText([[null, undefined, 0, false]]), '\uFEFF,,0,false\r\n')
})
