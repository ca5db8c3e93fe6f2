// What `npm test` runs: every test of the packages and apps, or those that are named, on one
// database server that is started before and stopped after them.
import { glob, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { joinTestCluster, withClient } from '../apps/server/test/cluster.ts'

/** Processes that run at once: one more than there are cores, since each waits for the database at times. */
const CONCURRENCY = availableParallelism() + 1

/** Files that one process runs in turn, at most. Loading the server costs more than most files' tests do. */
const FILES_PER_PROCESS_MAX = 16

/** Of few files, fewer to a process: enough turns of processes that they end their work together. */
const TURNS_MIN = 5

/**
 * Nothing was heard for this long, by far longer than the slowest test takes on a busy machine: one hangs, and ends
 * the run. What later processes say waits until the first one has ended.
 */
const SILENCE_MAX_MS = 300_000

const BROWSER_TEST = '.browser.test.ts'
const root = fileURLToPath(new URL('../', import.meta.url))

interface Skipped {
  name: string
  file: string
  reason: string
}

await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(`npm test: ${error.message}`)
  process.exitCode = 1
})

async function main(named: string[]): Promise<void> {
  const { files, browserFiles } = await chooseFiles(named)
  const cluster = await joinTestCluster()
  const interrupt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort())
  try {
    const version = await withClient(cluster.url, (client) => client.query('show server_version'))
    const { server_version: server } = version.rows[0] as { server_version: string }
    const whose = process.env['TEST_DATABASE_URL'] ? 'of TEST_DATABASE_URL' : 'embedded'
    console.log(`Test files: ${files.length}; database: PostgreSQL ${server} (${whose})`)
    process.env['TEST_DATABASE_URL'] = cluster.url
    // Compiling takes half of a process's start.
    process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compiled')
    const { failed, skipped } = await runFiles(files, interrupt)
    const inDoubt = interrupt.signal.aborted ? [] : [...failed].filter((path) => path.endsWith(BROWSER_TEST))
    const failedAgain = inDoubt.length === 0 ? failed : await runAgain(inDoubt, failed, interrupt)
    console.log(reportSkipped(skipped, browserFiles))
    if (failedAgain.size > 0 || interrupt.signal.aborted) process.exitCode = 1
  } finally {
    await cluster.leave()
  }
}

/** The named files, folders and patterns, or everything. Browser tests run only when named. */
async function chooseFiles(named: string[]): Promise<{ files: string[]; browserFiles: string[] }> {
  const patterns =
    named.length > 0 ? await Promise.all(named.map(patternOf)) : ['{packages,apps,scripts}/**/*.test.ts']
  const found = new Set<string>()
  for (const pattern of patterns) {
    const before = found.size
    for await (const path of glob(pattern, { cwd: root, exclude: ['**/node_modules', '**/dist'] })) {
      found.add(resolve(root, path))
    }
    if (found.size === before) throw new Error(`no test file matches ${pattern}`)
  }
  const all = [...found].toSorted()
  const isLeftOut = (path: string) =>
    path.endsWith(BROWSER_TEST) && !named.some((name) => resolve(name) === path)
  return {
    files: all.filter((path) => !isLeftOut(path)),
    browserFiles: all.filter(isLeftOut).map((path) => relative(root, path)),
  }
}

async function patternOf(name: string): Promise<string> {
  const path = relative(root, resolve(name))
  const found = await stat(resolve(name)).catch(() => undefined)
  return found?.isDirectory() ? join(path, '**/*.test.ts') : path
}

/**
 * A browser on a busy machine may lose a file to chance: what failed runs once more, and is named when it passes.
 * @returns the files that failed for good
 */
async function runAgain(
  inDoubt: string[],
  failed: ReadonlySet<string>,
  interrupt: AbortController,
): Promise<ReadonlySet<string>> {
  console.log(`\nOnce more, as a browser may fail by chance: ${namesOf(inDoubt)}`)
  const second = await runFiles(inDoubt, interrupt)
  const byChance = inDoubt.filter((path) => !second.failed.has(path))
  if (byChance.length > 0) console.log(`\nPassed at the second try only: ${namesOf(byChance)}`)
  return failed.difference(new Set(byChance))
}

function namesOf(files: string[]): string {
  return files.map((path) => relative(root, path)).join(' ')
}

/** Runs test files, several to a process, each of them as one test whose parts are the file's. */
async function runFiles(
  files: string[],
  interrupt: AbortController,
): Promise<{ failed: ReadonlySet<string>; skipped: Skipped[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-test-processes-'))
  const failed = new Set<string>()
  const skipped: Skipped[] = []
  const events = run({
    files: await writeProcesses(folder, files),
    concurrency: CONCURRENCY,
    signal: interrupt.signal,
  })
  const silence = setTimeout(() => {
    console.error(
      `npm test: nothing was heard for ${SILENCE_MAX_MS / 1000} s; a file begun above and not ended hangs`,
    )
    interrupt.abort()
  }, SILENCE_MAX_MS)
  events.on('test:fail', ({ name, nesting, todo }) => {
    if (nesting === 0 && (todo === undefined || todo === false)) failed.add(resolve(root, name))
  })
  events.on('test:pass', ({ name, file = '', skip }) => {
    if (skip === undefined || skip === false) return
    skipped.push({
      name,
      file: basename(file),
      reason: skip === true || skip === '' ? 'no reason given' : skip,
    })
  })
  for (const type of ['test:start', 'test:pass', 'test:fail'] as const) {
    events.on(type, () => silence.refresh())
  }
  const output = events.compose(new spec())
  output.pipe(process.stdout, { end: false })
  await finished(output)
  clearTimeout(silence)
  await rm(folder, { recursive: true })
  return { failed, skipped }
}

/**
 * Writes what each process starts with, and answers the paths. Files are dealt out like cards, since those of one
 * folder take alike long, to whole turns of processes, so that none works on alone at the end.
 */
async function writeProcesses(folder: string, files: string[]): Promise<string[]> {
  const runner = new URL('test-process.ts', import.meta.url).href
  const turns = Math.max(TURNS_MIN, Math.ceil(files.length / (CONCURRENCY * FILES_PER_PROCESS_MAX)))
  const processes = Math.min(files.length, CONCURRENCY * turns)
  return await Promise.all(
    Array.from({ length: processes }, async (_, index) => {
      const path = join(folder, `${String(index).padStart(3, '0')}.mjs`)
      const own = files.filter((_file, place) => place % processes === index)
      const program = `import { runInTurn } from ${JSON.stringify(runner)}\nrunInTurn(${JSON.stringify(own)})\n`
      await writeFile(path, program)
      return path
    }),
  )
}

function reportSkipped(skipped: Skipped[], browserFiles: string[]): string {
  const lines = skipped.map(({ name, file, reason }) => `  ${name} (${file}): ${reason}`)
  if (browserFiles.length > 0) {
    lines.push(
      `  ${browserFiles.length} files that need a browser; name one to run it: ${browserFiles.join(' ')}`,
    )
  }
  return lines.length === 0 ? '\nNothing was skipped.' : `\nNot run:\n${lines.join('\n')}`
}
