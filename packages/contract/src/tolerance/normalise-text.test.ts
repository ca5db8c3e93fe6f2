import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBlank, normaliseText } from './normalise-text.ts'

test('every spelling of the same mark becomes one', () => {
  const cases: [text: string, normalised: string][] = [
    ['  10.5 mm\t', '10.5 mm'],
    ['1\u200B0\uFEFF.\u20605', '10.5'],
    ['１０．５ ｍｍ', '10.5 mm'],
    ['－５％', '-5%'],
    ['\u221220', '-20'],
    ['\u201020 \u201120 \u201220 \u201320', '-20 -20 -20 -20'],
    ['10\u201420', '10\u201420'],
    ['10\u00A0000\u202F000\u2009000', '10 000 000 000'],
    ['10\u2019000', "10'000"],
    ['10 \u00B5m', '10 \u03BCm'],
    ['5 \u2103, 41 \u2109', '5 °C, 41 °F'],
    ['5 \u2126', '5 \u03A9'],
    ['1×10⁶', '1×10^6'],
    ['1×１０⁻¹²', '1×10^-12'],
    ['1×10⁺³', '1×10^+3'],
    ['5 m²', '5 m²'],
  ]
  for (const [text, normalised] of cases) assert.equal(normaliseText(text), normalised)
})

test('a text in which nothing can be seen is blank', () => {
  for (const text of [null, undefined, '', ' ', '\t\r\n', '\u00A0\u2009', '\u200B', '\u3000']) {
    assert.equal(isBlank(text), true)
  }
  for (const text of ['0', '-', ' .']) assert.equal(isBlank(text), false)
})
