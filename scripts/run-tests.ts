// What `npm test` runs: every test of the packages and apps, or those that are named, on one
// database server that is started before and stopped after them.
import { glob, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { FIXED_SEED, readSeedSettings } from '@plumbline/testing'
import { joinTestCluster, withClient } from '../apps/server/test/cluster.ts'
import { makeMemoryFolder } from './memory-folder.ts'
import { readTestOptions, USAGE, type TestOptions } from './test-options.ts'
import { TestReport } from './test-report.ts'

/** Processes that run at once: one more than there are cores, since each waits for the database at times. */
const CONCURRENCY = availableParallelism() + 1

/**
 * Nothing was heard for this long, by far longer than the slowest test takes on a busy machine: one hangs, and ends
 * the run. What later processes say waits until the first one has ended.
 */
const SILENCE_MAX_MS = 300_000

const BROWSER_TEST = '.browser.test.ts'
const root = fileURLToPath(new URL('../', import.meta.url))

const options = readOptions(process.argv.slice(2))
if (options !== undefined) {
  await main(options).catch((error: Error) => {
    console.error(`npm test: ${error.message}`)
    process.exitCode = 1
  })
}

function readOptions(args: string[]): TestOptions | undefined {
  try {
    return readTestOptions(args)
  } catch (error) {
    console.error(`npm test: ${(error as Error).message}\n${USAGE}`)
    process.exitCode = 2
    return undefined
  }
}

async function main({ named, slowest, environment }: TestOptions): Promise<void> {
  const { files, browserFiles } = await chooseFiles(named)
  Object.assign(process.env, environment)
  // A few named files find the database of an earlier run on the disk, which is ready sooner.
  const inMemory = named.length === 0 && process.env['TMPDIR'] === undefined
  const memoryFolder = inMemory ? await makeMemoryFolder() : undefined
  if (memoryFolder !== undefined) process.env['TMPDIR'] = memoryFolder
  try {
    await runOnCluster(files, browserFiles, slowest)
  } finally {
    if (memoryFolder !== undefined) await rm(memoryFolder, { recursive: true, force: true })
  }
}

async function runOnCluster(files: string[], browserFiles: string[], slowest: number): Promise<void> {
  const cluster = await joinTestCluster()
  const interrupt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort())
  try {
    const version = await withClient(cluster.url, (client) => client.query('show server_version'))
    const { server_version: server } = version.rows[0] as { server_version: string }
    const whose = process.env['TEST_DATABASE_URL'] ? 'of TEST_DATABASE_URL' : 'embedded'
    console.log(`Test files: ${files.length}; database: PostgreSQL ${server} (${whose}); ${describeSeeds()}`)
    process.env['TEST_DATABASE_URL'] = cluster.url
    // Compiling takes half of a process's start.
    process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compiled')
    const report = new TestReport(root)
    await runFiles(files, report, interrupt)
    if (!interrupt.signal.aborted) await runBrowserFilesAgain(report, interrupt)
    console.log(describe(report, browserFiles, slowest))
    if (report.failureLines().length > 0 || interrupt.signal.aborted) process.exitCode = 1
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

/** A browser on a busy machine may lose a file to chance: what failed runs once more, and is named when it passes. */
async function runBrowserFilesAgain(report: TestReport, interrupt: AbortController): Promise<void> {
  const inDoubt = [...report.failedFiles()].filter((file) => file.endsWith(BROWSER_TEST))
  if (inDoubt.length === 0) return
  console.log(`\nOnce more, as a browser may fail by chance: ${inDoubt.join(' ')}`)
  report.forget(new Set(inDoubt))
  await runFiles(
    inDoubt.map((file) => resolve(root, file)),
    report,
    interrupt,
  )
  const byChance = inDoubt.filter((file) => !report.failedFiles().has(file))
  if (byChance.length > 0) console.log(`\nPassed at the second try only: ${byChance.join(' ')}`)
}

/** Runs test files, several to a process, each of them as one test whose parts are the file's. */
async function runFiles(files: string[], report: TestReport, interrupt: AbortController): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-test-processes-'))
  const events = run({
    files: await writeProcesses(folder, files),
    concurrency: CONCURRENCY,
    // The processes take all cores by themselves: threads that collect garbage beside them only cost more.
    execArgv: ['--single-threaded-gc'],
    signal: interrupt.signal,
  })
  const silence = setTimeout(() => {
    console.error(
      `npm test: nothing was heard for ${SILENCE_MAX_MS / 1000} s; a file begun above and not ended hangs`,
    )
    interrupt.abort()
  }, SILENCE_MAX_MS)
  events.on('test:pass', (outcome) => report.pass(outcome))
  events.on('test:fail', (outcome) => report.fail(outcome))
  for (const type of ['test:start', 'test:pass', 'test:fail'] as const) {
    events.on(type, () => silence.refresh())
  }
  const output = events.compose(new spec())
  output.pipe(process.stdout, { end: false })
  await finished(output)
  clearTimeout(silence)
  await rm(folder, { recursive: true })
}

/**
 * Writes what each process starts with, and returns the paths. The processes share the files out among themselves, so
 * that all of them work to the end: long files, which mostly take long, come first.
 */
async function writeProcesses(folder: string, files: string[]): Promise<string[]> {
  const runner = new URL('test-process.ts', import.meta.url).href
  const taken = join(folder, 'taken')
  await mkdir(taken)
  const sizes = new Map(
    await Promise.all(files.map(async (file) => [file, (await stat(file)).size] as const)),
  )
  const ordered = files.toSorted((one, other) => sizes.get(other)! - sizes.get(one)!)
  const program = `import { runNextFiles } from ${JSON.stringify(runner)}
await runNextFiles(${JSON.stringify(ordered)}, ${JSON.stringify(taken)})
`
  return await Promise.all(
    Array.from({ length: Math.min(files.length, CONCURRENCY) }, async (_, index) => {
      const path = join(folder, `${index}.mjs`)
      await writeFile(path, program)
      return path
    }),
  )
}

function describeSeeds(): string {
  const { only, fresh } = readSeedSettings()
  if (only !== undefined) return `property tests on seed ${only}`
  return `property tests on seed ${FIXED_SEED} and ${fresh} fresh ${fresh === 1 ? 'one' : 'ones'}`
}

/** What stands at the end of the output: the slowest tests when asked for, what was left out, what failed, the totals. */
function describe(report: TestReport, browserFiles: string[], slowest: number): string {
  const skipped = report.skippedLines()
  if (browserFiles.length > 0) {
    skipped.push(
      `  ${browserFiles.length} files that need a browser; name one to run it: ${browserFiles.join(' ')}`,
    )
  }
  const failures = report.failureLines()
  return [
    ...(slowest > 0 ? ['', 'Slowest tests:', ...report.slowestLines(slowest)] : []),
    '',
    ...(skipped.length === 0 ? ['Nothing was skipped.'] : ['Not run:', ...skipped]),
    ...(failures.length > 0 ? ['', 'Failed:', ...failures] : []),
    '',
    report.totals(),
  ].join('\n')
}
