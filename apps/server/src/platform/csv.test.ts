import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvHead, csvLines } from './csv.ts'

test('commas, quotes and line ends stay within their cell', () => {
  assert.equal(csvLines([['a,b', 'say "x"', 'two\nlines']]), '"a,b","say ""x""","two\nlines"\r\n')
})

test('what a spreadsheet would run as a formula becomes text, and a signed number stays one', () => {
  assert.equal(
    csvLines([['=1+1', '@x', '-5.2', '-x', ' =1', '\t=1', '＝1', '+4,5', -7]]),
    "'=1+1,'@x,-5.2,'-x,' =1,'\t=1,'＝1,\"+4,5\",-7\r\n",
  )
})

test('nothing is an empty cell, and no rows are no lines', () => {
  assert.equal(csvLines([[null, undefined, 0, false]]), ',,0,false\r\n')
  assert.equal(csvLines([]), '')
})

test('a file begins with the mark of UTF-8 and the names of its columns', () => {
  assert.equal(csvHead(['asset_tag', 'name']), '\uFEFFasset_tag,name\r\n')
})
