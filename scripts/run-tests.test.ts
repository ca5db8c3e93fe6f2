import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chooseFiles } from './test-run/choose-files.ts'
import { readTestOptions } from './test-run/test-options.ts'

const RUNNER = fileURLToPath(new URL('run-tests.ts', import.meta.url))
const FIXTURE = 'scripts/fixtures/failing-tests.ts'

function runTests(...args: string[]): { status: number | null; output: string; errors: string } {
  // Otherwise the runner would report to the runner of this test instead of printing.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUNNER, ...args], { env, encoding: 'utf8' })
  return { status, output: stdout.trimEnd(), errors: stderr }
}

test('a failing run ends with what failed, how to repeat it, and the totals', () => {
  const { status, output } = runTests(FIXTURE, '--slowest', '1')
  assert.equal(status, 1)
  assert.match(
    output,
    /\nSlowest tests:\n +\d\.\d\d s {2}scripts\/fixtures\/failing-tests\.ts: a sum is what it is\n/,
  )
  assert.equal(
    output.slice(output.indexOf('\nFailed:\n') + 1),
    `Failed:
  ${FIXTURE}
    a sum is something else
    the sum is 2
  ${FIXTURE}
    every integer is below a hundred
    Property failed after 1 tests
    seed 17025; repeat: npm test -- ${FIXTURE} --seed 17025
  ${FIXTURE}
    a part fails
    Missing expected rejection.

1 passed, 3 failed, 1 skipped`,
  )
})

/** Runs fixture files in one process of a run. */
function runProcess(fixtures: string[], taken: string, fileMaxMs?: number) {
  const files = fixtures.map((name) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url)))
  const given = [files, taken, fileMaxMs].map((value) => JSON.stringify(value)).join(', ')
  const program = `import { runNextFiles } from ${JSON.stringify(new URL('test-run/test-process.ts', import.meta.url).href)}
    await runNextFiles(${given})`
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], { env, encoding: 'utf8' })
}

test('a process takes each file that no other took, and files find no variable and no timers that an earlier one set', () => {
  const taken = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  mkdirSync(join(taken, '2'))
  const fixtures = ['sets-a-variable.ts', 'finds-no-variable.ts', 'failing-tests.ts']
  const { status, stdout } = runProcess(fixtures, taken)
  const left = readdirSync(taken).toSorted()
  rmSync(taken, { recursive: true })
  assert.equal(status, 0, stdout)
  assert.match(stdout, /pass 5\n/)
  assert.deepEqual(left, ['0', '1', '2'])
})

test('a file that hangs ends its process and is named, with what keeps it alive', () => {
  const taken = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  const { status, stderr } = runProcess(['hangs.ts'], taken, 300)
  rmSync(taken, { recursive: true })
  assert.equal(status, 1)
  assert.match(stderr, /^scripts\/fixtures\/hangs\.ts: not finished after 0\.3 s; alive are .*Timeout\n$/)
})

test('a test that waits while nothing keeps the process alive fails the run', () => {
  const { status, output } = runTests(
    'scripts/fixtures/waits-for-nothing.ts',
    'scripts/fixtures/finds-no-variable.ts',
  )
  assert.equal(status, 1, output)
  assert.match(output, /waits-for-nothing\.ts: waits for something while nothing keeps the process alive/)
})

test('a suite that awaits before it registers its tests keeps them', () => {
  const { status, output } = runTests('scripts/fixtures/registers-later.ts')
  assert.equal(status, 0, output)
  assert.match(output, /▶ a suite that awaits\n +✔ has its test/)
})

test('an error that nobody catches fails the run and is printed', () => {
  const { status, output } = runTests('scripts/fixtures/throws-beside-a-test.ts')
  assert.equal(status, 1, output)
  assert.match(output, /thrown beside the test/)
})

test('a browser test that would pass at a second try fails the run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  const path = join(folder, 'second-try.browser.test.ts')
  writeFileSync(
    path,
    `import { mkdirSync } from 'node:fs'
import { test } from 'node:test'

test('passes where an earlier try has left a folder', () => {
  try {
    mkdirSync(new URL('tried', import.meta.url))
  } catch {
    return
  }
  throw new Error('the first try')
})
`,
  )
  const { status, output } = runTests(path)
  rmSync(folder, { recursive: true })
  assert.equal(status, 1, output)
  assert.match(output, /\n0 passed, 1 failed, 0 skipped$/)
})

test('a seed repeats the property test that failed on it', () => {
  const { output } = runTests(FIXTURE, '--seed', '-12345')
  assert.match(output, /property tests on seed -12345\n/)
  assert.match(output, /seed -12345; repeat: npm test -- \S+ --seed -12345\n/)
})

test('a file that does not exist is named', () => {
  const { status, errors } = runTests('scripts/no-such.test.ts')
  assert.deepEqual([status, errors.trim()], [1, 'npm test: no test file matches scripts/no-such.test.ts'])
})

test('browser tests run when their path or a pattern of browser tests names them, whatever folder they are in', async () => {
  const root = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  mkdirSync(join(root, 'apps/web/pages'), { recursive: true })
  const paths = ['apps/web/a.test.ts', 'apps/web/pages/b.browser.test.ts', 'apps/web/pages/c.browser.test.ts']
  for (const path of paths) writeFileSync(join(root, path), '')
  const choose = async (...names: string[]) => {
    const { files, browserFiles } = await chooseFiles(
      root,
      names.map((name) => join(root, name)),
    )
    return [files.map((file) => relative(root, file)), browserFiles]
  }
  assert.deepEqual(await choose(), [[paths[0]], paths.slice(1)])
  assert.deepEqual(await choose('apps/web'), [[paths[0]], paths.slice(1)])
  assert.deepEqual(await choose('apps/web/**/*.browser.test.ts'), [paths.slice(1), []])
  assert.deepEqual(await choose(paths[1]!), [[paths[1]], []])
  rmSync(root, { recursive: true })
})

const refused: [args: string[], message: RegExp][] = [
  [['--seed', '5x'], /--seed takes an integer/],
  [['--seed', '3000000000'], /--seed takes an integer/],
  [['--fresh-seeds', '-1'], /--fresh-seeds takes an integer of at least 0/],
  [['--slowly'], /Unknown option '--slowly'/],
]

for (const [args, message] of refused) {
  test(`${args.join(' ')} is refused with the usage of the option`, () => {
    assert.throws(() => readTestOptions(args), message)
  })
}

test('--slowest stands alone or with a number, before and after files', () => {
  assert.deepEqual(readTestOptions(['--slowest', 'a.test.ts']), {
    named: ['a.test.ts'],
    slowest: 20,
    environment: {},
  })
  assert.deepEqual(readTestOptions(['a.test.ts', '--slowest', '5', '--seed', '-7', '--fresh-seeds', '3']), {
    named: ['a.test.ts'],
    slowest: 5,
    environment: { PROPERTY_SEED: '-7', PROPERTY_FRESH_SEEDS: '3' },
  })
})
