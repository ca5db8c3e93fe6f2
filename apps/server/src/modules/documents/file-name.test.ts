import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseName, pathPart } from './file-name.ts'

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

const paths: [title: string, name: string, path: string][] = [
  ['what file systems forbid is replaced', 'a:b?.pdf', 'a_b_.pdf'],
  ['a device of Windows is none', 'NUL.tar.gz', 'NUL_.tar.gz'],
  ['nor alone', 'com1', 'com1_'],
  ['a name that begins like one stays', 'console.png', 'console.png'],
  ['points and spaces at the end are dropped', 'a. . ', 'a'],
  ['a name of nothing else is called a file', '...', 'file'],
  ['a long one keeps its extension', `${'ü'.repeat(200)}.pdf`, `${'ü'.repeat(90)}.pdf`],
]
for (const [title, name, path] of paths) {
  test(`in an export ${title}`, () => assert.equal(pathPart(name), path))
}
