import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { assertProperty, codePoint } from '@plumbline/testing'
import { holds, readFontCoverage } from './font-coverage.ts'
import { legibleWith, legibleWithoutShaping } from './set-pages.ts'

const coverage = readFontCoverage(fileURLToPath(new URL('./fonts', import.meta.url)), /^PlumblineMono/)
const legible = legibleWith(coverage)
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })

const SHOWN: Array<[what: string, text: string]> = [
  ['Latin with accents', 'Prüfstelle Łódź, Hønefoss, İzmir, Việt'],
  ['Greek', 'Εργαστήριο Μετρολογίας'],
  ['Cyrillic', 'Завод «Калибр» № 7'],
  ['Chinese', '精密仪器有限公司，上海'],
  ['Japanese and Korean', 'カタカナひらがな漢字 한국어'],
  ['Arabic and Hebrew', 'مختبر المعايرة מעבדה'],
  ['Thai and Devanagari', 'ห้องปฏิบัติการ क्षेत्र'],
  ['signs of measurement', 'Ω µm ≤ 0.5 % √2 ∆L ⌀ 12 − 5 °C ½ x̄ 10⁻⁶ ± ‰ ′ ″'],
]

for (const [what, text] of SHOWN) {
  test(`${what} stays as it is`, () => assert.equal(legible(text), text))
}

const CHANGED: Array<[what: string, text: string, shown: string]> = [
  ['an emoji becomes its code', 'ok 🔧', 'ok [U+1F527]'],
  ['a joined emoji is one code', '👩‍🔧', '[U+1F469 U+200D U+1F527]'],
  ['a private letter becomes its code', '\ue000', '[U+E000]'],
  ['a control character becomes its code', 'a\u0000b\u0007', 'a[U+0000]b[U+0007]'],
  ['a non-character becomes its code', '\ufffe', '[U+FFFE]'],
  ['an unpaired surrogate becomes the replacement character', 'a\ud800', 'a\ufffd'],
  ['signs that turn the direction of writing vanish', '\u202e01\u202c.5', '01.5'],
  ['invisible signs vanish', '\ufeff10\u200b.5\u2060', '10.5'],
  ['the request for a coloured sign vanishes', '✔\ufe0f', '✔'],
  ['letter and mark are composed', 'A\u030a \u2126', 'Å Ω'],
  [
    'a tower of marks becomes codes',
    'a\u0301\u0301\u0301\u0301\u0301\u0301',
    'á[U+0301 U+0301 U+0301 U+0301 U+0301]',
  ],
  ['a mark without a letter becomes its code', '\u0301', '[U+0301]'],
  ['all kinds of line ends become one', 'a\r\nb\rc\u2028d\u0085e', 'a\nb\nc\nd\ne'],
  ['a tab becomes a space', 'a\tb', 'a b'],
]

for (const [what, text, shown] of CHANGED) {
  test(what, () => assert.equal(legible(text), shown))
}

test('for any text, each grapheme of the result is in one font', () => {
  assertProperty(
    fc.property(fc.string({ unit: codePoint, maxLength: 40 }), (text) => {
      for (const { segment } of clusters.segment(legible(text).replaceAll('\n', ''))) {
        const points = Array.from(segment, (character) => character.codePointAt(0) ?? 0)
        assert.ok(
          coverage.families.some((ranges) => points.every((point) => holds(ranges, point))),
          JSON.stringify(segment),
        )
      }
    }),
    { numRuns: 2000 },
  )
})

test('the fallback keeps plain letters and escapes all others', () => {
  assert.equal(legibleWithoutShaping('Größe Ωμέγα Тест\n10 µm'), 'Größe Ωμέγα Тест\n10 µm')
  assert.equal(legibleWithoutShaping('漢 x̄'), '[U+6F22] [U+0078 U+0304]')
})
