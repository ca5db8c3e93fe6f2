// Tests start the program of the server as separate processes more than a hundred times. Most of the processor time of such a
// process goes into loading some 2,000 modules; loading the same code from a few files takes a third of it.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type OutputChunk, type Plugin } from 'rolldown'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Beside the packages, so that the bundles find those that they do not contain. */
const BUNDLES = join(root, 'node_modules', '.cache', 'test-programs')

/** Longer than any run takes. */
const KEPT_MS = 86_400_000

/** Folder of the programs that exist for tests only. */
const TEST_PROGRAMS = join(root, 'apps', 'server', 'test', 'processes')

/** Programs of the product that tests start. */
const PROGRAMS = ['apps/server/src/main.ts', 'apps/server/src/cli/plumbline.ts']

/** Verifies a ledger in a thread, which loads most of the server. */
const THREAD_PROGRAM = 'apps/server/src/verify-thread-main.ts'

/** How the server names that program. */
const THREAD_URL = "new URL('./verify-thread-main.ts', import.meta.url)"

/**
 * Packages in the bundles besides our own: one that consists of hundreds of modules, and one that the server has in another
 * version than the root. Other packages are loaded as they are installed.
 */
const BUNDLED_PACKAGES = ['typebox', 'commander']

/**
 * Bundles the programs that tests start, and returns the folder of the bundles. A program has the path of its source from the
 * root, with the extension `.js`. Equal bundles are written once, so that their compiled code is cached.
 */
export async function bundlePrograms(): Promise<string> {
  const own = (await readdir(TEST_PROGRAMS)).filter((name) => name.endsWith('-process.ts'))
  const programs = [...PROGRAMS, ...own.map((name) => relative(root, join(TEST_PROGRAMS, name)))]
  const { output } = await build({
    cwd: root,
    input: Object.fromEntries(programs.map((path) => [bundleOf(path), path])),
    platform: 'node',
    external: isSeparate,
    plugins: [ownPlaces],
    output: { format: 'esm', entryFileNames: '[name]', chunkFileNames: 'chunks/[name]-[hash].js' },
    write: false,
    logLevel: 'warn',
  })
  const chunks = output.filter((each): each is OutputChunk => each.type === 'chunk')
  const digest = createHash('sha256')
  for (const { fileName, code } of chunks) digest.update(`${fileName}\n${code}\n`)
  const folder = join(BUNDLES, digest.digest('hex').slice(0, 16))
  if (!existsSync(folder)) await writeBundles(folder, chunks)
  return folder
}

/** Whether an import leads to a package that is not part of the bundles. */
function isSeparate(specifier: string): boolean {
  if (/^[./\0]/.test(specifier)) return false
  return !BUNDLED_PACKAGES.includes(specifier.split('/')[0]!) && !specifier.startsWith('@plumbline/')
}

/** Lets each module find its files where its source is, except the program of a thread, which is bundled, too. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, path) {
      const withThread = code.replace(THREAD_URL, () => {
        const id = join(root, THREAD_PROGRAM)
        const bundle = this.emitFile({ type: 'chunk', id, fileName: bundleOf(THREAD_PROGRAM) })
        return `new URL(import.meta.ROLLUP_FILE_URL_${bundle})`
      })
      return withThread.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    },
  },
}

/** Returns the path of a bundle in its folder, given that of the source from the root. */
function bundleOf(path: string): string {
  return path.replace(/\.ts$/, '.js')
}

/** Several runs may do this simultaneously. */
async function writeBundles(folder: string, chunks: readonly OutputChunk[]): Promise<void> {
  await mkdir(BUNDLES, { recursive: true })
  await removeOld()
  const unfinished = join(BUNDLES, `new-${process.pid}`)
  for (const { fileName, code } of chunks) {
    const path = join(unfinished, fileName)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, code)
  }
  await rename(unfinished, folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    return rm(unfinished, { recursive: true })
  })
}

/** Removes the bundles of earlier states of the sources, which no run uses any more. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(BUNDLES)) {
    const path = join(BUNDLES, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true })
  }
}
