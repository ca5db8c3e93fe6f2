import { holds, type FontCoverage } from './font-coverage.ts'

/** Latin letters, digits and signs that the body font always has: the common case needs no closer look. */
const PLAIN = /^[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f]*$/

/** Letters of the scripts that need no shaping; what the last attempt at a document keeps. */
const SIMPLE = /[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f\u0386-\u03ce\u0401-\u045f]/u

/** Private and unassigned code points mean something else in each font, and PDF/A forbids the private ones. */
const MEANINGLESS = /[\p{Co}\p{Cn}\p{Cs}]/u

/** A mark without a letter would fall on the sign before it. */
const LONE_MARK = /^\p{M}/u

/** Invisible characters say nothing on paper; those that turn the direction of writing could mislead there. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}--[\u200c\u200d]]/gv

/** Joiners shape Arabic and Indic letters, and are nothing elsewhere. */
const JOINERS = /[\u200c\u200d]/gu

/** A mark stack any higher would run over the lines above it. */
const MARKS_MAX = 4

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Makes a text printable. */
export type Legible = (text: string) => string

/**
 * Makes texts printable with the fonts at hand: whatever no single font shows whole becomes a visible code such
 * as `[U+1F527]`, since PDF/A refuses a file with a missing letter and a document must not fail for one.
 */
export function legibleWith(coverage: FontCoverage): Legible {
  return (text) => {
    const lines = tidy(text)
    return PLAIN.test(lines) ? lines : mapClusters(lines, (cluster) => shown(cluster, coverage))
  }
}

/** Keeps only letters that need no shaping and shows the code of all others. */
export const legibleWithoutShaping: Legible = (text) =>
  mapClusters(tidy(text), (cluster) =>
    SIMPLE.test(cluster) && cluster.length === 1 ? cluster : codesOf(cluster),
  )

/** One kind of line end, no tabs, nothing invisible. */
function tidy(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(INVISIBLE, '')
}

function mapClusters(text: string, map: (cluster: string) => string): string {
  let result = ''
  for (const { segment } of clusters.segment(text)) result += segment === '\n' ? segment : map(segment)
  return result
}

function shown(written: string, coverage: FontCoverage): string {
  const cluster = written.normalize('NFC')
  if (isCovered(cluster, coverage)) return cluster
  // A font may hold a compatible form of a letter and not the letter itself.
  if (isCovered(written, coverage)) return written
  const unjoined = cluster.replaceAll(JOINERS, '')
  if (unjoined !== cluster && unjoined !== '' && isCovered(unjoined, coverage)) return unjoined
  const [base = '', ...rest] = cluster
  // The letter stays readable when only a mark upon it is unknown; parts of a sequence belong together.
  if (/^\p{L}/u.test(base) && isCovered(base, coverage)) return base + codesOf(rest.join(''))
  return codesOf(cluster)
}

function isCovered(cluster: string, coverage: FontCoverage): boolean {
  const points = Array.from(cluster, (character) => character.codePointAt(0) ?? 0)
  if (points.length > 1 + MARKS_MAX || MEANINGLESS.test(cluster) || LONE_MARK.test(cluster)) return false
  return coverage.families.some((ranges) => points.every((point) => holds(ranges, point)))
}

function codesOf(cluster: string): string {
  const codes = Array.from(cluster, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `U+${hex}`
  })
  return `[${codes.join(' ')}]`
}
