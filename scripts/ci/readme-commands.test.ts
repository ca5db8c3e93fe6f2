import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { commandBlocks, commandsOf } from './readme-commands.ts'

test('blocks of commands are found with their lines, and those of other languages are not', () => {
  const markdown = 'Run\n\n```sh\nnpm start\n```\n\n```json\n{}\n```\n\n```sh\ncurl a\ncurl b\n```\n'
  assert.deepEqual(commandBlocks(markdown), [
    { text: 'npm start', line: 3 },
    { text: 'curl a\ncurl b', line: 11 },
  ])
})

test('a command goes on over a backslash and over open quotes', () => {
  assert.deepEqual(commandsOf({ text: `curl a \\\n  -d '{\n "b": 1\n}'\ncurl c` }), [
    `curl a \\\n  -d '{\n "b": 1\n}'`,
    'curl c',
  ])
})

test('README has the calls that prove-readme.ts follows: two that write, what is due, and a certificate', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const calls = commandBlocks(readme)
    .flatMap(commandsOf)
    .filter((command) => command.startsWith('curl'))
  assert.equal(calls.length, 4)
})
