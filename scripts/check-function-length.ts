// Counts functions that are longer than a screen. The linter refuses those over 60 lines; a few between are allowed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const CONFIG = 'scripts/function-length.oxlintrc.json'

/** Functions outside tests that may be longer; what tests share counts as any other code. */
const LONG_FUNCTIONS_MAX = 40

/** Tests are blocks of cases, which grow with the promises that they hold. */
const TEST = /\.test\.ts$/

/** Fewer files than this and the linter looked at nothing. */
const FILES_MIN = 1000

interface Lint {
  number_of_files: number
  diagnostics: { filename: string; message: string; labels: { span: { line: number } }[] }[]
}

interface Config {
  rules: { 'max-lines-per-function': [string, { max: number }] }
}

const { rules } = JSON.parse(readFileSync(`${root}${CONFIG}`, 'utf8')) as Config
const [, { max: linesOfScreen }] = rules['max-lines-per-function']
const { number_of_files: files, diagnostics } = lint()
const long = diagnostics
  .filter(({ filename }) => !TEST.test(filename))
  .map(({ filename, message, labels }) => `${filename}:${labels[0]?.span.line ?? 0} ${message}`)

process.stdout.write(`${long.length} functions have more than ${linesOfScreen} lines.\n`)
if (long.length > LONG_FUNCTIONS_MAX) {
  process.stdout.write(
    `At most ${LONG_FUNCTIONS_MAX} may: split by subject.\n${long.toSorted().join('\n')}\n`,
  )
}
if (files < FILES_MIN) process.stdout.write(`Only ${files} files were looked at.\n`)
process.exitCode = long.length > LONG_FUNCTIONS_MAX || files < FILES_MIN ? 1 : 0

function lint(): Lint {
  const { stdout, stderr } = spawnSync('oxlint', ['--config', CONFIG, '--format', 'json', '.'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  try {
    return JSON.parse(stdout) as Lint
  } catch {
    throw new Error(`the linter could not count: ${stdout}${stderr}`)
  }
}
