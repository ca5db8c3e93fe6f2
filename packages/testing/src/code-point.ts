import * as fc from 'fast-check'

const SURROGATES_FIRST = 0xd800
const SURROGATES = 0x800
const CODE_POINT_MAX = 0x10ffff

/**
 * Every code point that text can contain, for `fc.string({ unit: codePoint })`: the same values as `unit: 'binary'`, which
 * needs two seconds to list them all before its first string.
 */
export const codePoint: fc.Arbitrary<string> = fc.nat(CODE_POINT_MAX - SURROGATES).map(
  (position) => String.fromCodePoint(position < SURROGATES_FIRST ? position : position + SURROGATES),
  (character) => positionOf(character),
)

/** Throws for anything but a single code point, as fast-check requires of an unmapper. */
function positionOf(character: unknown): number {
  const [first, ...more] = typeof character === 'string' ? character : []
  const code = first?.codePointAt(0) ?? SURROGATES_FIRST
  if (more.length > 0 || (code >= SURROGATES_FIRST && code < SURROGATES_FIRST + SURROGATES)) {
    throw new Error('not a code point of text')
  }
  return code < SURROGATES_FIRST ? code : code - SURROGATES
}
