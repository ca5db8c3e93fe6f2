import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { assertProperty, codePoint } from '@plumbline/testing'
import { createPageSetter } from '../../../platform/typesetting/index.ts'
import { readFontCoverage } from '../../../platform/typesetting/font-coverage.ts'
import type { CertificateData } from './certificate-data.ts'
import { attachmentsOf, faultsOf, pageTexts, textOf, without } from '../../../../test/rendered-pages.ts'
import { bareCertificate, sampleCertificate, samplePng } from './sample-certificates.ts'
import { certificatePages } from './certificate-pages.ts'

const fontFolder = fileURLToPath(new URL('../../../platform/typesetting/fonts', import.meta.url))
const setPages = createPageSetter()
const typeset = (data: CertificateData) => setPages(certificatePages(data))
const logo = { type: 'png' as const, bytes: samplePng(600, 200) }
const laboratory = { name: 'Northmoor', logo }

const sentence = 'All readings were repeated five times after four hours at the reference temperature.'
const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => `${i + 1}. ${sentence}`).join('\n')

const KINDS: Record<string, CertificateData> = {
  full: sampleCertificate(),
  bare: bareCertificate(),
  'with a logo': sampleCertificate({ laboratory }),
  Letter: sampleCertificate({ paper: 'letter' }),
  German: sampleCertificate({ language: 'de' }),
  long: sampleCertificate({ notes: numbered(44), conformity: { statement: sentence.repeat(40) } }),
  external: { ...bareCertificate(), external: { certificateNumber: 'ET-88213/26' } },
  'of many scripts': sampleCertificate({
    customer: '精密仪器有限公司\nΕργαστήριο\nЗавод «Калибр»\nمختبر מעבדה ห้องปฏิบัติการ क्षेत्र 한국어 🔧 \ue000',
  }),
}

for (const [kind, data] of Object.entries(KINDS)) {
  test(`a certificate ${kind} is a sound PDF/A-3a file`, { skip: without('qpdf') }, () => {
    const file = typeset(data)
    assert.equal(faultsOf(file), null)
    assert.match(file.toString('latin1'), /<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A</)
  })

  test(`a certificate ${kind} is the same bytes each time`, () => {
    assert.ok(typeset(data).equals(typeset(structuredClone(data))))
    assert.ok(createPageSetter()(certificatePages(data)).equals(typeset(data)))
  })

  test(
    `each page of a certificate ${kind} bears number and count, the last one the end`,
    {
      skip: without('pdftotext'),
    },
    () => {
      const pages = pageTexts(typeset(data))
      for (const [i, page] of pages.entries()) {
        assert.match(
          page,
          new RegExp(`${data.number}\\s+(Page|Seite) ${i + 1} (of|von) ${pages.length}\\s*$`),
        )
      }
      const ends = pages.map((page) => /(End of certificate|Ende des Kalibrierscheins)/.test(page))
      assert.deepEqual(
        ends,
        pages.map((_, i) => i === pages.length - 1),
      )
    },
  )
}

test('a label as wide as its column leaves the value beside it free', { skip: without('pdftotext') }, () => {
  const [page] = pageTexts(typeset(sampleCertificate({ language: 'de' })))
  // Divided at a soft hyphen; a reader of the file finds the word whole.
  assert.match(page!, /Überdeckungswahrschein\u00AD\s+approx\. 95 %\n\s+lichkeit/)
})

test('the record is attached byte for byte', { skip: without('pdfdetach') }, () => {
  const record = '{"notes":"Größe \\u0000 漢 🔧","z":1,"a":"10.000 mm"}'
  assert.deepEqual(attachmentsOf(typeset(sampleCertificate({ record }))), {
    'calibration-record.json': record,
  })
})

test('whatever a certificate says can be read from the file', { skip: without('pdftotext') }, () => {
  const text = textOf(typeset(sampleCertificate()))
  for (const said of [
    'Calibration certificate',
    'NM-2026-004711',
    'Result Pass',
    'Calibrated on 2026-11-20',
    'Serial number 7734-20881',
    'As found 10.0012 mm +0.0012 mm within tolerance',
    'Coverage factor k 2',
    'Valid at time of use yes, until 2027-04-30',
    'Authorised by Dr. Tomás Herrera',
    '7ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8',
    'End of certificate NM-2026-004711',
  ]) {
    assert.ok(text.includes(said), said)
  }
})

test('a note of 4000 characters is printed to its last word', { skip: without('pdftotext') }, () => {
  const notes = `${numbered(50).slice(0, 3990)} final.end`
  const file = typeset(sampleCertificate({ notes }))
  assert.ok(pageTexts(file).length > 1)
  const text = textOf(file)
  assert.ok(text.includes('1. All readings') && text.includes('final.end'))
})

test('a word wider than its column is broken and complete', { skip: without('pdftotext') }, () => {
  const serialNumber = Array.from({ length: 255 }, (_, i) => 'WMX7'[i % 4]).join('')
  const text = textOf(typeset(sampleCertificate({ item: { serialNumber } })))
  assert.ok(text.replaceAll(' ', '').includes(serialNumber))
})

test('markup in a text is text', { skip: without('pdftotext') }, () => {
  const notes = '#panic("x") $x^2$ *b* _i_ `r` <l> @ref \\ // = [c] #{sys} "q" --- ~'
  assert.ok(textOf(typeset(sampleCertificate({ notes }))).includes(notes))
})

test('a logo that cannot be read is left out and no text suffers', { skip: without('pdftotext') }, () => {
  const broken = { type: 'png' as const, bytes: samplePng(600, 200).subarray(0, 60) }
  const data = sampleCertificate({ customer: '精密仪器有限公司' })
  const file = typeset({ ...data, laboratory: { ...data.laboratory, logo: broken } })
  assert.ok(file.equals(typeset(data)))
  assert.ok(textOf(file).includes('精密仪器有限公司'))
})

test('each character of the fonts is shown', { skip: without('pdftotext') }, () => {
  const ranges = readFontCoverage(fontFolder, /Mono/).families.flat()
  const points = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i),
  )
  const letters = [...new Set(points)].map((point) => String.fromCodePoint(point))
  const shown = letters.filter((letter) => !/^[\p{Grapheme_Extend}\p{M}\p{C}]/u.test(letter))
  assert.ok(shown.length > 40_000)
  for (let i = 0; i < shown.length; i += 4000) {
    const notes = shown.slice(i, i + 4000).join(' ')
    const [code] = /\[U\+[^\]]*\]/.exec(textOf(typeset(sampleCertificate({ notes })))) ?? []
    assert.equal(code, undefined)
  }
})

test('whatever is written, a certificate is made', () => {
  const text = fc.string({ unit: codePoint, maxLength: 60 })
  assertProperty(
    fc.property(text, text, text, (name, value, notes) => {
      const data = sampleCertificate({ item: { name }, measurement: { asFound: { value } }, notes })
      assert.equal(typeset(data).toString('latin1', 0, 5), '%PDF-')
    }),
    { numRuns: 60 },
  )
})
