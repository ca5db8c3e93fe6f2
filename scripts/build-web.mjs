// Builds the web application if its build is missing or older than its sources. Runs on the machine's own Node.js (20 or
// later), so it is plain JavaScript without dependencies; the bundler it starts reads the TypeScript of the contract.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { nodeForTypeScript } from './installed-node.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const web = join(root, 'apps', 'web')
const built = join(web, 'dist')
const builder = join(root, 'node_modules', 'vite', 'bin', 'vite.js')

/** The sources of the build. */
const sources = [
  join(web, 'src'),
  join(web, 'public'),
  join(web, 'index.html'),
  join(web, 'vite.config.ts'),
  join(web, 'package.json'),
  join(root, 'packages', 'contract', 'src'),
  join(root, 'apps', 'server', 'src', 'modules', 'calibrations', 'rules'),
]

/**
 * Brings the build up to date, which takes one to two seconds if something has changed. Container images contain the
 * build without the bundler.
 */
export function buildWeb() {
  const present = existsSync(join(built, 'index.html'))
  if (present && newestOf(sources) <= statSync(join(built, 'index.html')).mtimeMs) return
  if (!existsSync(builder)) {
    if (present) return
    throw new Error('the web application is not built, and its builder is not installed: run npm ci')
  }
  console.log(present ? 'Building the web application anew.' : 'Building the web application.')
  build()
}

/**
 * Builds into a new folder and then swaps it in, because a server may be starting with the current build. Both folders
 * have the same parent: `node_modules` may be a link to another file system, from which a move is not atomic.
 */
function build() {
  const fresh = join(web, `.build-${process.pid}`)
  const old = `${fresh}.old`
  const { status, stdout, stderr } = spawnSync(
    nodeForTypeScript(),
    [builder, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: web, encoding: 'utf8', shell: process.platform === 'win32' },
  )
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error(`the web application could not be built:\n${stdout}${stderr}`)
  }
  compress(join(fresh, 'assets'))
  if (existsSync(built)) renameSync(built, old)
  renameSync(fresh, built)
  rmSync(old, { recursive: true, force: true })
}

/** Compression does not pay off for smaller files. */
const COMPRESSED_FROM_BYTES = 1024

/** The best compression; it takes a second or two per build. */
const BROTLI_QUALITY = 11

/** Writes a compressed copy beside each file, so that no request waits for compression. */
function compress(folder) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name))
    if (bytes.length < COMPRESSED_FROM_BYTES || !/\.(?:m?js|css|svg)$/.test(name)) continue
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
  }
}

/** Returns the latest modification time of the files. Tests are not part of the build. */
function newestOf(paths) {
  return Math.max(
    ...paths.map((path) => {
      if (!existsSync(path)) return 0
      const found = statSync(path)
      if (!found.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : found.mtimeMs
      return newestOf(readdirSync(path).map((name) => join(path, name)))
    }),
    0,
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildWeb()
