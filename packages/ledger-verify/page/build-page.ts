import { hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { compileFunction } from 'node:vm'
import { format } from 'oxfmt'

/** Where the finished page lies. */
export const pageUrl = new URL('../verify.html', import.meta.url)

/**
 * The whole verifier as one page, from the same sources as the command line: it loads nothing, and its policy
 * lets it run nothing but the script in it and reach nothing at all.
 * Raises SyntaxError when two sources use one name, as they all share one scope in the page.
 */
export async function verifyPage(): Promise<string> {
  const [template, style, sources] = await Promise.all([
    readFile(new URL('template.html', import.meta.url), 'utf8'),
    readFile(new URL('page.css', import.meta.url), 'utf8'),
    sourcesOf(new URL('page.js', import.meta.url)),
  ])
  const script = [...sources.values()].map(withoutModuleWords).join('\n')
  assertOneScope(script)
  const parts = {
    '/* page.css */': style,
    '// page.js': script,
    'STYLE-HASH': HASH_PLACEHOLDER,
    'SCRIPT-HASH': HASH_PLACEHOLDER,
  }
  const html = Object.entries(parts).reduce((text, [mark, part]) => filledIn(text, mark, part), template)
  // The hashes are over the text as it stands in the page, so it takes its final form first.
  const page = await formatted(html)
  return withHashes(page)
}

function filledIn(html: string, mark: string, part: string): string {
  if (html.split(mark).length !== 2) throw new Error(`The template has no single place for ${mark}.`)
  return html.replace(mark, () => part)
}

/** As long as a real hash, so that putting one in its place moves nothing. */
const HASH_PLACEHOLDER = `sha256-${'0'.repeat(43)}=`

const IMPORT = /^import (?:[^'\n]|\n(?!import ))*?'([^'\n]+)'\n?/gm
const DOCUMENTED_TYPE = /^\/\*\*(?:[^*]|\*(?!\/))*\*\/\n(?=(?:export )?type )/gm
const EXPORT = /^export (?=(?:async |class |const |function ))/gm

/** A source and all that it imports, without types, each behind what it needs. */
async function sourcesOf(url: URL, found: Map<string, string> = new Map()): Promise<Map<string, string>> {
  if (found.has(url.href)) return found
  const text = await readFile(url, 'utf8')
  const script = url.pathname.endsWith('.ts')
    ? stripTypeScriptTypes(text.replaceAll(DOCUMENTED_TYPE, ''))
    : text
  for (const [, path = ''] of script.matchAll(IMPORT)) {
    await sourcesOf(new URL(path, url), found)
  }
  found.set(url.href, script)
  return found
}

function withoutModuleWords(script: string): string {
  const plain = script.replaceAll(IMPORT, '').replaceAll(EXPORT, '')
  if (/^(?:import|export) /m.test(plain))
    throw new Error('A source has an import or export that cannot be inlined.')
  return plain
}

/** Compiles without running. In a strict block no name can be declared twice. */
function assertOneScope(script: string): void {
  compileFunction(`'use strict'; { ${script} }`)
}

async function formatted(html: string): Promise<string> {
  const { code, errors } = await format('verify.html', html, {
    semi: false,
    singleQuote: true,
    printWidth: 110,
  })
  if (errors.length > 0) throw new Error(`The page cannot be formatted: ${JSON.stringify(errors)}`)
  return code
}

function withHashes(page: string): string {
  return ['script', 'style'].reduce((text, tag) => {
    const content = new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`).exec(page)?.[1] ?? ''
    const digest = hash('sha256', content, 'base64')
    return text.replace(`${tag}-src '${HASH_PLACEHOLDER}'`, () => `${tag}-src 'sha256-${digest}'`)
  }, page)
}

if (import.meta.main) await writeFile(pageUrl, await verifyPage())
