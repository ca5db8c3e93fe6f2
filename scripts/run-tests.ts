// `npm test`: runs all tests of the packages and apps, or the named ones, on one database server that is started before and
// stopped after them.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { FIXED_SEED, readSeedSettings } from '@plumbline/testing'
import { joinTestCluster, withClient } from '../apps/server/test/cluster.ts'
import { bundlePrograms } from './test-run/bundle-programs.ts'
import { chooseFiles } from './test-run/choose-files.ts'
import { makeMemoryFolder } from './test-run/memory-folder.ts'
import { readTestOptions, USAGE, type TestOptions } from './test-run/test-options.ts'
import { TestReport } from './test-run/test-report.ts'

/** Number of parallel processes: one more than there are cores, because each sometimes waits for the database. */
const CONCURRENCY = availableParallelism() + 1

/** The length of test code that takes as long as one call of `lookAtPage`. */
const LETTERS_OF_LOOK = 1000

/** Runs of fewer files use the database of an earlier run on disk, and start programs from their source: ready sooner. */
const LARGE_RUN_FILES = 20

/** Size of one half of the young generation of a test process, in MB. The default costs a fifth more processor time. */
const YOUNG_GENERATION_MB = 64

/**
 * If no test starts or ends for this long, much longer than the slowest test takes on a busy machine, a test hangs and the
 * run is ended. Events of later processes are held back until the first one has ended.
 */
const SILENCE_MAX_MS = 1_500_000

/** The abort reason after Ctrl-C. The test runner requires an object. */
const BY_PERSON = new Error('ended by a person')

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
  const { files, browserFiles } = await chooseFiles(root, named)
  Object.assign(process.env, environment)
  const isLarge = files.length >= LARGE_RUN_FILES
  if (isLarge) process.env['TEST_PROGRAMS'] = await bundlePrograms()
  const inMemory = isLarge && process.env['TMPDIR'] === undefined
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
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort(BY_PERSON))
  try {
    const version = await withClient(cluster.url, (client) => client.query('show server_version'))
    const { server_version: server } = version.rows[0] as { server_version: string }
    const whose = process.env['TEST_DATABASE_URL'] ? 'of TEST_DATABASE_URL' : 'embedded'
    console.log(`Test files: ${files.length}; database: PostgreSQL ${server} (${whose}); ${describeSeeds()}`)
    process.env['TEST_DATABASE_URL'] = cluster.url
    // Compilation takes half of the start of a process.
    process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compiled')
    const report = new TestReport(root)
    await runFiles(files, report, interrupt)
    if (interrupt.signal.reason !== BY_PERSON) report.endProcesses(files.map((file) => relative(root, file)))
    const reportFile = process.env['TEST_REPORT_FILE']
    if (reportFile !== undefined) await writeFile(reportFile, JSON.stringify(report.summary()))
    console.log(describe(report, browserFiles, slowest))
    if (report.failureLines().length > 0 || interrupt.signal.aborted) process.exitCode = 1
  } finally {
    await cluster.leave()
  }
}

/** Runs the test files, several per process. Each file is one test with the tests of the file as its parts. */
async function runFiles(files: string[], report: TestReport, interrupt: AbortController): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-test-processes-'))
  const events = run({
    files: await writeProcesses(folder, files),
    concurrency: CONCURRENCY,
    // The processes already use all cores, so that parallel garbage collection would only cost more. Most objects live as long
    // as one request: in a larger young generation they die before they are moved.
    execArgv: [
      '--single-threaded-gc',
      `--max-semi-space-size=${YOUNG_GENERATION_MB}`,
      `--import=${new URL('test-run/registration.ts', import.meta.url).href}`,
    ],
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
 * Writes the program of each process, and returns the paths. Each process takes the next file that no other has taken, long
 * ones first, so that all of them are busy until the end.
 */
async function writeProcesses(folder: string, files: string[]): Promise<string[]> {
  const runner = new URL('test-run/test-process.ts', import.meta.url).href
  const taken = join(folder, 'taken')
  await mkdir(taken)
  const sizes = new Map(await Promise.all(files.map(async (file) => [file, await weightOf(file)] as const)))
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

/** Returns a rough estimate of how long a file takes compared with others. */
async function weightOf(file: string): Promise<number> {
  const text = await readFile(file, 'utf8')
  return text.length + LETTERS_OF_LOOK * (text.split('lookAtPage(').length - 1)
}

function describeSeeds(): string {
  const { only, fresh } = readSeedSettings()
  if (only !== undefined) return `property tests on seed ${only}`
  return `property tests on seed ${FIXED_SEED} and ${fresh} fresh ${fresh === 1 ? 'one' : 'ones'}`
}

/** Returns the end of the output: the slowest tests if requested, what was skipped, what failed, and the totals. */
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
