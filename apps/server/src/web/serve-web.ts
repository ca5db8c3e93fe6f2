import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { because } from '@plumbline/contract'
import { ApiError } from '../platform/errors.ts'
import { pagePolicy, storageOrigins } from './page-policy.ts'
import { fileSender, type SentFile } from './send-file.ts'

/** The output folder of scripts/build-web.mjs. */
const BUILT_FOLDER = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** Extension of the compressed form of a file. */
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

/** The dependencies of serving the web application. */
export interface WebOptions {
  /** STORAGE_URL of the settings, which the content policy of the page must allow. */
  readonly storageUrl: string | undefined
  /** Returns whether this deployment has people. */
  readonly isSetUp: () => Promise<boolean>
  /** Returns whether a Cookie header has a valid session. */
  readonly isSignedIn: (cookieHeader: string | undefined) => Promise<boolean>
  /** The build to serve; that of this repository by default. */
  readonly built?: BuiltWeb | undefined
}

/** Addresses of pages. All return the same HTML, which reads the rest of the address itself. */
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

/** Addresses that redirect to the set-up while no people exist. */
const NEED_PEOPLE: ReadonlySet<string> = new Set(['/', '/sign-in'])

/** The placeholder of the nonce (vite.config.ts). */
const NONCE_PLACE = '__CSP_NONCE__'

/** The placeholder in index.html for whether a person is signed in. */
const SESSION_PLACE = '__SESSION__'

/** Random bytes of a nonce: twice what the standard requires (CSP Level 3, 7.1). */
const NONCE_BYTES = 32

/** Cache-Control of files in /assets/, whose names contain a hash of their content. */
const FOREVER = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

/**
 * Serves the web application: its page at the address of each page, and its files. Each address is listed, so that none of
 * the APIs or of other pages of the server is taken.
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
      // Otherwise the page would find out from refused requests, which browsers show as errors in the console.
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

/** Returns the route of everything in the top-level folder of a file, or the path of the file if it is in none. */
function routeOf(path: string): string {
  const [, folder, inFolder] = path.split('/')
  return inFolder === undefined ? path : `/${folder}/*`
}

/** Sends the page with a new nonce. It must not be cached, since a nonce is valid for one response. */
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

/** The built application: its page, and all other files by path. */
interface BuiltWeb {
  /** index.html, with placeholders for the nonce. */
  readonly page: string
  readonly files: ReadonlyMap<string, SentFile>
}

/**
 * Reads the whole build, a few megabytes, into memory, so that a new build does not remove files of a page that a running
 * server still sends. Returns undefined if nothing has been built.
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
