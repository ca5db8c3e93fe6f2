// Mutation testing of the rules: makes one random change at a time and runs the tests of its folder. A mutant that survives
// shows behavior that no test states. Fails if fewer than 92 % of the mutants of a folder are killed.
//
// StrykerJS has no runner for node:test, and its TAP plugin finds no coverage when Node.js strips the types.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { equivalentMutants } from './mutants/equivalent-mutants.ts'
import { mutantsOf, type Change } from './mutants/find-mutants.ts'
import { TestsOf } from './mutants/tests-of.ts'

const USAGE = `Usage: npm run check:mutants -- [folder ...] [options]
  --seed S         draws other mutants; those of one seed are the same each time (default 1)
  --count N        how many are drawn, evenly from the folders (default 500)
  --all            prints those that fell, too`

/** The rule folders of packages, each with the folder whose tests run on its mutants. */
const FOLDERS = [
  ...['measurement', 'tolerance', 'uncertainty', 'statistics', 'reading', 'procedure'].map((name) => ({
    rules: `packages/contract/src/${name}`,
    tests: 'packages/contract',
  })),
  { rules: 'packages/sdk/src', tests: 'packages/sdk' },
  { rules: 'packages/ledger-verify/src', tests: 'packages/ledger-verify' },
]

/** Modules of the server may have a rule folder. */
const MODULE_RULES = 'apps/server/src/modules/*/rules'

const SHARE_MIN = 0.92

/**
 * The time limit of a mutant, as a multiple of what all tests of its folder take without one, and at least a minute. Ends
 * mutants that loop forever, and none that are slow because the machine is busy.
 */
const LIMIT_FACTOR = 10
const LIMIT_MIN_MS = 60_000

const root = fileURLToPath(new URL('../', import.meta.url))
const inRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A change to a file, with the lines shown for it. */
interface Mutant extends Change {
  readonly path: string
  readonly lineNumber: number
  readonly line: string
  readonly changed: string
}

/** The results for the mutants of a folder. */
interface Outcome {
  readonly rules: string
  readonly fell: number
  readonly equivalent: number
  readonly survivors: readonly Mutant[]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '500' },
    all: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(USAGE)
else await main(Number(values.count), Number(values.seed))

async function main(count: number, seed: number): Promise<void> {
  const folders = await foldersOf(positionals)
  if (folders.length === 0) throw new Error(`no folder of rules is named so\n${USAGE}`)
  const found = await Promise.all(folders.map(({ rules }) => mutantsIn(rules)))
  const drawn = draw(found, count, seed)
  const outcomes: Outcome[] = []
  for (const [place, { rules, tests }] of folders.entries()) {
    const outcome = await tryAll(rules, tests, drawn[place]!)
    outcomes.push(outcome)
    report(outcome, found[place]!.length)
  }
  const low = outcomes.filter((outcome) => shareOf(outcome) < SHARE_MIN)
  console.log(summary(outcomes, seed))
  if (low.length === 0) return
  console.log(`Fewer than ${percent(SHARE_MIN)} fall in: ${low.map(({ rules }) => rules).join(', ')}`)
  process.exitCode = 1
}

/** Returns the rule folders; if names are given, only those whose path contains one of them. */
async function foldersOf(names: readonly string[]): Promise<typeof FOLDERS> {
  const folders = [...FOLDERS]
  for await (const rules of glob(MODULE_RULES, { cwd: root }))
    folders.push({ rules, tests: join(rules, '..') })
  return folders
    .filter(({ rules }) => names.length === 0 || names.some((name) => rules.includes(name)))
    .toSorted((one, other) => (one.rules < other.rules ? -1 : 1))
}

async function mutantsIn(folder: string): Promise<Mutant[]> {
  const paths: string[] = []
  for await (const path of glob(`${folder}/**/*.ts`, { cwd: root })) paths.push(join(root, path))
  return paths
    .filter((path) => !path.endsWith('.test.ts'))
    .toSorted()
    .flatMap((path) => {
      const source = readFileSync(path, 'utf8')
      return mutantsOf(source).map((change) => shown(path, Buffer.from(source), change))
    })
}

