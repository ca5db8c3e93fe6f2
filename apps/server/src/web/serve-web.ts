import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { because } from '@plumbline/contract'
import { ApiError } from '../platform/errors.ts'
import { pagePolicy, storageOrigins } from './page-policy.ts'
import { fileSender, type SentFile } from './send-file.ts'

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

/** What the served application depends on. */
export interface WebOptions {
  /** Where documents are kept, as the settings say: the page must be let through to it. */
  readonly storageUrl: string | undefined
  /** Whether this deployment has people. */
  readonly isSetUp: () => Promise<boolean>
  /** Whether a Cookie header is that of a person who is signed in. */
  readonly isSignedIn: (cookieHeader: string | undefined) => Promise<boolean>
  /** The build to serve; the one of this repository unless a test brings another. */
  readonly built?: BuiltWeb | undefined
}

/** Addresses of pages. Each returns the same page, which reads the rest of the address itself. */
const PAGES = [
  '/',
  '/sign-in',
  '/setup',
  '/no-workspace',
  '/reset-password',
  '/invitation',
  '/change-password',
  '/account',
  '/w',
  '/w/*',
  '/i/*',
] as const

/** Where nobody could go on before the set-up. */
const NEED_PEOPLE: ReadonlySet<string> = new Set(['/', '/sign-in'])

/** The placeholder of vite.config.ts. */
const NONCE_PLACE = '__CSP_NONCE__'

/** The placeholder of index.html for whether a person is signed in. */
const SESSION_PLACE = '__SESSION__'

/** Random bytes of a nonce: twice what the standard asks for (CSP Level 3, 7.1). */
const NONCE_BYTES = 32

/** Names under /assets/ hold a hash of the content, so they never change. */
const FOREVER = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

/**
 * Serves the web application: its page at every address of a page, and its files. It takes no address of
 * the APIs and no other page of the server, as each of its own is named.
 */
export function serveWeb(app: FastifyInstance, options: WebOptions): void {
  const built = 'built' in options ? options.built : readBuiltWeb()
  const storage = storageOrigins(options.storageUrl)
  for (const path of PAGES) {
    app.get(path, async (request, reply) => {
      const isSetUp = await options.isSetUp()
      if (!isSetUp && NEED_PEOPLE.has(path)) return reply.redirect('/setup')
      if (built === undefined) throw notBuilt()
      if (isSetUp && path === '/setup') void reply.code(404)
      // The page would find out by being refused whatever it needs, which browsers report as faults.
      const session = (await options.isSignedIn(request.headers.cookie)) ? 'live' : 'none'
      return sendPage(reply, built.page.replace(SESSION_PLACE, session), storage)
    })
  }
  serveFiles(app, built?.files ?? new Map())
}

/** Serves the files by one route for each folder: a route for each of hundreds of files would slow down every start. */
function serveFiles(app: FastifyInstance, files: BuiltWeb['files']): void {
  const senders = new Map(
    [...files].map(([path, file]) => [
      path,
      fileSender(file, path.startsWith('/assets/') ? FOREVER : ONE_HOUR),
    ]),
  )
  const routes = new Set([...files.keys()].map(routeOf))
  for (const route of routes) {
    app.get(route, async (request, reply) => {
      const path = request.url.split('?', 1)[0]!
      const send = senders.get(path)
      return send === undefined ? reply.callNotFound() : send(request, reply)
    })
  }
}

/** Returns everything in the top folder of a file, or the file's own path where it lies in none. */
function routeOf(path: string): string {
  const [, folder, inFolder] = path.split('/')
  return inFolder === undefined ? path : `/${folder}/*`
}

/** The page with a nonce of its own; nothing may keep it, as a nonce is good for one response. */
function sendPage(reply: FastifyReply, page: string, storage: readonly string[]): FastifyReply {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': pagePolicy(nonce, storage),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    .send(page.replaceAll(NONCE_PLACE, nonce))
}

function notBuilt(): ApiError {
  return new ApiError('NOT_FOUND', {
    reason: because('server.no_web'),
  })
}

/** The built application: its page, and every other file by its path below the origin. */
interface BuiltWeb {
  /** index.html, with a placeholder wherever the nonce of a response goes. */
  readonly page: string
  readonly files: ReadonlyMap<string, SentFile>
}

/**
 * Reads the whole build into memory, some megabytes: a build beside a running server then never
 * leaves it with a page whose files are gone. Undefined where nothing has been built.
 */
function readBuiltWeb(folder = BUILT_FOLDER): BuiltWeb | undefined {
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
