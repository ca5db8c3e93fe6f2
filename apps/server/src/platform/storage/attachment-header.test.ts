import assert from 'node:assert/strict'
import test from 'node:test'
import { assert as assertProperty, property, string } from 'fast-check'
import { codePoint } from '@plumbline/testing'
import { attachmentHeader, saveableName } from './attachment-header.ts'

const headers: [fileName: string, header: string][] = [
  ['certificate.pdf', 'attachment; filename="certificate.pdf"'],
  [
    'Prüfbericht 7.pdf',
    `attachment; filename="Pr_fbericht 7.pdf"; filename*=UTF-8''Pr%C3%BCfbericht%207.pdf`,
  ],
  ['校准.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%E6%A0%A1%E5%87%86.pdf`],
  ['a"b\\c;d.pdf', 'attachment; filename="c;d.pdf"'],
  ['50%41.png', `attachment; filename="50_41.png"; filename*=UTF-8''50%2541.png`],
  [
    '€ rates (1)*.pdf',
    `attachment; filename="_ rates (1)*.pdf"; filename*=UTF-8''%E2%82%AC%20rates%20%281%29%2A.pdf`,
  ],
  ["it's.pdf", 'attachment; filename="it\'s.pdf"'],
]

for (const [fileName, header] of headers) {
  test(`${JSON.stringify(fileName)} is saved under its own name`, () => {
    assert.equal(attachmentHeader(fileName), header)
  })
}

const names: [why: string, fileName: string, saved: string][] = [
  ['folders are dropped', '../../etc/passwd', 'passwd'],
  ['Windows folders are dropped', 'C:\\scans\\page.png', 'page.png'],
  ['control characters are dropped', 'a\r\nSet-Cookie: x\u0000\u007f\u0085.pdf', 'aSet-Cookie: x.pdf'],
  ['an ending cannot be disguised by turning text around', 'photo\u202egnp.exe', 'photognp.exe'],
  ['a name of nothing but dots is replaced', '..', 'file'],
  ['a name without usable characters is replaced', '\u200e \u0007', 'file'],
  ['half of a surrogate pair is replaced', 'a\ud800.pdf', 'a\ufffd.pdf'],
  ['a long name keeps its ending', `${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
  ['a long name is cut between characters', `${'𝔘'.repeat(251)}.pdf`, `${'𝔘'.repeat(62)}.pdf`],
]

for (const [why, fileName, saved] of names) {
  test(why, () => {
    assert.equal(saveableName(fileName), saved)
  })
}

test('any name results in one short header line of printable ASCII without a folder', () => {
  assertProperty(
    property(string({ unit: codePoint, maxLength: 300 }), (fileName) => {
      const header = attachmentHeader(fileName)
      assert.match(header, /^attachment; filename="[\x20-\x7e]+"(; filename\*=UTF-8''[\x21-\x7e]+)?$/)
      assert.ok(Buffer.byteLength(saveableName(fileName)) <= 255)
      assert.doesNotMatch(/filename="(.*?)"/.exec(header)![1]!, /[/\\]/)
    }),
  )
})
