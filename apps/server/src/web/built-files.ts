import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SentFile } from './send-file.ts'

/** The built application: its page, and every other file by its path below the origin. */
export interface BuiltWeb {
  /** index.html, with a placeholder wherever the nonce of a response goes. */
  readonly page: string
  readonly files: ReadonlyMap<string, SentFile>
}

/** Where scripts/build-web.mjs puts it. */
const BUILT_FOLDER = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** Ending of the compressed form beside a file. */
const COMPRESSED = '.br'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/**
 * Reads the whole build into memory, some megabytes: a build beside a running server then never
 * leaves it with a page whose files are gone. Undefined where nothing has been built.
 */
export function readBuiltWeb(folder = BUILT_FOLDER): BuiltWeb | undefined {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return undefined
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html' && !entry.name.endsWith(COMPRESSED))
    .map((entry) => join(entry.parentPath, entry.name))
  const files = paths.map((path): [string, SentFile] => [
    `/${relative(folder, path).split(sep).join('/')}`,
    {
      bytes: readFileSync(path),
      contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
      compression: existsSync(path + COMPRESSED) ? readFileSync(path + COMPRESSED) : undefined,
    },
  ])
  return { page: readFileSync(index, 'utf8'), files: new Map(files) }
}