/** Returns the change with its first line before and after it. */
function shown(path: string, source: Buffer, change: Change): Mutant {
  const { start, end, text } = change
  const before = source.toString('utf8', 0, start)
  const behind = source.toString('utf8', end)
  const [head, tail] = [before.slice(before.lastIndexOf('\n') + 1), behind.split('\n', 1)[0]]
  return {
    ...change,
    path,
    lineNumber: before.split('\n').length,
    line: oneLine(`${head}${source.toString('utf8', start, end)}${tail}`),
    changed: oneLine(`${head}${text}${tail}`),
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Draws the same number of mutants from each folder; what small folders cannot fill goes to the others. */
function draw(found: readonly (readonly Mutant[])[], count: number, seed: number): Mutant[][] {
  const random = randomOf(seed)
  const shuffled = found.map((mutants) =>
    mutants
      .map((mutant) => ({ mutant, place: random() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ mutant }) => mutant),
  )
  const shares = found.map(() => 0)
  for (let left = count; left > 0 && shares.some((share, place) => share < found[place]!.length);) {
    for (const [place, { length }] of found.entries()) {
      if (left === 0 || shares[place] === length) continue
      shares[place]! += 1
      left -= 1
    }
  }
  return shuffled.map((mutants, place) => mutants.slice(0, shares[place]))
}

/** Returns a generator of numbers in [0, 1) that is deterministic for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function tryAll(rules: string, testFolder: string, mutants: readonly Mutant[]): Promise<Outcome> {
  const testFiles: string[] = []
  for await (const path of glob(`${testFolder}/**/*.test.ts`, { cwd: root, exclude: ['**/node_modules'] })) {
    if (!/\.(?:api|browser)\.test\.ts$/.test(path)) testFiles.push(join(root, path))
  }
  const tests = new TestsOf(root, testFiles.toSorted())
  const tried = mutants.filter((mutant) => !isEquivalent(mutant))
  const limitMs = await limitOf(rules, [...new Set(tried.flatMap(({ path }) => tests.of(path)))])
  const survivors: Mutant[] = []
  const waiting = [...tried]
  const work = async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const fall = await runOn(mutant, tests.of(mutant.path), limitMs)
      if (fall === undefined) survivors.push(mutant)
      else if (values.all) console.log(`  fell      ${describe(mutant)}\n            by ${fall}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  const equivalent = mutants.length - tried.length
  return { rules, fell: tried.length - survivors.length, equivalent, survivors }
}

function isEquivalent({ path, line, changed }: Mutant): boolean {
  return equivalentMutants
    .filter(({ file }) => file === relative(root, path))
    .some(({ changes }) => changes.some(([known, equivalent]) => known === line && equivalent === changed))
}

/** Returns the time limit of a mutant. Requires tests that pass without one: one that fails would kill every mutant. */
async function limitOf(rules: string, tests: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  const { failed } = await runTests(tests)
  if (failed !== undefined) throw new Error(`${rules}: without any change, a test fails: ${failed}`)
  return Math.max(LIMIT_MIN_MS, Math.ceil(LIMIT_FACTOR * (performance.now() - startedAt)))
}

/** Returns the test that kills a mutant, or undefined if it survives. */
async function runOn(
  { path, start, end, text }: Mutant,
  tests: readonly string[],
  limitMs: number,
): Promise<string | undefined> {
  if (tests.length === 0) return undefined
  return (await runTests(tests, limitMs, JSON.stringify({ path, start, end, text }))).failed
}

function runTests(
  tests: readonly string[],
  limitMs?: number,
  mutant?: string,
): Promise<{ failed: string | undefined }> {
  // Also applies to processes that tests start.
  const hook = mutant === undefined ? {} : { NODE_OPTIONS: `--import=${inRoot('mutants/load-mutant.ts')}` }
  const child = spawn(
    process.execPath,
    [
      `--test-reporter=${inRoot('mutants/first-failure.ts')}`,
      '--test-reporter-destination=stdout',
      inRoot('mutants/run-tests.ts'),
      ...tests,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
      env: {
        ...process.env,
        ...hook,
        PLUMBLINE_MUTANT: mutant,
        PROPERTY_FRESH_SEEDS: '0',
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/mutants'),
      },
    },
  )
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      const why =
        signal === null ? said.split('\n')[0] || 'an error outside of tests' : 'a loop without an end'
      resolve({ failed: code === 0 ? undefined : why })
    })
  })
}

function describe({ path, lineNumber, line, changed }: Mutant): string {
  return `${relative(root, path)}:${lineNumber}\n            ${line}\n            ${changed}`
}

function report(outcome: Outcome, possible: number): void {
  const { rules, fell, equivalent, survivors } = outcome
  const of = `${fell} of ${fell + survivors.length} fell`
  console.log(
    `${percent(shareOf(outcome))} ${rules}: ${of}, ${equivalent} are equivalent; ${possible} possible`,
  )
  for (const survivor of survivors.toSorted((one, other) => (describe(one) < describe(other) ? -1 : 1)))
    console.log(`  survived  ${describe(survivor)}`)
}

function shareOf({ fell, survivors }: Outcome): number {
  const tried = fell + survivors.length
  return tried === 0 ? 1 : fell / tried
}

function summary(outcomes: readonly Outcome[], seed: number): string {
  const fell = outcomes.reduce((sum, outcome) => sum + outcome.fell, 0)
  const survived = outcomes.reduce((sum, { survivors }) => sum + survivors.length, 0)
  const equivalent = outcomes.reduce((sum, outcome) => sum + outcome.equivalent, 0)
  return `Seed ${seed}: ${fell} fell, ${survived} survived, ${equivalent} are known to be equivalent.`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0).padStart(3)} %`
}
