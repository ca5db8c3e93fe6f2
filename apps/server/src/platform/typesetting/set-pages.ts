import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler'
import { type FontCoverage, holds, readFontCoverage } from './font-coverage.ts'
import type { PageSource } from './page-source.ts'

/** Latin letters, digits and signs that the body font always contains: the common case needs no further checks. */
const PLAIN = /^[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f]*$/

/** Letters of the scripts that need no shaping; the last attempt at a document keeps only these. */
const SIMPLE = /[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f\u0386-\u03ce\u0401-\u045f]/u

/** Private and unassigned code points differ between fonts, and PDF/A forbids the private ones. */
const MEANINGLESS = /[\p{Co}\p{Cn}\p{Cs}]/u

/** A mark without a letter would be placed on the character before it. */
const LONE_MARK = /^\p{M}/u

/** Invisible characters have no meaning on paper; those that reverse the direction of writing could mislead. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}--[\u200c\u200d]]/gv

/** Joiners shape Arabic and Indic letters, and have no meaning elsewhere. */
const JOINERS = /[\u200c\u200d]/gu

/** A higher stack of marks would overlap the lines above it. */
const MARKS_MAX = 4

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Keeps only letters that need no shaping, and replaces all others by their codes. */
export const legibleWithoutShaping: Legible = (text) =>
  mapClusters(tidy(text), (cluster) =>
    SIMPLE.test(cluster) && cluster.length === 1 ? cluster : codesOf(cluster),
  )

const FONTS = fileURLToPath(new URL('./fonts', import.meta.url))
const SHARED = fileURLToPath(new URL('./shared', import.meta.url))

/** Monospaced, only for codes and URLs; no text of a record depends on it. */
const FONTS_NOT_FOR_TEXT = /^PlumblineMono/

/** The cache of two documents: keeping none is slower, keeping ten takes 200 MB. */
const CACHED_GENERATIONS = 2

/** Typesets a source synchronously; returns the PDF. */
export type SetPages = (source: PageSource) => Buffer

/** Loads the fonts once. The returned function blocks while it typesets: do not call it on the main thread. */
export function createPageSetter(): SetPages {
  const compiler = NodeCompiler.create({ workspace: SHARED, fontArgs: [{ fontPaths: [FONTS] }] })
  const legible = legibleWith(readFontCoverage(FONTS, FONTS_NOT_FOR_TEXT))
  const templatesOf = templateReader()
  const set = (source: PageSource, shownAs: Legible) =>
    setOnce(compiler, templatesOf(source.templates), source, shownAs)
  return (source) => {
    const plainer = { ...source, ...source.plainer }
    // A document must not fail because of a picture or a letter: first omit the pictures, then replace letters by
    // codes.
    return firstThatWorks([
      () => set(source, legible),
      () => set(plainer, legible),
      () => set(plainer, legibleWithoutShaping),
    ])
  }
}

/** Templates do not change while a process runs. */
function templateReader(): (folder: string) => ReadonlyMap<string, Buffer> {
  const known = new Map<string, ReadonlyMap<string, Buffer>>()
  return (folder) => {
    const read = known.get(folder) ?? readTemplates(folder)
    known.set(folder, read)
    return read
  }
}

function readTemplates(folder: string): ReadonlyMap<string, Buffer> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.typ'))
  return new Map(names.map((name) => [name, readFileSync(`${folder}/${name}`)]))
}

function firstThatWorks(attempts: Array<() => Buffer>): Buffer {
  const faults: unknown[] = []
  for (const attempt of attempts) {
    try {
      return attempt()
    } catch (error) {
      faults.push(error)
    }
  }
  throw faults.at(-1)
}

function setOnce(
  compiler: NodeCompiler,
  templates: ReadonlyMap<string, Buffer>,
  source: PageSource,
  legible: Legible,
): Buffer {
  try {
    for (const [name, bytes] of templates) compiler.mapShadow(`${SHARED}/${name}`, bytes)
    mapInputs(compiler, source, legible)
    const compiled = compiler.compile({ mainFilePath: `${SHARED}/${source.main}` })
    if (!compiled.result) throw new Error(describe(compiled.takeDiagnostics()))
    const creationTimestamp = Math.floor(Date.parse(source.madeAt) / 1000)
    const { pdfStandard } = source
    return compiler.pdf(compiled.result, { ...(pdfStandard && { pdfStandard }), creationTimestamp })
  } finally {
    compiler.resetShadow()
    compiler.evictCache(CACHED_GENERATIONS)
  }
}

function describe(diagnostics: NodeError | null): string {
  return `Typst: ${JSON.stringify(diagnostics?.shortDiagnostics)}`
}

/** Everything that people have written is passed to the templates as data files, never as source. */
function mapInputs(compiler: NodeCompiler, { texts, files }: PageSource, legible: Legible): void {
  for (const [path, value] of Object.entries(texts)) {
    compiler.mapShadow(`${SHARED}/${path}`, Buffer.from(JSON.stringify(legibly(value, legible))))
  }
  for (const [path, bytes] of Object.entries(files))
    compiler.mapShadow(`${SHARED}/${path}`, Buffer.from(bytes))
}

function legibly(value: unknown, legible: Legible): unknown {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' ? legible(part) : part,
  )
}

/** Makes a text printable. */
type Legible = (text: string) => string

/**
 * Makes texts printable with the available fonts: what no single font contains completely is replaced by a visible code
 * such as `[U+1F527]`, because PDF/A does not allow missing letters and a document must not fail because of one.
 */
export function legibleWith(coverage: FontCoverage): Legible {
  return (text) => {
    const lines = tidy(text)
    return PLAIN.test(lines) ? lines : mapClusters(lines, (cluster) => shown(cluster, coverage))
  }
}

/** Normalizes line ends, and removes tabs and invisible characters. */
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
  // A font may contain a compatible form of a letter but not the letter itself.
  if (isCovered(written, coverage)) return written
  const unjoined = cluster.replaceAll(JOINERS, '')
  if (unjoined !== cluster && unjoined !== '' && isCovered(unjoined, coverage)) return unjoined
  const [base = '', ...rest] = cluster
  // The letter remains readable if only a mark on it is missing; parts of a sequence belong together.
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
