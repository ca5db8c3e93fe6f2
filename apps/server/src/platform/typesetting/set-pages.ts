import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler'
import { readFontCoverage } from './font-coverage.ts'
import { legibleWith, legibleWithoutShaping, type Legible } from './legible-text.ts'
import type { PageSource } from './page-source.ts'

const FONTS = fileURLToPath(new URL('./fonts', import.meta.url))
const SHARED = fileURLToPath(new URL('./shared', import.meta.url))

/** Set in fixed width for codes and addresses alone; no text of a record depends on it. */
const FONTS_NOT_FOR_TEXT = /^PlumblineMono/

/** Two documents' worth: keeping none costs speed, keeping ten costs 200 MB. */
const CACHED_GENERATIONS = 2

/** Turns a source into the bytes of its PDF, one at a time. */
export type SetPages = (source: PageSource) => Buffer

/** Loads the fonts once. The returned function blocks while it sets: keep it off the main thread. */
export function createPageSetter(): SetPages {
  const compiler = NodeCompiler.create({ workspace: SHARED, fontArgs: [{ fontPaths: [FONTS] }] })
  const legible = legibleWith(readFontCoverage(FONTS, FONTS_NOT_FOR_TEXT))
  const templatesOf = templateReader()
  const set = (source: PageSource, shownAs: Legible) =>
    setOnce(compiler, templatesOf(source.templates), source, shownAs)
  return (source) => {
    const plainer = { ...source, ...source.plainer }
    // A document must not fail for a picture or a letter: leave out the one, then spell out the other.
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

/** Everything that people have written reaches the templates as data files; none of it is ever source. */
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
