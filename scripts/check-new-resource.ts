// Adds a resource (a table, a module, operations, an event, a kind of ledger entry and of job) to a copy of the tree, and
// omits each edit in turn. Fails if an omission goes unnoticed, or if the complete resource does not work.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { joinTestCluster } from '../apps/server/test/cluster.ts'
import { TreeCopy } from './new-field/tree-copy.ts'
import { placesOf, type Place } from './new-resource/patches.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** A short test that starts the application. */
const START_TEST = 'apps/server/src/largest-offset.api.test.ts'

/** The TypeScript project of the files that are expected to fail. */
const SOME_FILES = 'tsconfig.some-files.json'

const MIGRATIONS = 'apps/server/migrations'
const last = Math.max(...readdirSync(join(root, MIGRATIONS)).map((name) => Number.parseInt(name, 10)))
const places = placesOf(`${MIGRATIONS}/${String(last + 1).padStart(4, '0')}-racks.sql`)

const begun = performance.now()
const copy = await TreeCopy.of(root)
// One server for all runs; a copy has a new name each time, and would have a new server under it.
const cluster = await joinTestCluster()
try {
  await checkResource()
  process.stdout.write(`ok   in ${Math.round((performance.now() - begun) / 1000)} s\n`)
} catch (error) {
  process.stderr.write(`FAIL ${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  await cluster.leave()
  await rm(copy.folder, { recursive: true, force: true })
}

async function checkResource(): Promise<void> {
  await forgetTypes()
  await forgetHandlers()
  await forgetTested()
  await build([])
  const [types, rule, tests] = await Promise.all([
    tsc('tsconfig.json'),
    dependencyRule(),
    runTests(testsOf(places)),
  ])
  for (const { code, text } of [types, rule, tests]) if (code !== 0) throw new Error(text)
  process.stdout.write('ok   with everything done, types, dependency rule and tests pass\n')
}

/** Omissions that a type or the dependency rule reports. */
async function forgetTypes(): Promise<void> {
  const typed = places.filter(({ found }) => found !== null && 'types' in found)
  const ruled = places.filter(({ found }) => found !== null && 'rule' in found)
  await build([...typed, ...ruled])
  // Only the files that are expected to fail and their imports; the whole tree is compiled once, at the end.
  const files = typed.flatMap(({ found }) => (found !== null && 'types' in found ? found.types : []))
  const project = { extends: './tsconfig.json', include: [], files }
  await writeFile(join(copy.folder, SOME_FILES), JSON.stringify(project))
  const [types, rule] = await Promise.all([tsc(SOME_FILES), dependencyRule()])
  for (const { title, found } of typed) {
    if (!found || !('types' in found)) continue
    for (const file of found.types) tell(title, types.text.includes(`${file}(`), 'a type error', types.text)
  }
  for (const { title, found } of ruled) {
    if (found && 'rule' in found) tell(title, found.rule.test(rule.text), 'the dependency rule', rule.text)
  }
}

/** Omissions that prevent the server from starting. */
async function forgetHandlers(): Promise<void> {
  const started = places.filter(({ found }) => found !== null && 'start' in found)
  await build(started)
  const { text } = await runTests([START_TEST])
  for (const { title, found } of started) {
    if (found && 'start' in found) tell(title, found.start.test(text), 'a start that refuses', text)
  }
}

/** Omissions that a test reports. */
async function forgetTested(): Promise<void> {
  const tested = places.filter(({ found }) => found !== null && 'test' in found)
  await build(tested)
  const { text } = await runTests(testsOf(tested))
  for (const { title, found } of tested) {
    if (found && 'test' in found) tell(title, found.says.test(text), found.test, text)
  }
}

function tell(title: string, isFound: boolean, by: string, text: string): void {
  if (!isFound) throw new Error(`${title} can be forgotten in silence; ${by} should tell:\n${text}`)
  process.stdout.write(`ok   ${title}, if forgotten, is found by ${by}\n`)
}

function testsOf(some: readonly Place[]): string[] {
  return some.flatMap(({ found }) => (found !== null && 'test' in found ? [found.test] : []))
}

/** Applies every edit to the copy except these. */
async function build(forgotten: readonly Place[]): Promise<void> {
  const paths = new Set(places.flatMap(({ edits }) => edits.map(({ path }) => path)))
  for (const path of paths) {
    if (existsSync(join(root, path))) await cp(join(root, path), join(copy.folder, path))
    else await rm(join(copy.folder, path), { force: true })
  }
  for (const place of places) {
    const edits = forgotten.includes(place) ? (place.without ?? []) : place.edits
    for (const edit of edits) await copy.make(edit)
  }
}

interface Ran {
  readonly code: number
  readonly text: string
}

function tsc(project: string): Promise<Ran> {
  return run('tsc', ['-p', project, '--noEmit'])
}

function dependencyRule(): Promise<Ran> {
  return run('node', ['-e', "require('./.dependency-cruiser.cjs')"])
}

function runTests(files: readonly string[]): Promise<Ran> {
  return run('node', ['scripts/run-tests.ts', ...files], { TEST_DATABASE_URL: cluster.url })
}

/** Runs a program in the copy and returns its output. */
async function run(program: string, words: readonly string[], environment: object = {}): Promise<Ran> {
  const child = spawn(program, words, {
    cwd: copy.folder,
    env: {
      ...process.env,
      ...environment,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => printed.push(part))
  const code = await new Promise<number>((resolve, reject) =>
    child.once('close', (status) => resolve(status ?? 1)).once('error', reject),
  )
  return { code, text: Buffer.concat(printed).toString() }
}
