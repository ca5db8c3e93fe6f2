import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseName } from './file-name.ts'

const cases: [title: string, sent: string, kept: string][] = [
  ['a plain name stays', 'Bericht Prüfung.pdf', 'Bericht Prüfung.pdf'],
  ['directories of either kind are dropped', 'a/b\\c.pdf', 'c.pdf'],
  ['a folder is no name', 'a/', ''],
  ['nor is the folder above', 'a/..', ''],
  ['nor one that is disguised', '.\u202e.', ''],
  ['a mark that turns the direction is dropped', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['so are isolates and embeddings', '\u2066a\u2069\u202a\u202b\u202c\u202db.pdf', 'ab.pdf'],
  ['so are marks of direction', '\u200ea\u200f\u061cb.pdf', 'ab.pdf'],
  ['so are control characters of both sets', 'a\u0000\u0007\r\n\t\u001b\u007f\u0085\u009fb.pdf', 'ab.pdf'],
  ['so are separators of lines and the byte order mark', '\ufeffa\u2028\u2029b.pdf', 'ab.pdf'],
  ['nothing else is a name of its own', '\u202e\r\n', ''],
  ['right-to-left letters and joined emoji stay', 'تقرير 👩\u200d🔬.pdf', 'تقرير 👩\u200d🔬.pdf'],
]
for (const [title, sent, kept] of cases) {
  test(title, () => assert.equal(baseName(sent), kept))
}
