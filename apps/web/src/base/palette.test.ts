import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dark, light, statusFamilies, type Palette } from './palette.ts'

/** WCAG 2.2, 1.4.3. */
const TEXT_CONTRAST_MIN = 4.5

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
}

const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = channels(colour).map(linear)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** Simulates how people who lack one type of cone see a colour (Viénot, Brettel and Mollon, 1999), in linear light. */
const DEFICIENCIES: Readonly<Record<string, number[][]>> = {
  protanopia: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deuteranopia: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
}

/** Returns the distance of two colours as such a person sees them, in linear light. */
function distance(a: string, b: string, matrix: number[][]): number {
  const [one, other] = [a, b].map((colour) => {
    const amounts = channels(colour).map(linear)
    return matrix.map((row) => row.reduce((sum, factor, index) => sum + factor * amounts[index]!, 0))
  })
  return Math.hypot(...one!.map((value, index) => value - other![index]!))
}

for (const [scheme, palette] of Object.entries<Palette>({ light, dark })) {
  describe(`the ${scheme} palette`, () => {
    for (const surface of ['body', 'surface', 'sunken'] as const) {
      test(`text can be read on its ${surface}`, () => {
        for (const name of ['text', 'dimmed', 'accent'] as const) {
          assert.ok(contrast(palette[name], palette[surface]) >= TEXT_CONTRAST_MIN, name)
        }
      })
    }

    test('the accent can be read on its soft surface', () => {
      assert.ok(contrast(palette.accent, palette.accentSoft) >= TEXT_CONTRAST_MIN)
    })

    for (const family of statusFamilies) {
      test(`the words of ${family} can be read on their own fill and on plain surfaces`, () => {
        const { text, fill } = palette.status[family]
        for (const behind of [fill, palette.surface, palette.body]) {
          assert.ok(contrast(text, behind) >= TEXT_CONTRAST_MIN, `${text} on ${behind}`)
        }
      })
    }

    for (const [deficiency, matrix] of Object.entries(DEFICIENCIES)) {
      test(`good and bad stay two colours under ${deficiency}`, () => {
        const { good, bad } = palette.status
        assert.ok(distance(good.text, bad.text, matrix) > 0.05)
      })
    }
  })
}
