// Adds a text field to instruments, sites and calibration points and a setting to workspaces, in a copy of the tree and with
// as few edits as possible. Fails if too many files are edited, if types or tests fail, or if a value does not appear
// everywhere, including the form and the page in a browser. For points, it also fails if an omitted edit goes unnoticed.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { joinTestCluster } from '../apps/server/test/cluster.ts'
import {
  instrumentPatch,
  POINT_EXAMPLE,
  pointPatch,
  settingPatch,
  sitePatch,
  type Patch,
} from './new-field/patches.ts'
import { TreeCopy } from './new-field/tree-copy.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

const MIGRATIONS = 'apps/server/migrations'
const OPENAPI_DOCUMENT = 'docs/api/openapi.json'
const PROTECTIONS_TEST = 'apps/server/src/doctor/check-protections.test.ts'

/** The browser test of the new fields. */
const SHOWN_TEST = 'scripts/fixtures/new-fields-shown'

/** Checks only the files that are expected to fail; the whole tree is compiled once, at the end. */
const SOME_FILES = 'tsconfig.some-files.json'

/** The tests that compare complete sets of fields and settings. */
const TESTS = [
  // A folder does not include browser tests, and each argument must add a file to the earlier ones.
  `${SHOWN_TEST}.browser.test.ts`,
  'scripts/fixtures',
  PROTECTIONS_TEST,
  'apps/server/test/contract-examples.test.ts',
  'apps/server/src/modules/instruments/register/create-instrument.api.test.ts',
  'apps/server/src/modules/instruments/register/update-instrument.api.test.ts',
  'apps/server/src/modules/instruments/list/search.api.test.ts',
  'apps/server/src/modules/calibrations/snapshot.test.ts',
  'apps/server/src/modules/calibrations/recorded-measurements.test.ts',
  'apps/server/src/modules/settings/settings.api.test.ts',
  'apps/server/src/cli/commands.test.ts',
  'apps/web/src/pages/instruments',
  'apps/web/src/pages/settings',
]

const begun = performance.now()
const copy = await TreeCopy.of(root)
// One server for all runs; a copy has a new name each time, and would have a new server under it.
const cluster = await joinTestCluster()
try {
  await addFields()
  process.stdout.write(`ok   in ${Math.round((performance.now() - begun) / 1000)} s\n`)
} catch (error) {
  process.stderr.write(`FAIL ${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  await cluster.leave()
  await rm(copy.folder, { recursive: true, force: true })
}

async function addFields(): Promise<void> {
  const first = nextMigration()
  const text = instrumentPatch(migrationPath(first, 'new-text'))
  await apply(text, 'new-instrument-field')
  await run('node', ['scripts/write-openapi.ts'])
  // A searchable column changes the trigger that maintains the search words of instruments.
  await runTests([PROTECTIONS_TEST], { UPDATE_GOLDEN: '1' })
  count(text)
  const setting = settingPatch(migrationPath(first + 1, 'new-setting'))
  await apply(setting, 'new-workspace-setting')
  count(setting)
  const siteText = sitePatch(migrationPath(first + 2, 'new-site-text'))
  await apply(siteText, 'new-site-field')
  count(siteText)
  await addPointText()
  const shown = await readFile(join(root, `${SHOWN_TEST}.ts`), 'utf8')
  await copy.make({ path: `${SHOWN_TEST}.browser.test.ts`, change: () => shown })
  await Promise.all([run('tsc', ['-p', 'tsconfig.json']), run('tsc', ['-p', 'apps/web/tsconfig.json'])])
  process.stdout.write('ok   types\n')
  process.stdout.write(`ok   tests: ${lastLine(await runTests(TESTS))}\n`)
}

/** Adds the text field of points edit by edit. Until all edits are made, a check must name a missing one. */
async function addPointText(): Promise<void> {
  const text = pointPatch()
  const [declared, example, preserved] = text.edits
  await apply({ ...text, edits: [declared] }, 'new-point-field')
  const project = join(copy.folder, SOME_FILES)
  await writeFile(
    project,
    JSON.stringify({ extends: './tsconfig.json', include: [], files: [POINT_EXAMPLE] }),
  )
  await requireFound('its example', `${POINT_EXAMPLE}(`, 'tsc', ['-p', SOME_FILES])
  await rm(project)
  await copy.make(example)
  await copy.make(preserved)
  const document = 'scripts/write-openapi.ts'
  await requireFound('the OpenAPI document', OPENAPI_DOCUMENT, 'node', [document, '--check'])
  await run('node', [document])
  count(text)
}

/** Throws unless a program fails and names the file with the missing edit. */
async function requireFound(
  what: string,
  file: string,
  program: string,
  words: readonly string[],
): Promise<void> {
  const printed = await run(program, words).then(
    () => '',
    (error: Error) => error.message,
  )
  if (!printed.includes(file)) throw new Error(`${what} can be forgotten in silence:\n${printed}`)
  process.stdout.write(`ok   ${what}, if forgotten, is found by ${[program, ...words].join(' ')}\n`)
}

/** Applies the edits of a patch, and adds the test that looks for its field everywhere. */
async function apply({ edits }: Patch, test: string): Promise<void> {
  for (const edit of edits) await copy.make(edit)
  const text = await readFile(join(root, `scripts/fixtures/${test}.ts`), 'utf8')
  await copy.make({ path: `scripts/fixtures/${test}.test.ts`, change: () => text })
}

/** Prints the number of files edited since the last count. Throws if there are too many. */
function count({ title, filesMax }: Patch): void {
  const files = copy.touched()
  if (files.length > filesMax) {
    throw new Error(`${title} touches ${files.length} files, more than ${filesMax}:\n  ${files.join('\n  ')}`)
  }
  process.stdout.write(`ok   ${title} touches ${files.length} files of at most ${filesMax}\n`)
}

function nextMigration(): number {
  const numbers = readdirSync(join(root, MIGRATIONS)).map((name) => Number.parseInt(name, 10))
  return Math.max(...numbers) + 1
}

function migrationPath(number: number, name: string): string {
  return `${MIGRATIONS}/${String(number).padStart(4, '0')}-${name}.sql`
}

function runTests(files: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  return run('node', ['scripts/run-tests.ts', ...files], { TEST_DATABASE_URL: cluster.url, ...environment })
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

/** Runs a program in the copy and returns its output. Throws its output if it fails. */
async function run(
  program: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const path = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`
  const child = spawn(program, words, {
    cwd: copy.folder,
    env: { ...process.env, ...environment, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => printed.push(part))
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  const text = Buffer.concat(printed).toString()
  if (code !== 0) throw new Error(`${program} ${words.join(' ')}\n${text}`)
  return text
}
