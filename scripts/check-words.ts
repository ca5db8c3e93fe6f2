// Finds the words that docs/glossary.md retires: none in texts, and in code no more than retired-words.json still allows.
// `--update` writes smaller counts of code into that file.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type RetiredWord,
  comparedWith,
  countsIn,
  messageLines,
  proseLines,
  wordsOf,
} from './retired-words.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const LIST = 'scripts/retired-words.json'

/** Fewer files than this and the patterns below have stopped matching. */
const FILES_MIN = 400

const MESSAGES = /^apps\/(web\/src|server)\/messages\/en\.json$/
const PROSE = /\.md$/
const CODE = /\.(ts|tsx|mjs|css|html|sql)$/

/** Names the words themselves, or is data of a release that never changes. */
const EXEMPT =
  /^(docs\/glossary\.md|scripts\/(check-words|retired-words(\.test)?)\.ts|apps\/server\/test\/releases\/\d|apps\/server\/migrations\/)/

const retired = JSON.parse(read(LIST)) as RetiredWord[]
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && !EXEMPT.test(file))

const inTexts = files.flatMap((file) => {
  const lines = MESSAGES.test(file)
    ? messageLines(read(file))
    : PROSE.test(file)
      ? proseLines(read(file))
      : []
  return lines.flatMap((line, index) =>
    retired
      .filter((word) => countsIn(line, word) > 0)
      .map(({ words, use }) => `${file}:${index + 1}: "${words}" is retired; use ${use}`),
  )
})

const code = files.filter((file) => CODE.test(file))
const codeWords = code.map((file) => `${wordsOf(file)}\n${wordsOf(read(file))}`).join('\n')
const counted = retired.map((word) => ({ ...word, left: countsIn(codeWords, word) }))
const { risen, fallen } = comparedWith(retired, counted)

if (process.argv.includes('--update') && risen.length === 0) {
  writeFileSync(`${root}${LIST}`, `${JSON.stringify(counted, null, 2)}\n`)
} else {
  for (const { words, left } of fallen) {
    process.stdout.write(`"${words}" is down to ${left}: node scripts/check-words.ts --update\n`)
  }
}
const problems = [
  ...inTexts,
  ...risen.map(({ words, use, from, left }) => `code: "${words}" rose from ${from} to ${left}; use ${use}`),
  ...(code.length < FILES_MIN ? [`only ${code.length} files were looked at`] : []),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0

function read(file: string): string {
  return readFileSync(`${root}${file}`, 'utf8')
}
